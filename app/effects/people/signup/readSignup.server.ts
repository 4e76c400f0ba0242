import { Effect, Predicate } from "effect"
import { InvalidFields } from "~/effects/base/failures/failures"
import type { Asker } from "~/effects/base/limits/Asker"
import { readBody } from "~/effects/base/remix/body"
import { checkForm } from "~/effects/base/remix/form"
import { AccountNotProven } from "./errors"
import { inOurWords } from "./fieldMessages"
import { SignupForm } from "./forms"
import { lastWorkDay } from "./workEntries.server"
import { byEntry, readWork } from "./workHistory"

/** The body of a sign-up. A caller without a session is refused first, whatever else is wrong with the body. */
export const readSignup = Effect.fn("readSignup")(function* (request: Request, asker: Asker) {
  if (asker.account === null) return yield* new AccountNotProven({ status: 401 })
  const body = yield* readBody(request)
  const work = Predicate.isRecord(body) ? readWork(body.work_history) : undefined
  const today = yield* lastWorkDay
  return yield* Effect.mapError(
    checkForm(SignupForm, body),
    (fields) => new InvalidFields({ fields: byEntry(inOurWords(fields), work, today) })
  )
})
