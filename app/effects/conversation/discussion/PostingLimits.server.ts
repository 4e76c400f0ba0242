/** Daily limits of one account's posts and reports, counted inside the transaction of the write. */

import { Clock, Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { isNewMember } from "~/effects/access/newMember"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { TooMany } from "~/effects/base/failures/failures"
import { withLocks } from "~/effects/base/limits/locks.server"
import { waitFor } from "~/effects/base/limits/windows.server"
import { A_DAY, A_NEW_MEMBERS_DAY, limitMessage, REPORTS_A_DAY, type Written, type WrittenToday } from "./limits"
import type { Writer } from "./Posting.server"

const DAY = 86_400_000

const Counted = Schema.Struct({
  table: Schema.Literal("threads", "comments", "reports"),
  account: AccountAddress,
  /** Null counts in all communities. */
  communityId: Schema.NullOr(CommunityId),
  max: Schema.Int
})

/** The lock that is taken before an account's posts are counted. */
export const lockOfPosts = (account: AccountAddress): string => `posts:${account}`

export class PostingLimits extends Effect.Service<PostingLimits>()("conversation/discussion/PostingLimits", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const selectTimes = findAll({
      Request: Schema.Struct({ ...Counted.fields, now: Schema.Number }),
      Result: Schema.Struct({ createdAt: Schema.Number }),
      execute: ({ account, communityId, max, now, table }) => sql`SELECT created_at FROM ${sql(table)}
        WHERE ${sql(table === "reports" ? "reporter" : "author")} = ${account} AND created_at > ${now - DAY}
          AND ${communityId === null ? sql`1 = 1` : sql`community_id = ${communityId}`}
        ORDER BY created_at DESC LIMIT ${max}`
    })

    const requireWithin = Effect.fn("PostingLimits.requireWithin")(function* (
      counted: typeof Counted.Type,
      now: number
    ) {
      const times = yield* selectTimes({ ...counted, now })
      const wait = waitFor(
        [{ max: counted.max, ms: DAY }],
        times.map(({ createdAt }) => createdAt),
        now
      )
      if (wait === 0) return
      return yield* new TooMany({
        message: limitMessage(counted.max, counted.table, now + wait),
        retryAfter: Math.ceil(wait / 1_000)
      })
    })

    /** Fails if no more fits today, with the time when the next does. */
    const requireFit = Effect.fn("PostingLimits.requireFit")(function* (
      { account, joinedAt }: Writer,
      communityId: CommunityId,
      table: Written,
      now: number
    ) {
      if (isNewMember(joinedAt, now)) {
        yield* requireWithin({ table, account, communityId, max: A_NEW_MEMBERS_DAY[table] }, now)
      }
      yield* requireWithin({ table, account, communityId: null, max: A_DAY[table] }, now)
    })

    /**
     * Takes the lock and checks that one more fits today, so that no concurrent request of this account counts the
     * same.
     */
    const takeOne = Effect.fn("PostingLimits.takeOne")(function* (
      from: Writer,
      communityId: CommunityId,
      table: Written
    ) {
      yield* withLocks(sql, [lockOfPosts(from.account)])
      yield* requireFit(from, communityId, table, yield* Clock.currentTimeMillis)
    })

    const selectCounts = findAll({
      Request: Schema.Struct({ accounts: Schema.Array(Schema.String), since: Schema.Number }),
      Result: Schema.Struct({ author: AccountAddress, communityId: CommunityId, comments: Schema.Number }),
      execute: ({ accounts, since }) => sql`SELECT author, community_id, COUNT(*) AS comments FROM comments
        WHERE ${sql.in("author", accounts)} AND created_at > ${since} GROUP BY author, community_id`
    })
    /** How many comments each of these accounts wrote within a day. Needs a transaction that holds their locks. */
    const commentsToday = Effect.fn("PostingLimits.commentsToday")(function* (
      accounts: ReadonlyArray<string>,
      communityId: CommunityId,
      now: number
    ) {
      const rows = yield* selectCounts({ accounts, since: now - DAY })
      const sumOf = (some: typeof rows) => some.reduce((sum, { comments }) => sum + comments, 0)
      return new Map(
        accounts.map((account): readonly [string, WrittenToday] => {
          const own = rows.filter(({ author }) => author === account)
          return [
            account,
            { here: sumOf(own.filter((row) => row.communityId === communityId)), everywhere: sumOf(own) }
          ]
        })
      )
    })

    const takeReport = Effect.fn("PostingLimits.takeReport")(function* (account: AccountAddress) {
      yield* withLocks(sql, [`reports:${account}`])
      const now = yield* Clock.currentTimeMillis
      yield* requireWithin({ table: "reports", account, communityId: null, max: REPORTS_A_DAY }, now)
    })

    return { takeOne, takeReport, requireFit, commentsToday }
  })
}) {}
