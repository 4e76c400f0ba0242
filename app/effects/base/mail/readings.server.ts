/** Metrics of unsent e-mails. */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Schema } from "effect"
import { single } from "~/effects/base/db/statements.server"
import { gauge } from "~/effects/base/metrics/Family"
import type { Reading } from "~/effects/base/metrics/Reading"

const Waiting = Schema.Struct({ waiting: Schema.Number, due: Schema.NullOr(Schema.Number) })

export const outboxReading = Effect.map(SqlClient.SqlClient, (sql): Reading => {
  const collect = single({
    Request: Schema.Void,
    Result: Waiting,
    execute: () => sql`SELECT COUNT(*) AS waiting, MIN(next_try_at) AS due FROM outbox
      WHERE sent_at IS NULL AND failed_at IS NULL`
  })
  const families = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const { due, waiting } = yield* collect()
    return [
      gauge("commonhold_outbox_waiting", "E-mails that have not been sent yet.", waiting),
      gauge(
        "commonhold_outbox_overdue_seconds",
        "Since the oldest unsent e-mail was due.",
        due === null ? 0 : Math.max(0, now - due) / 1_000
      )
    ]
  })
  return { name: "outbox", families }
})
