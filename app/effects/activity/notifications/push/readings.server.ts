/** Collectors for browsers with notifications and for unsent notifications. */
import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect, Schema } from "effect"
import { single } from "~/effects/base/db/statements.server"
import { gauge } from "~/effects/base/metrics/Family"
import type { Reading } from "~/effects/base/metrics/Reading"

/** Older notifications are not sent (PushDelivery). */
const FRESH = Duration.toMillis("12 hours")

export const pushReading = Effect.map(SqlClient.SqlClient, (sql): Reading => {
  const collect = single({
    Request: Schema.Number,
    Result: Schema.Struct({ browsers: Schema.Number, waiting: Schema.Number }),
    execute: (now) => sql`SELECT (SELECT COUNT(*) FROM push_subscriptions WHERE ends_at > ${now}) AS browsers,
      (SELECT COUNT(*) FROM push_messages WHERE settled_at IS NULL AND created_at > ${now - FRESH}) AS waiting`
  })
  const families = Effect.map(Effect.flatMap(Clock.currentTimeMillis, collect), ({ browsers, waiting }) => [
    gauge("commonhold_push_browsers", "Browsers in which notices are turned on.", browsers),
    gauge("commonhold_push_waiting", "Browser notifications that were written and not sent yet.", waiting)
  ])
  return { name: "push", families }
})
