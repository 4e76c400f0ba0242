/** Repository of batches. */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { findAll, findOne, Sql, single } from "~/effects/base/db/statements.server"
import { transitionsOf } from "~/effects/base/db/transition.server"
import { NotThere } from "~/effects/base/failures/failures"
import { gauge, type Reading } from "~/effects/base/metrics/Family"
import { Batch, type BatchState } from "./Order"

/** Fields that change together with the state. */
export type BatchChange = Partial<Pick<Batch, "txId" | "payload" | "problem">>

export class BatchesRepo extends Effect.Service<BatchesRepo>()("treasury/bonds/BatchesRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const transition = transitionsOf<BatchState, BatchChange>(sql, "bond_batches")

    const find = findOne({
      Request: Schema.String,
      Result: Batch,
      execute: (id) => sql`SELECT * FROM bond_batches WHERE id = ${id}`
    })
    const sent = findAll({
      Request: Schema.Struct({ after: Schema.String, limit: Schema.Int }),
      Result: Schema.Struct({ id: Schema.String }),
      execute: ({ after, limit }) =>
        sql`SELECT id FROM bond_batches WHERE state = 'sent' AND id > ${after} ORDER BY id LIMIT ${limit}`
    })

    const sentFrom = findOne({
      Request: Schema.String,
      Result: Batch,
      execute: (id) => sql`SELECT * FROM bond_batches WHERE escrow_id = ${id} AND state = 'sent' LIMIT 1`
    })

    /** Updates the batch only if it is still in the given state; returns whether it was. */
    const move = (id: string, from: BatchState, to: BatchState, change: BatchChange = {}) =>
      transition(id, { from, to, change })

    /** Only the newest prepared batch of a series can be signed, so older ones are discarded. */
    const insert = Effect.fn("BatchesRepo.insert")(function* (batch: Batch) {
      yield* sql`UPDATE bond_batches SET state = 'dropped'
        WHERE series_id = ${batch.seriesId} AND direction = ${batch.direction} AND state = 'prepared'`
      yield* sql`INSERT INTO bond_batches ${sql.insert(yield* Schema.encode(Batch)(batch))}`
    }, Effect.orDie)

    return {
      findOrFail: (communityId: CommunityId, id: string) =>
        find(id).pipe(
          Effect.map(Option.filter((found) => found.communityId === communityId)),
          Effect.flatMap(Option.match({ onNone: () => new NotThere({}), onSome: Effect.succeed }))
        ),
      find: (id: string) => find(id),
      /**
       * Ids of batches that the ledger has not decided, after `last`. Ids only, so that one unreadable row does not
       * block the others.
       */
      sent: (last: string | null, limit: number) =>
        Effect.map(sent({ after: last ?? "", limit }), (rows) => rows.map(({ id }) => id)),
      /** The batch from this escrow account that the ledger has not decided yet. */
      sentFrom: (escrowId: string) => sentFrom(escrowId),
      insert,
      move
    }
  })
}) {}

const Sent = Schema.Struct({ many: Schema.Number, since: Schema.NullOr(Schema.Number) })

/** Metrics of batches that were sent. */
export const batchReading = Effect.map(SqlClient.SqlClient, (sql): Reading => {
  const collect = single({
    Request: Schema.Void,
    Result: Sent,
    execute: () => sql`SELECT COUNT(*) AS many, MIN(updated_at) AS since FROM bond_batches WHERE state = 'sent'`
  })
  const families = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const { many, since } = yield* collect()
    return [
      gauge("commonhold_bond_batches_waiting", "Batches of bond orders that were sent and not settled yet.", many),
      gauge(
        "commonhold_bond_batches_waiting_seconds",
        "Since the longest waiting batch was sent.",
        since === null ? 0 : Math.max(0, now - since) / 1_000
      )
    ]
  })
  return { name: "bond batches", families }
})
