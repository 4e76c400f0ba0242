/** Turns a comment's row into the view of a page: nothing of a removed text, and this reader's rights. */

import type { CommunityRole } from "~/effects/access/permissions"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import { otherPersonOf, personOf } from "~/effects/people/users/people.server"
import type { PageRow } from "./CommentsRepo.server"
import type { Mention } from "./mentions"
import type { CommentView } from "./Post"
import { postRights } from "./rights"

type ToTree = (text: string, mentions: ReadonlyArray<Mention>, anchorPrefix: string) => MarkdownTree

export const commentView = (row: PageRow, standing: CommunityRole, toTree: ToTree): CommentView => {
  const isOwn = row.author === standing.account
  const isAnswerToReply = row.parentSeq !== null && row.parentSeq !== row.rootSeq && row.parentAuthor !== null
  return {
    type: "comment",
    id: row.id,
    seq: row.seq,
    isReply: row.seq !== row.rootSeq,
    replyTo:
      isAnswerToReply && row.parentAuthor !== null
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
    rights: postRights(standing, { author: row.author, authorRole: row.authorRole, shown: row.shown })
  }
}
