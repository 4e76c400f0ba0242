/** Commands of the report queue's buttons, for `pageAction` of the activity page. */
import { Effect } from "effect"
import { InvalidFields } from "~/effects/base/failures/failures"
import { checkForm } from "~/effects/base/remix/form"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { ReasonForm } from "~/effects/conversation/discussion/forms"
import { Reports } from "../Reports.server"

const decide = (decision: "upheld" | "dismissed") => (form: FormData) =>
  Effect.gen(function* () {
    const who = yield* inside
    const { reason } = yield* Effect.mapError(
      checkForm(ReasonForm, { reason: textOf(form, "reason") }),
      (fields) => new InvalidFields({ fields })
    )
    const reports = yield* Reports
    yield* reports.decide(who, textOf(form, "report"), decision, reason)
    return { to: `/community/detail/${who.community.id}/activity?view=moderation` }
  })

export const reportCommands = { uphold: decide("upheld"), dismiss: decide("dismissed") }
