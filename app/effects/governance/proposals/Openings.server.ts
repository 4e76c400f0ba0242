/**
 * Opens proposals: reads the ledger's state, builds the list of voters with their weights, and fixes the hash that
 * every ballot signs (docs/product/votes.md). Continues where it stopped, because balances that were read are stored.
 */

import { Clock, Effect, Option } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { delegationLimitOf } from "~/effects/access/delegation"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { transitionsOf } from "~/effects/base/db/transition.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import type { BalancesOf } from "~/effects/chain/ledger/facts"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { DelegationsRepo } from "~/effects/governance/delegations/DelegationsRepo.server"
import { emptySums } from "~/effects/governance/votes/count/Count"
import { DelegatedVotes } from "~/effects/governance/votes/DelegatedVotes.server"
import { delegationsDigest } from "~/effects/governance/votes/delegated/Delegation"
import { instantOf, type ProposalId } from "~/effects/governance/votes/fields"
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
import { formatVotes, readVotes, weightOf } from "~/effects/governance/votes/weight"
import { DueProposals, OPENING } from "./DueProposals.server"
import { ProposalNotices } from "./ProposalNotices.server"
import { ProposalsRepo } from "./ProposalsRepo.server"
import type { Opening, ProposalRow } from "./rows.server"

/** Opens voting once the list of voters is complete: freezes the proposal, whose hash every ballot signs. */
const DAY_MS = 24 * HOUR_MS

/** If the vote opens late, the close moves by the same delay. */
const closeOf = ({ closesAt, opensAt }: ProposalRow, opening: Opening, now: number) => {
  const isLate = opening.opensAt !== opensAt || now - opening.opensAt > GRACE_PERIOD_MS
  return isLate ? closesAt + (now - opensAt) : closesAt
}

const makeOpenedVotes = Effect.gen(function* () {
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
      // A delegate knows when they can come themselves, not when others can.
      const limitPct = row.voteType === "dates" ? 0 : delegationLimitOf(community.governance)
      // The lock orders this against revocations: one that comes first is not frozen, a later one learns that this
      // vote froze it.
      yield* loans.withLock(row.communityId)
      const delegated = limitPct === 0 ? [] : yield* loans.inForce(row, opensAt)
      yield* delegatedVotes.freeze({ id: row.id, communityId: row.communityId, closesAt }, delegated)
      const delegations =
        delegated.length === 0 ? undefined : { count: delegated.length, digest: delegationsDigest(delegated), limitPct }
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

// Builds the list of voters while a proposal opens. The ledger's first response fixes the state version; then balances
// at that version are read, 20 accounts at a time (docs/product/votes.md).

/** Accounts in one request to the gateway. */
const AT_ONCE = 20
/** A job that runs each minute opens up to a minute late, which does not count as a delay. */
export const GRACE_PERIOD_MS = 120_000

const makeOpeningLists = Effect.gen(function* () {
  const sql = yield* Sql
  const ledger = yield* Ledger
  const voterList = yield* VoterList

  /** The ledger's first response fixes the state version and the moment at which memberships are read. */
  const begin = (row: ProposalRow) =>
    Effect.gen(function* () {
      const state = yield* ledger.currentState()
      const now = yield* Clock.currentTimeMillis
      const isLate = row.isDelayed || now - row.opensAt > GRACE_PERIOD_MS
      const opening: Opening = {
        stateVersion: state.time.stateVersion,
        epoch: state.epoch,
        takenAt: instantOf(Date.parse(state.time.at)),
        opensAt: isLate ? now : row.opensAt
      }
      const joinedBefore = opening.opensAt - row.minMembershipHours * HOUR_MS
      const list = Effect.gen(function* () {
        const taken = yield* sql`UPDATE proposals SET opening = ${JSON.stringify(opening)}
            WHERE id = ${row.id} AND status = 'review' AND opening IS NULL RETURNING id`
        if (taken.length > 0) yield* voterList.begin(row, joinedBefore, now)
      })
      yield* atomically(sql)(list)
    })

  /** If the community has no token, every balance is 0. */
  const balancesIn = ({ tokenResource }: ProposalRow, accounts: ReadonlyArray<AccountAddress>, version: number) =>
    tokenResource === null
      ? Effect.succeed<BalancesOf["byAccount"]>(new Map())
      : Effect.map(ledger.balancesOf(tokenResource, accounts, version), ({ byAccount }) => byAccount)

  /** Repeats until every account on the list has a weight. */
  const readBalances = (row: ProposalRow, opening: Opening) =>
    Effect.gen(function* () {
      for (;;) {
        const accounts = yield* voterList.unweighed(row.id, AT_ONCE)
        if (accounts.length === 0) return
        const byAccount = yield* balancesIn(row, accounts, opening.stateVersion)
        const store = Effect.forEach(
          accounts,
          (account) => {
            const balance = formatVotes(readVotes(byAccount.get(account) ?? "0"))
            const weight = weightOf(row.weightMode, { assigned: 0, balance })
            return voterList.setWeight(row.id, account, weight)
          },
          { discard: true }
        )
        yield* atomically(sql)(store)
      }
    })

  return { begin, readBalances }
})

const ARCHIVED = "The community was archived."

export class Openings extends Effect.Service<Openings>()("governance/proposals/Openings", {
  dependencies: [
    ProposalsRepo.Default,
    DueProposals.Default,
    WorkQueue.Default,
    ProposalNotices.Default,
    CommunityCounts.Default,
    SealedVotes.Default,
    VoterList.Default,
    VoteTallies.Default,
    DelegatedVotes.Default,
    DelegationsRepo.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const transition = transitionsOf<ProposalStatus>(sql, "proposals", { column: "status" })
    const repo = yield* ProposalsRepo
    const due = yield* DueProposals
    const queue = yield* WorkQueue
    const lists = yield* makeOpeningLists
    const votes = yield* makeOpenedVotes
    const notices = yield* ProposalNotices

    /** Cancels the proposal of a community that was archived, which takes no more decisions. */
    const drop = (row: ProposalRow) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const change = { cancelledReason: ARCHIVED, dueAt: null, closedAt: now, sortAt: now }
        const isGone = yield* transition(row.id, { from: "review", to: "cancelled", change })
        if (isGone) yield* notices.happened(row, "proposalCancelled", null, { reason: ARCHIVED })
      }).pipe(atomically(sql))

    /** Opens a due proposal as far as the gateway responds; the next run continues. */
    const open = Effect.fn("Openings.open")(function* (communityId: CommunityId, id: ProposalId) {
      const now = yield* Clock.currentTimeMillis
      const found = Option.getOrNull(yield* repo.findById(communityId, id, null))
      if (found === null || found.status !== "review" || found.opensAt > now) return
      if ((yield* repo.communityOf(communityId)).stage === "archived") return yield* drop(found)
      if (found.opening === null) yield* lists.begin(found)
      const row = Option.getOrNull(yield* repo.findById(communityId, id, null))
      if (row === null || row.status !== "review" || row.opening === null) return
      if (row.weightMode === "token" || row.weightMode === "sqrt") yield* lists.readBalances(row, row.opening)
      yield* votes.open(row, row.opening)
    })

    const wait = (id: ProposalId) => (reason: { readonly message: string }) =>
      Effect.zipRight(
        Effect.logWarning("a proposal could not be opened yet", id, reason.message),
        sql`UPDATE proposals SET is_delayed = 1 WHERE id = ${id} AND status = 'review'`
      )
    /**
     * Opens a proposal, or marks it as delayed if that is not possible now; the close moves by the delay once it opens.
     */
    const openOrWait = Effect.fn("Openings.openOrWait")((communityId: CommunityId, id: ProposalId) =>
      open(communityId, id).pipe(
        Effect.catchTags({ GatewayDown: wait(id), UnknownOnLedger: wait(id), LedgerRefused: wait(id) }),
        Effect.asVoid
      )
    )

    const openDue = queue.workThrough({
      job: OPENING,
      due: due.toOpen,
      keyOf: ({ id }) => id,
      work: ({ communityId, id }) => Effect.tapError(open(communityId, id), wait(id))
    })

    return { openOrWait, openDue }
  })
}) {}
