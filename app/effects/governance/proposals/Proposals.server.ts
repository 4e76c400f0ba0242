/**
 * Proposals from publishing to their end, except opening (Openings) and closing (Closings). Callers check permissions
 * and signatures (statement.server.ts) first. Activity is recorded in the same transaction.
 */

import { Clock, Effect, Option, Schema } from "effect"
import { explain } from "~/effects/access/rules"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql, single } from "~/effects/base/db/statements.server"
import { WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { searchText } from "~/effects/base/text/fold"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { Follows } from "~/effects/conversation/discussion/Follows.server"
import { type Canceller, mayCancel } from "~/effects/governance/votes/proposal/cancel"
import { isClosed, isRefused, takeStep } from "~/effects/governance/votes/proposal/lifeCycle"
import { VoteTallies } from "~/effects/governance/votes/VoteTallies.server"
import type { ProposalText } from "../votes/proposal/Proposal"
import { makeCallOffs } from "./CallOffs.server"
import { StaleProposal, wrongStep } from "./errors"
import { ProposalNotices } from "./ProposalNotices.server"
import { ProposalsRepo } from "./ProposalsRepo.server"
import { makePublications } from "./Publications.server"
import { proposalPath } from "./paths"
import type { ProposalRow, SignedProposal } from "./rows.server"

/** Updates on a proposal after its close, and the note on its outcome. */
const MOST_POSTS = 50

const requireClosed = (row: ProposalRow, action: string) =>
  isClosed(row.status) ? Effect.void : new WrongState({ thing: "proposal", state: "not closed yet", action })

class ProgressPosts extends Effect.Service<ProgressPosts>()("governance/proposals/ProgressPosts", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const count = single({
      Request: Schema.String,
      Result: Schema.Struct({ n: Schema.Int }),
      execute: (id) => sql`SELECT COUNT(*) AS n FROM proposal_progress WHERE proposal_id = ${id}`
    })

    const addProgress = Effect.fn("ProgressPosts.addProgress")(function* (
      row: ProposalRow,
      author: AccountAddress,
      body: string
    ) {
      yield* requireClosed(row, "posting an update")
      const now = yield* Clock.currentTimeMillis
      yield* withLocks(sql, [`progress:${row.id}`])
      const { n } = yield* count(row.id)
      if (n >= MOST_POSTS)
        return yield* new WrongState({
          thing: "proposal",
          state: "at its limit of 50 updates",
          action: "another update"
        })
      yield* sql`INSERT INTO proposal_progress ${sql.insert({ proposalId: row.id, seq: n + 1, author, body, at: now })}`
    }, atomically(sql))

    const noteOutcome = Effect.fn("ProgressPosts.noteOutcome")(function* (row: ProposalRow, note: string) {
      yield* requireClosed(row, "a note on its outcome")
      const now = yield* Clock.currentTimeMillis
      yield* sql`UPDATE proposals SET outcome_note = ${note === "" ? null : note}, updated_at = ${now}
        WHERE id = ${row.id}`
    })

    return { addProgress, noteOutcome }
  })
}) {}

/** Cancels proposals: the author before the first ballot, moderators and the owner at any time before the close. */
const makeCancellations = Effect.gen(function* () {
  const sql = yield* Sql
  const counts = yield* CommunityCounts
  const repo = yield* ProposalsRepo
  const tallies = yield* VoteTallies
  const log = yield* ModerationLog
  const notices = yield* ProposalNotices

  /** Results that were hidden stay hidden. */
  const cancel = Effect.fn("Proposals.cancel")(function* (row: ProposalRow, who: Canceller, reason: string) {
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
    yield* notices.happened(current, "proposalCancelled", who.account, { reason })
    yield* notices.author(current, `“${current.title}” was cancelled: ${reason}`, who.account)
    if (who.account !== row.author) {
      const { communityId } = row
      const path = proposalPath(communityId, row.number)
      const target = { type: "proposal", id: row.id, label: row.title, path } as const
      yield* log.record({ communityId, actor: who.account, action: "cancel-proposal", target, reason })
    }
  }, atomically(sql))

  return { cancel }
})

/** The text of a new version; its choices only if they are not fixed. */
type NewText = Pick<ProposalText, "title" | "summary" | "body" | "choices">

const versionOf = ({ body, choices, summary, title }: ProposalRow) => JSON.stringify({ title, summary, body, choices })

/** New versions of a proposal's text while it is in review. Former versions stay readable. */
const makeRevisions = Effect.gen(function* () {
  const sql = yield* Sql
  const repo = yield* ProposalsRepo
  const follows = yield* Follows
  const notices = yield* ProposalNotices

  /** Why nothing was changed: the proposal is no longer in review, or another version was saved first. */
  const refusalOf = ({ communityId, number }: ProposalRow) =>
    Effect.gen(function* () {
      const row = yield* repo.findOrFail(communityId, number, null)
      const step = takeStep(row.status, "edit")
      if (isRefused(step)) return yield* wrongStep(step)
      const { body, summary, title } = row
      return yield* new StaleProposal({ stored: { title, summary, body, version: String(row.version) } })
    })

  const store = (before: ProposalRow) =>
    sql`INSERT INTO proposal_versions ${sql.insert({
      proposalId: before.id,
      version: before.version,
      at: before.updatedAt,
      text: versionOf(before),
      signed: before.signed === null ? null : JSON.stringify(before.signed)
    })}`

  /** Changes a text in review and notifies members who follow the proposal. */
  const edit = Effect.fn("Proposals.edit")(function* (
    before: ProposalRow,
    text: NewText,
    version: number,
    signed: SignedProposal
  ) {
    const now = yield* Clock.currentTimeMillis
    const after = takeStep(before.status, "edit")
    if (isRefused(after)) return yield* wrongStep(after)
    const changed = yield* sql`UPDATE proposals SET title = ${text.title}, summary = ${text.summary},
          body = ${text.body}, choices = ${JSON.stringify(text.choices)},
          search_text = ${searchText(text.title, text.summary, text.body)}, signed = ${JSON.stringify(signed)},
          version = version + 1, updated_at = ${now}
        WHERE id = ${before.id} AND version = ${version} AND status = 'review' RETURNING id`
    if (changed.length === 0) return yield* refusalOf(before)
    yield* store(before)
    const followers = yield* follows.followersOf({ type: "proposal", id: before.id }, [before.author])
    const others = followers.filter((account) => account !== before.author)
    yield* notices.changed({ ...before, title: text.title }, others)
  }, atomically(sql))

  /** Locks a proposal in review until the commit: voting that opens meanwhile waits. Refuses as an edit is refused. */
  const hold = Effect.fn("Proposals.hold")(function* (row: ProposalRow) {
    const held = yield* sql`UPDATE proposals SET created_at = created_at WHERE id = ${row.id} AND status = 'review'
      RETURNING id`
    if (held.length === 0) return yield* refusalOf(row)
  })

  return { edit, hold }
})

export class Proposals extends Effect.Service<Proposals>()("governance/proposals/Proposals", {
  dependencies: [
    ProposalsRepo.Default,
    ProgressPosts.Default,
    CommunityCounts.Default,
    VoteTallies.Default,
    ModerationLog.Default,
    ProposalNotices.Default,
    Follows.Default
  ],
  effect: Effect.gen(function* () {
    const { findOrFail } = yield* ProposalsRepo
    const { publish } = yield* makePublications
    const { edit, hold } = yield* makeRevisions
    const { cancel } = yield* makeCancellations
    const { callOff } = yield* makeCallOffs
    const { addProgress, noteOutcome } = yield* ProgressPosts
    return {
      /** Finds a proposal by its number, with the reader's own vote. */
      byNumber: findOrFail,
      publish,
      edit,
      hold,
      cancel,
      callOff,
      addProgress,
      noteOutcome
    }
  })
}) {}
