/**
 * Closing votes by the server's clock: the count is made once from the kept sums, stored with its sentences, and told
 * (docs/product/votes.md, 3.4). A change of the rules applies itself in the same transaction (D-21); every other action
 * waits to be carried out, at most 30 days.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { DirectoryTotals } from "~/effects/communities/communities/DirectoryTotals.server"
import { type Ranking, readRanking } from "~/effects/governance/votes/count/Count"
import { tallyOf } from "~/effects/governance/votes/count/result"
import { resultName } from "~/effects/governance/votes/count/words"
import {
  closingStep,
  EXECUTION_DAYS,
  HOUR_MS,
  isRefused,
  takeStep
} from "~/effects/governance/votes/proposal/lifeCycle"
import { holdStanding } from "~/effects/governance/votes/standings.server"
import { Sums, type Tally } from "~/effects/governance/votes/Tally"
import { SettingsPayload } from "./action.server"
import { ProposalsRepo } from "./ProposalsRepo.server"
import type { ProposalRow } from "./rows.server"
import { sqlDies } from "./sqlDies.server"
import { makeTelling } from "./telling.server"

const DAY_MS = 24 * HOUR_MS
const IN_ONE_ROUND = 50

const Due = Schema.Array(Schema.Struct({ id: Schema.String, communityId: Schema.String, status: Schema.String }))
const Rankings = Schema.Array(Schema.Struct({ name: Schema.String, votes: Schema.String }))
const Standing = Schema.Struct({ sums: Schema.parseJson(Sums) })

export class Closings extends Effect.Service<Closings>()("effects/Closings", {
  dependencies: [ProposalsRepo.Default, CommunityWrites.Default, CommunityCounts.Default, DirectoryTotals.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const counts = yield* CommunityCounts
    const totals = yield* DirectoryTotals
    const repo = yield* ProposalsRepo
    const writes = yield* CommunityWrites
    const telling = makeTelling(sql, yield* Activity, yield* Notifications)

    const rankingsOf = (id: string) =>
      sql`SELECT name, votes FROM rankings WHERE proposal_id = ${id} AND votes <> '0'`.pipe(
        Effect.flatMap(Schema.decodeUnknown(Rankings)),
        Effect.map((rows): ReadonlyArray<Ranking> => rows.map(({ name, votes }) => readRanking(name, votes))),
        Effect.orDie
      )

    /** Rules that were voted on hold from now on; whoever has the settings form open is told by its version. */
    const applySettings = (row: ProposalRow) =>
      Effect.gen(function* () {
        const { governance, template } = yield* Schema.decodeUnknown(SettingsPayload)(row.action?.payload ?? "")
        yield* writes.change(CommunityId.make(row.communityId), null, row.author, () =>
          Effect.succeed({ governance, template })
        )
      }).pipe(Effect.orDie)

    const statusAfter = (row: ProposalRow, { outcome }: Tally) => {
      const closed = takeStep(row.status, closingStep(outcome))
      if (isRefused(closed) || closed !== "passed" || row.action === null) return closed
      return row.action.type === "settings" ? "executed" : "awaitingExecution"
    }

    const close = Effect.fn("Closings.close")(function* (communityId: string, id: string) {
      const now = yield* Clock.currentTimeMillis
      const [locked] = yield* sqlDies(holdStanding(sql, id))
      const row = Option.getOrNull(yield* repo.findById(communityId, id, null))
      if (locked === undefined || row === null || row.frozen === null) return
      if (row.status !== "active" || row.closesAt > now) return
      const { sums } = yield* Effect.orDie(Schema.decodeUnknown(Standing)(locked))
      const tally = tallyOf(row.frozen, sums, yield* rankingsOf(id))
      const status = statusAfter(row, tally)
      if (isRefused(status)) return
      const isApplied = status === "executed"
      yield* sqlDies(
        sql`UPDATE proposals SET ${sql.update({
          status,
          tally: JSON.stringify(tally),
          execution: isApplied ? JSON.stringify({ txId: null, state: "done", manifestMatches: null, at: now }) : null,
          dueAt: status === "awaitingExecution" ? now + EXECUTION_DAYS * DAY_MS : null,
          remindAt: null,
          closedAt: now,
          sortAt: now,
          updatedAt: now
        })} WHERE id = ${id}`
      )
      yield* counts.countOpenProposals(communityId, -1)
      if (isApplied) yield* applySettings(row)
      const result = resultName(row.frozen, tally)
      yield* telling.everybody(row, "proposalResult", `The result of “${row.title}”: ${result}.`, [row.author])
      yield* telling.author(row, `Your proposal “${row.title}” is closed. ${tally.words}`)
      yield* telling.happened(row, "proposalClosed", null, { result, outcome: tally.outcome })
      if (isApplied) {
        yield* telling.happened(row, "proposalExecuted", null)
        yield* telling.voters(row, "votedProposal", true, `“${row.title}” was carried out: its rules hold now.`)
      }
      yield* totals.countDeeds(communityId, { votes: 1, votesPassed: tally.outcome === "passed" ? 1 : 0 })
    }, atomically(sql))

    const expire = (communityId: string, id: string) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const gone = yield* sql`UPDATE proposals SET status = 'expired', due_at = NULL, updated_at = ${now}
          WHERE id = ${id} AND status IN ('awaitingExecution', 'executionFailed') AND due_at <= ${now}
            AND COALESCE(execution, '') NOT LIKE '%"state":"pending"%' RETURNING id`
        const row = Option.getOrNull(yield* repo.findById(communityId, id, null))
        if (gone.length === 0 || row === null) return
        yield* telling.author(row, `“${row.title}” was not carried out within ${EXECUTION_DAYS} days and has expired.`)
      }).pipe(sqlDies, atomically(sql))

    /** Each in a transaction of its own: a stop in between loses and repeats nothing. */
    const closeDue = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* sqlDies(sql`SELECT id, community_id, status FROM proposals
        WHERE due_at <= ${now} AND status IN ('active', 'awaitingExecution', 'executionFailed')
        ORDER BY due_at LIMIT ${IN_ONE_ROUND}`)
      const due = yield* Effect.orDie(Schema.decodeUnknown(Due)(rows))
      yield* Effect.forEach(
        due,
        ({ communityId, id, status }) => (status === "active" ? close(communityId, id) : expire(communityId, id)),
        { discard: true }
      )
    }).pipe(Effect.withSpan("Closings.closeDue"))

    const remind = (communityId: string, id: string) =>
      Effect.gen(function* () {
        const taken = yield* sql`UPDATE proposals SET remind_at = NULL
          WHERE id = ${id} AND status = 'active' AND remind_at IS NOT NULL RETURNING id`
        const row = Option.getOrNull(yield* repo.findById(communityId, id, null))
        if (taken.length === 0 || row === null) return
        yield* telling.voters(row, "proposalEnding", false, `24 hours or less are left to vote on “${row.title}”.`)
      }).pipe(sqlDies, atomically(sql))

    /** A day before the close, those who have not voted; never those who have. */
    const remindDue = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* sqlDies(sql`SELECT id, community_id, status FROM proposals
        WHERE remind_at <= ${now} AND status = 'active' AND closes_at > ${now} ORDER BY remind_at LIMIT ${IN_ONE_ROUND}`)
      const due = yield* Effect.orDie(Schema.decodeUnknown(Due)(rows))
      yield* Effect.forEach(due, (row) => remind(row.communityId, row.id), { discard: true })
    }).pipe(Effect.withSpan("Closings.remindDue"))

    return { closeDue, remindDue }
  })
}) {}
