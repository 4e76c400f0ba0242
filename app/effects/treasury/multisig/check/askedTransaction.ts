/** Reads a transaction id, or a link that contains one. Pure. */
import { Option } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { networkSuffix, readHash } from "~/ledger/index"

export interface AskedTransaction {
  /** `subtxid`: hash of a request; the ledger names its transaction. */
  readonly kind: "txid" | "subtxid"
  readonly hash: string
}

export const NO_TRANSACTION =
  "This is not a transaction id. It begins with txid_tdx_2_1, and is also in the address of the transaction's page in a ledger explorer."
export const NOTHING = "Give a transaction id. It begins with txid_tdx_2_1."
export const SEVERAL = "This contains several transactions. Give one of them."
export const WRONG_HASH = "This transaction id has a wrong character, or a part of it is missing. Copy it again."
export const OTHER_NETWORK =
  "This transaction is of another network. This site reads the test network, whose ids begin with txid_tdx_2_1."
export const OTHER_HASH =
  "This is another hash of a transaction. Give the one that begins with txid_tdx_2_1: explorers call it the transaction or intent id."

const MOST = 1_000
const HASH = /(?<![a-z0-9])(txid|subtxid|signedintent|notarizedtransaction)_([a-z0-9_]*?)1([a-z0-9]+)/g

export const askedTransaction = (typed: string): AskedTransaction | { readonly problem: string } => {
  const text = typed.trim().slice(0, MOST)
  if (text === "") return { problem: NOTHING }
  const found = new Map(
    [...(/[a-z]/.test(text) ? text : text.toLowerCase()).matchAll(HASH)].map((one) => [one[0], one])
  )
  const [first, another] = found.values()
  if (first === undefined) return { problem: NO_TRANSACTION }
  if (another !== undefined) return { problem: SEVERAL }
  const [hash, kind, network] = first
  if (network !== networkSuffix(NETWORK_ID)) return { problem: OTHER_NETWORK }
  if (kind !== "txid" && kind !== "subtxid") return { problem: OTHER_HASH }
  return Option.isSome(readHash(kind, hash, NETWORK_ID)) ? { kind, hash } : { problem: WRONG_HASH }
}
