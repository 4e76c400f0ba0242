/** The outbox's rows. A row that a server sends is leased to it, so that no other sends the same email. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"

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

export interface NewRow extends Omit<Posted, "attempts"> {
  readonly createdAt: number
  readonly nextTryAt: number
}

export class OutboxRepo extends Effect.Service<OutboxRepo>()("effects/OutboxRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const leaseDue = SqlSchema.findAll({
      Request: Schema.Struct({ now: Schema.Number, until: Schema.Number }),
      Result: Posted,
      // The condition stands twice: Postgres checks the outer one again after it waited for another server, which may
      // have leased, put back or even sent the email meanwhile.
      execute: ({ now, until }) => {
        const due = sql`sent_at IS NULL AND failed_at IS NULL AND next_try_at <= ${now}
          AND (leased_until IS NULL OR leased_until <= ${now})`
        return sql`UPDATE outbox SET leased_until = ${until}, attempts = attempts + 1
          WHERE id IN (SELECT id FROM outbox WHERE ${due} ORDER BY next_try_at LIMIT ${BATCH}) AND ${due}
          RETURNING id, message_id, recipient, subject, body, attempts, leave_url`
      }
    })

    return {
      add: (row: NewRow) => Effect.orDie(sql`INSERT INTO outbox ${sql.insert({ ...row })}`),

      /** What is due, leased until then. */
      leaseDue: (now: number, until: number) => Effect.orDie(leaseDue({ now, until })),

      /** Its text goes: it may hold a code, and nothing needs it again. */
      markSent: (id: string, now: number) =>
        Effect.orDie(
          sql`UPDATE outbox SET sent_at = ${now}, leased_until = NULL, last_error = NULL, body = '' WHERE id = ${id}`
        ),

      tryAgainAt: (id: string, at: number, reason: string) =>
        Effect.orDie(
          sql`UPDATE outbox SET next_try_at = ${at}, leased_until = NULL, last_error = ${reason} WHERE id = ${id}`
        ),

      giveUp: (id: string, now: number, reason: string) =>
        Effect.orDie(
          sql`UPDATE outbox SET failed_at = ${now}, leased_until = NULL, last_error = ${reason}, body = '' WHERE id = ${id}`
        ),

      /** What has not left yet to this address. Joins the transaction of an account's removal. */
      forgetUnsent: (recipient: string) =>
        Effect.orDie(sql`DELETE FROM outbox WHERE recipient = ${recipient} AND sent_at IS NULL`)
    }
  })
}) {}
