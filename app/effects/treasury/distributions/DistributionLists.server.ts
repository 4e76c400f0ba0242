/** Lists of distributions: a page of a community's runs, and how many people are in batches of theirs that failed. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { readRun } from "./readRun.server"

export class DistributionLists extends Effect.Service<DistributionLists>()("effects/DistributionLists", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const page = SqlSchema.findAll({
      Request: Schema.Struct({
        communityId: Schema.String,
        before: Schema.Number,
        isHolder: Schema.Boolean,
        limit: Schema.Int
      }),
      Result: Schema.Unknown,
      execute: ({ before, communityId, isHolder, limit }) => sql`SELECT * FROM distributions
        WHERE ${sql.and([
          sql`community_id = ${communityId} AND number < ${before}`,
          ...(isHolder ? [] : [sql`finished = 1`])
        ])} ORDER BY number DESC LIMIT ${limit}`
    })
    const failed = SqlSchema.findAll({
      Request: Schema.Array(Schema.String),
      Result: Schema.Struct({ id: Schema.String, people: Schema.Int }),
      execute: (ids) => sql`SELECT distribution_id AS id, SUM(people) AS people FROM distribution_chunks
        WHERE ${sql.in("distribution_id", ids)} AND state IN ('failed', 'rejected') GROUP BY distribution_id`
    })

    return {
      /** Newest first; without an admin badge, finished runs only. What cannot be read stands among them by its number. */
      page: (communityId: string, isHolder: boolean, before: number, limit: number) =>
        Effect.flatMap(Effect.orDie(page({ communityId, isHolder, before, limit })), (rows) =>
          Effect.all(rows.map((row) => Effect.either(readRun(row))))
        ),
      /** By run: how many are in batches that did not happen. */
      failedIn: (runs: ReadonlyArray<{ readonly id: string }>) =>
        runs.length === 0
          ? Effect.succeed(new Map<string, number>())
          : Effect.map(
              Effect.orDie(failed(runs.map(({ id }) => id))),
              (rows) => new Map(rows.map(({ id, people }) => [id, people] as const))
            )
    }
  })
}) {}
