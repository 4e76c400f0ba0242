import { Effect } from "effect"
import { inParts, type Job } from "~/effects/base/jobs/Jobs.server"
import { SignupRequests } from "./SignupRequests.server"

/** Tells operators of new sign-ups, and deletes those that nobody decided. */
export const signupsJob = Effect.map(
  SignupRequests,
  ({ announce, expireDue, wake }): Job => ({
    name: "signups",
    every: "hour",
    run: Effect.ensuring(inParts({ announce, expire: expireDue }), wake)
  })
)
