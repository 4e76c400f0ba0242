/** Two calls of the discussion page's scripts: a preview, and setting the read marker. */

import { Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { NotThere } from "~/effects/base/failures/failures"
import { readJson } from "~/effects/base/remix/body"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { AnnouncementsRepo } from "~/effects/conversation/announcements/AnnouncementsRepo.server"
import { requireAccount } from "~/effects/people/wallet-session/visitor.server"
import { Marks } from "../Marks.server"
import { PostId, TargetRef, TargetType } from "../Post"
import { Posting } from "../Posting.server"
import { BODY_LENGTH, words } from "../texts"

const PreviewForm = Schema.Struct({
  text: Schema.String.pipe(Schema.maxLength(BODY_LENGTH.max, { message: () => words.longBody })),
  /** Comments support less Markdown than longer texts. */
  isComment: Schema.optionalWith(Schema.Boolean, { default: () => false })
})

/** The text as it would be shown. Nothing is stored. */
export const preview = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  yield* requireAccount("see a preview")
  const posting = yield* Posting
  const { isComment, text } = yield* readJson(PreviewForm, request)
  const toTree = isComment ? posting.toTrees() : posting.toTree
  return { tree: toTree(text, [], "preview-") }
})

const ReadForm = Schema.Struct({ type: TargetType, id: PostId, seq: Schema.Int.pipe(Schema.between(0, 1_000_000_000)) })

/** The community of a target of comments, if it exists and is visible. */
const communityOf = Effect.fn("communityOf")(function* (target: TargetRef) {
  const sql = yield* Sql
  const select = findOne({
    Request: TargetRef,
    Result: Schema.Struct({ communityId: CommunityId }),
    execute: ({ id, type }) => sql`SELECT community_id FROM threads WHERE id = ${id} AND ${type} = 'thread'
      UNION ALL SELECT community_id FROM announcements WHERE id = ${id} AND shown = 1 AND ${type} = 'announcement'
      UNION ALL SELECT community_id FROM proposals WHERE id = ${id} AND ${type} = 'proposal'
      UNION ALL SELECT community_id FROM conversations WHERE target_type = ${type} AND target_id = ${id} LIMIT 1`
  })
  return yield* select(target)
})

/**
 * Sets the read marker to this comment, and marks an announcement as read; loading a page does not. Only what exists
 * and the reader may see can be marked.
 */
export const markRead = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { account } = yield* requireAccount("save what you have read")
  const { id, seq, type } = yield* readJson(ReadForm, request)
  const target = yield* communityOf({ type, id })
  if (Option.isNone(target)) return yield* new NotThere({})
  const communities = yield* Communities
  yield* communities.byId(target.value.communityId, account)
  const marks = yield* Marks
  yield* marks.markRead(account, { type, id }, seq)
  // The announcement's text is above its comments, so it was read too.
  if (type === "announcement") yield* (yield* AnnouncementsRepo).markRead(id, account)
  return { seq }
})
