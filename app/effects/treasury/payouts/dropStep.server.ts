/**
 * The transaction kind that pays one batch. The ledger's balance changes say who was paid directly and who has to
 * claim; both are recorded in the transaction that confirms it, so a batch is counted once however often it is polled.
 */
import { Effect, Schema } from "effect"
import { AccountAddress, LockerAddress } from "~/effects/base/addresses/addresses"
import { changesOf } from "~/effects/chain/ledger/changes"
import { TransactionMismatch } from "~/effects/chain/prepared-transactions/errors"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import type { TransactionKind } from "~/effects/chain/prepared-transactions/TransactionKind.server"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { amountOf, formatAmount } from "~/ledger/index"
import type { BatchState, PayableRow } from "./Distribution"
import { DistributionBatches } from "./DistributionBatches.server"
import { DistributionsRepo } from "./DistributionsRepo.server"
import { idempotencyKeyOf } from "./list/batches"
import { PaidBatches } from "./PaidBatches.server"
import { PaidMarks } from "./PaidMarks.server"
import { PayableRows } from "./PayableRows.server"

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
  const rowsRepo = yield* PayableRows
  const batches = yield* DistributionBatches
  const marks = yield* PaidMarks
  const escrows = yield* EscrowsRepo
  const { write } = yield* PaidBatches

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
