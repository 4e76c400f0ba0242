/**
 * Calls off the date that a poll has chosen: its entry in calendars becomes a cancelled one, and everybody who was
 * notified of the date is notified. The vote, its count and its file stay as they are.
 */
import { Clock, Effect } from "effect"
import { explain } from "~/effects/access/rules"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { Sql } from "~/effects/base/db/statements.server"
import { NotAllowed } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { type Canceller, mayCallOff } from "~/effects/governance/votes/proposal/cancel"
import { ProposalNotices } from "./ProposalNotices.server"
import { ProposalsRepo } from "./ProposalsRepo.server"
import { proposalPath } from "./paths"
import type { ProposalRow } from "./rows.server"

/** Requires the services of `Proposals`. */
export const makeCallOffs = Effect.gen(function* () {
  const sql = yield* Sql
  const repo = yield* ProposalsRepo
  const log = yield* ModerationLog
  const notices = yield* ProposalNotices

  const callOff = Effect.fn("proposals.callOff")(function* (row: ProposalRow, who: Canceller, reason: string) {
    const now = yield* Clock.currentTimeMillis
    // Locks the date until the commit: of two who call it off, the second reads that the first did.
    yield* sql`UPDATE chosen_dates SET community_id = community_id WHERE proposal_id = ${row.id}`
    const current = yield* repo.findOrFail(row.communityId, row.number, null)
    const verdict = mayCallOff(who, current, now)
    if (!verdict.ok) {
      const status = verdict.code === "E-STATE" ? 409 : 403
      return yield* new NotAllowed({ status, code: verdict.code, message: explain(verdict) })
    }
    const calledOff = { calledOffAt: now, calledOffBy: who.account, calledOffReason: reason }
    yield* sql`UPDATE chosen_dates SET ${sql.update(calledOff)} WHERE proposal_id = ${row.id}`
    const words = `“${row.title}” was called off: ${reason}`
    yield* notices.happened(current, "dateCalledOff", who.account, { reason })
    yield* notices.everybody(current, "proposalResult", words, [row.author, who.account])
    yield* notices.author(current, words, who.account)
    if (who.account === row.author) return
    const target = {
      type: "proposal",
      id: row.id,
      label: row.title,
      path: proposalPath(row.communityId, row.number)
    } as const
    yield* log.record({ communityId: row.communityId, actor: who.account, action: "call-off", target, reason })
  }, atomically(sql))

  return { callOff }
})
