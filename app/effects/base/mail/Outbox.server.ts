/**
 * Outbox: letters that must not be lost. A letter is a row, written in the same transaction as what it tells about;
 * the worker (jobs/OutboxWorker) sends what is due. A row is leased while it is sent, so that several servers, or a
 * server that died half-way, neither lose it nor send it twice side by side.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Duration, Effect, Queue, Schema } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomId } from "~/effects/base/text/random.server"

/**
 * Pauses after each failed try: 8 tries within 24 h (docs/product/safety.md, B18), quick at first, since a code lives
 * 10 minutes.
 */
const PAUSES = ["5 seconds", "30 seconds", "2 minutes", "15 minutes", "1 hour", "6 hours", "16 hours"] as const
export const MAX_TRIES = PAUSES.length + 1
/** Longer than any single try can take. */
const LEASE = Duration.seconds(60)
/** Letters taken at once. */
const BATCH = 10

export const Posted = Schema.Struct({
  id: Schema.String,
  messageId: Schema.String,
  recipient: Schema.String,
  subject: Schema.String,
  body: Schema.String,
  /** Tries so far, the present one included. */
  attempts: Schema.Int,
  leaveUrl: Schema.NullOr(Schema.String)
})
export type Posted = typeof Posted.Type

export interface NewEmail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Where one post ends letters of this kind (RFC 8058), for letters nobody asked for one by one. */
  readonly leaveUrl?: string
}

export class Outbox extends Effect.Service<Outbox>()("effects/Outbox", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { appOrigin } = yield* Settings
    const host = new URL(appOrigin).hostname
    const news = yield* Queue.sliding<void>(1)

    /** Adds a letter to the current transaction. Call `wake` when that is over. */
    const write = Effect.fn("Outbox.write")(function* (letter: NewEmail) {
      const now = yield* Clock.currentTimeMillis
      const id = yield* randomId(20)
      const row = {
        id,
        messageId: `${id}@${host}`,
        recipient: letter.to,
        subject: letter.subject.replace(/\s+/g, " "),
        body: letter.text,
        leaveUrl: letter.leaveUrl ?? null,
        createdAt: now,
        nextTryAt: now
      }
      yield* Effect.orDie(sql`INSERT INTO outbox ${sql.insert(row)}`)
    })

    /** Tells this server's worker to look now instead of at its next round. */
    const wake = Queue.offer(news, undefined)
    const awaitNews = Queue.take(news)

    const leaseDue = SqlSchema.findAll({
      Request: Schema.Struct({ now: Schema.Number, until: Schema.Number }),
      Result: Posted,
      // The condition stands twice: Postgres checks the outer one again after it waited for another server, which may
      // have leased, put back or even sent the letter meanwhile.
      execute: ({ now, until }) => {
        const due = sql`sent_at IS NULL AND failed_at IS NULL AND next_try_at <= ${now}
          AND (leased_until IS NULL OR leased_until <= ${now})`
        return sql`UPDATE outbox SET leased_until = ${until}, attempts = attempts + 1
          WHERE id IN (SELECT id FROM outbox WHERE ${due} ORDER BY next_try_at LIMIT ${BATCH}) AND ${due}
          RETURNING id, message_id, recipient, subject, body, attempts, leave_url`
      }
    })

    /** Takes what is due. Nobody else gets these letters until they are settled or the lease is over. */
    const take = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      return yield* Effect.orDie(leaseDue({ now, until: now + Duration.toMillis(LEASE) }))
    }).pipe(Effect.withSpan("Outbox.take"))

    /** Done. The text goes: it may hold a code, and nobody needs it again. */
    const settle = Effect.fn("Outbox.settle")(function* (letter: Posted) {
      const now = yield* Clock.currentTimeMillis
      yield* Effect.orDie(
        sql`UPDATE outbox SET sent_at = ${now}, leased_until = NULL, last_error = NULL, body = '' WHERE id = ${letter.id}`
      )
    })

    /** Not done: again after a pause, or never when the last try is over or none can help. */
    const putBack = Effect.fn("Outbox.putBack")(function* (letter: Posted, reason: string, permanent: boolean) {
      const now = yield* Clock.currentTimeMillis
      const pause = permanent ? undefined : PAUSES[letter.attempts - 1]
      yield* Effect.orDie(
        pause === undefined
          ? sql`UPDATE outbox SET failed_at = ${now}, leased_until = NULL, last_error = ${reason}, body = '' WHERE id = ${letter.id}`
          : sql`UPDATE outbox SET next_try_at = ${now + Duration.toMillis(pause)}, leased_until = NULL, last_error = ${reason} WHERE id = ${letter.id}`
      )
    })

    return { write, wake, awaitNews, take, settle, putBack }
  })
}) {}
