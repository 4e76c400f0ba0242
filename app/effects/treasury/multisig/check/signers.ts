/**
 * Whether keys that an account had at a moment signed a request, and the verdict under the rule of that moment. Pure.
 */
import { bytesToHex } from "@noble/hashes/utils.js"
import { Option } from "effect"
import type { OwnerKey } from "~/connector/index"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { keyBadge } from "~/effects/chain/ledger/signedParts"
import { deriveAddress, type PublicKey, publicKeyHash } from "~/ledger/index"
import type { CheckedRule, CheckedSigner } from "./CheckedTransaction"
import type { Shown } from "./requestWords"

/** Owner keys of an account just before; none if the ledger names none, so that its address decides. */
export type KeysThen = Option.Option<ReadonlyArray<OwnerKey>>

const REPLACED = "The key that the account began with signed, and the account had other keys by then."
const SECURED = "The account names no key: it has a rule of its own, so its keys cannot be told from a transaction."
const OTHER_RULE =
  "None of the keys that the account names signed, but the ledger accepted its proof: by a rule of its own."

const hashOf = ({ bytes }: PublicKey): string => bytesToHex(publicKeyHash(bytes))
const isDerived = (account: string, { bytes, curve }: PublicKey): boolean =>
  deriveAddress("account", curve, bytes, NETWORK_ID) === account

export const keyWords = ({ bytes, curve }: PublicKey): string => `${curve}:${bytesToHex(bytes)}`

/** @param isCommitted the ledger executed it, so each badge was shown by someone who may use its account */
export const signerOf = (
  { account, id }: Shown,
  keys: ReadonlyArray<PublicKey>,
  then: KeysThen,
  isCommitted: boolean
): CheckedSigner => {
  const derived = keys.find((key) => isDerived(account, key))
  const owners = Option.getOrNull(then)
  const own =
    owners === null
      ? derived
      : keys.find((key) => owners.some(({ curve, hash }) => curve === key.curve && hash === hashOf(key)))
  const base = { id, account, name: null }
  if (own !== undefined) return { ...base, state: "signed", key: keyWords(own), note: null }
  if (owners !== null && owners.length === 0) return { ...base, state: "unknown", key: null, note: SECURED }
  if (isCommitted) return { ...base, state: "unknown", key: null, note: OTHER_RULE }
  return { ...base, state: "missing", key: null, note: derived === undefined ? null : REPLACED }
}

/** The keys of a rule over keys that signed. */
export const keySigners = ({ ids }: CheckedRule, keys: ReadonlyArray<PublicKey>): ReadonlyArray<CheckedSigner> =>
  ids.flatMap((id) => {
    const own = keys.find((key) => keyBadge(key) === id)
    return own === undefined
      ? []
      : [{ id, account: null, name: null, state: "signed" as const, key: keyWords(own), note: null }]
  })

const some = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** What the signatures amount to under the rule. Says only about failed transactions what the ledger did. */
export const verdictOf = (
  { ids, needed }: CheckedRule,
  signers: ReadonlyArray<CheckedSigner>,
  isCommitted: boolean
): { readonly isEnough: boolean; readonly verdict: string } => {
  const counting = signers.filter(({ id }) => ids.includes(id))
  const signed = new Set(counting.filter(({ state }) => state === "signed").map(({ id }) => id)).size
  const unknown = new Set(counting.filter(({ state }) => state === "unknown").map(({ id }) => id)).size
  const isEnough = signed >= needed
  const first =
    signed > needed
      ? `${signed} signers signed this request, and ${needed} had to`
      : `${signed} of the ${some(needed, "required signer", "required signers")} signed this request`
  const rule = `the rule then was ${needed} of ${ids.length}.`
  if (isCommitted && !isEnough && unknown > 0) {
    return {
      isEnough,
      verdict: `${signed} of the ${needed} required signers signed this request by a key that is known; of ${unknown} the key is unknown, but the ledger accepted their proof. According to the ledger enough did; ${rule}`
    }
  }
  const end = isCommitted ? "" : " The transaction failed on the ledger, so nothing of it happened."
  return { isEnough, verdict: `${first}; ${rule}${end}` }
}
