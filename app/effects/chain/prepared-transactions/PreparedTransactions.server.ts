/**
 * Prepared transactions for wallets to sign. Only what the ledger says moves one on (`TransactionChecks`). Of all attempts
 * with one idempotency key, the database allows one that is pending or done.
 */
import { Clock, Effect, Option } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { randomId } from "~/effects/base/text/random.server"
import { type Manifest, renderManifest } from "~/ledger/index"
import { StepDone, TransactionUnderWay } from "./errors"
import { fingerprintOf } from "./fingerprint"
import { PreparedTransactionsRepo, type StepChange } from "./PreparedTransactionsRepo.server"
import { type FoundStep, isOver, type Step, type TransactionState } from "./Step"
import { lockOf, TransactionLeases } from "./TransactionLeases.server"
import { makeTransactionLists } from "./TransactionLists.server"

/** Hands a prepared transaction to a wallet: to one page at a time, for the duration of its lease. */
const makeTransactionHandOvers = Effect.gen(function* () {
  const sql = yield* Sql
  const leases = yield* TransactionLeases
  const repo = yield* PreparedTransactionsRepo

  /**
   * Grants the lease to one page. Returns the transaction as it is; one that is submitted or final needs no
   * signature.
   */
  const handOver = Effect.fn("PreparedTransactions.handOver")(function* (
    id: string,
    holder: string,
    takeOver: boolean
  ) {
    const { onceKey } = yield* repo.findOrFail(id)
    yield* withLocks(sql, [lockOf(onceKey)])
    const step = yield* repo.findOrFail(id)
    if (step.state !== "waiting") return step
    const { account, communityId } = step
    yield* leases.take({ onceKey, communityId, account, holder, takeOver })
    return yield* repo.findOrFail(id)
  }, atomically(sql))

  return { handOver }
})

export interface NewStep {
  /** The same key as the ledger's, if the manifest ends by locking one: `drop:{batch}`, `series:{id}`. */
  readonly onceKey: string
  readonly kind: string
  readonly communityId: CommunityId
  readonly related: string
  /** The account whose wallet is asked. */
  readonly account: AccountAddress
  readonly manifest: Manifest
  /** Data that the kind needs to confirm the transaction. */
  readonly detail?: unknown
}

const stepOf = ({ detail = null, manifest, ...rest }: NewStep, id: string, fingerprint: string, now: number): Step => ({
  ...rest,
  id,
  manifest: renderManifest(manifest),
  fingerprint,
  detail: JSON.stringify(detail),
  state: "waiting",
  txId: null,
  stateVersion: null,
  problem: null,
  sentAt: null,
  createdAt: now,
  updatedAt: now
})

export class PreparedTransactions extends Effect.Service<PreparedTransactions>()(
  "chain/prepared-transactions/PreparedTransactions",
  {
    dependencies: [TransactionLeases.Default, PreparedTransactionsRepo.Default],
    effect: Effect.gen(function* () {
      const sql = yield* Sql
      const leases = yield* TransactionLeases
      const repo = yield* PreparedTransactionsRepo
      const { alive, byFingerprint, findOrFail, newest } = repo
      const lists = yield* makeTransactionLists
      const { handOver } = yield* makeTransactionHandOvers

      const turn = (onceKey: string) => withLocks(sql, [lockOf(onceKey)])

      /** Updates the transaction only if it is in one of the given states; returns it as it then is. */
      const move = Effect.fn("PreparedTransactions.move")(function* (
        id: string,
        from: ReadonlyArray<TransactionState>,
        state: TransactionState,
        change: StepChange = {}
      ) {
        if (!(yield* repo.move(id, from, state, change))) return Option.none<FoundStep>()
        const step = yield* repo.find(id)
        if (Option.isSome(step)) yield* leases.moved(step.value.onceKey, isOver(state))
        return step
      })

      /**
       * The same request twice is one prepared transaction. A different one replaces the unsubmitted one before it, once
       * no wallet can sign that any more.
       */
      const open = Effect.fn("PreparedTransactions.open")(function* (given: NewStep) {
        const now = yield* Clock.currentTimeMillis
        const fingerprint = fingerprintOf(given.manifest)
        yield* turn(given.onceKey)
        const before = Option.getOrUndefined(yield* alive(given.onceKey))
        if (before?.state === "verified") return yield* new StepDone()
        if (before?.state === "sent" || before?.state === "committed") return yield* new TransactionUnderWay()
        if (before !== undefined && before.fingerprint === fingerprint && before.account === given.account)
          return before
        if (before !== undefined) {
          yield* leases.requireOver(given.onceKey, given.account)
          yield* move(before.id, ["waiting"], "replaced")
        }
        const step = stepOf(given, yield* randomId(), fingerprint, now)
        yield* repo.insert(step)
        return step
      }, atomically(sql))

      /** Discards an unsubmitted transaction, so that something else can be prepared. */
      const drop = Effect.fn("PreparedTransactions.drop")(function* ({ account, id, onceKey }: Step) {
        yield* turn(onceKey)
        yield* leases.requireOver(onceKey, account)
        return yield* move(id, ["waiting"], "replaced")
      }, atomically(sql))

      const { countDone, newestOf, undecided } = lists
      const reads = { findOrFail, newest, alive, newestOf, countDone, byFingerprint, undecided }
      return { ...reads, open, drop, move, turn, handOver, leases }
    })
  }
) {}
