/**
 * Reads threads: the list, and a single one. A page of the list is read from the index of its order, starting right
 * after the last row of the previous page; filters that no index covers are checked row by row.
 */
import { Effect, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import type { CommunityRole } from "~/effects/access/permissions"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { containsWords } from "~/effects/base/db/wordSearch.server"
import { NotThere } from "~/effects/base/failures/failures"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import { personOf } from "~/effects/people/users/people.server"
import type { ThreadsQuery } from "./listQuery"
import type { Mention } from "./mentions"
import { THREADS_PER_PAGE, type ThreadCard, type ThreadView } from "./Post"
import { Posting } from "./Posting.server"
import { postRights } from "./rights"
import { type ThreadRow, ThreadsRepo, threadColumns, threadFields } from "./ThreadsRepo.server"

const CardRow = Schema.Struct({
  ...threadFields,
  memberSince: Schema.NullOr(Schema.Number),
  allReadAt: Schema.NullOr(Schema.Number)
})
type CardRow = typeof CardRow.Type

/** Whether the thread has comments that this reader, a member, has not seen. */
const isUnread = (row: CardRow, account: AccountAddress | null): boolean => {
  if (account === null || row.memberSince === null || row.follow === "muted") return false
  const seen = Math.max(row.readAt ?? 0, row.allReadAt ?? row.memberSince)
  return row.lastActivityAt > seen
}

/** Turns threads' rows into views: a card of the list, and one with this reader's rights. */
type ToTree = (text: string, mentions: ReadonlyArray<Mention>, anchorPrefix: string) => MarkdownTree

const threadCard = (row: CardRow, account: AccountAddress | null): ThreadCard => ({
  id: row.id,
  number: row.number,
  title: row.shown === "hidden" ? "" : row.title,
  author: personOf(row.author, row),
  category: row.category,
  state: row.state,
  shown: row.shown,
  reason: row.reason,
  isPinned: row.pinned,
  proposalNumber: row.proposalNumber,
  comments: row.commentCount,
  agrees: row.agreeCount,
  lastActivityAt: row.lastActivityAt,
  createdAt: row.createdAt,
  isUnread: isUnread(row, account)
})

const threadView = (thread: ThreadRow, communityRole: CommunityRole, toTree: ToTree): ThreadView => ({
  type: "thread",
  id: thread.id,
  number: thread.number,
  title: thread.title,
  category: thread.category,
  state: thread.state,
  isPinned: thread.pinned,
  proposalNumber: thread.proposalNumber,
  people: thread.peopleCount,
  lastActivityAt: thread.lastActivityAt,
  version: thread.version,
  follow: thread.follow ?? "none",
  author: personOf(thread.author, thread),
  isOwn: thread.author === communityRole.account,
  shown: thread.shown,
  reason: thread.shown === "hidden" ? thread.reason : null,
  text: thread.shown === "removed" ? [] : toTree(thread.body, thread.mentions, "t-"),
  agreeCount: thread.agreeCount,
  hasAgreed: thread.agreed !== null,
  createdAt: thread.createdAt,
  editedAt: thread.shown === "removed" ? null : thread.editedAt,
  rights: postRights(communityRole, thread)
})

export class Threads extends Effect.Service<Threads>()("conversation/discussion/Threads", {
  dependencies: [ThreadsRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* ThreadsRepo
    const posting = yield* Posting

    /** The reader's own follows and read markers; none without an account. */
    const marks = (account: AccountAddress | null) => sql`
      LEFT JOIN follows f ON f.account_address = ${account} AND f.target_type = 'thread' AND f.target_id = t.id
      LEFT JOIN read_marks r ON r.account_address = ${account} AND r.target_type = 'thread' AND r.target_id = t.id`

    /** After the pinned ones Postgres must not estimate the rest from `pinned`: it would read and sort everything. */
    const beyond = ({ at, id, pinned }: NonNullable<ThreadsQuery["after"]>) =>
      pinned === 0
        ? sql`t.pinned = 0 AND (t.last_activity_at, t.id) < (${at}, ${id})`
        : sql`(t.pinned, t.last_activity_at, t.id) < (${pinned}, ${at}, ${id})`

    const conditions = (communityId: CommunityId, account: AccountAddress | null, query: ThreadsQuery) =>
      sql.and([
        sql`t.community_id = ${communityId} AND t.listed = 1`,
        ...(query.category === null ? [] : [sql`t.category = ${query.category}`]),
        ...(query.state === null ? [] : [sql`t.state = ${query.state}`]),
        ...(query.show === "mine" ? [sql`t.author = ${account}`] : []),
        ...(query.show === "unread"
          ? [
              sql`t.last_activity_at > COALESCE(m.last_read_at, m.joined_at)
                AND (r.read_at IS NULL OR t.last_activity_at > r.read_at) AND (f.state IS NULL OR f.state <> 'muted')`
            ]
          : []),
        ...containsWords(sql, query.q, "t.search_text"),
        ...(query.after === null ? [] : [beyond(query.after)])
      ])

    /** The statement of a page, for benchmarks. */
    const statement = (
      communityId: CommunityId,
      account: AccountAddress | null,
      query: ThreadsQuery,
      limit: number
    ) => sql`
      SELECT ${sql.literal(threadColumns)}, m.joined_at AS member_since, m.last_read_at AS all_read_at
      FROM threads t LEFT JOIN users u ON u.account_address = t.author ${marks(account)}
      LEFT JOIN memberships m ON m.community_id = t.community_id AND m.account_address = ${account}
      WHERE ${conditions(communityId, account, query)}
      ORDER BY t.pinned DESC, t.last_activity_at DESC, t.id DESC LIMIT ${limit}`

    const decodeCards = Schema.decodeUnknown(Schema.Array(CardRow))
    const page = Effect.fn("Threads.page")(
      (communityId: CommunityId, account: AccountAddress | null, query: ThreadsQuery, limit: number) =>
        statement(communityId, account, query, limit).pipe(Effect.flatMap(decodeCards), Effect.orDie)
    )

    /** One page of the list: pinned ones first, then by last activity. */
    const list = Effect.fn("Threads.list")(function* (who: Inside, query: ThreadsQuery, size = THREADS_PER_PAGE) {
      const { account } = who.communityRole
      const rows = yield* page(who.community.id, account, query, size + 1)
      const last = rows.length > size ? rows[size - 1] : undefined
      const cards = rows.slice(0, size).map((row) => threadCard(row, account))
      const next: ThreadsQuery["after"] =
        last === undefined ? null : { pinned: last.pinned ? 1 : 0, at: last.lastActivityAt, id: last.id }
      return { cards, next }
    })

    /** A stored thread by its number. */
    const row = Effect.fn("Threads.row")(function* (who: Inside, number: number) {
      const found = yield* repo.byNumber(who.community.id, number, who.communityRole.account)
      if (Option.isNone(found)) return yield* new NotThere({})
      return found.value
    })

    const view = (who: Inside, thread: ThreadRow): ThreadView => threadView(thread, who.communityRole, posting.toTree)

    /**
     * Marks a thread as turned into a proposal; joins the transaction that publishes it. A thread becomes at most one
     * proposal.
     */
    const becameProposal = Effect.fn("Threads.becameProposal")(function* (
      communityId: CommunityId,
      threadNumber: number,
      proposal: { readonly id: string; readonly number: number }
    ) {
      const linked = yield* sql`UPDATE threads
        SET proposal_id = ${proposal.id}, proposal_number = ${proposal.number}
        WHERE community_id = ${communityId} AND number = ${threadNumber} AND proposal_id IS NULL RETURNING id`
      return linked.length > 0
    })

    return { list, row, view, becameProposal, page, statement }
  })
}) {}
