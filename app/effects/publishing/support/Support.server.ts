/**
 * Support: validates a message, stores it and e-mails it to the site's operator. Limits senders to three a day per
 * network, browser or e-mail address; sending the same message twice returns the same reference.
 */
import { Clock, Duration, Effect, Layer, Option, Schedule, Schema } from "effect"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { logDied } from "~/effects/base/db/storageFailure.server"
import { TooMany } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { type Window, waitFor } from "~/effects/base/limits/windows.server"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import { Seal } from "~/effects/base/settings/Seal.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomId, sha256 } from "~/effects/base/text/random.server"
import { emailKey } from "~/effects/people/users/UserNames.server"
import type { ContactForm } from "./forms"

// Rows of messages to support, with the keys that limits are counted by.

/** A sender as stored in rows. */
interface KnownSender {
  readonly emailKey: string
  /** Null if the request comes from this machine. */
  readonly senderHash: string | null
  readonly browserHash: string
}

interface NewMessage extends KnownSender {
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
const makeSupportMessages = Effect.gen(function* () {
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
      }),
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

// E-mail that forwards a message to the operator. Plain text; headers never contain what a visitor typed.

/** Address part of "Name <address>", the format of MAIL_FROM. */
const addressOf = (mailbox: string) => /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox

const contactEmail = (operator: string, sent: ContactForm & { readonly reference: string }, site: string) => ({
  to: addressOf(operator),
  subject: `Support ${sent.reference}: ${sent.topic}`,
  text: [
    `From: ${sent.name}`,
    `Reply to: ${sent.email}`,
    `Topic: ${sent.topic}`,
    `Reference: ${sent.reference}`,
    "",
    sent.message,
    "",
    `Sent with the contact form of ${site}. We have not checked whether the address belongs to the sender.`,
    ""
  ].join("\n")
})

const DAY = Duration.toMillis("24 hours")
export const A_DAY = 3 // docs/product/publishing.md
const EACH: ReadonlyArray<Window> = [{ max: A_DAY, ms: DAY }]
/** Limit for all senders together: protects the mailbox when all visitors come through one proxy. */
const ALL: ReadonlyArray<Window> = [{ max: 300, ms: DAY }]
/** Both periods are promised in the privacy policy. */
const KEEP = { messages: 365 * DAY, senders: 2 * DAY }

/** A sender as the limits identify them, in a form that cannot be turned back into an address. */
export interface Sender {
  /** Network address; `null` if the request comes from this machine. */
  readonly address: string | null
  /** SHA-256 of the browser cookie, hex. */
  readonly browser: string
}

const limitMessage = (ms: number) => {
  const hours = Math.ceil(ms / Duration.toMillis("1 hour"))
  return `You have sent ${A_DAY} messages today. Try again in ${hours} ${hours === 1 ? "hour" : "hours"}.`
}

export class Support extends Effect.Service<Support>()("publishing/support/Support", {
  dependencies: [Seal.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const messages = yield* makeSupportMessages
    const outbox = yield* Outbox
    const seal = yield* Seal
    const { appOrigin, mailFrom } = yield* Settings

    const waitOf = (sender: KnownSender, now: number) =>
      Effect.map(messages.timesSince(sender, now - DAY), ({ all, email, network, browser }) =>
        Math.max(
          waitFor(EACH, email, now),
          waitFor(EACH, network, now),
          waitFor(EACH, browser, now),
          waitFor(ALL, all, now)
        )
      )

    /** Stores the message and returns its reference. */
    const send = Effect.fn("Support.send")(function* (form: ContactForm, from: Sender) {
      const now = yield* Clock.currentTimeMillis
      const sender = {
        emailKey: emailKey(form.email),
        senderHash: from.address === null ? null : seal.digest("support senders", from.address),
        browserHash: from.browser
      }
      const { email, message, name, topic } = form
      const contentHash = sha256(JSON.stringify([name, sender.emailKey, topic, message]))
      const reference = (yield* randomId(8)).toUpperCase()

      const attempt = Effect.gen(function* () {
        yield* withLocks(sql, ["support"])
        const same = yield* messages.referenceSince(contentHash, now - DAY)
        if (Option.isSome(same)) return same.value
        const wait = yield* waitOf(sender, now)
        if (wait > 0) return yield* new TooMany({ message: limitMessage(wait), retryAfter: Math.ceil(wait / 1_000) })
        const id = yield* randomId()
        yield* messages.insert({ id, reference, name, email, topic, message, contentHash, ...sender, createdAt: now })
        yield* outbox.write(contactEmail(mailFrom, { ...form, reference }, appOrigin))
        return reference
      })
      const stored = yield* atomically(sql)(attempt)
      yield* outbox.wake
      return stored
    })

    /** Deletes messages and senders after the periods of the privacy policy. */
    const sweep = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      yield* messages.removeBefore(now - KEEP.messages)
      yield* messages.forgetSendersBefore(now - KEEP.senders)
    }).pipe(Effect.withSpan("Support.sweep"))

    return { send, sweep }
  })
}) {}

/** Runs hourly, but not at the server's start. Idempotent, so any server may run it. */
export const SupportSweepLive = Layer.scopedDiscard(
  Effect.flatMap(Support, ({ sweep }) => sweep).pipe(
    Effect.catchAllCause(logDied("sweeping support messages failed")),
    Effect.repeat(Schedule.spaced("1 hour")),
    Effect.delay("10 seconds"),
    Effect.forkScoped
  )
)
