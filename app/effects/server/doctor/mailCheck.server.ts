/** Checks that the mail server accepts our connection and log-in, and that receivers can verify our e-mails. */
import { resolveTxt } from "node:dns/promises"
import { Context, Effect, Option, Redacted } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Ailment } from "./Finding"

/** TXT records of a name; none if the name does not exist. */
export class TextRecords extends Context.Reference<TextRecords>()("server/doctor/TextRecords", {
  defaultValue: () => (name: string) =>
    Effect.tryPromise(() => resolveTxt(name)).pipe(
      Effect.map((records) => records.map((parts) => parts.join(""))),
      Effect.orElseSucceed((): ReadonlyArray<string> => [])
    )
}) {}

const words = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)).slice(0, 200)

/** Connects, greets and logs in; sends no e-mail. */
const greet = (url: string) =>
  Effect.tryPromise({
    try: async () => {
      const { default: nodemailer } = await import("nodemailer")
      const limits = { connectionTimeout: 3_000, greetingTimeout: 3_000, dnsTimeout: 3_000, socketTimeout: 3_000 }
      const transport = nodemailer.createTransport({ url, ...limits })
      await transport.verify().finally(() => transport.close())
    },
    catch: (cause) =>
      new Ailment({ message: `The mail server does not accept our e-mails: ${words(cause)}. Check SMTP_URL.` })
  })

export const mailCheck = Effect.gen(function* () {
  const { mailFrom, smtpUrl } = yield* Settings
  if (Option.isNone(smtpUrl)) return "E-mails go to /local/mailbox."
  yield* greet(Redacted.value(smtpUrl.value))
  const domain = /@([^\s<>@]+?)>?$/.exec(mailFrom.trim())?.[1] ?? ""
  const records = yield* TextRecords
  const [spf, dmarc] = yield* Effect.all([records(domain), records(`_dmarc.${domain}`)], { concurrency: "unbounded" })
  const missing = [
    ...(spf.some((record) => /^v=spf1\b/i.test(record)) ? [] : ["SPF"]),
    ...(dmarc.some((record) => /^v=DMARC1\b/i.test(record)) ? [] : ["DMARC"])
  ]
  if (missing.length > 0) {
    return yield* new Ailment({
      state: "advice",
      message: `The mail server accepts our e-mails, but ${domain} has no ${missing.join(" and no ")} record, so that others may take them for spam. See docs/operations/stokenet.md, "Mail".`
    })
  }
  return `The mail server accepts our e-mails; ${domain} has SPF and DMARC.`
})
