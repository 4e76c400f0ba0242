/** Checks that a proposal, or a new version of it, must pass before it is signed, and again before it is published. */
import { Effect, Either, Option } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed } from "~/effects/access/must"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { InvalidFields, NotSignedIn } from "~/effects/base/failures/failures"
import { inside } from "~/effects/communities/communities/inside.server"
import type { ProposalId } from "~/effects/governance/votes/fields"
import { HOUR_MS } from "~/effects/governance/votes/proposal/lifeCycle"
import type { ProposalText } from "~/effects/governance/votes/proposal/Proposal"
import { isProposalId } from "~/effects/governance/votes/proposalIdOf"
import { manifestAction } from "../action.server"
import { choicesOf, proposalProblems, textOfValues } from "../forms"
import { ProposalDraftsRepo } from "../ProposalDraftsRepo.server"
import type { DraftAction, ProposalRow } from "../rows.server"
import { changeTextProblem, outdatedChanges } from "../settingsAction.server"
import type { Stated } from "../statement.server"
import type { ProposalValues } from "../values"

export const accountOf = ({ communityRole }: Inside, action: string) =>
  communityRole.account === null ? new NotSignedIn({ action }) : Effect.succeed(communityRole.account)

/** The account that proposes here, if it may. */
export const proposer = Effect.gen(function* () {
  const who = yield* inside
  yield* requireAllowed(who, "propose")
  return { who, account: yield* accountOf(who, "publish proposals") }
})

export const invalid = (fields: Readonly<Record<string, string>>) => new InvalidFields({ fields })

/** The id that the form of a new proposal was given with the page. */
export const idInForm = (text: unknown): Effect.Effect<ProposalId, InvalidFields> =>
  isProposalId(text) ? Effect.succeed(text) : invalid({ id: "Please load the page again." })

/** The action from another feature, if the draft has one; otherwise the one in the form. */
const actionFor = (values: ProposalValues, stored: DraftAction | null) => {
  if (stored !== null) return Effect.succeed(stored)
  if (values.manifest === "") return Effect.succeed(null)
  return Either.match(manifestAction(values.manifest), {
    onLeft: (problem) => invalid({ manifest: problem }),
    onRight: Effect.succeed
  })
}

const draftOfForm = (who: Inside, id: ProposalId, account: AccountAddress) =>
  Effect.gen(function* () {
    const repo = yield* ProposalDraftsRepo
    const found = Option.getOrNull(yield* repo.draft(who.community.id, id))
    return found !== null && found.author === account ? found : null
  })

interface Ready {
  readonly text: ProposalText
  readonly action: DraftAction | null
  readonly stated: Stated
  readonly threadNumber: number | null
}

const NO_ACTION = "A poll for a date executes nothing. Remove the action, or choose another way to vote."

/** Everything that the server checks before a proposal is signed, and again before it is published. */
export const readyToPublish = (
  who: Inside,
  account: AccountAddress,
  id: ProposalId,
  values: ProposalValues,
  publishAt: number,
  thread: string
) =>
  Effect.gen(function* () {
    const draft = yield* draftOfForm(who, id, account)
    const { governance } = who.community
    const fields = proposalProblems(values, governance, publishAt)
    if (Object.keys(fields).length > 0) return yield* invalid(fields)
    const action = yield* actionFor(values, draft?.action ?? null)
    if (values.voteType === "dates" && action !== null) return yield* invalid({ voteType: NO_ACTION })
    const text = textOfValues(values, publishAt)
    yield* requireChangesSaid(action, text.body)
    const stale = outdatedChanges(action, who.community)
    if (stale !== undefined) return yield* invalid({ action: stale })
    const { resultsVisibility, weightMode } = governance
    const stated: Stated = {
      id,
      communityId: who.community.id,
      author: account,
      text,
      weightMode,
      resultsVisibility,
      actionHash: action?.hash ?? null
    }
    const typedThread = /^[1-9]\d{0,8}$/.test(thread) ? Number(thread) : null
    return { text, action, stated, threadNumber: draft?.threadNumber ?? typedThread } satisfies Ready
  })

const requireChangesSaid = (action: DraftAction | null, body: string) => {
  const problem = changeTextProblem(action, body)
  return problem === undefined ? Effect.void : invalid({ body: problem })
}

/** A new version keeps the published rules, times and action. */
export const readyToEdit = (row: ProposalRow, values: ProposalValues) =>
  Effect.gen(function* () {
    const choices = choicesOf({ ...values, voteType: row.voteType })
    const { body, summary, title } = values
    const text: ProposalText = { ...row, title, summary, body, choices }
    const known = {
      ...values,
      kind: row.kind,
      voteType: row.voteType,
      when: "now" as const,
      reviewHours: "0",
      periodHours: String((row.closesAt - row.opensAt) / HOUR_MS)
    }
    // Only fields that can change; the others were valid when they were published.
    const problems = Object.entries(proposalProblems(known, EVERYTHING_GOES, row.opensAt)).filter(([name]) =>
      ["title", "summary", "body", "choices", "times", "timeZone", "form"].includes(name)
    )
    if (problems.length > 0) return yield* invalid(Object.fromEntries(problems))
    yield* requireChangesSaid(row.action, text.body)
    const stated: Stated = { ...row, text, actionHash: row.action?.hash ?? null }
    return { text, stated }
  })

const anything = { periodHours: 24, quorumPct: 0, thresholdPct: 50 }
const EVERYTHING_GOES: Parameters<typeof proposalProblems>[1] = {
  proposerRole: "member",
  weightMode: "member",
  kinds: { decision: anything, spending: anything, rule: anything, election: anything },
  reviewHours: 0,
  resultsVisibility: "always",
  bondsNeedVote: false,
  minMembershipHours: 0
}
