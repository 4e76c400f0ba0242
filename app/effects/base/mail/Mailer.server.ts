/**
 * Mailer: sends one e-mail. A port: SMTP in production, a list in tests, the mailbox page in local mode
 * (effects/local). It tries once, immediately; the outbox queues and retries.
 */
import { Context, Effect, Layer, Redacted, Ref, Schema } from "effect"

/** Plain text, one recipient. */
export interface Email {
  /**
   * The Message-ID without its angle brackets. The same for every try, so that a receiver can recognise a duplicate.
   */
  readonly messageId: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Address that unsubscribes from this kind of e-mail with one POST (RFC 8058). */
  readonly leaveUrl?: string
}

export class MailNotSent extends Schema.TaggedError<MailNotSent>()("MailNotSent", {
  /** Short and without the recipient's address, because it is stored and logged. */
  reason: Schema.String,
  /** True if trying again cannot help. */
  permanent: Schema.Boolean,
  /** True if the recipient's address was rejected permanently, so that other e-mails would fail as well. */
  isBounce: Schema.optionalWith(Schema.Boolean, { default: () => false })
}) {}

/** Milliseconds: for connecting, greeting and name resolution, then for any silence in the conversation. */
const CONNECT_TIMEOUT = 3_000 // docs/product/safety.md
const SILENCE_TIMEOUT = 8_000

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not pass
const CONTROL = /[\u0000-\u001f\u007f\u0085\u2028\u2029]/

/** A line break in a header would start another header (docs/product/errors.md). E-mails with one are never sent. */
export const isSafeEmail = (email: Email): boolean =>
  ![email.messageId, email.to, email.subject, email.leaveUrl ?? ""].some((header) => CONTROL.test(header))

/** RFC 3834 §5; RFC 2369 §3.2 and RFC 8058 §3.1 if the e-mail has an unsubscribe address. */
export const headersOf = ({ leaveUrl }: Email): Record<string, string> => ({
  "Auto-Submitted": "auto-generated",
  ...(leaveUrl !== undefined && {
    "List-Unsubscribe": `<${leaveUrl}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"
  })
})

export class Mailer extends Context.Tag("base/mail/Mailer")<
  Mailer,
  { readonly send: (email: Email) => Effect.Effect<void, MailNotSent> }
>() {
  static readonly layerSmtp = (url: Redacted.Redacted, from: string) =>
    Layer.scoped(
      Mailer,
      Effect.gen(function* () {
        const transport = yield* Effect.acquireRelease(
          Effect.promise(async () => {
            const { default: nodemailer } = await import("nodemailer") // only if e-mails are really sent
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
          send: Effect.fn("Mailer.send")(function* (email: Email) {
            if (!isSafeEmail(email)) return yield* new MailNotSent({ reason: "unsafe header", permanent: true })
            yield* Effect.tryPromise({
              try: () =>
                transport.sendMail({
                  from,
                  to: { name: "", address: email.to },
                  subject: email.subject,
                  text: email.text,
                  messageId: `<${email.messageId}>`,
                  headers: headersOf(email)
                }),
              catch: smtpFailure
            })
          })
        }
      })
    )

  /** Records e-mails in `SentEmails`. */
  static readonly layerMemory = Layer.effect(
    Mailer,
    Effect.gen(function* () {
      const sent = yield* SentEmails
      return { send: (email: Email) => Ref.update(sent, (emails) => [...emails, email]) }
    })
  )
}

/** E-mails recorded by the memory mailer, oldest first. */
export class SentEmails extends Context.Tag("base/mail/SentEmails")<SentEmails, Ref.Ref<ReadonlyArray<Email>>>() {
  static readonly layer = Layer.effect(SentEmails, Ref.make<ReadonlyArray<Email>>([]))
}

/** A reply of 500 and above is permanent (RFC 5321 §4.2.1); other failures may be temporary. */
const smtpFailure = (cause: unknown): MailNotSent => {
  const { code, command, responseCode }: typeof SmtpError.Type = Schema.is(SmtpError)(cause) ? cause : {}
  // A rejected log-in is for the operator to fix and not the e-mail's fault.
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
