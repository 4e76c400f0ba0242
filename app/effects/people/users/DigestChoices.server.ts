/**
 * Whether an account gets the digest and the weekly e-mail, and their time zone. All writes join the caller's transaction.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

export class DigestChoices extends Effect.Service<DigestChoices>()("people/users/DigestChoices", {
  effect: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Turning the weekly e-mail on again does not make up for the weeks in between. */
    choose: (
      account: string,
      {
        digest,
        now,
        timezone,
        weekly
      }: {
        readonly digest: boolean
        readonly weekly: boolean
        readonly timezone: string
        readonly now: number
      }
    ) =>
      Effect.orDie(sql`UPDATE users SET newsletter = ${digest ? 1 : 0}, weekly = ${weekly ? 1 : 0},
        timezone = ${timezone}, weekly_at = CASE WHEN weekly = 0 AND weekly_at <= ${now} THEN 0 ELSE weekly_at END
        WHERE account_address = ${account}`),
    end: (account: string) => Effect.orDie(sql`UPDATE users SET newsletter = 0 WHERE account_address = ${account}`),
    endWeekly: (account: string) => Effect.orDie(sql`UPDATE users SET weekly = 0 WHERE account_address = ${account}`),
    /** First due times, for all people of a time zone together. */
    planWeekly: (timezone: string, at: number) =>
      Effect.orDie(sql`UPDATE users SET weekly_at = ${at}
        WHERE timezone = ${timezone} AND weekly_at = 0 AND weekly = 1 AND status = 'active'`),
    /** False if another server has moved it from `from` already. */
    moveWeekly: (account: string, from: number, to: number) =>
      Effect.orDie(
        Effect.map(
          sql`UPDATE users SET weekly_at = ${to} WHERE account_address = ${account} AND weekly_at = ${from}
            RETURNING weekly_at`,
          (moved) => moved.length > 0
        )
      )
  }))
}) {}
