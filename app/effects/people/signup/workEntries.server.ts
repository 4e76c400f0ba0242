/** Rules of a work history that need today's date. */
import { DateTime, Effect, Predicate } from "effect"
import { InvalidFields } from "~/effects/base/failures/failures"
import type { Asker } from "~/effects/base/limits/Asker"
import { readBody } from "~/effects/base/remix/body"
import { checkForm } from "~/effects/base/remix/form"
import type { WorkHistory } from "~/effects/people/users/WorkHistory"
import { AccountNotProven } from "./errors"
import { inOurWords } from "./fieldMessages"
import { SignupForm } from "./forms"
import { byEntry, readWork, workProblems } from "./workHistory"

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

/** A current job has no end date, whatever the form sent. */
export const tidyWorkHistory = (entries: WorkHistory): WorkHistory =>
  entries.map((entry) => (entry.current ? { ...entry, end_date: null } : entry))

/** The last day on which a job may begin or end: today in the zone furthest ahead, UTC+14. */
export const lastWorkDay = Effect.map(DateTime.now, (now) =>
  DateTime.formatIsoDateUtc(DateTime.add(now, { hours: 14 }))
)

/** Fails on the fields of jobs that begin or end after today. */
export const requireEndByToday = Effect.fn("requireEndByToday")(function* (entries: WorkHistory) {
  const fields = workProblems(tidyWorkHistory(entries), yield* lastWorkDay)
  if (Object.keys(fields).length > 0) return yield* new InvalidFields({ fields })
})
