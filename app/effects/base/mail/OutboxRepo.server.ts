/** The outbox's rows. A row that a server sends is leased to it, so that no other sends the same email. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { MOST_OFFSET } from "~/effects/base/db/DatabaseClock.server"
import { Unsent } from "./Unsent"

/** Emails taken at once. */
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

/** What a round takes: an email that cannot be read must not keep the others of its round from leaving. */
const Leased = Schema.Struct({ id: Posted.fields.id, attempts: Posted.fields.attempts })
export type Leased = typeof Leased.Type

export const DROPPED = "dropped by an operator"

/** The last letter of the page before. */
const UnsentKey = Schema.Struct({ createdAt: Schema.Number, id: Schema.String })

export interface NewRow extends Omit<Posted, "attempts"> {
  readonly createdAt: number
  readonly nextTryAt: number
}

export class OutboxRepo extends Effect.Service<OutboxRepo>()("effects/OutboxRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const leaseDue = SqlSchema.findAll({
      Request: Schema.Struct({ now: Schema.Number, until: Schema.Number }),
      Result: Leased,
      // The condition stands twice: Postgres checks the outer one again after it waited for another server, which may
      // have leased, put back or even sent the email meanwhile.
      execute: ({ now, until }) => {
        const due = sql`sent_at IS NULL AND failed_at IS NULL AND next_try_at <= ${now}
          AND (leased_until IS NULL OR leased_until <= ${now} OR leased_until > ${until + MOST_OFFSET})`
        return sql`UPDATE outbox SET leased_until = ${until}, attempts = attempts + 1
          WHERE id IN (SELECT id FROM outbox WHERE ${due} ORDER BY next_try_at LIMIT ${BATCH}) AND ${due}
          RETURNING id, attempts`
      }
    })

    const find = SqlSchema.findOne({
      Request: Schema.String,
      Result: Posted,
      execute: (id) => sql`SELECT id, message_id, recipient, subject, body, attempts, leave_url FROM outbox
        WHERE id = ${id} AND sent_at IS NULL`
    })

    const unsentColumns = sql.literal(`id, recipient, subject, attempts, last_error, created_at, next_try_at, failed_at,
      CASE WHEN body = '' THEN 0 ELSE 1 END AS has_text`)
    const unsent = SqlSchema.findAll({
      Request: Schema.Struct({ limit: Schema.Int, after: Schema.NullOr(UnsentKey) }),
      Result: Unsent,
      execute: ({ after, limit }) => sql`SELECT ${unsentColumns} FROM outbox WHERE sent_at IS NULL
          AND ${after === null ? sql`1 = 1` : sql`(created_at, id) < (${after.createdAt}, ${after.id})`}
        ORDER BY created_at DESC, id DESC LIMIT ${limit}`
    })
    const stuck = SqlSchema.findAll({
      Request: Schema.Int,
      Result: Schema.Struct({ ...Unsent.fields, inAll: Schema.Int }),
      execute: (limit) => sql`SELECT ${unsentColumns}, CAST(COUNT(*) OVER () AS INTEGER) AS in_all FROM outbox
        WHERE sent_at IS NULL AND attempts > 0 AND (last_error IS NULL OR last_error <> ${DROPPED})
        ORDER BY created_at DESC, id DESC LIMIT ${limit}`
    })
    const findUnsent = SqlSchema.findOne({
      Request: Schema.String,
      Result: Unsent,
      execute: (id) => sql`SELECT ${unsentColumns} FROM outbox WHERE id = ${id} AND sent_at IS NULL`
    })

    return {
      add: (row: NewRow) => Effect.orDie(sql`INSERT INTO outbox ${sql.insert({ ...row })}`),

      /** What is due, leased until then. */
      leaseDue: (now: number, until: number) => Effect.orDie(leaseDue({ now, until })),

      /** None where it has left, or was taken back. */
      find: (id: string) => Effect.orDie(find(id)),

      /** Its text goes: it may hold a code, and nothing needs it again. */
      markSent: (id: string, now: number) =>
        Effect.orDie(
          sql`UPDATE outbox SET sent_at = ${now}, leased_until = NULL, last_error = NULL, body = '' WHERE id = ${id}`
        ),

      tryAgainAt: (id: string, at: number, reason: string) =>
        Effect.orDie(
          sql`UPDATE outbox SET next_try_at = ${at}, leased_until = NULL, last_error = ${reason} WHERE id = ${id}`
        ),

      /** Its text stays for some days, so that an operator can send it again (sweep.server.ts). */
      giveUp: (id: string, now: number, reason: string) =>
        Effect.orDie(
          sql`UPDATE outbox SET failed_at = ${now}, leased_until = NULL, last_error = ${reason} WHERE id = ${id}`
        ),

      /** What waits for an address and is not being sent at this moment. */
      giveUpTo: (recipient: string, now: number, reason: string) =>
        Effect.orDie(sql`UPDATE outbox SET failed_at = ${now}, last_error = ${reason}
          WHERE recipient = ${recipient} AND sent_at IS NULL AND failed_at IS NULL
            AND (leased_until IS NULL OR leased_until <= ${now})`),

      /** What has not left yet to this address. Joins the transaction of an account's removal. */
      forgetUnsent: (recipient: string) =>
        Effect.orDie(sql`DELETE FROM outbox WHERE recipient = ${recipient} AND sent_at IS NULL`),

      /** For operators: what has not left, failed or not, newest first. */
      unsent: (limit: number, after: typeof UnsentKey.Type | null = null) => Effect.orDie(unsent({ limit, after })),
      /** Those of them that were tried in vain, and how many there are in all; not what an operator dropped. */
      stuck: Effect.fn("OutboxRepo.stuck")(function* (limit: number) {
        const rows = yield* Effect.orDie(stuck(limit))
        return { letters: rows.map(({ inAll: _, ...letter }): Unsent => letter), inAll: rows[0]?.inAll ?? 0 }
      }),
      findUnsent: (id: string) => Effect.orDie(findUnsent(id)),

      /** From the first try on, at once. */
      startAgain: (id: string, now: number) =>
        Effect.orDie(sql`UPDATE outbox SET attempts = 0, next_try_at = ${now}, failed_at = NULL, leased_until = NULL
          WHERE id = ${id} AND sent_at IS NULL`),

      /** Never, and its text goes. */
      drop: (id: string, now: number) =>
        Effect.orDie(sql`UPDATE outbox SET failed_at = ${now}, leased_until = NULL, last_error = ${DROPPED}, body = ''
          WHERE id = ${id} AND sent_at IS NULL`)
    }
  })
}) {}
