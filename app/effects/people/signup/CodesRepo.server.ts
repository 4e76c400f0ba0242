/** One-time codes on disk: what was sent to whom and when, which code is alive, and how many tries it has had. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Duration, Effect, Schema } from "effect"
import type { Asker } from "~/effects/base/limits/Asker"

export const MAX_TRIES = 5
/** Milliseconds until a browser may ask for another code. */
export const RESEND = Duration.toMillis("60 seconds")

/** What the keyed hash of a code is made of. */
export const saltedCode = (salt: string, code: string) => `${salt}:${code}`

/** A code that no newer one has ended. It may be past its time or its tries. */
export const LiveCode = Schema.Struct({
  id: Schema.String,
  accountAddress: Schema.NullOr(Schema.String),
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

/** A code that was asked for while signed in is good for that account only. */
export const belongsTo = (live: LiveCode, { account }: Asker) =>
  live.accountAddress === null || live.accountAddress === account

/** Limits count what was sent to each of these. */
export type HolderColumn = "email_key" | "account_address" | "network"

export class CodesRepo extends Effect.Service<CodesRepo>()("effects/CodesRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const timesSince = SqlSchema.findAll({
      Request: Schema.Struct({ column: Schema.String, value: Schema.String, since: Schema.Number }),
      Result: Schema.Struct({ sentAt: Schema.Number }),
      execute: ({ column, since, value }) => sql`SELECT sent_at FROM email_codes
        WHERE ${sql(column)} = ${value} AND sent_at > ${since} ORDER BY sent_at DESC LIMIT 20`
    })

    const findLive = SqlSchema.findOne({
      Request: Schema.Struct({ key: Schema.String, browser: Schema.String }),
      Result: LiveCode,
      execute: ({ browser, key }) => sql`SELECT id, account_address, salt, code_hash, attempts, sent_at, expires_at
        FROM email_codes WHERE email_key = ${key} AND browser_hash = ${browser} AND ended_at IS NULL
        ORDER BY sent_at DESC LIMIT 1`
    })

    const takeTry = SqlSchema.findOne({
      Request: Schema.Struct({ id: Schema.String, now: Schema.Number }),
      Result: LiveCode.pick("attempts"),
      execute: ({ id, now }) => sql`UPDATE email_codes SET attempts = attempts + 1
        WHERE id = ${id} AND attempts < ${MAX_TRIES} AND ended_at IS NULL AND expires_at > ${now} RETURNING attempts`
    })

    return {
      /** When codes were sent to this holder, newest first, 20 at most; none where there is no such holder. */
      sentTo: (column: HolderColumn, value: string | null, since: number) =>
        value === null
          ? Effect.succeed<ReadonlyArray<number>>([])
          : Effect.orDie(Effect.map(timesSince({ column, value, since }), (rows) => rows.map(({ sentAt }) => sentAt))),
      /** The newest code of an address that this browser asked for. */
      findLive: (key: string, browser: string) => Effect.orDie(findLive({ key, browser })),
      /** Ends the codes of the same address, and adds this one. */
      add: Effect.fn("CodesRepo.add")(function* (code: NewCode) {
        yield* sql`UPDATE email_codes SET ended_at = ${code.sentAt}
          WHERE email_key = ${code.emailKey} AND ended_at IS NULL`
        yield* sql`INSERT INTO email_codes ${sql.insert({ ...code })}`
      }, Effect.orDie),
      /** Takes one try, unless none is left. Rows are locked until the transaction ends, so tries queue up. */
      takeTry: (id: string, now: number) => Effect.orDie(takeTry({ id, now })),
      giveBackTry: (id: string) => Effect.orDie(sql`UPDATE email_codes SET attempts = attempts - 1 WHERE id = ${id}`),
      end: (id: string, now: number) => Effect.orDie(sql`UPDATE email_codes SET ended_at = ${now} WHERE id = ${id}`),
      /** Codes that were sent to a removed account. Runs in the transaction of the removal. */
      forget: (account: string) => Effect.orDie(sql`DELETE FROM email_codes WHERE account_address = ${account}`)
    }
  })
}) {}
