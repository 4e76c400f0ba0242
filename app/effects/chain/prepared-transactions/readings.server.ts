/** Collectors for transactions that were submitted and are not confirmed yet. */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Schema } from "effect"
import { findAll } from "~/effects/base/db/statements.server"
import { gauges } from "~/effects/base/metrics/Family"
import type { Reading } from "~/effects/base/metrics/Reading"

const STATES = ["sent", "committed"] as const
const Unproven = Schema.Struct({ state: Schema.Literal(...STATES), many: Schema.Number, since: Schema.Number })

export const stepReading = Effect.map(SqlClient.SqlClient, (sql): Reading => {
  const collect = findAll({
    Request: Schema.Void,
    Result: Unproven,
    execute: () => sql`SELECT state, COUNT(*) AS many, MIN(updated_at) AS since FROM prepared_transactions
      WHERE ${sql.in("state", STATES)} GROUP BY state`
  })
  const families = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const found = yield* collect()
    const each = (of: (row: typeof Unproven.Type) => number) =>
      STATES.map((state) => {
        const row = found.find((one) => one.state === state)
        return { labels: { state }, value: row === undefined ? 0 : of(row) }
      })
    return [
      gauges(
        "commonhold_money_steps_waiting",
        "Transactions that were submitted and are not confirmed yet.",
        each(({ many }) => many)
      ),
      gauges(
        "commonhold_money_steps_waiting_seconds",
        "Seconds since the longest waiting one last changed.",
        each(({ since }) => Math.max(0, now - since) / 1_000)
      )
    ]
  })
  return { name: "money steps", families }
})
