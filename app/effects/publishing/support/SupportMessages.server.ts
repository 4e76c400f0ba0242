/** Rows of messages to support, with the keys that limits are counted by. */
import { Effect, Option, Schema } from "effect"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"

/** A sender as stored in rows. */
export interface KnownSender {
  readonly emailKey: string
  /** Null if the request comes from this machine. */
  readonly senderHash: string | null
  readonly browserHash: string
}

export interface NewMessage extends KnownSender {
  readonly id: string
  readonly reference: string
  readonly name: string
  readonly email: string
  readonly topic: string
  readonly message: string
  readonly contentHash: string
  /** Unix milliseconds. */
  readonly createdAt: number
}

/** Rows read per sender; more than any limit allows. */
const MOST_EACH = 3
const MOST_ALL = 300

const Sent = Schema.Struct({ createdAt: Schema.Number })
const timesOf = (rows: ReadonlyArray<typeof Sent.Type>) => rows.map(({ createdAt }) => createdAt)

/** The rows of `support_messages`. */
export const makeSupportMessages = Effect.gen(function* () {
  const sql = yield* Sql
  const by = (column: "email_key" | "sender_hash" | "browser_hash") =>
    findAll({
      Request: Schema.Struct({ value: Schema.String, since: Schema.Number }),
      Result: Sent,
      execute: ({ since, value }) => sql`SELECT created_at FROM support_messages
          WHERE ${sql(column)} = ${value} AND created_at > ${since} ORDER BY created_at DESC LIMIT ${MOST_EACH}`
    })
  const [byEmail, byNetwork, byBrowser] = [by("email_key"), by("sender_hash"), by("browser_hash")]
  const all = findAll({
    Request: Schema.Number,
    Result: Sent,
    execute: (since) => sql`SELECT created_at FROM support_messages
        WHERE created_at > ${since} ORDER BY created_at DESC LIMIT ${MOST_ALL}`
  })
  const same = findOne({
    Request: Schema.Struct({ contentHash: Schema.String, since: Schema.Number }),
    Result: Schema.Struct({ reference: Schema.String }),
    execute: ({ contentHash, since }) => sql`SELECT reference FROM support_messages
        WHERE content_hash = ${contentHash} AND created_at > ${since} LIMIT 1`
  })

  return {
    insert: (message: NewMessage) => sql`INSERT INTO support_messages ${sql.insert({ ...message })}`,
    /** Times of messages since then, latest first: from everyone, and from this sender by each of its keys. */
    timesSince: ({ browserHash, emailKey, senderHash }: KnownSender, since: number) =>
      Effect.gen(function* () {
        return {
          all: timesOf(yield* all(since)),
          email: timesOf(yield* byEmail({ value: emailKey, since })),
          network: senderHash === null ? [] : timesOf(yield* byNetwork({ value: senderHash, since })),
          browser: timesOf(yield* byBrowser({ value: browserHash, since }))
        }
      }).pipe(Effect.orDie),
    /** Reference of an identical message since then, if any. */
    referenceSince: (contentHash: string, since: number) =>
      Effect.map(
        same({ contentHash, since }),
        Option.map(({ reference }) => reference)
      ),
    removeBefore: (time: number) => sql`DELETE FROM support_messages WHERE created_at < ${time}`,
    forgetSendersBefore: (time: number) =>
      sql`UPDATE support_messages SET sender_hash = NULL, browser_hash = NULL
          WHERE created_at < ${time} AND browser_hash IS NOT NULL`
  }
})
