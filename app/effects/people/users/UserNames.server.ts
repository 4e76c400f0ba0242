/**
 * Names and e-mail addresses of profiles: each belongs to one account. They are looked up before they are written, so
 * writers take a lock per name.
 */
import { Effect } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { EmailTaken, NameTaken } from "./errors"

/** Names that differ only in case or spacing are the same name (docs/product/people.md). */
export const usernameKey = (username: string): string => username.trim().toLowerCase().replace(/ +/g, " ")
export const emailKey = (email: string): string => email.trim().toLowerCase()

/** The fields that no two accounts may share. Absent ones are not checked. */
export interface Unique {
  readonly username?: string
  readonly email?: string
}

export const makeUserNames = Effect.gen(function* () {
  const sql = yield* Sql

  const exists = (column: "account_address" | "username_key" | "email_key", value: string, except = "") =>
    Effect.map(
      sql`SELECT 1 AS found FROM users WHERE ${sql(column)} = ${value} AND account_address <> ${except}`,
      (rows) => rows.length > 0
    )
  /** Sign-ups that wait for approval have their name and address, too. */
  const isTaken = (column: "username_key" | "email_key", value: string, except: string) =>
    Effect.map(
      sql`SELECT 1 AS found FROM signup_requests WHERE ${sql(column)} = ${value} AND account_address <> ${except}`,
      (rows) => rows.length > 0
    ).pipe(Effect.zipWith(exists(column, value, except), (waits, isUsed) => waits || isUsed))

  return {
    /** Locks this name and address until the caller's transaction ends. */
    hold: ({ email, username }: Unique) =>
      withLocks(sql, [
        ...(username === undefined ? [] : [`username:${usernameKey(username)}`]),
        ...(email === undefined ? [] : [`user-email:${emailKey(email)}`])
      ]),

    /** Fails if another account has the name or the address. */
    requireFree: Effect.fn("UserNames.requireFree")(function* (account: AccountAddress, { email, username }: Unique) {
      if (username !== undefined && (yield* isTaken("username_key", usernameKey(username), account))) {
        return yield* new NameTaken()
      }
      if (email !== undefined && (yield* isTaken("email_key", emailKey(email), account))) {
        return yield* new EmailTaken()
      }
    }),

    /** Whether the account has a row, removed or not. */
    isKnown: (account: AccountAddress) => exists("account_address", account)
  }
})
