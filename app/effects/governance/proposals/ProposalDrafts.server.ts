/**
 * Drafts of proposals, readable by their author and by anyone who has the secret address (docs/product/votes.md). Other
 * features start drafts too: with an action that is not typed by hand (a change of rules, a payout, a bond), or from
 * the answers to a template.
 */
import { Effect, Option, Schema } from "effect"
import type { Community, CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { NotThere, WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { randomId, sameText } from "~/effects/base/text/random.server"
import { CannotUndo, decodedRow } from "~/effects/communities/undo/Removals.server"
import type { Restore } from "~/effects/communities/undo/Restorers.server"
import { AttachmentsRepo } from "~/effects/conversation/attachments/AttachmentsRepo.server"
import { ProposalId } from "~/effects/governance/votes/fields"
import { StaleProposal, TooManyDrafts } from "./errors"
import { emptyValues } from "./forms"
import { lockOfId, type NewDraft, ProposalDraftsRepo } from "./ProposalDraftsRepo.server"
import type { DraftAction, DraftRow } from "./rows.server"
import type { ProposalValues } from "./values"

const MOST_DRAFTS = 20

export interface SavedDraft {
  readonly id: ProposalId
  readonly version: number
}

export interface NewDraftFrom {
  readonly community: Pick<Community, "id" | "governance">
  readonly author: AccountAddress
  readonly action: DraftAction | null
  /** Name of the template that it was started from. */
  readonly template?: string
  /** Initial values of the form; the author writes the rest. */
  readonly values: Partial<ProposalValues>
}

/** A reader of a draft, with the secret from its address. */
export interface DraftReader {
  readonly account: AccountAddress | null
  readonly secret: string | null
}

const decodeDiscarded = decodedRow(Schema.Struct({ id: ProposalId, author: AccountAddress }))

const textsOf = ({ fields }: DraftRow): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === "string"))

export class ProposalDrafts extends Effect.Service<ProposalDrafts>()("governance/proposals/ProposalDrafts", {
  dependencies: [ProposalDraftsRepo.Default, AttachmentsRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* ProposalDraftsRepo
    const attachments = yield* AttachmentsRepo

    /** Finds a draft for its author, or for anyone who has the secret. */
    const find = Effect.fn("ProposalDrafts.find")(function* (
      communityId: CommunityId,
      id: ProposalId,
      reader: DraftReader
    ) {
      const found = Option.getOrNull(yield* repo.draft(communityId, id))
      if (found === null) return yield* new NotThere({})
      const isOwn = found.author === reader.account
      const isShown = reader.secret !== null && sameText(reader.secret, found.secret)
      return isOwn || isShown ? found : yield* new NotThere({})
    })

    /** Fails if the author has the most drafts already; locks their number until the commit. */
    const requireRoom = Effect.fnUntraced(function* (communityId: CommunityId, author: AccountAddress) {
      yield* withLocks(sql, [`proposal-drafts:${author}`])
      const stored = yield* repo.count(communityId, author)
      if (stored >= MOST_DRAFTS) return yield* new TooManyDrafts({ most: MOST_DRAFTS })
    })

    const insert = Effect.fnUntraced(function* (draft: NewDraft) {
      const { author, communityId, id } = draft
      yield* requireRoom(communityId, author)
      yield* repo.insert(draft)
      return { id, version: 1 } satisfies SavedDraft
    })

    const update = Effect.fnUntraced(function* (stored: DraftRow, values: ProposalValues, version: number) {
      const { id } = stored
      if (yield* repo.update(id, values, version)) return { id, version: version + 1 } satisfies SavedDraft
      const { body, summary, title } = { body: "", summary: "", title: "", ...textsOf(stored) }
      return yield* new StaleProposal({ stored: { title, summary, body, version: String(stored.version) } })
    })

    /** Saves a draft: a new one under the id from the form, or the next version of the author's own. */
    const save = Effect.fn("ProposalDrafts.save")(function* (
      communityId: CommunityId,
      author: AccountAddress,
      id: ProposalId,
      values: ProposalValues,
      { threadNumber, version }: { readonly version: number; readonly threadNumber: number | null }
    ) {
      yield* withLocks(sql, [lockOfId(id)])
      const stored = Option.getOrNull(yield* repo.draft(communityId, id))
      if (stored !== null && stored.author !== author) return yield* new NotThere({})
      if (stored !== null) return yield* update(stored, values, version)
      if (yield* repo.isTaken(id)) return yield* new NotThere({})
      return yield* insert({ communityId, author, id, values, action: null, threadNumber, template: null })
    }, atomically(sql))

    const discard = Effect.fn("ProposalDrafts.discard")(function* (
      communityId: CommunityId,
      author: AccountAddress,
      id: ProposalId
    ) {
      const proposalDrafts = yield* repo.remove(communityId, author, id)
      if (proposalDrafts.length === 0) return yield* new NotThere({})
      return { proposalDrafts, files: yield* attachments.removeOf({ type: "proposal", id }) }
    }, atomically(sql))

    /** Undoes `discard`. */
    const restore: Restore = Effect.fn("ProposalDrafts.restore")(function* (who, { proposalDrafts = [], files = [] }) {
      const [row] = proposalDrafts
      const { author, id } = yield* decodeDiscarded(row)
      yield* withLocks(sql, [lockOfId(id)])
      yield* requireRoom(who.community.id, author)
      if (yield* repo.isTaken(id)) return yield* new CannotUndo({ why: "This draft has been saved again." })
      yield* repo.restore({ ...row })
      yield* attachments.restore(files)
    })

    /** Locks a draft of this author until the commit; fails once it is published. */
    const hold = Effect.fn("ProposalDrafts.hold")(function* (
      communityId: CommunityId,
      author: AccountAddress,
      id: ProposalId
    ) {
      if (yield* repo.hold(communityId, author, id)) return
      if (!(yield* repo.isTaken(id))) return yield* new NotThere({})
      return yield* new WrongState({ thing: "draft", state: "published", action: "changing its files here" })
    })

    /** Removes the drafts of a removed account. Joins the transaction of the removal. */
    const forget = Effect.fn("ProposalDrafts.forget")(function* (author: AccountAddress) {
      for (const { id } of yield* repo.removeAll(author)) yield* attachments.removeOf({ type: "proposal", id })
    })

    /**
     * Stores a draft that another feature started, with its action if any, and returns its id. The author opens, edits
     * and publishes it.
     */
    const begin = Effect.fn("ProposalDrafts.begin")(function* ({
      action,
      author,
      community,
      template,
      values
    }: NewDraftFrom) {
      const id = ProposalId.make(yield* randomId())
      const whole = { ...emptyValues(community.governance, values.kind), ...values }
      yield* insert({
        communityId: community.id,
        author,
        id,
        values: whole,
        action,
        threadNumber: null,
        template: template ?? null
      })
      return id
    }, atomically(sql))

    return { find, save, discard, restore, hold, forget, begin }
  })
}) {}
