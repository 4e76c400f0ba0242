/** One-time codes in the database: when and to whom each was sent, which is valid, and how many attempts it has had. */

import { SqlClient } from "@effect/sql"
import { Duration, Effect, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import type { Sweep } from "~/effects/base/db/Sweep.server"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import type { Asker } from "~/effects/base/limits/Asker"

/** The longest window of the limits is a day and ten minutes. */
const RETENTION = Duration.toMillis("2 days")

export const sweepCodes: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) => sql`DELETE FROM email_codes WHERE sent_at < ${now - RETENTION}`
)

export const MAX_TRIES = 5
/** Milliseconds until a browser may request another code. */
export const RESEND = Duration.toMillis("60 seconds")

/** The input of a code's keyed hash. */
export const saltedCode = (salt: string, code: string) => `${salt}:${code}`

/** A code that no newer one has replaced. It may be expired, or have no attempts left. */
export const LiveCode = Schema.Struct({
  id: Schema.String,
  accountAddress: Schema.NullOr(AccountAddress),
  salt: Schema.String,
  codeHash: Schema.String,
  attempts: Schema.Int,
  sentAt: Schema.Number,
  expiresAt: Schema.Number
})
export type LiveCode = typeof LiveCode.Type

export interface NewCode extends Omit<LiveCode, "attempts"> {
  readonly emailKey: string
  readonly browserHash: string
  readonly network: string | null
}

/** A code requested while signed in is valid for that account only. */
export const belongsTo = (live: LiveCode, { account }: Asker) =>
  live.accountAddress === null || live.accountAddress === account

/** Columns by which the limits count. */
export type HolderColumn = "email_key" | "account_address" | "network"

export class CodesRepo extends Effect.Service<CodesRepo>()("people/signup/CodesRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const timesSince = findAll({
      Request: Schema.Struct({ column: Schema.String, value: Schema.String, since: Schema.Number }),
      Result: Schema.Struct({ sentAt: Schema.Number }),
      execute: ({ column, since, value }) => sql`SELECT sent_at FROM email_codes
        WHERE ${sql(column)} = ${value} AND sent_at > ${since} ORDER BY sent_at DESC LIMIT 20`
    })

    const findLive = findOne({
      Request: Schema.Struct({ key: Schema.String, browser: Schema.String }),
      Result: LiveCode,
      execute: ({ browser, key }) => sql`SELECT id, account_address, salt, code_hash, attempts, sent_at, expires_at
        FROM email_codes WHERE email_key = ${key} AND browser_hash = ${browser} AND ended_at IS NULL
        ORDER BY sent_at DESC LIMIT 1`
    })

    const takeTry = findOne({
      Request: Schema.Struct({ id: Schema.String, now: Schema.Number }),
      Result: LiveCode.pick("attempts"),
      execute: ({ id, now }) => sql`UPDATE email_codes SET attempts = attempts + 1
        WHERE id = ${id} AND attempts < ${MAX_TRIES} AND ended_at IS NULL AND expires_at > ${now} RETURNING attempts`
    })

    return {
      /** When codes were sent for this holder, newest first, at most 20; empty without a holder. */
      sentTo: (column: HolderColumn, value: string | null, since: number) =>
        value === null
          ? Effect.succeed<ReadonlyArray<number>>([])
          : Effect.map(timesSince({ column, value, since }), (rows) => rows.map(({ sentAt }) => sentAt)),
      /** The newest code of an address that this browser requested. */
      findLive: (key: string, browser: string) => findLive({ key, browser }),
      /** Ends the codes of the same address, and inserts this one. */
      add: Effect.fn("CodesRepo.add")(function* (code: NewCode) {
        yield* sql`UPDATE email_codes SET ended_at = ${code.sentAt}
          WHERE email_key = ${code.emailKey} AND ended_at IS NULL`
        yield* sql`INSERT INTO email_codes ${sql.insert({ ...code })}`
      }),
      /** Takes one attempt, unless none is left. The row is locked until the transaction ends, so attempts queue up. */
      takeTry: (id: string, now: number) => takeTry({ id, now }),
      giveBackTry: (id: string) => sql`UPDATE email_codes SET attempts = attempts - 1 WHERE id = ${id}`,
      end: (id: string, now: number) => sql`UPDATE email_codes SET ended_at = ${now} WHERE id = ${id}`,
      /** Deletes the codes sent to a removed account. Joins the transaction of the removal. */
      forget: (account: AccountAddress) => sql`DELETE FROM email_codes WHERE account_address = ${account}`
    }
  })
}) {}
