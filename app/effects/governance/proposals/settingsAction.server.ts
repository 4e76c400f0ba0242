/**
 * A change of rules as the action of a proposal. Its payload has the old and new values of what changes. Older payloads
 * contain the whole rules; they can still be shown and executed.
 */
import { Either, Option, Schema } from "effect"
import { type Community, GovernanceSettings } from "~/effects/access/Community"
import { governanceFacts } from "~/effects/communities/communities/words"
import { checkDecisions } from "~/effects/communities/founding/forms"
import { governanceOf } from "~/effects/communities/founding/governance"
import {
  type ChangePayload,
  changedFields,
  changedValues,
  changePayload,
  missingLines,
  outdated,
  ownText
} from "~/effects/communities/steering/ruleChanges"
import type { ProposalAction } from "~/effects/governance/votes/proposal/Proposal"
import { actionOf } from "./actionOf"

type Rules = Pick<Community, "template" | "governance">

const Change = Schema.Struct({
  field: Schema.Literal(...changedFields),
  from: Schema.String,
  to: Schema.String
})
const NamedChanges = Schema.Struct({ words: Schema.Array(Schema.String), changes: Schema.Array(Change) })
const WholeRules = Schema.Struct({ template: Schema.String, governance: GovernanceSettings })
const decode = Schema.decodeUnknownEither(Schema.parseJson(Schema.Union(NamedChanges, WholeRules)))

export const settingsWords = (payload: string): ReadonlyArray<string> =>
  Either.match(decode(payload), {
    onLeft: () => ["Changes the rules by which the community decides."],
    onRight: (read) =>
      "changes" in read ? read.words : governanceFacts(read.governance).map(([name, fact]) => `${name}: ${fact}`)
  })

/** The rules after the proposal has passed; nothing if the payload cannot be executed. */
export const rulesAfter = (payload: string, now: Rules): Either.Either<Rules, unknown> =>
  Either.flatMap(decode(payload), (read): Either.Either<Rules, unknown> => {
    if (!("changes" in read)) return Either.right(read)
    return Either.map(checkDecisions(changedValues(now, read.changes)), (form) => ({
      template: form.template,
      governance: governanceOf(form)
    }))
  })

/**
 * A change as a proposal's action, with its lines.
 * @param before the rules that apply now.
 */
export const changeAction = (before: Rules, after: Rules) => {
  const { changes, words } = changePayload(before, after)
  return { words, action: actionOf("settings", { words, changes: changes.map((change) => ({ ...change })) }) }
}

const namedIn = (action: Pick<ProposalAction, "type" | "payload"> | null): ChangePayload | null => {
  const read = action?.type === "settings" ? Option.getOrNull(Either.getRight(decode(action.payload))) : null
  return read !== null && "changes" in read ? read : null
}

const LEAST_REASON = 50
const NO_REASON = "Please explain in at least 50 characters."

/** The text is what is signed and what a ballot file shows, so it has to state what changes, and why. */
export const changeTextProblem = (action: ProposalAction | null, body: string): string | undefined => {
  const words = namedIn(action)?.words ?? []
  const lost = missingLines(body, words)
  if (words.length > 0 && lost.length === 0 && ownText(body, words).length < LEAST_REASON) return NO_REASON
  return lost.length === 0
    ? undefined
    : `The text must state each change on ${lost.length === 1 ? "a line" : "lines"} of its own: “${lost.join("” “")}”`
}

/** "10% → 35%" is outdated if the rule has been changed in the meantime. */
export const outdatedChanges = (action: ProposalAction | null, now: Rules): string | undefined =>
  outdated(namedIn(action)?.changes ?? [], now).length === 0
    ? undefined
    : "These rules have changed since this draft was started. Discard it and start again in the settings."
