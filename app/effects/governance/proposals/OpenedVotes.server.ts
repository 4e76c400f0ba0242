/** Opens voting once the list of voters is complete: freezes the proposal, whose hash every ballot signs. */
import { Clock, Effect } from "effect"
import { delegationLimitOf } from "~/effects/access/delegation"
import { Sql } from "~/effects/base/db/statements.server"
import { transitionsOf } from "~/effects/base/db/transition.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { DelegationsRepo } from "~/effects/governance/delegations/DelegationsRepo.server"
import { emptySums } from "~/effects/governance/votes/count/Count"
import { DelegatedVotes } from "~/effects/governance/votes/DelegatedVotes.server"
import { delegationsDigest } from "~/effects/governance/votes/delegated/Delegation"
import {
  beaconRoundOf,
  type FrozenRules,
  freeze,
  proposalDigest
} from "~/effects/governance/votes/proposal/FrozenProposal"
import { HOUR_MS } from "~/effects/governance/votes/proposal/lifeCycle"
import type { ProposalStatus } from "~/effects/governance/votes/proposal/Proposal"
import { Beacon } from "~/effects/governance/votes/sealed/Beacon.server"
import { roundAfter, timeOf } from "~/effects/governance/votes/sealed/BeaconRound"
import { SealedVotes } from "~/effects/governance/votes/sealed/SealedVotes.server"
import { eligibleList, takeSnapshot } from "~/effects/governance/votes/snapshot"
import { VoterList } from "~/effects/governance/votes/VoterList.server"
import { VoteTallies } from "~/effects/governance/votes/VoteTallies.server"
import { GRACE_PERIOD_MS } from "./OpeningLists.server"
import { ProposalNotices } from "./ProposalNotices.server"
import { ProposalsRepo } from "./ProposalsRepo.server"
import type { Opening, ProposalRow } from "./rows.server"

const DAY_MS = 24 * HOUR_MS

/** If the vote opens late, the close moves by the same delay. */
const closeOf = ({ closesAt, opensAt }: ProposalRow, opening: Opening, now: number) => {
  const isLate = opening.opensAt !== opensAt || now - opening.opensAt > GRACE_PERIOD_MS
  return isLate ? closesAt + (now - opensAt) : closesAt
}

export const makeOpenedVotes = Effect.gen(function* () {
  const sql = yield* Sql
  const transition = transitionsOf<ProposalStatus>(sql, "proposals", { column: "status" })
  const counts = yield* CommunityCounts
  const repo = yield* ProposalsRepo
  const voterList = yield* VoterList
  const tallies = yield* VoteTallies
  const delegatedVotes = yield* DelegatedVotes
  const loans = yield* DelegationsRepo
  const sealed = yield* SealedVotes
  const { chain, isThere } = yield* Beacon
  const notices = yield* ProposalNotices

  const frozenOf = (row: ProposalRow, opening: Opening, closesAt: number) =>
    Effect.gen(function* () {
      yield* voterList.dropWeightless(row.id)
      yield* voterList.closeAt(row.id, closesAt)
      const community = yield* repo.communityOf(row.communityId)
      const { opensAt } = opening
      const limitPct = delegationLimitOf(community.governance)
      // The lock orders this against revocations: one that comes first is not frozen, a later one learns that this
      // vote froze it.
      yield* loans.withLock(row.communityId)
      const lent = limitPct === 0 ? [] : yield* loans.inForce(row, opensAt)
      yield* delegatedVotes.freeze({ id: row.id, communityId: row.communityId, closesAt }, lent)
      const delegations =
        lent.length === 0 ? undefined : { count: lent.length, digest: delegationsDigest(lent), limitPct }
      const snapshot = takeSnapshot(eligibleList(yield* voterList.weights(row.id)), opening, delegations)
      const proposal = { ...row, threadId: null, headHash: null, ballotCount: 0, opensAt, closesAt, snapshot }
      const beacon = { chain: chain.chain, publicKey: chain.publicKey, round: roundAfter(chain, closesAt) }
      const rules: FrozenRules = {
        ...(row.resultsVisibility === "sealed" && { beacon, sealedBody: 2 }),
        ...(row.voteType === "ranked" && { ties: { v: 2, beacon: isThere ? beacon : null } })
      }
      return { snapshot, frozen: freeze(proposal, community, NETWORK_ID, rules) }
    })

  /** Opens the vote once, however many callers try at the same time. */
  const open = (row: ProposalRow, opening: Opening) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const opened = { from: "review", to: "active", change: { isDelayed: 0 } } as const
      if (!(yield* transition(row.id, opened))) return
      const closesAt = closeOf(row, opening, now)
      const { frozen, snapshot } = yield* frozenOf(row, opening, closesAt)
      const digest = proposalDigest(frozen)
      const counted = yield* delegatedVotes.count(row.id, frozen)
      const sums = emptySums(frozen)
      yield* tallies.begin(row.id, digest, counted === null ? sums : { ...sums, lent: counted.lent })
      yield* sql`UPDATE proposals SET ${sql.update({
        opensAt: opening.opensAt,
        closesAt,
        snapshot: JSON.stringify(snapshot),
        frozen: JSON.stringify(frozen),
        proposalDigest: digest,
        sortAt: closesAt,
        dueAt: closesAt,
        remindAt: Math.max(closesAt - DAY_MS, now),
        updatedAt: now
      })} WHERE id = ${row.id}`
      const round = beaconRoundOf(frozen)?.round
      if (round !== undefined) yield* sealed.begin(row.id, round, timeOf(chain, round))
      yield* counts.countOpenProposals(row.communityId, 1)
      yield* notices.everybody(row, "proposalOpen", `Voting is open: “${row.title}”.`)
      yield* notices.happened(row, "proposalOpened", null)
    }).pipe(atomically(sql))

  return { open }
})
