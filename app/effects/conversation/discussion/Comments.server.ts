/**
 * Reads comments on threads, proposals and announcements. The owner of the target supplies a `CommentTarget`; the rest
 * is the same everywhere.
 */
import { Effect, Option } from "effect"
import type { Inside } from "~/effects/access/Inside"
import type { CommunityRole } from "~/effects/access/permissions"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { NotThere } from "~/effects/base/failures/failures"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import { otherPersonOf, personOf } from "~/effects/people/users/people.server"
import { CommentsRepo, type PageRow } from "./CommentsRepo.server"
import { type CommentTarget, type From, keyOf } from "./CommentTarget"
import type { Mention } from "./mentions"
import { COMMENTS_PER_PAGE, type CommentsPage, type CommentView } from "./Post"
import { Posting } from "./Posting.server"
import { postRights } from "./rights"

/** Turns a comment's row into the view of a page: nothing of a removed text, and this reader's rights. */
type ToTree = (text: string, mentions: ReadonlyArray<Mention>, anchorPrefix: string) => MarkdownTree

const commentView = (row: PageRow, communityRole: CommunityRole, toTree: ToTree): CommentView => {
  const isOwn = row.author === communityRole.account
  const isReplyToReply = row.parentSeq !== null && row.parentSeq !== row.rootSeq && row.parentAuthor !== null
  return {
    type: "comment",
    id: row.id,
    seq: row.seq,
    isReply: row.seq !== row.rootSeq,
    replyTo:
      isReplyToReply && row.parentAuthor !== null
        ? (otherPersonOf(row.parentAuthor, row).name ?? "a removed account")
        : null,
    author: personOf(row.author, row),
    isOwn,
    shown: row.shown,
    reason: row.shown === "hidden" ? row.reason : null,
    text: row.shown === "removed" ? [] : toTree(row.body, row.mentions, `c-${row.id}-`),
    agreeCount: row.agreeCount,
    hasAgreed: row.agreed !== null,
    createdAt: row.createdAt,
    editedAt: row.shown === "removed" ? null : row.editedAt,
    isNew: !isOwn && row.readSeq !== null && row.seq > row.readSeq,
    rights: postRights(communityRole, { author: row.author, authorRole: row.authorRole, shown: row.shown })
  }
}

export class Comments extends Effect.Service<Comments>()("conversation/discussion/Comments", {
  dependencies: [CommentsRepo.Default],
  effect: Effect.gen(function* () {
    const repo = yield* CommentsRepo
    const posting = yield* Posting

    /** One page in reading order, with one statement. */
    const page = Effect.fn("Comments.page")(function* (
      who: Inside,
      target: Pick<CommentTarget, "type" | "id">,
      from: From,
      size = COMMENTS_PER_PAGE
    ) {
      const account = who.communityRole.account
      const rows = yield* repo.page(target.type, target.id, account, from, size + 1)
      const isBackwards = from !== null && "before" in from
      const hasMore = rows.length > size
      const shown = isBackwards ? rows.slice(0, size).reverse() : rows.slice(0, size)
      const [first] = shown
      const last = shown.at(-1)
      const toTree = posting.toTrees()
      const isStart = from === null || (first?.rootSeq === 1 && first.seq === 1)
      const page: CommentsPage = {
        comments: shown.map((row) => commentView(row, who.communityRole, toTree)),
        total: first?.total ?? 0,
        lastSeq: first?.lastSeq ?? 0,
        before: first !== undefined && !isStart && (!isBackwards || hasMore) ? keyOf(first) : null,
        after: last !== undefined && (isBackwards || hasMore) ? keyOf(last) : null
      }
      return page
    })

    /** One stored comment of a conversation; fails for an id of another conversation. */
    const one = Effect.fn("Comments.one")(function* (
      target: Pick<CommentTarget, "type" | "id">,
      id: string,
      account: AccountAddress | null
    ) {
      const found = yield* repo.byId(id, account)
      return Option.isSome(found) && found.value.targetType === target.type && found.value.targetId === target.id
        ? found.value
        : yield* new NotThere({})
    })

    return { page, one }
  })
}) {}
