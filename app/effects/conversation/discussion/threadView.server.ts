/** Turns threads' rows into views: a card of the list, and one with this reader's rights. */
import type { CommunityRole } from "~/effects/access/permissions"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import { personOf } from "~/effects/people/users/people.server"
import type { Mention } from "./mentions"
import type { ThreadCard, ThreadView } from "./Post"
import { postRights } from "./rights"
import { type CardRow, isUnread } from "./ThreadListRepo.server"
import type { ThreadRow } from "./ThreadsRepo.server"

type ToTree = (text: string, mentions: ReadonlyArray<Mention>, anchorPrefix: string) => MarkdownTree

export const threadCard = (row: CardRow, account: string | null): ThreadCard => ({
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

export const threadView = (thread: ThreadRow, standing: CommunityRole, toTree: ToTree): ThreadView => ({
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
  isOwn: thread.author === standing.account,
  shown: thread.shown,
  reason: thread.shown === "hidden" ? thread.reason : null,
  text: thread.shown === "removed" ? [] : toTree(thread.body, thread.mentions, "t-"),
  agreeCount: thread.agreeCount,
  hasAgreed: thread.agreed !== null,
  createdAt: thread.createdAt,
  editedAt: thread.shown === "removed" ? null : thread.editedAt,
  rights: postRights(standing, thread)
})
