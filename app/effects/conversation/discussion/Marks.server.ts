/** A reader's agreement with posts, and their read markers. */

import { Clock, Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { MineRepo } from "~/effects/communities/communities/MineRepo.server"
import type { PostRef, TargetRef } from "./Post"

export class Marks extends Effect.Service<Marks>()("conversation/discussion/Marks", {
  dependencies: [MineRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const own = yield* MineRepo

    const changeCount = ({ id, type }: PostRef, by: 1 | -1) =>
      sql`UPDATE ${sql(type === "thread" ? "threads" : "comments")} SET agree_count = agree_count + ${by} WHERE id = ${id}`

    /** Agrees, or withdraws the agreement. Repeating it changes nothing. */
    const agree = Effect.fn("Marks.agree")(function* (account: AccountAddress, post: PostRef, isOn: boolean) {
      const createdAt = yield* Clock.currentTimeMillis
      const row = { targetType: post.type, targetId: post.id, accountAddress: account }
      const changed = yield* isOn
        ? sql`INSERT INTO reactions ${sql.insert({ ...row, createdAt })}
            ON CONFLICT (target_type, target_id, account_address) DO NOTHING RETURNING target_id`
        : sql`DELETE FROM reactions WHERE target_type = ${post.type} AND target_id = ${post.id}
            AND account_address = ${account} RETURNING target_id`
      if (changed.length > 0) yield* changeCount(post, isOn ? 1 : -1)
    }, atomically(sql))

    /** Sets the read markers of these accounts. A marker never moves back. */
    const markAllOf = Effect.fn("Marks.markAllOf")(function* (target: TargetRef, marks: ReadonlyMap<string, number>) {
      const readAt = yield* Clock.currentTimeMillis
      const place = { targetType: target.type, targetId: target.id, readAt }
      yield* sql`INSERT INTO read_marks
        ${sql.insert(Array.from(marks, ([accountAddress, seq]) => ({ accountAddress, seq, ...place })))}
        ON CONFLICT (account_address, target_type, target_id) DO UPDATE SET read_at = excluded.read_at,
          seq = CASE WHEN excluded.seq > read_marks.seq THEN excluded.seq ELSE read_marks.seq END`
    })
    const markRead = (account: AccountAddress, target: TargetRef, seq: number) =>
      markAllOf(target, new Map([[account, seq]]))

    /** Marks everything in a community as read. */
    const markAllRead = Effect.fn("Marks.markAllRead")(function* (account: AccountAddress, communityId: CommunityId) {
      const now = yield* Clock.currentTimeMillis
      yield* own.markReadUntil(account, communityId, now)
    })

    /** Deletes the read markers of a removed account; its posts stay. Joins the transaction of the removal. */
    const forget = Effect.fn("Marks.forget")(function* (account: AccountAddress) {
      yield* sql`DELETE FROM read_marks WHERE account_address = ${account}`
    })

    return { agree, markRead, markAllOf, markAllRead, forget }
  })
}) {}
