/**
 * Opens proposals: reads the ledger's state, builds the list of voters with their weights, and fixes the hash that
 * every ballot signs (docs/product/votes.md). Continues where it stopped, because balances that were read are stored.
 */

import { Clock, Effect, Option } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { transitionsOf } from "~/effects/base/db/transition.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { DelegationsRepo } from "~/effects/governance/delegations/DelegationsRepo.server"
import { DelegatedVotes } from "~/effects/governance/votes/DelegatedVotes.server"
import type { ProposalStatus } from "~/effects/governance/votes/proposal/Proposal"
import { SealedVotes } from "~/effects/governance/votes/sealed/SealedVotes.server"
import { VoterList } from "~/effects/governance/votes/VoterList.server"
import { VoteTallies } from "~/effects/governance/votes/VoteTallies.server"
import { DueProposals, OPENING } from "./DueProposals.server"
import { makeOpenedVotes } from "./OpenedVotes.server"
import { makeOpeningLists } from "./OpeningLists.server"
import { ProposalNotices } from "./ProposalNotices.server"
import { ProposalsRepo } from "./ProposalsRepo.server"
import type { ProposalRow } from "./rows.server"

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
    const open = Effect.fn("Openings.open")(function* (communityId: string, id: string) {
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

    const wait = (id: string) => (reason: { readonly message: string }) =>
      Effect.zipRight(
        Effect.logWarning("a proposal could not be opened yet", id, reason.message),
        sql`UPDATE proposals SET is_delayed = 1 WHERE id = ${id} AND status = 'review'`
      )
    /**
     * Opens a proposal, or marks it as delayed if that is not possible now; the close moves by the delay once it opens.
     */
    const openOrWait = Effect.fn("Openings.openOrWait")((communityId: string, id: string) =>
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
