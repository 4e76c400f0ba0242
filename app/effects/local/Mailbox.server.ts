/**
 * The mailbox of local mode: e-mails are stored in the database and shown at /local/mailbox instead of being sent. An
 * e-mail that arrives twice is stored once, as in a mail program.
 */
import type { SqlClient } from "@effect/sql"
import { Clock, DateTime, Effect, Layer, Schema } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { isSafeEmail, Mailer, MailNotSent } from "~/effects/base/mail/Mailer.server"
import { Faults } from "./Faults.server"

const SHOWN = 100

/** Delivers e-mails to the mailbox page, unless /local/faults has taken down the mail server. */
export const MailboxLive = Layer.effect(
  Mailer,
  Effect.gen(function* () {
    const sql = yield* Sql
    const faults = yield* Faults
    return {
      send: Effect.fn("Mailbox.send")(function* (email) {
        if (yield* faults.smtpDown) return yield* new MailNotSent({ reason: "ECONNREFUSED", permanent: false })
        if (!isSafeEmail(email)) return yield* new MailNotSent({ reason: "unsafe header", permanent: true })
        const at = yield* Clock.currentTimeMillis
        const { messageId, subject, text, to } = email
        const row = { id: messageId, recipient: to, subject, body: text, at }
        yield* sql`INSERT INTO local_mailbox ${sql.insert(row)} ON CONFLICT (id) DO NOTHING`
      })
    }
  })
)

const Row = Schema.Struct({
  recipient: Schema.String,
  subject: Schema.String,
  body: Schema.String,
  at: Schema.Number
})

/** One e-mail, as the page and /local/mailbox.json show it. `at` is an ISO timestamp. */
export interface ReceivedEmail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly at: string
}

/** The newest e-mails, newest first. */
export const readMailbox: Effect.Effect<ReadonlyArray<ReceivedEmail>, never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* Sql
    const rows = yield* sql`SELECT recipient, subject, body, at FROM local_mailbox ORDER BY at DESC, id LIMIT ${SHOWN}`
    return (yield* Schema.decodeUnknown(Schema.Array(Row))(rows)).map(({ at, body, recipient, subject }) => ({
      to: recipient,
      subject,
      text: body,
      at: DateTime.formatIso(DateTime.unsafeMake(at))
    }))
  }
).pipe(Effect.orDie)
