/**
 * Names and e-mail addresses that profiles have: each belongs to one account. They are looked up, then written, so one
 * writer a name at a time.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { EmailTaken, NameTaken } from "./errors"

/** Two names that differ in case or spacing only are one name (docs/product/people.md, 3.3). */
export const usernameKey = (username: string): string => username.trim().toLowerCase().replace(/ +/g, " ")
export const emailKey = (email: string): string => email.trim().toLowerCase()

/** What of a profile no other account may have. Absent ones are not looked at. */
export interface Unique {
  readonly username?: string
  readonly email?: string
}

export class UserNames extends Effect.Service<UserNames>()("effects/UserNames", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const exists = (column: "account_address" | "username_key" | "email_key", value: string, except = "") =>
      Effect.orDie(
        Effect.map(
          sql`SELECT 1 AS found FROM users WHERE ${sql(column)} = ${value} AND account_address <> ${except}`,
          (rows) => rows.length > 0
        )
      )

    return {
      /** Until the caller's transaction ends, no other one writes this name or address. */
      hold: ({ email, username }: Unique) =>
        Effect.orDie(
          takeTurns(sql, [
            ...(username === undefined ? [] : [`username:${usernameKey(username)}`]),
            ...(email === undefined ? [] : [`user-email:${emailKey(email)}`])
          ])
        ),

      /** Fails where another account has the name or the address. */
      mustBeFree: Effect.fn("UserNames.mustBeFree")(function* (account: string, { email, username }: Unique) {
        if (username !== undefined && (yield* exists("username_key", usernameKey(username), account))) {
          return yield* new NameTaken()
        }
        if (email !== undefined && (yield* exists("email_key", emailKey(email), account))) {
          return yield* new EmailTaken()
        }
      }),

      /** Whether the account has a row, removed or not. */
      isKnown: (account: string) => exists("account_address", account)
    }
  })
}) {}
