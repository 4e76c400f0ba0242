/**
 * What the reader has written in a conversation that nobody else sees: the draft of a reply, and replies that wait for a
 * moderator. A read model over the tables of two features, as one column, so that a page may read it with its subject.
 */
import type { Statement } from "@effect/sql"
import { Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql, single } from "~/effects/base/db/statements.server"
import type { StoredDraft } from "~/effects/communities/drafts/Draft"
import type { CommentTarget } from "./CommentTarget"
import type { WaitingReply } from "./firstPosts"
import { Posting } from "./Posting.server"

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
  after: Schema.NullOr(Schema.String),
  at: Schema.Number
})

/** What `ownRepliesColumn` reads, in any order; null on Postgres if there is nothing. */
export const OwnReplies = Schema.NullOr(Schema.parseJson(Schema.Array(Schema.Union(Draft, Waiting))))
export type OwnReplies = typeof OwnReplies.Type

interface Place {
  /** Null without a session. */
  readonly account: AccountAddress | null
  /** Expressions, or values. */
  readonly communityId: Statement.Fragment | string
  readonly id: Statement.Fragment | string
  /** Where the draft is stored. */
  readonly draft: Statement.Fragment | string
  readonly type: CommentTarget["type"]
}

const inJson = ["kind", "id", "text", "version", "parent", "after", "at"].map((name) => `'${name}', o."${name}"`).join()

/** A column for the statement that reads what the conversation is about. Runs nothing, so it takes `sql` from the caller. */
export const ownRepliesColumn = (sql: Sql, { account, communityId, draft, id, type }: Place) => {
  const json = sql.onDialectOrElse({
    pg: () => `CAST(json_agg(json_build_object(${inJson})) AS TEXT)`,
    orElse: () => `json_group_array(json_object(${inJson}))`
  })
  return sql`(SELECT ${sql.literal(json)} FROM (
    SELECT 'draft' AS kind, '' AS id, data AS text, version, '' AS parent, NULL AS after, saved_at AS at
    FROM drafts WHERE account_address = ${account} AND place = ${draft}
    UNION ALL SELECT 'waiting', w.id, w.body, w.version, w.parent, (SELECT c.id FROM comments r JOIN comments c
        ON c.target_type = r.target_type AND c.target_id = r.target_id AND c.root_seq = r.root_seq
      WHERE r.id = w.parent ORDER BY c.seq DESC LIMIT 1), w.created_at
    FROM waiting_posts w WHERE w.author = ${account} AND w.community_id = ${communityId}
      AND w.target_type = ${type} AND w.target_id = ${id} AND w.refused_at IS NULL) o)`
}

/** As a page shows them, in the order of writing. */
export const shownReplies = (rows: OwnReplies) =>
  Effect.map(Posting, ({ toTrees }) => {
    const toTree = toTrees()
    let draft: StoredDraft | null = null
    const waiting: Array<WaitingReply> = []
    for (const row of (rows ?? []).toSorted((one, other) => one.at - other.at)) {
      if (row.kind === "draft") draft = { data: row.text, version: row.version, savedAt: row.at }
      else {
        const { after, at, id, parent, text } = row
        waiting.push({ id, after, isReply: parent !== "", text: toTree(text, [], `w-${id}-`), createdAt: at })
      }
    }
    return { draft, waiting }
  })

const select = Effect.map(Sql, (sql) =>
  single({
    Request: Schema.typeSchema(
      Schema.Struct({
        account: AccountAddress,
        communityId: CommunityId,
        draft: Schema.String,
        type: Schema.Literal("thread", "proposal", "announcement"),
        id: Schema.String
      })
    ),
    Result: Schema.Struct({ own: OwnReplies }),
    execute: (place) => sql`SELECT ${ownRepliesColumn(sql, place)} AS own`
  })
)

/** @param draft where the draft is stored */
export const ownReplies = (who: Inside, { id, type }: Pick<CommentTarget, "id" | "type">, draft: string) =>
  Effect.gen(function* () {
    const { account } = who.communityRole
    if (account === null) return yield* shownReplies(null)
    const { own } = yield* (yield* select)({ account, communityId: who.community.id, draft, type, id })
    return yield* shownReplies(own)
  }).pipe(Effect.withSpan("ownReplies"))
