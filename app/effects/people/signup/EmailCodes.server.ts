/**
 * EmailCodes: six digits that prove an e-mail address. They sign nobody in (docs/product/safety.md).
 *
 * Only a keyed hash is stored. A code belongs to one address, one browser and, if the browser is signed in, one
 * account; a newer one replaces it. An attempt is counted before the digits are compared, so that simultaneous guesses
 * count too.
 */
import { Clock, Effect, Either, Option } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import type { Asker } from "~/effects/base/limits/Asker"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Seal } from "~/effects/base/settings/Seal.server"
import { sameText } from "~/effects/base/text/random.server"
import { emailKey } from "~/effects/people/users/UserNames.server"
import { CodeSending } from "./CodeSending.server"
import { belongsTo, CodesRepo, type LiveCode, MAX_TRIES, RESEND, saltedCode } from "./CodesRepo.server"
import { CodeExpired, TooManyTries, WrongCode } from "./errors"

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
  dependencies: [CodeSending.Default, CodesRepo.Default, Seal.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const codes = yield* CodesRepo
    const seal = yield* Seal
    const { send } = yield* CodeSending

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
