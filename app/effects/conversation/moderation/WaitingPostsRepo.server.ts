/** Stored posts that wait for a moderator, and the communities' rules about them. */

import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { MembershipStatus, Role } from "~/effects/access/Membership"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import type { Sweep } from "~/effects/base/db/Sweep.server"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { FIRST_POST_RULES, type FirstPostRule, REFUSED_DAYS } from "~/effects/conversation/discussion/firstPosts"
import { Category, PostType, TargetType } from "~/effects/conversation/discussion/Post"
import { PersonColumns, personColumns } from "~/effects/people/users/people.server"

const StoredPost = Schema.Struct({
  id: Schema.String,
  type: PostType,
  targetType: Schema.NullOr(TargetType),
  targetId: Schema.NullOr(Schema.String),
  targetPath: Schema.NullOr(Schema.String),
  parent: Schema.String,
  title: Schema.String,
  category: Category,
  body: Schema.String,
  version: Schema.Int,
  createdAt: Schema.Number,
  refusal: Schema.NullOr(Schema.String)
})
export type StoredPost = typeof StoredPost.Type
const columns = `w.id, w.type, w.target_type, w.target_id, w.target_path, w.parent, w.title, w.category, w.body, w.version,
  w.created_at, w.refusal`

const QueueRow = Schema.Struct({
  ...StoredPost.fields,
  author: AccountAddress,
  ...PersonColumns.fields,
  authorRole: Schema.NullOr(Role),
  status: Schema.NullOr(MembershipStatus),
  joinedAt: Schema.NullOr(Schema.Number),
  suspendedUntil: Schema.NullOr(Schema.Number)
})
export type QueueRow = typeof QueueRow.Type

export class WaitingPostsRepo extends Effect.Service<WaitingPostsRepo>()("conversation/moderation/WaitingPostsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    /** The rule, if there is one, and how many of their first posts the account has published here. */
    const ruleFor = findOne({
      Request: Schema.Struct({ communityId: CommunityId, account: AccountAddress }),
      Result: Schema.Struct({ firstPosts: Schema.Literal(...FIRST_POST_RULES), published: Schema.Int }),
      execute: ({ account, communityId }) => sql`SELECT r.first_posts, CAST(
          (SELECT COUNT(*) FROM (SELECT id FROM threads
            WHERE author = ${account} AND community_id = ${communityId} LIMIT 3) a) +
          (SELECT COUNT(*) FROM (SELECT id FROM comments
            WHERE author = ${account} AND community_id = ${communityId} LIMIT 3) b) AS INTEGER) AS published
        FROM first_post_rules r WHERE r.community_id = ${communityId}`
    })

    /** Waiting and refused posts of one author, newest first. */
    const ofAuthor = findAll({
      Request: Schema.Struct({ communityId: CommunityId, account: AccountAddress }),
      Result: StoredPost,
      execute: ({ account, communityId }) => sql`SELECT ${sql.literal(columns)} FROM waiting_posts w
        WHERE w.author = ${account} AND w.community_id = ${communityId} ORDER BY w.created_at DESC, w.id`
    })

    const queued = (condition: "one" | "all") =>
      findAll({
        Request: Schema.Struct({ communityId: CommunityId, id: Schema.String, limit: Schema.Int }),
        Result: QueueRow,
        execute: ({ communityId, id, limit }) => sql`SELECT ${sql.literal(columns)}, w.author,
            ${sql.literal(personColumns)}, m.role AS author_role, m.status, m.joined_at, m.suspended_until
          FROM waiting_posts w LEFT JOIN users u ON u.account_address = w.author AND u.status = 'active'
          LEFT JOIN memberships m ON m.community_id = w.community_id AND m.account_address = w.author
          WHERE w.community_id = ${communityId} AND w.refused_at IS NULL
            AND ${condition === "one" ? sql`w.id = ${id}` : sql`m.status IN ('active', 'suspended')`}
          ORDER BY w.created_at, w.id LIMIT ${limit}`
      })
    const selectQueue = queued("all")
    const selectOne = queued("one")

    return {
      ruleFor,
      ofAuthor,
      /** The oldest first, without those of people who left. */
      queue: (communityId: CommunityId, limit: number) => selectQueue({ communityId, id: "", limit }),
      one: (communityId: CommunityId, id: string) =>
        Effect.map(selectOne({ communityId, id, limit: 1 }), ([row]) => row),
      rule: Effect.fn("WaitingPostsRepo.rule")((communityId: CommunityId) =>
        Effect.map(
          sql<{ readonly firstPosts: FirstPostRule }>`SELECT first_posts FROM first_post_rules
            WHERE community_id = ${communityId}`,
          ([row]) => row?.firstPosts ?? 0
        )
      ),
      setRule: Effect.fn("WaitingPostsRepo.setRule")((communityId: CommunityId, firstPosts: FirstPostRule) =>
        firstPosts === 0
          ? sql`DELETE FROM first_post_rules WHERE community_id = ${communityId}`
          : sql`INSERT INTO first_post_rules ${sql.insert({ communityId, firstPosts })}
              ON CONFLICT (community_id) DO UPDATE SET first_posts = excluded.first_posts`
      ),
      insert: Effect.fn("WaitingPostsRepo.insert")(function* (
        post: Omit<StoredPost, "createdAt" | "refusal" | "version"> & {
          readonly communityId: CommunityId
          readonly author: AccountAddress
        }
      ) {
        yield* sql`INSERT INTO waiting_posts ${sql.insert({ ...post, version: 1, createdAt: yield* Clock.currentTimeMillis })}`
      }),
      /** False if it is not this version any more, or was decided. */
      take: Effect.fn("WaitingPostsRepo.take")((id: string, version: number) =>
        Effect.map(
          sql`DELETE FROM waiting_posts WHERE id = ${id} AND version = ${version} AND refused_at IS NULL RETURNING id`,
          (rows) => rows.length > 0
        )
      ),
      refuse: Effect.fn("WaitingPostsRepo.refuse")(function* (id: string, version: number, refusal: string) {
        const refusedAt = yield* Clock.currentTimeMillis
        const rows = yield* sql`UPDATE waiting_posts SET refused_at = ${refusedAt}, refusal = ${refusal}
          WHERE id = ${id} AND version = ${version} AND refused_at IS NULL RETURNING id`
        return rows.length > 0
      }),
      /** Saves an author's text and submits it again if it was refused. False if it was changed or decided meanwhile. */
      save: Effect.fn("WaitingPostsRepo.save")(function* (
        {
          account,
          communityId,
          id,
          version
        }: Readonly<Record<"account" | "communityId" | "id", string>> & {
          readonly version: number
        },
        text: { readonly body: string; readonly title?: string; readonly category?: string }
      ) {
        const rows = yield* sql`UPDATE waiting_posts SET ${sql.update({ ...text, refusedAt: null, refusal: null })},
            version = version + 1
          WHERE id = ${id} AND author = ${account} AND community_id = ${communityId} AND version = ${version} RETURNING id`
        return rows.length > 0
      }),
      withdraw: Effect.fn("WaitingPostsRepo.withdraw")(
        (communityId: CommunityId, account: AccountAddress, id: string) =>
          Effect.map(
            sql`DELETE FROM waiting_posts WHERE id = ${id} AND author = ${account} AND community_id = ${communityId}
            RETURNING id`,
            (rows) => rows.length > 0
          )
      )
    }
  })
}) {}

/** Refused posts after their time, and those of people who left or were removed. */
export const sweepWaitingPosts: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) =>
    Effect.zipRight(
      sql`DELETE FROM waiting_posts WHERE refused_at < ${now - Duration.toMillis(Duration.days(REFUSED_DAYS))}`,
      sql`DELETE FROM waiting_posts WHERE NOT EXISTS (SELECT 1 FROM memberships m
        WHERE m.community_id = waiting_posts.community_id AND m.account_address = waiting_posts.author
          AND m.status IN ('active', 'suspended'))`
    )
)

/** Of a removed account. Joins the removal. */
export const forgetWaitingPosts = (sql: Sql, account: AccountAddress) =>
  Effect.asVoid(sql`DELETE FROM waiting_posts WHERE author = ${account}`)
