/** Sends one-time codes, and stores what was sent. */
import { Clock, Effect, Schema } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { InvalidFields } from "~/effects/base/failures/failures"
import type { Asker } from "~/effects/base/limits/Asker"
import { withLocks } from "~/effects/base/limits/locks.server"
import { codeEmail } from "~/effects/base/mail/codeEmail.server"
import { Outbox } from "~/effects/base/mail/Outbox.server"
import { Seal } from "~/effects/base/settings/Seal.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomDigits, randomId, randomToken } from "~/effects/base/text/random.server"
import { emailKey } from "~/effects/people/users/UserNames.server"
import { CODE_LIFE, makeCodeLimits } from "./CodeLimits.server"
import { CodesRepo, saltedCode } from "./CodesRepo.server"
import { fieldMessage } from "./fieldMessages"
import { Email, OTP_LENGTH } from "./forms"

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
