/**
 * Proposals from publishing to their end, but for opening (Openings) and closing (Closings). Who may is decided before;
 * what people sign has been checked (statement.server.ts). What becomes visible is told in the same transaction.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Option } from "effect"
import { type Community, CommunityId } from "~/effects/access/Community"
import { explain } from "~/effects/access/rules"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { NotThere, WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { searchText } from "~/effects/communities/communities/search"
import { Marks } from "~/effects/conversation/discussion/Marks.server"
import { Threads } from "~/effects/conversation/discussion/Threads.server"
import { type Canceller, mayCancel } from "~/effects/governance/votes/proposal/cancel"
import { isClosed, isRefused, takeStep } from "~/effects/governance/votes/proposal/lifeCycle"
import type { ProposalText } from "~/effects/governance/votes/proposal/Proposal"
import { countProblem, openLimitProblem } from "~/effects/governance/votes/proposal/rules"
import { holdStanding } from "~/effects/governance/votes/standings.server"
import { CannotPropose, StaleProposal } from "./errors"
import { ProposalsRepo } from "./ProposalsRepo.server"
import { proposalPath } from "./paths"
import type { DraftAction, ProposalRow, SignedProposal } from "./rows.server"
import { makeTelling } from "./telling.server"

export interface Publication {
  readonly id: string
  readonly community: Community
  readonly author: string
  readonly role: "member" | "moderator" | "owner"
  readonly text: ProposalText
  readonly action: DraftAction | null
  readonly threadNumber: number | null
  /** Checked before: nothing is published unsigned. */
  readonly signed: SignedProposal
}

/** The text of a new version; its choices only where they are not fixed. */
export type NewText = Pick<ProposalText, "title" | "summary" | "body" | "choices">

export class Proposals extends Effect.Service<Proposals>()("effects/Proposals", {
  dependencies: [ProposalsRepo.Default, CommunityCounts.Default, Marks.Default, ModerationLog.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const counts = yield* CommunityCounts
    const repo = yield* ProposalsRepo
    const threads = yield* Threads
    const marks = yield* Marks
    const log = yield* ModerationLog
    const telling = makeTelling(sql, yield* Activity, yield* Notifications)

    /** By its number, with the reader's own vote. */
    const byNumber = Effect.fn("Proposals.byNumber")(function* (
      communityId: string,
      number: number,
      account: string | null
    ) {
      const found = yield* repo.findByNumber(communityId, number, account)
      return Option.isNone(found) ? yield* new NotThere({}) : found.value
    })

    const mustHaveRoom = ({ author, community, role }: Publication) =>
      Effect.gen(function* () {
        const problem = countProblem(community.governance, community.tokenResource)
        if (problem !== undefined) return yield* new CannotPropose({ message: problem })
        const [row] = yield* Effect.orDie(sql<{ readonly n: number }>`SELECT COUNT(*) AS n FROM proposals
          WHERE author = ${author} AND community_id = ${community.id} AND shelf IN ('review', 'open')`)
        const limit = openLimitProblem(role, Number(row?.n ?? 0))
        if (limit !== undefined) return yield* new CannotPropose({ message: limit })
      })

    const insert = (publication: Publication, number: number, now: number) => {
      const { action, author, community, id, signed, text, threadNumber } = publication
      const { governance } = community
      return sql`INSERT INTO proposals ${sql.insert({
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
        thresholdPct: text.thresholdPct,
        // Frozen at publishing: what the community changes later holds for later proposals.
        weightMode: governance.weightMode,
        tokenResource: community.tokenResource,
        tokenSymbol: community.tokenSymbol,
        minMembershipHours: governance.minMembershipHours,
        resultsVisibility: governance.resultsVisibility,
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
      })} ON CONFLICT DO NOTHING RETURNING id`
    }

    /** Makes a proposal public under the next number, and answers that. A thread becomes one proposal at most. */
    const publish = Effect.fn("Proposals.publish")(function* (publication: Publication) {
      const { author, community, id, text, threadNumber } = publication
      const now = yield* Clock.currentTimeMillis
      yield* Effect.orDie(takeTurns(sql, [`proposals:${community.id}:${author}`]))
      yield* mustHaveRoom(publication)
      const number = yield* counts.nextProposalNumber(community.id)
      const rows = yield* Effect.orDie(insert(publication, number, now))
      if (rows.length === 0)
        return yield* new WrongState({ thing: "proposal", state: "published", action: "publishing" })
      yield* Effect.orDie(sql`DELETE FROM proposal_drafts WHERE id = ${id} AND author = ${author}`)
      if (threadNumber !== null) {
        const linked = yield* threads.becameProposal(community.id, threadNumber, { id, number })
        if (!linked) yield* Effect.orDie(sql`UPDATE proposals SET thread_number = NULL WHERE id = ${id}`)
      }
      yield* marks.followIfUndecided(author, { type: "proposal", id })
      const told = { id, communityId: community.id, number, title: text.title, author }
      yield* telling.happened(told, "proposalPublished", author)
      return number
    }, atomically(sql))

    const versionOf = ({ body, choices, summary, title }: ProposalRow) =>
      JSON.stringify({ title, summary, body, choices })

    /** In review alone; what was replaced stays readable, and who follows it is told. */
    const edit = Effect.fn("Proposals.edit")(function* (
      before: ProposalRow,
      text: NewText,
      version: number,
      signed: SignedProposal
    ) {
      const now = yield* Clock.currentTimeMillis
      const after = takeStep(before.status, "edit")
      if (isRefused(after)) return yield* refused(after)
      const changed = yield* Effect.orDie(sql`UPDATE proposals SET title = ${text.title}, summary = ${text.summary},
          body = ${text.body}, choices = ${JSON.stringify(text.choices)},
          search_text = ${searchText(text.title, text.summary, text.body)}, signed = ${JSON.stringify(signed)},
          version = version + 1, updated_at = ${now}
        WHERE id = ${before.id} AND version = ${version} AND status = 'review' RETURNING id`)
      if (changed.length === 0) {
        const row = yield* byNumber(before.communityId, before.number, null)
        const again = takeStep(row.status, "edit")
        if (isRefused(again)) return yield* refused(again)
        const { body, summary, title } = row
        return yield* new StaleProposal({ stored: { title, summary, body, version: String(row.version) } })
      }
      yield* Effect.orDie(
        sql`INSERT INTO proposal_versions ${sql.insert({
          proposalId: before.id,
          version: before.version,
          at: before.updatedAt,
          text: versionOf(before),
          signed: before.signed === null ? null : JSON.stringify(before.signed)
        })}`
      )
      const followers = yield* marks.followersOf({ type: "proposal", id: before.id }, [before.author])
      const others = followers.filter((account) => account !== before.author)
      yield* telling.changed({ ...before, title: text.title }, others)
    }, atomically(sql))

    const refused = (refusal: { readonly params: Readonly<Record<string, string>> }) =>
      new WrongState({ thing: "proposal", state: refusal.params.state ?? "", action: refusal.params.action ?? "" })

    /** The author before the first ballot, moderators any before the close. Hidden results stay hidden for good. */
    const cancel = Effect.fn("Proposals.cancel")(function* (row: ProposalRow, who: Canceller, reason: string) {
      const now = yield* Clock.currentTimeMillis
      const [standing] = yield* Effect.orDie(holdStanding(sql, row.id))
      const current = yield* byNumber(row.communityId, row.number, null)
      const verdict = mayCancel(who, { ...current, ballotCount: standing?.seq ?? 0 }, now)
      if (!verdict.ok) {
        if (verdict.code === "E-STATE") return yield* refused(verdict)
        return yield* new WrongState({ thing: "proposal", state: explain(verdict), action: "cancelling" })
      }
      yield* Effect.orDie(sql`UPDATE proposals SET status = 'cancelled', cancelled_reason = ${reason}, due_at = NULL,
        remind_at = NULL, closed_at = ${now}, sort_at = ${now}, updated_at = ${now} WHERE id = ${row.id}`)
      if (current.status === "active") yield* counts.countOpenProposals(row.communityId, -1)
      const communityId = CommunityId.make(row.communityId)
      yield* telling.happened(current, "proposalCancelled", who.account, { reason })
      yield* telling.author(current, `“${current.title}” was cancelled: ${reason}`, who.account)
      if (who.account !== row.author) {
        const path = proposalPath(row.communityId, row.number)
        const target = { type: "proposal", id: row.id, label: row.title, path } as const
        yield* log.record({ communityId, actor: who.account, action: "cancel-proposal", target, reason })
      }
    }, atomically(sql))

    const mustBeClosed = (row: ProposalRow, action: string) =>
      isClosed(row.status) ? Effect.void : new WrongState({ thing: "proposal", state: "not closed", action })

    /** How it goes on, after it passed. */
    const addProgress = Effect.fn("Proposals.addProgress")(function* (row: ProposalRow, author: string, body: string) {
      yield* mustBeClosed(row, "reporting on it")
      const now = yield* Clock.currentTimeMillis
      yield* Effect.orDie(takeTurns(sql, [`progress:${row.id}`]))
      const [last] = yield* Effect.orDie(
        sql<{ readonly n: number }>`SELECT COUNT(*) AS n FROM proposal_progress WHERE proposal_id = ${row.id}`
      )
      const seq = Number(last?.n ?? 0) + 1
      if (seq > 50)
        return yield* new WrongState({ thing: "proposal", state: "reported on 50 times", action: "another post" })
      yield* Effect.orDie(
        sql`INSERT INTO proposal_progress ${sql.insert({ proposalId: row.id, seq, author, body, at: now })}`
      )
    }, atomically(sql))

    const noteOutcome = Effect.fn("Proposals.noteOutcome")(function* (row: ProposalRow, note: string) {
      yield* mustBeClosed(row, "a note on its outcome")
      const now = yield* Clock.currentTimeMillis
      yield* Effect.orDie(sql`UPDATE proposals SET outcome_note = ${note === "" ? null : note}, updated_at = ${now}
        WHERE id = ${row.id}`)
    })

    return { byNumber, publish, edit, cancel, addProgress, noteOutcome }
  })
}) {}
