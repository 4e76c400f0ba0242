/** Recounts the totals of payouts after changes to their rows or batches. Joins the surrounding transaction. */
import { Clock, Effect, Schema } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"

export class DistributionCounters extends Effect.Service<DistributionCounters>()(
  "treasury/payouts/DistributionCounters",
  {
    effect: Effect.gen(function* () {
      const sql = yield* Sql

      const finish = findAll({
        Request: Schema.Struct({ ids: Schema.Array(Schema.String), now: Schema.Number }),
        Result: Schema.Struct({ id: Schema.String }),
        execute: ({ ids, now }) => sql`UPDATE distributions
        SET state = 'done', finished = 1, paused = 0, finished_at = ${now}
        WHERE ${sql.in("id", ids)} AND state IN ('running', 'stopped') AND chunks_total > 0
          AND chunks_done + (SELECT COUNT(*) FROM distribution_chunks b
            WHERE b.distribution_id = distributions.id AND b.state = 'skipped') = chunks_total
        RETURNING id`
      })

      /**
       * Marks payouts as done once every batch is confirmed or skipped, stopped ones included. Returns those that are now
       * done.
       */
      const recount = Effect.fn("DistributionCounters.recount")(function* (ids: ReadonlyArray<string>) {
        if (ids.length === 0) return []
        const now = yield* Clock.currentTimeMillis
        const rows = (state: string) => sql`(SELECT COUNT(*) FROM distribution_rows r
        WHERE r.distribution_id = distributions.id AND r.state = ${state})`
        yield* sql`UPDATE distributions SET rows_sent = ${rows("sent")}, rows_claimable = ${rows("claimable")},
          rows_claimed = ${rows("claimed")}, rows_recovered = ${rows("recovered")}, rows_left = ${rows("left")},
          chunks_done = (SELECT COUNT(*) FROM distribution_chunks b
            WHERE b.distribution_id = distributions.id AND b.state = 'committed'),
          updated_at = ${now}, version = version + 1
        WHERE ${sql.in("id", ids)}`
        return yield* finish({ ids, now })
      })

      return { recount }
    })
  }
) {}
