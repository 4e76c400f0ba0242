/** Reads signers' keys: the global id of a key badge, or the public key itself. Pure. */
import { ed25519 } from "@noble/curves/ed25519.js"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Either } from "effect"
import type { OwnerKey } from "~/connector/index"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { keyBadge } from "~/effects/chain/ledger/signedParts"
import { KEY_ID, keyField } from "~/effects/treasury/deployment/seatIds"
import { ENTITY, type PublicKey, readAddress, wellKnown } from "~/ledger/index"
import type { SignerSlot } from "./ApprovalRequest"

const BADGE = { curve25519: wellKnown("ed25519Badge", NETWORK_ID), secp256k1: wellKnown("secp256k1Badge", NETWORK_ID) }

/** Global id of the badge of a key that an account names. */
export const keySeatOf = ({ curve, hash }: OwnerKey): string => `${BADGE[curve]}:[${hash}]`

/** The key that an account's address derives from; it is valid while the account names no other. */
export const keysOfAccount = (account: string): ReadonlyArray<OwnerKey> => {
  const [entity, ...hash] = Either.getOrElse(readAddress(account, NETWORK_ID), () => new Uint8Array())
  const key = { hash: bytesToHex(Uint8Array.from(hash)) }
  if (entity === ENTITY.ed25519Account) return [{ ...key, curve: "curve25519" }]
  return entity === ENTITY.secp256k1Account ? [{ ...key, curve: "secp256k1" }] : []
}

const PUBLIC_KEY = /^(?:[0-9a-f]{64}|0[23][0-9a-f]{64})$/

/** Nobody has the key of bytes that are not a point of the curve. */
const isKey = ({ bytes, curve }: PublicKey): boolean =>
  curve === "secp256k1" ? secp256k1.utils.isValidPublicKey(bytes, true) : ed25519.utils.isValidPublicKey(bytes, false)

/** Null where it is not a key. */
export const keySeatIn = (typed: string): string | null => {
  const text = typed.trim().toLowerCase()
  const [resource = "", id = ""] = text.split(":")
  if (Object.values<string>(BADGE).includes(resource) && KEY_ID.test(id) && text === `${resource}:${id}`) return text
  if (!PUBLIC_KEY.test(text)) return null
  const key: PublicKey = { curve: text.length === 64 ? "curve25519" : "secp256k1", bytes: hexToBytes(text) }
  return isKey(key) ? keyBadge(key) : null
}

const NO_KEY =
  "This is not a key. Paste the public key, 64 or 66 hexadecimal digits, or the id of the key's badge (resource_tdx_2_1nf…:[…])."

const TWICE = "Another signer has this key already. Each key counts once."

/** The same signers, by their keys; or which fields are wrong. */
export const keyedSeats = (
  seats: ReadonlyArray<SignerSlot>,
  keys: ReadonlyMap<string, string>
): { readonly seats: ReadonlyArray<SignerSlot> } | { readonly fields: Readonly<Record<string, string>> } => {
  const given = seats.map((seat) => ({ ...seat, key: keySeatIn(keys.get(seat.id) ?? "") }))
  const problemOf = (key: string | null, index: number): string | null => {
    if (key === null) return NO_KEY
    return given.findIndex((each) => each.key === key) < index ? TWICE : null
  }
  const fields = Object.fromEntries(
    given.flatMap(({ id, key }, index) => {
      const problem = problemOf(key, index)
      return problem === null ? [] : [[keyField(id), problem]]
    })
  )
  return Object.keys(fields).length > 0
    ? { fields }
    : { seats: given.map(({ key, ...seat }) => ({ ...seat, id: key ?? "" })) }
}
