/**
 * Whether an account gets the digest and the weekly e-mail, its day, and their time zone. All writes join the caller's transaction.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"

interface Unplanned {
  readonly timezone: string
  readonly weeklyDay: number
  readonly weeklyLastAt: number
}

export class DigestChoices extends Effect.Service<DigestChoices>()("people/users/DigestChoices", {
  effect: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * A change of the day or the zone plans the next weekly e-mail again. Turning it on again does not make up for the
     * weeks in between.
     */
    choose: (
      account: AccountAddress,
      {
        digest,
        now,
        timezone,
        weekly,
        weeklyDay
      }: {
        readonly digest: boolean
        readonly weekly: boolean
        /** 1 is Monday, 7 Sunday. */
        readonly weeklyDay: number
        readonly timezone: string
        readonly now: number
      }
    ) =>
      Effect.orDie(sql`UPDATE users SET newsletter = ${digest ? 1 : 0}, weekly = ${weekly ? 1 : 0},
        timezone = ${timezone}, weekly_day = ${weeklyDay}, weekly_at = CASE
          WHEN timezone <> ${timezone} OR weekly_day <> ${weeklyDay} OR (weekly = 0 AND weekly_at <= ${now}) THEN 0
          ELSE weekly_at END
        WHERE account_address = ${account}`),
    end: (account: AccountAddress) =>
      Effect.orDie(sql`UPDATE users SET newsletter = 0 WHERE account_address = ${account}`),
    endWeekly: (account: AccountAddress) =>
      Effect.orDie(sql`UPDATE users SET weekly = 0 WHERE account_address = ${account}`),
    /** Due times, for all people with the same zone, day and last e-mail together. */
    planWeekly: ({ timezone, weeklyDay, weeklyLastAt }: Unplanned, at: number) =>
      Effect.orDie(sql`UPDATE users SET weekly_at = ${at}
        WHERE timezone = ${timezone} AND weekly_day = ${weeklyDay} AND weekly_last_at = ${weeklyLastAt}
        AND weekly_at = 0 AND weekly = 1 AND status = 'active'`),
    /**
     * @param last when the last one that was written was due.
     * @returns false if another server or a new choice has moved it from `from` already.
     */
    moveWeekly: (
      account: AccountAddress,
      from: number,
      { last, next }: { readonly last: number; readonly next: number }
    ) =>
      Effect.orDie(
        Effect.map(
          sql`UPDATE users SET weekly_at = ${next}, weekly_last_at = ${last}
            WHERE account_address = ${account} AND weekly_at = ${from}
            RETURNING weekly_at`,
          (moved) => moved.length > 0
        )
      )
  }))
}) {}
