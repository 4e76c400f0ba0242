/** Rules of a work history that need today's date. */
import { DateTime, Effect } from "effect"
import { InvalidFields } from "~/effects/base/failures/failures"
import type { WorkHistory } from "~/effects/people/users/WorkHistory"
import { workProblems } from "./workHistory"

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
