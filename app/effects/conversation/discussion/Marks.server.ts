/** A reader's own marks on what others wrote: agreeing, following, how far they have read. */
import { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import { atomically } from "~/effects/base/limits/atomically.server"
import { OwnMemberships } from "~/effects/communities/communities/OwnMemberships.server"
import type { FollowState, PostRef, TargetType } from "./Post"

interface Target {
  readonly type: TargetType
  readonly id: string
}

/** More people are not told of one reply at once. */
const MAX_FOLLOWERS = 5_000

export class Marks extends Effect.Service<Marks>()("effects/Marks", {
  dependencies: [OwnMemberships.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const own = yield* OwnMemberships

    const changeCount = ({ id, type }: PostRef, by: 1 | -1) =>
      sql`UPDATE ${sql(type === "thread" ? "threads" : "comments")} SET agree_count = agree_count + ${by} WHERE id = ${id}`

    /** Agrees, or takes it back. Saying it twice changes nothing. */
    const agree = Effect.fn("Marks.agree")(
      function* (account: string, post: PostRef, isOn: boolean) {
        const createdAt = yield* Clock.currentTimeMillis
        const row = { targetType: post.type, targetId: post.id, accountAddress: account }
        const changed = yield* isOn
          ? sql`INSERT INTO reactions ${sql.insert({ ...row, createdAt })}
            ON CONFLICT (target_type, target_id, account_address) DO NOTHING RETURNING target_id`
          : sql`DELETE FROM reactions WHERE target_type = ${post.type} AND target_id = ${post.id}
            AND account_address = ${account} RETURNING target_id`
        if (changed.length > 0) yield* changeCount(post, isOn ? 1 : -1)
      },
      Effect.orDie,
      atomically(sql)
    )

    const follow = Effect.fn("Marks.follow")(function* (account: string, target: Target, state: FollowState) {
      const createdAt = yield* Clock.currentTimeMillis
      const row = { accountAddress: account, targetType: target.type, targetId: target.id, state, createdAt }
      yield* sql`INSERT INTO follows ${sql.insert(row)}
        ON CONFLICT (account_address, target_type, target_id) DO UPDATE SET state = excluded.state`
    }, Effect.orDie)

    /** Who writes somewhere follows it, unless they said otherwise. */
    const followIfUndecided = Effect.fn("Marks.followIfUndecided")(function* (account: string, target: Target) {
      const createdAt = yield* Clock.currentTimeMillis
      const row = {
        accountAddress: account,
        targetType: target.type,
        targetId: target.id,
        state: "following",
        createdAt
      }
      yield* sql`INSERT INTO follows ${sql.insert(row)}
        ON CONFLICT (account_address, target_type, target_id) DO NOTHING`
    }, Effect.orDie)

    const followersOf = Effect.fn("Marks.followersOf")(function* (target: Target, except: ReadonlyArray<string>) {
      const rows = yield* sql<{ readonly accountAddress: string }>`SELECT f.account_address FROM follows f
        JOIN conversations v ON v.target_type = f.target_type AND v.target_id = f.target_id
        JOIN memberships m ON m.community_id = v.community_id AND m.account_address = f.account_address
          AND m.status = 'active'
        WHERE f.target_type = ${target.type} AND f.target_id = ${target.id} AND f.state = 'following'
          AND NOT ${sql.in("f.account_address", [...new Set(except)])}
        LIMIT ${MAX_FOLLOWERS}`
      return rows.map(({ accountAddress }) => accountAddress)
    }, Effect.orDie)

    /** Never back: what was read stays read. */
    const markRead = Effect.fn("Marks.markRead")(function* (account: string, target: Target, seq: number) {
      const readAt = yield* Clock.currentTimeMillis
      const row = { accountAddress: account, targetType: target.type, targetId: target.id, seq, readAt }
      yield* sql`INSERT INTO read_marks ${sql.insert(row)}
        ON CONFLICT (account_address, target_type, target_id) DO UPDATE SET read_at = excluded.read_at,
          seq = CASE WHEN excluded.seq > read_marks.seq THEN excluded.seq ELSE read_marks.seq END`
    }, Effect.orDie)

    /** Everything in a community, up to now. */
    const markAllRead = Effect.fn("Marks.markAllRead")(function* (account: string, communityId: string) {
      const now = yield* Clock.currentTimeMillis
      yield* own.markReadUntil(account, communityId, now)
    }, Effect.orDie)

    /** What a removed account followed and how far it had read. Its posts stay. Joins the transaction of the removal. */
    const forget = Effect.fn("Marks.forget")(function* (account: string) {
      yield* sql`DELETE FROM follows WHERE account_address = ${account}`
      yield* sql`DELETE FROM read_marks WHERE account_address = ${account}`
    }, Effect.orDie)

    return { agree, follow, followIfUndecided, followersOf, markRead, markAllRead, forget }
  })
}) {}
