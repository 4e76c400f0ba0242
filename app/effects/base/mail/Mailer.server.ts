/**
 * Mailer: hands one letter to whatever carries letters. A port: SMTP in the world, a list in tests, the mailbox page
 * in local mode (effects/local). It sends at once and once; waiting, trying again and not forgetting is the outbox'.
 */
import { Context, Effect, Layer, Redacted, Ref, Schema } from "effect"

/** Plain text, one recipient. */
export interface Email {
  /** The Message-ID without its angle brackets. The same through every try, so a receiver can tell a repeat. */
  readonly messageId: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Ends letters of this kind with one post and no questions (RFC 8058). */
  readonly leaveUrl?: string
}

export class MailNotSent extends Schema.TaggedError<MailNotSent>()("MailNotSent", {
  /** Short and free of the recipient's address: it is kept and logged. */
  reason: Schema.String,
  /** True when trying again cannot help. */
  permanent: Schema.Boolean,
  /** True when it is the recipient's address that was refused for good: other letters would fare no better. */
  isBounce: Schema.optionalWith(Schema.Boolean, { default: () => false })
}) {}

/** Milliseconds. Connecting, greeting and name look-up; then any silence in the conversation. */
const CONNECT_TIMEOUT = 3_000 // docs/product/safety.md, B17
const SILENCE_TIMEOUT = 8_000

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not pass
const CONTROL = /[\u0000-\u001f\u007f\u0085\u2028\u2029]/

/**
 * A line break in a header would begin another header (docs/product/errors.md, D7). Nothing that holds one ever leaves.
 */
export const isSafeEmail = (letter: Email): boolean =>
  ![letter.messageId, letter.to, letter.subject, letter.leaveUrl ?? ""].some((header) => CONTROL.test(header))

/** RFC 3834 §5; RFC 2369 §3.2 and RFC 8058 §3.1 where the letter can be left. */
export const headersOf = ({ leaveUrl }: Email): Record<string, string> => ({
  "Auto-Submitted": "auto-generated",
  ...(leaveUrl !== undefined && {
    "List-Unsubscribe": `<${leaveUrl}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"
  })
})

export class Mailer extends Context.Tag("effects/Mailer")<
  Mailer,
  { readonly send: (letter: Email) => Effect.Effect<void, MailNotSent> }
>() {
  static readonly layerSmtp = (url: Redacted.Redacted, from: string) =>
    Layer.scoped(
      Mailer,
      Effect.gen(function* () {
        const transport = yield* Effect.acquireRelease(
          Effect.promise(async () => {
            const { default: nodemailer } = await import("nodemailer") // only where letters really leave
            return nodemailer.createTransport({
              url: Redacted.value(url),
              connectionTimeout: CONNECT_TIMEOUT,
              greetingTimeout: CONNECT_TIMEOUT,
              dnsTimeout: CONNECT_TIMEOUT,
              socketTimeout: SILENCE_TIMEOUT,
              disableFileAccess: true,
              disableUrlAccess: true
            })
          }),
          (opened) => Effect.sync(() => opened.close())
        )
        return {
          send: Effect.fn("Mailer.send")(function* (letter: Email) {
            if (!isSafeEmail(letter)) return yield* new MailNotSent({ reason: "unsafe header", permanent: true })
            yield* Effect.tryPromise({
              try: () =>
                transport.sendMail({
                  from,
                  to: { name: "", address: letter.to },
                  subject: letter.subject,
                  text: letter.text,
                  messageId: `<${letter.messageId}>`,
                  headers: headersOf(letter)
                }),
              catch: smtpFailure
            })
          })
        }
      })
    )

  /** Keeps what it is given in `SentEmails`. */
  static readonly layerMemory = Layer.effect(
    Mailer,
    Effect.gen(function* () {
      const sent = yield* SentEmails
      return { send: (letter: Email) => Ref.update(sent, (letters) => [...letters, letter]) }
    })
  )
}

/** Where the memory mailer keeps its letters, oldest first. */
export class SentEmails extends Context.Tag("effects/SentEmails")<SentEmails, Ref.Ref<ReadonlyArray<Email>>>() {
  static readonly layer = Layer.effect(SentEmails, Ref.make<ReadonlyArray<Email>>([]))
}

/** An answer of 500 and above is final (RFC 5321 §4.2.1); everything else may pass. */
const smtpFailure = (cause: unknown): MailNotSent => {
  const { code, command, responseCode }: typeof SmtpError.Type = Schema.is(SmtpError)(cause) ? cause : {}
  // A refused log-in is ours to mend, not the letter's fault.
  const permanent = code !== "EAUTH" && responseCode !== undefined && responseCode >= 500
  return new MailNotSent({
    reason: [code ?? "unknown", responseCode].filter((part) => part !== undefined).join(" "),
    permanent,
    isBounce: permanent && command === "RCPT TO"
  })
}
const SmtpError = Schema.Struct({
  code: Schema.optional(Schema.String),
  command: Schema.optional(Schema.String),
  responseCode: Schema.optional(Schema.Number)
})
