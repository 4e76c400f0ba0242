/**
 * EmailCodes: six digits that prove an e-mail address, sent and checked. They sign nobody in (docs/product/safety.md).
 *
 * Only a keyed hash is stored. A code belongs to one address, one browser and, if the browser is signed in, one
 * account; a newer one replaces it. An attempt is counted before the digits are compared, so that simultaneous guesses
 * count too.
 */
import { Clock, DateTime, Duration, Effect, Either, Option, Schema } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { InvalidFields, TooMany } from "~/effects/base/failures/failures"
import type { Asker } from "~/effects/base/limits/Asker"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { type Window, waitFor } from "~/effects/base/limits/windows.server"
import { type NewEmail, Outbox } from "~/effects/base/mail/Outbox.server"
import { APP_NAME } from "~/effects/base/settings/product"
import { Seal } from "~/effects/base/settings/Seal.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomDigits, randomId, randomToken, sameText } from "~/effects/base/text/random.server"
import { emailKey } from "~/effects/people/users/UserNames.server"
import { belongsTo, CodesRepo, type LiveCode, MAX_TRIES, RESEND, saltedCode } from "./CodesRepo.server"
import { askAgainIn, CodeExpired, CodeStillGood, TooManyTries, WrongCode } from "./errors"
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

/** What a person submits to prove an address. */
export interface Claim {
  readonly email: string
  readonly otp: string
  readonly asker: Asker
}
export type CodeRefused = WrongCode | CodeExpired | TooManyTries

const noTriesLeft = ({ sentAt }: LiveCode, now: number) =>
  new TooManyTries({ retryAfter: Math.max(1, Math.ceil((sentAt + RESEND - now) / 1_000)) })

export class EmailCodes extends Effect.Service<EmailCodes>()("people/signup/EmailCodes", {
  dependencies: [CodesRepo.Default, Seal.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const codes = yield* CodesRepo
    const seal = yield* Seal

    const limits = yield* makeCodeLimits
    const outbox = yield* Outbox
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
    const send = Effect.fn("EmailCodes.send")(function* (email: string, asker: Asker) {
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

    /**
     * Runs `onRight` if the digits are right, and uses up the code in the same transaction. If `onRight` fails, its
     * work is undone and the code keeps its attempts; a wrong code always counts.
     */
    const spend = Effect.fn("EmailCodes.spend")(function* <A, E>(
      { asker, email, otp }: Claim,
      onRight: Effect.Effect<A, E>
    ) {
      const attempt = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const found = yield* codes.findLive(emailKey(email), asker.browser)
        const live = Option.filter(found, (code) => code.expiresAt > now && belongsTo(code, asker))
        if (Option.isNone(live)) return Either.left<E | CodeRefused>(new CodeExpired())
        const { codeHash, id, salt } = live.value

        const taken = yield* codes.takeTry(id, now)
        if (Option.isNone(taken)) {
          const isFull = live.value.attempts >= MAX_TRIES
          return Either.left<E | CodeRefused>(isFull ? noTriesLeft(live.value, now) : new CodeExpired())
        }
        if (!sameText(codeHash, seal.digest("one-time codes", saltedCode(salt, otp)))) {
          const triesLeft = MAX_TRIES - taken.value.attempts
          return Either.left(triesLeft > 0 ? new WrongCode({ triesLeft }) : noTriesLeft(live.value, now))
        }
        const result: Either.Either<A, E | CodeRefused> = yield* Effect.either(atomically(sql)(onRight))
        yield* Either.isRight(result) ? codes.end(id, now) : codes.giveBackTry(id)
        return result
      })
      return yield* Effect.flatten(atomically(sql)(attempt))
    })

    return { send, spend }
  })
}) {}
