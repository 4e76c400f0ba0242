/** Collector: votes that are due and not opened or closed yet. */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Schema } from "effect"
import { findAll } from "~/effects/base/db/statements.server"
import { gauges, type Reading } from "~/effects/base/metrics/Family"

const Overdue = Schema.Struct({ opening: Schema.Int, many: Schema.Number, due: Schema.Number })

export const voteReading = Effect.map(SqlClient.SqlClient, (sql): Reading => {
  const collect = findAll({
    Request: Schema.Number,
    Result: Overdue,
    execute: (now) => sql`SELECT CASE WHEN status = 'review' THEN 1 ELSE 0 END AS opening, COUNT(*) AS many,
        MIN(due_at) AS due
      FROM proposals
      WHERE due_at <= ${now} AND status IN ('review', 'active', 'awaitingExecution', 'executionFailed')
      GROUP BY CASE WHEN status = 'review' THEN 1 ELSE 0 END`
  })
  const families = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const found = yield* collect(now)
    const each = (of: (row: typeof Overdue.Type) => number) =>
      (["open", "close"] as const).map((to) => {
        const row = found.find(({ opening }) => (opening === 1) === (to === "open"))
        return { labels: { to }, value: row === undefined ? 0 : of(row) }
      })
    return [
      gauges(
        "commonhold_votes_waiting",
        "Votes that are due to be opened or closed.",
        each(({ many }) => many)
      ),
      gauges(
        "commonhold_votes_overdue_seconds",
        "Time since the longest-waiting vote was due.",
        each(({ due }) => (now - due) / 1_000)
      )
    ]
  })
  return { name: "votes", families }
})
