/** Sends one-time codes, and stores what was sent. */
import { Clock, DateTime, Duration, Effect, Option, Schema } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { InvalidFields, TooMany } from "~/effects/base/failures/failures"
import type { Asker } from "~/effects/base/limits/Asker"
import { withLocks } from "~/effects/base/limits/locks.server"
import { type Window, waitFor } from "~/effects/base/limits/windows.server"
import { type NewEmail, Outbox } from "~/effects/base/mail/Outbox.server"
import { APP_NAME } from "~/effects/base/settings/product"
import { Seal } from "~/effects/base/settings/Seal.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomDigits, randomId, randomToken } from "~/effects/base/text/random.server"
import { emailKey } from "~/effects/people/users/UserNames.server"
import { belongsTo, CodesRepo, MAX_TRIES, RESEND, saltedCode } from "./CodesRepo.server"
import { askAgainIn, CodeStillGood } from "./errors"
import { fieldMessage } from "./fieldMessages"
import { Email, OTP_LENGTH } from "./forms"

/** The e-mail with a one-time code: plain text that says why it came. */
const codeEmail = (to: string, code: string, expiresAt: number, site: string): NewEmail => {
  const until = DateTime.formatUtc(DateTime.unsafeMake(expiresAt), {
    locale: "en-GB",
    hour: "2-digit",
    minute: "2-digit"
  })
  return {
    to,
    isAskedFor: true,
    subject: `Your ${APP_NAME} code`,
    text: [
      `Your code for ${APP_NAME} is`,
      "",
      `    ${code}`,
      "",
      `Enter it on the page that asked for it. It expires in 10 minutes, at ${until} UTC, and can be used once.`,
      "",
      `This address was entered at ${site}. If you did not request the code, ignore this e-mail: nothing happens`,
      "without the code. We never ask for it by phone or e-mail.",
      ""
    ].join("\n")
  }
}

// Rate limits of one-time codes: per address, per account and per network.

/** Lifetime of a code. Milliseconds. */
const CODE_LIFE = Duration.toMillis("10 minutes")
const HOUR = Duration.toMillis("1 hour")
/** A day plus the lifetime of a code: in any 24 hours at most 10 codes are valid (50 guesses). */
const DAY = Duration.toMillis("24 hours") + CODE_LIFE
const SENDING: ReadonlyArray<Window> = [
  { max: 3, ms: HOUR },
  { max: 10, ms: DAY }
]
const RESENDING: ReadonlyArray<Window> = [{ max: 1, ms: RESEND }, ...SENDING]

const makeCodeLimits = Effect.gen(function* () {
  const codes = yield* CodesRepo

  /** Milliseconds until another code may be sent for this address, account and network. */
  const waitOf = (key: string, { account, network }: Asker, now: number) =>
    Effect.gen(function* () {
      return Math.max(
        waitFor(RESENDING, yield* codes.sentTo("email_key", key, now - DAY), now),
        waitFor(SENDING, yield* codes.sentTo("account_address", account, now - DAY), now),
        waitFor(SENDING, yield* codes.sentTo("network", network, now - DAY), now)
      )
    })

  /** Another code may not be sent yet. Only a browser that has a valid code learns that it is still valid. */
  const refuse = (key: string, asker: Asker, wait: number, now: number) =>
    Effect.gen(function* () {
      const retryAfter = Math.ceil(wait / 1_000)
      const good = Option.filter(
        yield* codes.findLive(key, asker.browser),
        (live) => live.expiresAt > now && live.attempts < MAX_TRIES && belongsTo(live, asker)
      )
      return yield* Option.match(good, {
        onNone: () => new TooMany({ message: askAgainIn(retryAfter), retryAfter }),
        onSome: ({ sentAt }) => new CodeStillGood({ sentAt, retryAfter })
      })
    })

  /** Fails if no further code may be sent now. The caller holds the locks of all three. */
  const requireFit = (key: string, asker: Asker, now: number) =>
    Effect.flatMap(waitOf(key, asker, now), (wait) => (wait > 0 ? refuse(key, asker, wait, now) : Effect.void))

  return { requireFit }
})

/** Excludes characters with a meaning in mail headers, which the form's pattern allows. */
const isMailable = (email: string) => Schema.is(Email)(email) && !/[\p{Cc}\p{Zl}\p{Zp}<>()[\]\\,;:"]/u.test(email)

export class CodeSending extends Effect.Service<CodeSending>()("people/signup/CodeSending", {
  dependencies: [CodesRepo.Default, Seal.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const codes = yield* CodesRepo
    const limits = yield* makeCodeLimits
    const outbox = yield* Outbox
    const seal = yield* Seal
    const { appOrigin } = yield* Settings

    const store = (email: string, code: string, { account, browser, network }: Asker, now: number) =>
      Effect.gen(function* () {
        const salt = yield* randomToken
        const codeHash = seal.digest("one-time codes", saltedCode(salt, code))
        const holder = { emailKey: emailKey(email), accountAddress: account, browserHash: browser, network }
        const expiresAt = now + CODE_LIFE
        yield* codes.add({ id: yield* randomId(), ...holder, salt, codeHash, sentAt: now, expiresAt })
        yield* outbox.write(codeEmail(email, code, expiresAt, appOrigin))
      })

    /**
     * Sends a new code. Neither the response nor the work done depends on whether the address belongs to a profile;
     * only the reader of the e-mail learns it, at the end of sign-up.
     */
    const send = Effect.fn("CodeSending.send")(function* (email: string, asker: Asker) {
      if (!isMailable(email)) return yield* new InvalidFields({ fields: { email: fieldMessage("email") } })
      const now = yield* Clock.currentTimeMillis
      const code = yield* randomDigits(OTP_LENGTH)
      const key = emailKey(email)
      const holders = [key, asker.account, asker.network].filter((holder) => holder !== null)
      yield* withLocks(
        sql,
        holders.map((holder) => `code:${holder}`)
      ).pipe(
        Effect.zipRight(limits.requireFit(key, asker, now)),
        Effect.zipRight(store(email, code, asker, now)),
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )
      yield* outbox.wake
    })

    return { send }
  })
}) {}
