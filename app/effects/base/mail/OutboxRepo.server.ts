/** The outbox's rows. A server leases the row it sends, so that no other sends the same e-mail. */
import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect, Schema } from "effect"
import { MOST_OFFSET } from "~/effects/base/db/DatabaseClock.server"
import type { Sweep } from "~/effects/base/db/Sweep.server"
import { findAll, findOne, Sql, single } from "~/effects/base/db/statements.server"
import { gauge, type Reading } from "~/effects/base/metrics/Family"
import { Unsent } from "./Unsent"

const Waiting = Schema.Struct({ waiting: Schema.Number, due: Schema.NullOr(Schema.Number) })

/** Metrics of unsent e-mails. */
export const outboxReading = Effect.map(SqlClient.SqlClient, (sql): Reading => {
  const collect = single({
    Request: Schema.Void,
    Result: Waiting,
    execute: () => sql`SELECT COUNT(*) AS waiting, MIN(next_try_at) AS due FROM outbox
      WHERE sent_at IS NULL AND failed_at IS NULL`
  })
  const families = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const { due, waiting } = yield* collect()
    return [
      gauge("commonhold_outbox_waiting", "E-mails that have not been sent yet.", waiting),
      gauge(
        "commonhold_outbox_overdue_seconds",
        "Since the oldest unsent e-mail was due.",
        due === null ? 0 : Math.max(0, now - due) / 1_000
      )
    ]
  })
  return { name: "outbox", families }
})

/** How long a sent e-mail is stored, to answer questions about it. */
const RETENTION = Duration.toMillis("30 days")
/** How long the text of a failed e-mail is stored, during which an operator may send it again. */
const TEXT_KEPT = Duration.toMillis("7 days")

export const sweepOutbox: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) =>
    Effect.zipRight(
      sql`UPDATE outbox SET body = '' WHERE failed_at < ${now - TEXT_KEPT} AND body <> ''`,
      sql`DELETE FROM outbox WHERE sent_at < ${now - RETENTION} OR failed_at < ${now - RETENTION}`
    )
)

/** E-mails leased at a time. */
const BATCH = 10

export const Posted = Schema.Struct({
  id: Schema.String,
  messageId: Schema.String,
  recipient: Schema.String,
  subject: Schema.String,
  body: Schema.String,
  /** Tries so far, including the current one. */
  attempts: Schema.Int,
  leaveUrl: Schema.NullOr(Schema.String)
})
export type Posted = typeof Posted.Type

/** Rows of a round: an unreadable e-mail must not stop the others of its round. */
const Leased = Schema.Struct({ id: Posted.fields.id, attempts: Posted.fields.attempts })
export type Leased = typeof Leased.Type

export const DROPPED = "dropped by an operator"

/** The last e-mail of the previous page. */
const UnsentKey = Schema.Struct({ createdAt: Schema.Number, id: Schema.String })

export interface NewRow extends Omit<Posted, "attempts"> {
  readonly createdAt: number
  readonly nextTryAt: number
}

export class OutboxRepo extends Effect.Service<OutboxRepo>()("base/mail/OutboxRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const leaseDue = findAll({
      Request: Schema.Struct({ now: Schema.Number, until: Schema.Number }),
      Result: Leased,
      // The condition is repeated: Postgres checks the outer one again after it has waited for another server, which
      // may have leased, rescheduled or sent the e-mail meanwhile.
      execute: ({ now, until }) => {
        const due = sql`sent_at IS NULL AND failed_at IS NULL AND next_try_at <= ${now}
          AND (leased_until IS NULL OR leased_until <= ${now} OR leased_until > ${until + MOST_OFFSET})`
        return sql`UPDATE outbox SET leased_until = ${until}, attempts = attempts + 1
          WHERE id IN (SELECT id FROM outbox WHERE ${due} ORDER BY next_try_at LIMIT ${BATCH}) AND ${due}
          RETURNING id, attempts`
      }
    })

    const find = findOne({
      Request: Schema.String,
      Result: Posted,
      execute: (id) => sql`SELECT id, message_id, recipient, subject, body, attempts, leave_url FROM outbox
        WHERE id = ${id} AND sent_at IS NULL`
    })

    const unsentColumns = sql.literal(`id, recipient, subject, attempts, last_error, created_at, next_try_at, failed_at,
      CASE WHEN body = '' THEN 0 ELSE 1 END AS has_text`)
    const unsent = findAll({
      Request: Schema.Struct({ limit: Schema.Int, after: Schema.NullOr(UnsentKey) }),
      Result: Unsent,
      execute: ({ after, limit }) => sql`SELECT ${unsentColumns} FROM outbox WHERE sent_at IS NULL
          AND ${after === null ? sql`1 = 1` : sql`(created_at, id) < (${after.createdAt}, ${after.id})`}
        ORDER BY created_at DESC, id DESC LIMIT ${limit}`
    })
    const stuck = findAll({
      Request: Schema.Int,
      Result: Schema.Struct({ ...Unsent.fields, inAll: Schema.Int }),
      execute: (limit) => sql`SELECT ${unsentColumns}, CAST(COUNT(*) OVER () AS INTEGER) AS in_all FROM outbox
        WHERE sent_at IS NULL AND attempts > 0 AND (last_error IS NULL OR last_error <> ${DROPPED})
        ORDER BY created_at DESC, id DESC LIMIT ${limit}`
    })
    const findUnsent = findOne({
      Request: Schema.String,
      Result: Unsent,
      execute: (id) => sql`SELECT ${unsentColumns} FROM outbox WHERE id = ${id} AND sent_at IS NULL`
    })

    return {
      add: (row: NewRow) => sql`INSERT INTO outbox ${sql.insert({ ...row })}`,

      /** Due e-mails, leased until the given time. */
      leaseDue: (now: number, until: number) => leaseDue({ now, until }),

      /** None if it was sent or discarded. */
      find: (id: string) => find(id),

      /** Deletes its text, which may contain a code and is not needed again. */
      markSent: (id: string, now: number) =>
        sql`UPDATE outbox SET sent_at = ${now}, leased_until = NULL, last_error = NULL, body = '' WHERE id = ${id}`,

      tryAgainAt: (id: string, at: number, reason: string) =>
        sql`UPDATE outbox SET next_try_at = ${at}, leased_until = NULL, last_error = ${reason} WHERE id = ${id}`,

      /** Keeps its text for some days, so that an operator can send it again. */
      giveUp: (id: string, now: number, reason: string) =>
        sql`UPDATE outbox SET failed_at = ${now}, leased_until = NULL, last_error = ${reason} WHERE id = ${id}`,

      /** E-mails that wait for an address and are not being sent now. */
      giveUpTo: (recipient: string, now: number, reason: string) =>
        sql`UPDATE outbox SET failed_at = ${now}, last_error = ${reason}
          WHERE recipient = ${recipient} AND sent_at IS NULL AND failed_at IS NULL
            AND (leased_until IS NULL OR leased_until <= ${now})`,

      /** E-mails to this address that were not sent yet. Joins the transaction of an account's removal. */
      forgetUnsent: (recipient: string) => sql`DELETE FROM outbox WHERE recipient = ${recipient} AND sent_at IS NULL`,

      /** For operators: unsent e-mails, failed or not, newest first. */
      unsent: (limit: number, after: typeof UnsentKey.Type | null = null) => unsent({ limit, after }),
      /** Unsent e-mails with failed tries, and the total; without those that an operator discarded. */
      stuck: Effect.fn("OutboxRepo.stuck")(function* (limit: number) {
        const rows = yield* stuck(limit)
        return { emails: rows.map(({ inAll: _, ...email }): Unsent => email), inAll: rows[0]?.inAll ?? 0 }
      }),
      findUnsent: (id: string) => findUnsent(id),

      /** Starts again with the first try, immediately. */
      startAgain: (id: string, now: number) =>
        sql`UPDATE outbox SET attempts = 0, next_try_at = ${now}, failed_at = NULL, leased_until = NULL
          WHERE id = ${id} AND sent_at IS NULL`,

      /** Never sends it, and deletes its text. */
      drop: (id: string, now: number) =>
        sql`UPDATE outbox SET failed_at = ${now}, leased_until = NULL, last_error = ${DROPPED}, body = ''
          WHERE id = ${id} AND sent_at IS NULL`
    }
  })
}) {}
