/** New versions of a proposal's text while it is in review. Former versions stay readable. */
import { Clock, Effect } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { searchText } from "~/effects/base/text/fold"
import { Follows } from "~/effects/conversation/discussion/Follows.server"
import { isRefused, takeStep } from "~/effects/governance/votes/proposal/lifeCycle"
import type { ProposalText } from "~/effects/governance/votes/proposal/Proposal"
import { StaleProposal, wrongStep } from "./errors"
import { ProposalNotices } from "./ProposalNotices.server"
import { ProposalsRepo } from "./ProposalsRepo.server"
import type { ProposalRow, SignedProposal } from "./rows.server"

/** The text of a new version; its choices only if they are not fixed. */
export type NewText = Pick<ProposalText, "title" | "summary" | "body" | "choices">

const versionOf = ({ body, choices, summary, title }: ProposalRow) => JSON.stringify({ title, summary, body, choices })

export const makeRevisions = Effect.gen(function* () {
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
  const edit = Effect.fn("Revisions.edit")(function* (
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
  const hold = Effect.fn("Revisions.hold")(function* (row: ProposalRow) {
    const held = yield* sql`UPDATE proposals SET created_at = created_at WHERE id = ${row.id} AND status = 'review'
      RETURNING id`
    if (held.length === 0) return yield* refusalOf(row)
  })

  return { edit, hold }
})
