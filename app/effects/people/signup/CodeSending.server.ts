/** Sending one-time codes: how often, to which address, and what is kept of a code that left. */
import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect, Option, Schema } from "effect"
import { InvalidFields, TooMany } from "~/effects/base/failures/failures"
import type { Asker } from "~/effects/base/limits/Asker"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { type Window, waitFor } from "~/effects/base/limits/windows.server"
import { codeEmail } from "~/effects/base/mail/codeEmail.server"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import { Seal } from "~/effects/base/settings/Seal.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomDigits, randomId, randomToken } from "~/effects/base/text/random.server"
import { emailKey } from "~/effects/people/users/UserNames.server"
import { belongsTo, CodesRepo, MAX_TRIES, RESEND, saltedCode } from "./CodesRepo.server"
import { askAgainIn, CodeStillGood } from "./errors"
import { fieldMessage } from "./fieldMessages"
import { Email, OTP_LENGTH } from "./forms"

const LIFE = Duration.toMillis("10 minutes")
const HOUR = Duration.toMillis("1 hour")
/** A code's life longer than a day: whatever 24 hours one looks at, at most 10 codes are alive in them (50 guesses). */
const DAY = Duration.toMillis("24 hours") + LIFE
const SENDING: ReadonlyArray<Window> = [
  { max: 3, ms: HOUR },
  { max: 10, ms: DAY }
]
const RESENDING: ReadonlyArray<Window> = [{ max: 1, ms: RESEND }, ...SENDING]

/** Characters that mean something in a mail header, beside the pattern of the form. */
const isMailable = (email: string) => Schema.is(Email)(email) && !/[\p{Cc}\p{Zl}\p{Zp}<>()[\]\\,;:"]/u.test(email)

export class CodeSending extends Effect.Service<CodeSending>()("effects/CodeSending", {
  dependencies: [CodesRepo.Default, Seal.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const codes = yield* CodesRepo
    const outbox = yield* Outbox
    const seal = yield* Seal
    const { appOrigin } = yield* Settings

    /** Milliseconds until another code may leave for this address, account and network. */
    const waitOf = (key: string, { account, network }: Asker, now: number) =>
      Effect.gen(function* () {
        return Math.max(
          waitFor(RESENDING, yield* codes.sentTo("email_key", key, now - DAY), now),
          waitFor(SENDING, yield* codes.sentTo("account_address", account, now - DAY), now),
          waitFor(SENDING, yield* codes.sentTo("network", network, now - DAY), now)
        )
      })

    const store = (email: string, code: string, { account, browser, network }: Asker, now: number) =>
      Effect.gen(function* () {
        const salt = yield* randomToken
        const codeHash = seal.digest("one-time codes", saltedCode(salt, code))
        const holder = { emailKey: emailKey(email), accountAddress: account, browserHash: browser, network }
        const expiresAt = now + LIFE
        yield* codes.add({ id: yield* randomId(), ...holder, salt, codeHash, sentAt: now, expiresAt })
        yield* outbox.write(codeEmail(email, code, expiresAt, appOrigin))
      })

    /** No further email may leave. A browser that holds a good code hears that it is; it learns of no other. */
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

    /**
     * Sends a new code. Whether the address belongs to a profile already makes no difference here, neither in the answer
     * nor in the work done: only the reader of the email learns it, at the end of the sign-up.
     */
    const send = Effect.fn("EmailCodes.send")(function* (email: string, asker: Asker) {
      if (!isMailable(email)) return yield* new InvalidFields({ fields: { email: fieldMessage("email") } })
      const now = yield* Clock.currentTimeMillis
      const code = yield* randomDigits(OTP_LENGTH)
      const key = emailKey(email)
      const holders = [key, asker.account, asker.network].filter((holder) => holder !== null)
      yield* takeTurns(
        sql,
        holders.map((holder) => `code:${holder}`)
      ).pipe(
        Effect.zipRight(waitOf(key, asker, now)),
        Effect.tap((wait) => (wait > 0 ? refuse(key, asker, wait, now) : Effect.void)),
        Effect.zipRight(store(email, code, asker, now)),
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )
      yield* outbox.wake
    })

    return { send }
  })
}) {}
