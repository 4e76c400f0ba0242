/**
 * EmailCodes: six digits that prove an e-mail address, and nothing else: they sign nobody in (docs/product/safety.md,
 * B8).
 *
 * Only a keyed hash is stored. A code belongs to one address, one browser and, where somebody is signed in, one
 * account; a newer one ends it. A try is taken before the digits are compared, so that guesses sent at once count too.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Duration, Effect, Either, Option, Schema } from "effect"
import { InvalidFields, TooMany } from "~/effects/base/failures/failures"
import type { Asker } from "~/effects/base/limits/Asker"
import { atomically } from "~/effects/base/limits/atomically.server"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { type Window, waitFor } from "~/effects/base/limits/windows.server"
import { codeEmail } from "~/effects/base/mail/codeEmail.server"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import { Seal } from "~/effects/base/settings/Seal.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomDigits, randomId, randomToken, sameText } from "~/effects/base/text/random.server"
import { emailKey } from "~/effects/people/users/UsersRepo.server"
import { askAgainIn, CodeExpired, CodeStillGood, TooManyTries, WrongCode } from "./errors"
import { fieldMessage } from "./fieldMessages"
import { Email, OTP_LENGTH } from "./forms"

const LIFE = Duration.toMillis("10 minutes")
export const MAX_TRIES = 5
const RESEND = Duration.toMillis("60 seconds")
const HOUR = Duration.toMillis("1 hour")
/** A code's life longer than a day: whatever 24 hours one looks at, at most 10 codes are alive in them (50 guesses). */
const DAY = Duration.toMillis("24 hours") + LIFE
const SENDING: ReadonlyArray<Window> = [
  { max: 3, ms: HOUR },
  { max: 10, ms: DAY }
]
const RESENDING: ReadonlyArray<Window> = [{ max: 1, ms: RESEND }, ...SENDING]

/** What a person hands in to prove an address. */
export interface Claim {
  readonly email: string
  readonly otp: string
  readonly asker: Asker
}
export type CodeRefused = WrongCode | CodeExpired | TooManyTries

/** Characters that mean something in a mail header, beside the pattern of the form. */
const isMailable = (email: string) => Schema.is(Email)(email) && !/[\p{Cc}\p{Zl}\p{Zp}<>()[\]\\,;:"]/u.test(email)

const Live = Schema.Struct({
  id: Schema.String,
  accountAddress: Schema.NullOr(Schema.String),
  salt: Schema.String,
  codeHash: Schema.String,
  attempts: Schema.Int,
  sentAt: Schema.Number,
  expiresAt: Schema.Number
})
type Live = typeof Live.Type

export class EmailCodes extends Effect.Service<EmailCodes>()("effects/EmailCodes", {
  dependencies: [Seal.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const outbox = yield* Outbox
    const { appOrigin } = yield* Settings
    const seal = yield* Seal
    const hashOf = (salt: string, code: string) => seal.digest("one-time codes", `${salt}:${code}`)

    const timesOf = (column: "email_key" | "account_address" | "network", value: string | null, now: number) =>
      value === null
        ? Effect.succeed([])
        : Effect.map(
            sql<{ readonly sentAt: number }>`SELECT sent_at FROM email_codes
              WHERE ${sql(column)} = ${value} AND sent_at > ${now - DAY} ORDER BY sent_at DESC LIMIT 20`,
            (rows) => rows.map((row) => row.sentAt)
          )

    /** Milliseconds until another code may leave for this address, account and network. */
    const waitOf = (key: string, { account, network }: Asker, now: number) =>
      Effect.gen(function* () {
        return Math.max(
          waitFor(RESENDING, yield* timesOf("email_key", key, now), now),
          waitFor(SENDING, yield* timesOf("account_address", account, now), now),
          waitFor(SENDING, yield* timesOf("network", network, now), now)
        )
      })

    const store = (email: string, code: string, asker: Asker, now: number) =>
      Effect.gen(function* () {
        const key = emailKey(email)
        const salt = yield* randomToken
        const row = {
          id: yield* randomId(),
          emailKey: key,
          accountAddress: asker.account,
          browserHash: asker.browser,
          network: asker.network,
          salt,
          codeHash: hashOf(salt, code),
          sentAt: now,
          expiresAt: now + LIFE
        }
        yield* sql`UPDATE email_codes SET ended_at = ${now} WHERE email_key = ${key} AND ended_at IS NULL`
        yield* sql`INSERT INTO email_codes ${sql.insert(row)}`
        yield* outbox.write(codeEmail(email, code, row.expiresAt, appOrigin))
      })

    const findLive = SqlSchema.findOne({
      Request: Schema.Struct({ key: Schema.String, browser: Schema.String }),
      Result: Live,
      execute: ({ browser, key }) => sql`SELECT id, account_address, salt, code_hash, attempts, sent_at, expires_at
        FROM email_codes WHERE email_key = ${key} AND browser_hash = ${browser} AND ended_at IS NULL
        ORDER BY sent_at DESC LIMIT 1`
    })

    const belongsTo = (live: Live, { account }: Asker) =>
      live.accountAddress === null || live.accountAddress === account

    /** No further letter may leave. Who holds a code that is good hears that it is; `asker` learns of no other. */
    const refuseSending = (key: string, asker: Asker, wait: number, now: number) =>
      Effect.gen(function* () {
        const retryAfter = Math.ceil(wait / 1_000)
        const found = yield* Effect.orDie(findLive({ key, browser: asker.browser }))
        const good = Option.filter(
          found,
          (live) => live.expiresAt > now && live.attempts < MAX_TRIES && belongsTo(live, asker)
        )
        return yield* Option.match(good, {
          onNone: () => new TooMany({ message: askAgainIn(retryAfter), retryAfter }),
          onSome: ({ sentAt }) => new CodeStillGood({ sentAt, retryAfter })
        })
      })

    /**
     * Sends a new code. Whether the address belongs to somebody already makes no difference here, neither in the answer
     * nor in the work done: only who reads the letter learns it, at the end of the sign-up.
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
        Effect.tap((wait) => (wait > 0 ? refuseSending(key, asker, wait, now) : Effect.void)),
        Effect.zipRight(store(email, code, asker, now)),
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )
      yield* outbox.wake
    })

    /** Takes one try, unless none is left. Rows are locked until the transaction ends, so tries queue up. */
    const takeTry = (id: string, now: number) =>
      Effect.map(
        sql<{ readonly attempts: number }>`UPDATE email_codes SET attempts = attempts + 1
          WHERE id = ${id} AND attempts < ${MAX_TRIES} AND ended_at IS NULL AND expires_at > ${now}
          RETURNING attempts`,
        (rows) => Option.fromNullable(rows[0]?.attempts)
      )

    const noTriesLeft = ({ sentAt }: Live, now: number) =>
      new TooManyTries({ retryAfter: Math.max(1, Math.ceil((sentAt + RESEND - now) / 1_000)) })

    /**
     * Runs `onRight` when the digits are right, and uses the code up in the same transaction. A failure of `onRight`
     * undoes its work and leaves the code and its tries as they were; a wrong code counts whatever happens.
     */
    const spend = Effect.fn("EmailCodes.spend")(function* <A, E>(
      { asker, email, otp }: Claim,
      onRight: Effect.Effect<A, E>
    ) {
      const attempt = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const found = yield* Effect.orDie(findLive({ key: emailKey(email), browser: asker.browser }))
        const live = Option.filter(found, (code) => code.expiresAt > now && belongsTo(code, asker))
        if (Option.isNone(live)) return Either.left<E | CodeRefused>(new CodeExpired())
        const { codeHash, id, salt } = live.value

        const taken = yield* takeTry(id, now)
        if (Option.isNone(taken)) {
          const isFull = live.value.attempts >= MAX_TRIES
          return Either.left<E | CodeRefused>(isFull ? noTriesLeft(live.value, now) : new CodeExpired())
        }
        if (!sameText(codeHash, hashOf(salt, otp))) {
          const triesLeft = MAX_TRIES - taken.value
          return Either.left(triesLeft > 0 ? new WrongCode({ triesLeft }) : noTriesLeft(live.value, now))
        }
        const result: Either.Either<A, E | CodeRefused> = yield* Effect.either(atomically(sql)(onRight))
        yield* Either.isRight(result)
          ? sql`UPDATE email_codes SET ended_at = ${now} WHERE id = ${id}`
          : sql`UPDATE email_codes SET attempts = attempts - 1 WHERE id = ${id}`
        return result
      })
      return yield* Effect.flatten(atomically(sql)(Effect.orDie(attempt)))
    })

    return { send, spend }
  })
}) {}
