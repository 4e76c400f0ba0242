/** How many sign-ups wait for approval, as a metric and for the doctor. */
import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import { single } from "~/effects/base/db/statements.server"
import { gauge, type Reading } from "~/effects/base/metrics/Family"

export const countWaiting = (sql: SqlClient.SqlClient) =>
  single({
    Request: Schema.Void,
    Result: Schema.Struct({ waiting: Schema.Number }),
    execute: () => sql`SELECT COUNT(*) AS waiting FROM signup_requests WHERE refused_at IS NULL`
  })

export const waitingSignups = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(countWaiting(sql)(), ({ waiting }) => waiting)
)

export const signupReading = Effect.map(SqlClient.SqlClient, (sql): Reading => {
  const collect = countWaiting(sql)
  const families = Effect.map(Effect.suspend(collect), ({ waiting }) => [
    gauge("commonhold_signups_waiting", "Sign-ups that wait for an operator's approval.", waiting)
  ])
  return { name: "signups", families }
})
