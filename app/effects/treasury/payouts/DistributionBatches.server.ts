/** Repository of payout batches: cut once, paid one after another, each confirmed by the ledger. */
import { Effect, Option, Schema } from "effect"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { transitionsOf } from "~/effects/base/db/transition.server"
import { formatAmount } from "~/ledger/index"
import { Batch, BatchState, type Distribution } from "./Distribution"
import { batchHash, batchIdOf, type PlannedBatch } from "./list/batches"

/** New state of a batch and its prepared transaction. */
interface BatchChange {
  readonly state: BatchState
  readonly stepId: string
  readonly txId?: string | null
  readonly error?: string | null
}

export class DistributionBatches extends Effect.Service<DistributionBatches>()("treasury/payouts/DistributionBatches", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const transition = transitionsOf<BatchState, Partial<BatchChange>>(sql, "distribution_chunks")

    const all = findAll({
      Request: Schema.String,
      Result: Batch,
      execute: (id) => sql`SELECT * FROM distribution_chunks WHERE distribution_id = ${id} ORDER BY n`
    })
    const withVersion = findAll({
      Request: Schema.String,
      Result: Schema.Struct({ ...Batch.fields, runVersion: Schema.Int }),
      execute: (id) => sql`SELECT b.*, d.version AS run_version FROM distribution_chunks b
        JOIN distributions d ON d.id = b.distribution_id WHERE b.distribution_id = ${id} ORDER BY b.n`
    })
    /**
     * Batches with the payout's version, read in one statement so that both are of the same moment; undefined without
     * batches.
     */
    const ofMoment = (id: string) =>
      Effect.map(withVersion(id), (rows) => ({
        version: rows[0]?.runVersion,
        batches: rows.map(({ runVersion: _, ...batch }) => batch)
      }))

    const neverAsked = findAll({
      Request: Schema.String,
      Result: Batch,
      execute: (id) => sql`SELECT * FROM distribution_chunks
        WHERE distribution_id = ${id} AND state = 'ready' AND step_id IS NULL ORDER BY n`
    })
    const ofPayer = findOne({
      Request: Schema.Struct({ id: Schema.String, payer: Schema.String, now: Schema.Number }),
      Result: Batch,
      execute: ({ id, now, payer }) => sql`SELECT b.* FROM distribution_chunks b
        LEFT JOIN prepared_transactions s ON s.id = b.step_id
        WHERE b.distribution_id = ${id} AND b.state IN ('ready', 'signing', 'failed', 'rejected')
          AND (b.due_at IS NULL OR b.due_at <= ${now})
          AND ((b.step_id IS NULL AND b.state = 'ready') OR s.account = ${payer})
        ORDER BY CASE WHEN b.state IN ('ready', 'signing') THEN 0 ELSE 1 END, b.n LIMIT 1`
    })

    const nextDue = findOne({
      Request: Schema.Struct({ id: Schema.String, now: Schema.Number }),
      Result: Schema.Struct({ dueAt: Schema.Number }),
      execute: ({ id, now }) => sql`SELECT due_at FROM distribution_chunks
        WHERE distribution_id = ${id} AND state = 'ready' AND due_at > ${now} ORDER BY due_at LIMIT 1`
    })

    /** Stores a batch and fixes which rows it pays. */
    const insert = Effect.fn("DistributionBatches.insert")(function* (
      { id, resource }: Distribution,
      { dueAt, n, rows, sum }: PlannedBatch,
      updatedAt: number
    ) {
      const hash = batchHash(batchIdOf(id, n), resource, rows)
      const row = { distributionId: id, n, people: rows.length, amount: formatAmount(sum), hash, dueAt }
      yield* sql`INSERT INTO distribution_chunks ${sql.insert({ ...row, state: "ready", updatedAt })}`
      yield* sql`UPDATE distribution_rows SET chunk = ${n}
        WHERE distribution_id = ${id} AND ${sql.in(
          "line",
          rows.map(({ line }) => line)
        )} AND chunk IS NULL`
    })

    /** Makes failed and rejected batches ready again; pending ones are not touched. */
    const wake = (id: string) =>
      transition({ distributionId: id }, { from: ["failed", "rejected"], to: "ready", change: { error: null } })

    /** Updates a batch only if it is in one of the given states; in any state if none are given. */
    const move = (
      { id, n }: { readonly id: string; readonly n: number },
      from: ReadonlyArray<BatchState>,
      change: BatchChange
    ) => transition({ distributionId: id, n }, { from: from.length === 0 ? BatchState.literals : from, change })

    return {
      all: (id: string) => all(id),
      ofMoment: (id: string) => ofMoment(id),
      /** Batches that no wallet was ever asked to sign. */
      neverAsked: (id: string) => neverAsked(id),
      /** The next due batch that only this account was ever asked to pay; failed ones come last. */
      nextOf: (id: string, payer: string, now: number) => ofPayer({ id, payer, now }),
      /** When the next future batch is due. */
      nextDue: (id: string, now: number) =>
        Effect.map(nextDue({ id, now }), (found) => Option.getOrNull(found)?.dueAt ?? null),
      insert,
      wake,
      move
    }
  })
}) {}
