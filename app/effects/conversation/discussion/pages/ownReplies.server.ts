/**
 * What the reader has written in a conversation that nobody else sees: the draft of a reply, and replies that wait for a
 * moderator. A read model: one statement over the tables of two features.
 */

import { Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import type { StoredDraft } from "~/effects/communities/drafts/Draft"
import type { CommentTarget } from "../CommentTarget"
import type { WaitingReply } from "../firstPosts"
import { Posting } from "../Posting.server"

const Draft = Schema.Struct({
  kind: Schema.Literal("draft"),
  text: Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.Unknown })),
  version: Schema.Int,
  at: Schema.Number
})
const Waiting = Schema.Struct({
  kind: Schema.Literal("waiting"),
  id: Schema.String,
  text: Schema.String,
  parent: Schema.String,
  afterId: Schema.NullOr(Schema.String),
  at: Schema.Number
})

const select = Effect.map(Sql, (sql) =>
  findAll({
    Request: Schema.Struct({
      account: AccountAddress,
      communityId: CommunityId,
      place: Schema.String,
      type: Schema.String,
      id: Schema.String
    }),
    Result: Schema.Union(Draft, Waiting),
    execute: ({ account, communityId, id, place, type }) => sql`
      SELECT 'draft' AS kind, '' AS id, data AS text, version, '' AS parent, NULL AS after_id, saved_at AS at
      FROM drafts WHERE account_address = ${account} AND place = ${place}
      UNION ALL SELECT 'waiting', w.id, w.body, w.version, w.parent, (SELECT c.id FROM comments p JOIN comments c
          ON c.target_type = p.target_type AND c.target_id = p.target_id AND c.root_seq = p.root_seq
        WHERE p.id = w.parent ORDER BY c.seq DESC LIMIT 1), w.created_at
      FROM waiting_posts w WHERE w.author = ${account} AND w.community_id = ${communityId}
        AND w.target_type = ${type} AND w.target_id = ${id} AND w.refused_at IS NULL
      ORDER BY at`
  })
)

/** @param place where the draft is stored */
export const ownReplies = (who: Inside, { id, type }: Pick<CommentTarget, "id" | "type">, place: string) =>
  Effect.gen(function* () {
    const { account } = who.communityRole
    if (account === null) return { draft: null, waiting: [] }
    const rows = yield* (yield* select)({ account, communityId: who.community.id, place, type, id })
    const toTree = (yield* Posting).toTrees()
    let draft: StoredDraft | null = null
    const waiting: Array<WaitingReply> = []
    for (const row of rows) {
      if (row.kind === "draft") draft = { data: row.text, version: row.version, savedAt: row.at }
      else {
        const { afterId, at, id, parent, text } = row
        waiting.push({ id, after: afterId, isReply: parent !== "", text: toTree(text, [], `w-${id}-`), createdAt: at })
      }
    }
    return { draft, waiting }
  }).pipe(Effect.withSpan("ownReplies"))
