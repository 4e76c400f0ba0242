/**
 * Which signers of a treasury signed a transaction: read from its bytes and from the ledger just before it, never from
 * what this site stored (docs/product/multisig.md).
 */
import { Effect, Either, Option } from "effect"
import { GatewayDown } from "~/effects/base/failures/failures"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { type CommittedTransaction, detailsIn } from "~/effects/chain/ledger/facts"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { textIn } from "~/effects/chain/ledger/metadata"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import type { IntentStatus } from "~/effects/chain/ledger/replies"
import { type SignedPart, signedPartsIn } from "~/effects/chain/ledger/signedParts"
import { signerRuleOf } from "~/effects/treasury/deployment/roles"
import { countsKeys } from "~/effects/treasury/deployment/seatIds"
import { networkSuffix, readHash, renderManifest, wellKnown } from "~/ledger/index"
import type { CheckedRequest, CheckedTransaction } from "./CheckedTransaction"
import { NotCheckable } from "./errors"
import { openedIn, requestWords, resourcesIn, type Shown, shownIn, touchedIn } from "./requestWords"
import { type KeysThen, keySigners, keyWords, signerOf, verdictOf } from "./signers"

/** Limits of accounts and badges that are read for one subintent; no rule has more. */
const MOST_ACCOUNTS = 40
const MOST_SHOWN = 20
const TIMEOUT = "20 seconds"

const XRD = wellKnown("xrd", NETWORK_ID)

const refused = (message: string) => new NotCheckable({ message })

/** Messages for transactions that are not committed, so nothing has happened as far as is known. */
const UNDECIDED: Readonly<Record<Exclude<IntentStatus, "CommittedSuccess" | "CommittedFailure">, string>> = {
  Unknown: "The ledger does not know this transaction. One that was sent just now can take a minute.",
  Pending: "The ledger has not decided this transaction yet. Try again in a minute.",
  CommitPendingOutcomeUnknown: "The ledger is about to decide this transaction. Try again in a minute.",
  PermanentlyRejected: "The ledger permanently rejected this transaction: nothing of it happened, and nothing will.",
  LikelyButNotCertainRejection:
    "The ledger is likely to reject this transaction, which is not certain yet. Try again in a few minutes."
}

const WITHOUT_PARTS =
  "This transaction has no request in it: its signatures cover all of it, and no part of it was signed separately."
const WITHOUT_RULE =
  "This transaction has parts that were signed separately, but none of them is a request to several signers: no account's rule counted the badges that they show, or their keys, as the rule of a multisig treasury does."

interface AskedTransaction {
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

/** Reads a transaction id, or a link that contains one. Pure. */
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

export class RequestChecks extends Effect.Service<RequestChecks>()("treasury/multisig/RequestChecks", {
  effect: Effect.gen(function* () {
    const ledger = yield* Ledger

    /** Symbol or name with the end of the address, since any token can use any name. */
    const namesOf = Effect.fnUntraced(function* (resources: ReadonlyArray<string>) {
      const found = yield* known(ledger.shown.entityDetails([...new Set(resources)]))
      return new Map(
        resources.map((address) => {
          const metadata = found?.byAddress.get(address)?.metadata ?? new Map()
          const name = textIn(metadata, "symbol") ?? textIn(metadata, "name")
          const end = `…${address.slice(-8)}`
          return [address, address === XRD ? "XRD" : name === null ? end : `${name} (${end})`] as const
        })
      )
    })

    /** The id of the transaction; for a request's hash, of the transaction that executed it. */
    const transactionOf = Effect.fnUntraced(function* (typed: string) {
      const asked = askedTransaction(typed)
      if ("problem" in asked) return yield* refused(asked.problem)
      if (asked.kind === "txid") return asked.hash
      const { finalizedBy } = yield* Effect.catchTag(ledger.subintentStatus(asked.hash), "UnknownOnLedger", () =>
        Effect.succeed({ finalizedBy: Option.none() })
      )
      if (Option.isNone(finalizedBy)) return yield* refused("The ledger has not executed this request.")
      return finalizedBy.value.intentHash
    })

    const committedOf = Effect.fnUntraced(function* (txId: string) {
      const { error, status } = yield* Effect.catchTag(ledger.status(txId), "UnknownOnLedger", () =>
        Effect.succeed({ status: "Unknown" as const, error: Option.none<string>() })
      )
      if (status !== "CommittedSuccess" && status !== "CommittedFailure") {
        const why = status === "PermanentlyRejected" ? Option.getOrNull(error) : null
        return yield* refused(`${UNDECIDED[status]}${why === null ? "" : ` Its words: ${why}`}`)
      }
      return (yield* orGatewayDown(ledger.committedDetails(txId))).transaction
    })

    /** The keys of an account at a version; none if the ledger names none, so that its address decides. */
    const keysThen = (account: string, at: number): Effect.Effect<KeysThen, GatewayDown> =>
      ledger.ownerKeys(account, at).pipe(
        Effect.map(({ keys }): KeysThen => keys),
        Effect.catchTag("UnknownOnLedger", () => Effect.succeed<KeysThen>(Option.none())),
        orGatewayDown
      )

    /** The account whose rule counted the shown badges, or keys if no badge is shown, and that rule. */
    const ruleThen = Effect.fnUntraced(function* (part: SignedPart, shown: ReadonlyArray<Shown>, at: number) {
      const byKeys = shown.length === 0
      const accounts = (byKeys ? openedIn : touchedIn)(part.manifest).slice(0, MOST_ACCOUNTS)
      if (accounts.length === 0) return null
      const entities = yield* orGatewayDown(ledger.entityDetails(accounts, { at }))
      for (const treasury of accounts) {
        const details = detailsIn(entities, treasury)
        if (details?.type !== "Component") continue
        for (const badge of byKeys ? [null] : new Set(shown.map((one) => one.badge))) {
          const rule = Option.getOrNull(signerRuleOf(details.role_assignments, badge))
          if (rule !== null && countsKeys(rule) === byKeys) return { treasury, badge, rule }
        }
      }
      return null
    })

    const requestIn = Effect.fnUntraced(function* (part: SignedPart, { stateVersion, status }: CommittedTransaction) {
      const before = stateVersion - 1
      const all = shownIn(part.manifest).slice(0, MOST_SHOWN)
      const place = yield* ruleThen(part, all, before)
      if (place === null) return null
      const { badge, rule, treasury } = place
      const isCommitted = status === "CommittedSuccess"
      const shown = yield* Effect.forEach(
        all.filter((one) => one.badge === badge),
        (one) => Effect.map(keysThen(one.account, before), (keys) => signerOf(one, part.keys, keys, isCommitted)),
        { concurrency: 4 }
      )
      const signers = badge === null ? keySigners(rule, part.keys) : shown
      const names = yield* namesOf(resourcesIn(part.manifest))
      const own = new Set(signers.map(({ key }) => key))
      return {
        hash: part.hash,
        code: part.code,
        message: part.message,
        treasury,
        badge,
        rule,
        signers,
        others: part.keys.filter((key) => !own.has(keyWords(key))).length,
        ...verdictOf(rule, signers, isCommitted),
        does: requestWords(part.manifest, (resource) => names.get(resource) ?? `…${resource.slice(-8)}`),
        manifest: renderManifest(part.manifest)
      } satisfies CheckedRequest
    })

    const check = Effect.fn("RequestChecks.check")(
      function* (typed: string) {
        const txId = yield* transactionOf(typed)
        const committed = yield* committedOf(txId)
        const read = signedPartsIn(committed.payload)
        if (Either.isLeft(read)) return yield* refused(read.left)
        const { parts, transaction } = read.right
        // The gateway returned the bytes of another transaction.
        if (transaction !== txId) return yield* new GatewayDown({ cause: "the bytes are of another transaction" })
        const found = yield* Effect.forEach(parts, (part) => requestIn(part, committed))
        const requests = found.filter((one) => one !== null)
        const names = yield* namesOf(committed.fungibleChanges.map(({ resource }) => resource))
        return {
          transaction,
          status: committed.status,
          error: Option.getOrNull(committed.error),
          stateVersion: committed.stateVersion,
          at: committed.at,
          requests,
          instead: requests.length > 0 ? null : parts.length === 0 ? WITHOUT_PARTS : WITHOUT_RULE,
          moved: committed.fungibleChanges.map(({ change, entity, resource }) => ({
            account: entity,
            resource,
            name: names.get(resource) ?? resource,
            change
          })),
          known: null
        } satisfies CheckedTransaction
      },
      Effect.catchTag("LedgerRefused", ({ message }) => refused(message)),
      Effect.timeoutFail({ duration: TIMEOUT, onTimeout: () => new GatewayDown({}) })
    )

    return { check }
  })
}) {}
