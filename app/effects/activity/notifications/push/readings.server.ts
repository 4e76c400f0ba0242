/** Browsers that are told, and notices that wait to be sent. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { gauge } from "~/effects/base/metrics/Family"
import type { Reading } from "~/effects/base/metrics/Reading"

export const pushReading = Effect.map(SqlClient.SqlClient, (sql): Reading => {
  const look = SqlSchema.single({
    Request: Schema.Void,
    Result: Schema.Struct({ browsers: Schema.Number, waiting: Schema.Number }),
    execute: () => sql`SELECT (SELECT COUNT(*) FROM push_subscriptions) AS browsers,
      (SELECT COUNT(*) FROM push_messages WHERE settled_at IS NULL) AS waiting`
  })
  const families = Effect.map(look(), ({ browsers, waiting }) => [
    gauge("commonhold_push_browsers", "Browsers in which notices are turned on.", browsers),
    gauge("commonhold_push_waiting", "Notices that were written and not sent yet.", waiting)
  ])
  return { name: "push", families: Effect.orDie(families) }
})
