/**
 * The transaction kind that pays one batch. The ledger's balance changes say who was paid directly and who has to
 * claim; both are recorded in the transaction that confirms it, so a batch is counted once however often it is polled.
 */
import { Context, Duration, Effect, Schema } from "effect"
import { AccountAddress, LockerAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { changesOf } from "~/effects/chain/ledger/changes"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { TransactionMismatch } from "~/effects/chain/prepared-transactions/errors"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import type { TransactionKind } from "~/effects/chain/prepared-transactions/TransactionKind.server"
import { claimsHref } from "~/effects/communities/communities/hrefs"
import { PayeeNotices } from "~/effects/communities/communities/PayeeNotices.server"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { amountOf, formatAmount } from "~/ledger/index"
import type { BatchState, Distribution, PayableRow } from "./Distribution"
import { DistributionBatches } from "./DistributionBatches.server"
import { DistributionRows } from "./DistributionRows.server"
import { DistributionsRepo } from "./DistributionsRepo.server"
import { idempotencyKeyOf } from "./list/batches"
import { makePaidMarks } from "./PaidMarks.server"
import { makeRunEnds } from "./RunEnds.server"

/** Records what a batch left in the locker, until it is claimed or taken back. */
const makeLockerClaims = Effect.gen(function* () {
  const sql = yield* Sql
  const news = yield* PayeeNotices

  /**
   * Extends the date until which unclaimed tokens stay, counted from the latest batch, so that a pause or stop never
   * shortens the promised time. The date never moves to an earlier one.
   */
  const lastsUntil = Effect.fnUntraced(function* (run: Distribution, at: number) {
    if (run.recoverDays === null) return null
    const until = Math.max(run.recoverAfter ?? 0, at + Duration.toMillis(Duration.days(run.recoverDays)))
    yield* sql`UPDATE distributions SET recover_after = ${until}, reminded = 0 WHERE id = ${run.id}`
    yield* sql`UPDATE claims SET recover_after = ${until} WHERE state IN ('available', 'pending')
        AND origin_id IN (SELECT id FROM distribution_rows WHERE distribution_id = ${run.id} AND state = 'claimable')`
    return until
  })

  const store = Effect.fn("dropStep.store")(function* (
    run: Distribution,
    locker: LockerAddress,
    stored: ReadonlyArray<PayableRow>,
    found: CommittedTransaction
  ) {
    if (stored.length === 0) return
    const at = Date.parse(found.at)
    const recoverAfter = yield* lastsUntil(run, at)
    yield* sql`INSERT INTO claims ${sql.insert(
      stored.map(({ account, amount, id }) => ({
        id,
        account,
        communityId: run.communityId,
        resource: run.resource,
        symbol: run.symbol,
        amount,
        origin: run.purpose === "coupon" ? "coupon" : "distribution",
        originId: id,
        locker,
        state: "available",
        availableVersion: found.stateVersion,
        availableAt: at,
        recoverAfter,
        updatedAt: at
      }))
    )} ON CONFLICT (id) DO NOTHING`
    yield* news.notify({
      to: stored.map(({ account }) => account),
      type: "claim",
      communityId: run.communityId,
      target: claimsHref(run.communityId),
      text: `${run.symbol} waits for you: ${run.title}. Withdraw it with your wallet.`,
      outside: { text: `${run.symbol} waits for you in a locker. Withdraw it with your wallet.` },
      importance: "important"
    })
  })

  return { store }
})

/** A batch whose rows were paid. */
interface PaidBatch {
  readonly run: Distribution
  readonly n: number
  readonly locker: LockerAddress
  readonly paid: PaidRows
}

/** Records a batch that the ledger confirmed, once: who was paid, who has to claim, and what follows. */
const makePaidBatches = Effect.gen(function* () {
  const rowsPaid = yield* RowsPaid
  const rows = yield* DistributionRows
  const batches = yield* DistributionBatches
  const { recount } = yield* DistributionsRepo
  const { store } = yield* makeLockerClaims
  const { finish } = yield* makeRunEnds

  /** Runs in the database transaction that marks the prepared transaction as confirmed. */
  const write = Effect.fn("dropStep.write")(function* (
    step: Step,
    { locker, n, paid, run }: PaidBatch,
    found: CommittedTransaction
  ) {
    const txId = found.intentHash
    // Called first: batches of a sale also lock the series before they notify anyone, and the same order avoids
    // deadlocks.
    yield* rowsPaid(run, paid, found)
    yield* rows.markPaid(paid.direct, "sent", txId)
    yield* rows.markPaid(paid.inLocker, "claimable", txId)
    yield* batches.move({ id: run.id, n }, [], { state: "committed", txId, stepId: step.id, error: null })
    yield* store(run, locker, paid.inLocker, found)
    const done = yield* recount([run.id])
    if (done.length > 0) yield* finish(run, txId)
  })

  return { write }
})

export interface PaidRows {
  readonly direct: ReadonlyArray<PayableRow>
  /** Rows whose accounts do not accept deposits; their tokens are in the locker. */
  readonly inLocker: ReadonlyArray<PayableRow>
}

/** Effects of paid rows on other features. Runs in the transaction that marks them, once per batch. */
export class RowsPaid extends Context.Tag("treasury/payouts/RowsPaid")<
  RowsPaid,
  (run: Distribution, paid: PaidRows, transaction: CommittedTransaction) => Effect.Effect<void>
>() {}

export const DROP = "drop"

/** Stored with the transaction. */
export const DropDetail = Schema.parseJson(
  Schema.Struct({
    distribution: Schema.String,
    n: Schema.Int,
    /** The paying account: the treasury, or the escrow account. */
    treasury: AccountAddress,
    locker: LockerAddress,
    /** Null if the treasury pays. */
    escrow: Schema.optionalWith(Schema.NullOr(Schema.String), { default: () => null })
  })
)

const sumOf = (rows: ReadonlyArray<PayableRow>) => rows.reduce((sum, row) => sum + amountOf(row.amount), 0n)

export const dropStep = Effect.gen(function* () {
  const repo = yield* DistributionsRepo
  const rowsRepo = yield* DistributionRows
  const batches = yield* DistributionBatches
  const marks = yield* makePaidMarks
  const escrows = yield* EscrowsRepo
  const { write } = yield* makePaidBatches

  const detailOf = (step: Step) => Effect.orDie(Schema.decode(DropDetail)(step.detail))

  const move = (step: Step, state: BatchState, from: ReadonlyArray<BatchState>, error: string | null) =>
    Effect.flatMap(detailOf(step), ({ distribution, n }) =>
      batches.move({ id: distribution, n }, from, { state, error, txId: step.txId, stepId: step.id })
    )

  const kind: TransactionKind = {
    kind: DROP,
    prove: (step, found) =>
      Effect.gen(function* () {
        const { distribution, escrow, locker, n, treasury } = yield* detailOf(step)
        const run = yield* Effect.orDie(repo.findIdOrFail(distribution))
        const rows = yield* rowsRepo.ofBatch(run.id, n)
        const idempotencyKey = idempotencyKeyOf(run.id, n)
        if (!(yield* marks.isPaid(treasury, idempotencyKey, found.stateVersion))) {
          return yield* new TransactionMismatch({ what: "the treasury does not carry the mark of this batch." })
        }
        const changed = changesOf(found, run.resource)
        const direct = rows.filter(({ account }) => changed(account) > 0n)
        const inLocker = rows.filter(({ account }) => changed(account) <= 0n)
        if (changed(treasury) !== -sumOf(rows)) {
          const given = formatAmount(-changed(treasury))
          return yield* new TransactionMismatch({
            what: `the treasury gave ${given}, not ${formatAmount(sumOf(rows))}.`
          })
        }
        if (changed(locker) !== sumOf(inLocker)) {
          return yield* new TransactionMismatch({
            what: "the locker holds another amount than what was not paid directly."
          })
        }
        const written = write(step, { run, n, locker, paid: { direct, inLocker } }, found)
        if (escrow === null) return written
        const moved = { batches: 1, paid: sumOf(rows), spent: amountOf(found.fee) }
        return Effect.zipRight(written, escrows.add(escrow, moved))
      }),
    sent: (step) => move(step, "pending", ["ready", "signing", "failed", "rejected"], null),
    ended: (step, committed) =>
      Effect.gen(function* () {
        const { escrow } = yield* detailOf(step)
        yield* move(
          step,
          step.state === "failed" ? "failed" : "rejected",
          ["ready", "signing", "pending"],
          step.problem
        )
        // A failed transaction has still paid its fee.
        if (escrow !== null && committed !== undefined) yield* escrows.add(escrow, { spent: amountOf(committed.fee) })
      })
  }
  return kind
})
