/** Publishes a signed text as a proposal of its community, under the next number. */
import { Clock, Effect, Schema } from "effect"
import { type Community, CommunityId } from "~/effects/access/Community"
import { thresholdColumns } from "~/effects/access/exactThreshold"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql, single } from "~/effects/base/db/statements.server"
import { NotThere, WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { searchText } from "~/effects/base/text/fold"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { Follows } from "~/effects/conversation/discussion/Follows.server"
import { Threads } from "~/effects/conversation/discussion/Threads.server"
import type { ProposalId } from "~/effects/governance/votes/fields"
import type { ProposalText } from "~/effects/governance/votes/proposal/Proposal"
import { countProblem, openLimitProblem } from "~/effects/governance/votes/proposal/rules"
import { CannotPropose } from "./errors"
import { lockOfId } from "./ProposalDraftsRepo.server"
import { ProposalNotices } from "./ProposalNotices.server"
import type { DraftAction, SignedProposal } from "./rows.server"

export interface Publication {
  readonly id: ProposalId
  readonly community: Community
  readonly author: AccountAddress
  readonly role: "member" | "moderator" | "owner"
  readonly text: ProposalText
  readonly action: DraftAction | null
  readonly threadNumber: number | null
  /** Checked by the caller: nothing is published unsigned. */
  readonly signed: SignedProposal
}

const rowOf = (
  { action, author, community, id, signed, text, threadNumber }: Publication,
  number: number,
  now: number
) => ({
  id,
  communityId: community.id,
  number,
  author,
  kind: text.kind,
  title: text.title,
  summary: text.summary,
  body: text.body,
  searchText: searchText(text.title, text.summary, text.body),
  voteType: text.voteType,
  choices: JSON.stringify(text.choices),
  maxSelections: text.maxSelections,
  seats: text.seats,
  reviewHours: text.reviewHours,
  opensAt: text.opensAt,
  closesAt: text.closesAt,
  quorumPct: text.quorumPct,
  ...thresholdColumns(text.thresholdPct),
  // Fixed when published: later changes of the community's rules apply to later proposals only.
  weightMode: community.governance.weightMode,
  tokenResource: community.tokenResource,
  tokenSymbol: community.tokenSymbol,
  minMembershipHours: community.governance.minMembershipHours,
  resultsVisibility: community.governance.resultsVisibility,
  threadNumber,
  action: action === null ? null : JSON.stringify(action),
  actionType: action?.type ?? null,
  actionHash: action?.hash ?? null,
  signed: JSON.stringify(signed),
  status: "review",
  sortAt: text.opensAt,
  dueAt: text.opensAt,
  publishedAt: now,
  createdAt: now,
  updatedAt: now
})

export const makePublications = Effect.gen(function* () {
  const sql = yield* Sql
  const counts = yield* CommunityCounts
  const threads = yield* Threads
  const follows = yield* Follows
  const notices = yield* ProposalNotices

  const undecidedOf = single({
    Request: Schema.Struct({ author: AccountAddress, communityId: CommunityId }),
    Result: Schema.Struct({ n: Schema.Int }),
    execute: ({ author, communityId }) => sql`SELECT COUNT(*) AS n FROM proposals
        WHERE author = ${author} AND community_id = ${communityId} AND shelf IN ('review', 'open')`
  })

  const requireRoom = ({ author, community, role }: Publication) =>
    Effect.gen(function* () {
      const problem = countProblem(community.governance, community.tokenResource)
      if (problem !== undefined) return yield* new CannotPropose({ message: problem })
      const { n } = yield* undecidedOf({ author, communityId: community.id })
      const limit = openLimitProblem(role, n)
      if (limit !== undefined) return yield* new CannotPropose({ message: limit })
    })

  /** Publishes a proposal under the next number and returns the number. A thread can become only one proposal. */
  const publish = Effect.fn("Publications.publish")(function* (publication: Publication) {
    const { author, community, id, text, threadNumber } = publication
    const now = yield* Clock.currentTimeMillis
    yield* withLocks(sql, [`proposals:${community.id}:${author}`, lockOfId(id)])
    yield* requireRoom(publication)
    // The files of a draft belong to its id: nobody publishes under the id of somebody else's, or of another community's.
    const others = yield* sql`SELECT id FROM proposal_drafts
      WHERE id = ${id} AND (author <> ${author} OR community_id <> ${community.id})`
    if (others.length > 0) return yield* new NotThere({})
    const number = yield* counts.nextProposalNumber(community.id)
    const rows =
      yield* sql`INSERT INTO proposals ${sql.insert(rowOf(publication, number, now))} ON CONFLICT DO NOTHING RETURNING id`
    if (rows.length === 0) return yield* new WrongState({ thing: "proposal", state: "published", action: "publishing" })
    yield* sql`DELETE FROM proposal_drafts WHERE id = ${id} AND author = ${author}`
    if (threadNumber !== null) {
      const linked = yield* threads.becameProposal(community.id, threadNumber, { id, number })
      if (!linked) yield* sql`UPDATE proposals SET thread_number = NULL WHERE id = ${id}`
    }
    yield* follows.followIfUndecided([author], { type: "proposal", id })
    const reported = { id, communityId: community.id, number, title: text.title, author }
    yield* notices.happened(reported, "proposalPublished", author)
    return number
  }, atomically(sql))

  return { publish }
})
