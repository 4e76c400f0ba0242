/** Cancels proposals: the author before the first ballot, moderators and the owner at any time before the close. */
import { Clock, Effect, Option } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { explain } from "~/effects/access/rules"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { Sql } from "~/effects/base/db/statements.server"
import { WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { type Canceller, mayCancel } from "~/effects/governance/votes/proposal/cancel"
import { VoteTallies } from "~/effects/governance/votes/VoteTallies.server"
import { wrongStep } from "./errors"
import { ProposalNotices } from "./ProposalNotices.server"
import { ProposalsRepo } from "./ProposalsRepo.server"
import { proposalPath } from "./paths"
import type { ProposalRow } from "./rows.server"

export const makeCancellations = Effect.gen(function* () {
  const sql = yield* Sql
  const counts = yield* CommunityCounts
  const repo = yield* ProposalsRepo
  const tallies = yield* VoteTallies
  const log = yield* ModerationLog
  const notices = yield* ProposalNotices

  /** Results that were hidden stay hidden. */
  const cancel = Effect.fn("Cancellations.cancel")(function* (row: ProposalRow, who: Canceller, reason: string) {
    const now = yield* Clock.currentTimeMillis
    const tally = yield* tallies.hold(row.id)
    const current = yield* repo.findOrFail(row.communityId, row.number, null)
    const ballotCount = Option.match(tally, { onNone: () => 0, onSome: ({ end }) => end.seq })
    const verdict = mayCancel(who, { ...current, ballotCount }, now)
    if (!verdict.ok) {
      if (verdict.code === "E-STATE") return yield* wrongStep(verdict)
      return yield* new WrongState({ thing: "proposal", state: explain(verdict), action: "cancelling" })
    }
    yield* sql`UPDATE proposals SET status = 'cancelled', cancelled_reason = ${reason}, due_at = NULL,
        remind_at = NULL, closed_at = ${now}, sort_at = ${now}, updated_at = ${now} WHERE id = ${row.id}`
    if (current.status === "active") yield* counts.countOpenProposals(row.communityId, -1)
    const communityId = CommunityId.make(row.communityId)
    yield* notices.happened(current, "proposalCancelled", who.account, { reason })
    yield* notices.author(current, `“${current.title}” was cancelled: ${reason}`, who.account)
    if (who.account !== row.author) {
      const path = proposalPath(row.communityId, row.number)
      const target = { type: "proposal", id: row.id, label: row.title, path } as const
      yield* log.record({ communityId, actor: who.account, action: "cancel-proposal", target, reason })
    }
  }, atomically(sql))

  return { cancel }
})
