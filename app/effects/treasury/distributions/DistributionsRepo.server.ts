/** Distributions on disk: lists by key, one run with its rows and batches. Writes are in Distributions and Payouts. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Option, Schema } from "effect"
import { NotThere } from "~/effects/base/failures/failures"
import { Chunk, Distribution, DistributionRow, PayableRow } from "./Distribution"

/** A row as pages and reports show it. A removed account has no name. */
export const NamedRow = Schema.Struct({
  ...DistributionRow.fields,
  name: Schema.NullOr(Schema.String)
})
export type NamedRow = typeof NamedRow.Type

const Paged = Schema.Struct({ id: Schema.String, after: Schema.Int, limit: Schema.Int })

export class DistributionsRepo extends Effect.Service<DistributionsRepo>()("effects/DistributionsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const byNumber = SqlSchema.findOne({
      Request: Schema.Struct({ communityId: Schema.String, number: Schema.Int }),
      Result: Distribution,
      execute: ({ communityId, number }) =>
        sql`SELECT * FROM distributions WHERE community_id = ${communityId} AND number = ${number}`
    })
    const byId = SqlSchema.findOne({
      Request: Schema.String,
      Result: Distribution,
      execute: (id) => sql`SELECT * FROM distributions WHERE id = ${id}`
    })
    const page = SqlSchema.findAll({
      Request: Schema.Struct({
        communityId: Schema.String,
        before: Schema.Number,
        isHolder: Schema.Boolean,
        limit: Schema.Int
      }),
      Result: Distribution,
      execute: ({ before, communityId, isHolder, limit }) => sql`SELECT * FROM distributions
        WHERE ${sql.and([
          sql`community_id = ${communityId} AND number < ${before}`,
          ...(isHolder ? [] : [sql`finished = 1`])
        ])} ORDER BY number DESC LIMIT ${limit}`
    })
    const rows = SqlSchema.findAll({
      Request: Paged,
      Result: NamedRow,
      execute: ({ after, id, limit }) => sql`SELECT r.*, u.username AS name FROM distribution_rows r
        LEFT JOIN users u ON u.account_address = r.account AND u.status = 'active'
        WHERE r.distribution_id = ${id} AND r.line > ${after} ORDER BY r.line LIMIT ${limit}`
    })
    const wrong = SqlSchema.findAll({
      Request: Paged,
      Result: NamedRow,
      execute: ({ after, id, limit }) => sql`SELECT r.*, u.username AS name FROM distribution_rows r
        LEFT JOIN users u ON u.account_address = r.account AND u.status = 'active'
        WHERE r.distribution_id = ${id} AND r.state = 'error' AND r.line > ${after} ORDER BY r.line LIMIT ${limit}`
    })
    const ofChunk = SqlSchema.findAll({
      Request: Schema.Struct({ id: Schema.String, n: Schema.Int }),
      Result: PayableRow,
      execute: ({ id, n }) =>
        sql`SELECT * FROM distribution_rows WHERE distribution_id = ${id} AND chunk = ${n} ORDER BY line`
    })
    const valid = SqlSchema.findAll({
      Request: Schema.String,
      Result: PayableRow,
      execute: (id) => sql`SELECT * FROM distribution_rows
        WHERE distribution_id = ${id} AND state = 'valid' ORDER BY line`
    })
    const claimable = SqlSchema.findAll({
      Request: Schema.Struct({ id: Schema.String, limit: Schema.Int }),
      Result: PayableRow,
      execute: ({ id, limit }) => sql`SELECT * FROM distribution_rows
        WHERE distribution_id = ${id} AND state = 'claimable' ORDER BY line LIMIT ${limit}`
    })
    const chunks = SqlSchema.findAll({
      Request: Schema.String,
      Result: Chunk,
      execute: (id) => sql`SELECT * FROM distribution_chunks WHERE distribution_id = ${id} ORDER BY n`
    })

    const failed = SqlSchema.findAll({
      Request: Schema.Array(Schema.String),
      Result: Schema.Struct({ id: Schema.String, people: Schema.Int }),
      execute: (ids) => sql`SELECT distribution_id AS id, SUM(people) AS people FROM distribution_chunks
        WHERE ${sql.in("distribution_id", ids)} AND state IN ('failed', 'rejected') GROUP BY distribution_id`
    })

    const there = <A>(found: Option.Option<A>) =>
      Option.match(found, { onNone: () => new NotThere({}), onSome: Effect.succeed })

    return {
      mustFind: (communityId: string, number: number) =>
        Effect.flatMap(Effect.orDie(byNumber({ communityId, number })), there),
      mustFindId: (id: string) => Effect.flatMap(Effect.orDie(byId(id)), there),
      /** Newest first; whoever holds no badge sees finished runs only. */
      page: (communityId: string, isHolder: boolean, before: number, limit: number) =>
        Effect.orDie(page({ communityId, isHolder, before, limit })),
      /** By run: how many are in batches that did not happen. */
      failedIn: (runs: ReadonlyArray<{ readonly id: string }>) =>
        runs.length === 0
          ? Effect.succeed(new Map<string, number>())
          : Effect.map(
              Effect.orDie(failed(runs.map(({ id }) => id))),
              (rows) => new Map(rows.map(({ id, people }) => [id, people] as const))
            ),
      rows: (id: string, after: number, limit: number) => Effect.orDie(rows({ id, after, limit })),
      wrongRows: (id: string, limit: number) => Effect.orDie(wrong({ id, after: 0, limit })),
      /** What is to be paid, in the order of its lines. */
      validRows: (id: string) => Effect.orDie(valid(id)),
      rowsOfChunk: (id: string, n: number) => Effect.orDie(ofChunk({ id, n })),
      claimableRows: (id: string, limit: number) => Effect.orDie(claimable({ id, limit })),
      chunks: (id: string) => Effect.orDie(chunks(id))
    }
  })
}) {}
