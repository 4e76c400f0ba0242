/** How much one account may write and report in a day, counted inside the transaction of the write. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Schema } from "effect"
import { TooMany } from "~/effects/base/failures/failures"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { waitFor } from "~/effects/base/limits/windows.server"
import { A_DAY, A_NEW_MEMBERS_DAY, isNewMember, limitMessage, REPORTS_A_DAY, type Written } from "./limits"
import type { Writer } from "./Posting.server"

const DAY = 86_400_000

const Counted = Schema.Struct({
  table: Schema.Literal("threads", "comments", "reports"),
  account: Schema.String,
  /** Null counts in all communities. */
  communityId: Schema.NullOr(Schema.String),
  max: Schema.Int
})

export class PostingLimits extends Effect.Service<PostingLimits>()("effects/PostingLimits", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const selectTimes = SqlSchema.findAll({
      Request: Schema.Struct({ ...Counted.fields, now: Schema.Number }),
      Result: Schema.Struct({ createdAt: Schema.Number }),
      execute: ({ account, communityId, max, now, table }) => sql`SELECT created_at FROM ${sql(table)}
        WHERE ${sql(table === "reports" ? "reporter" : "author")} = ${account} AND created_at > ${now - DAY}
          AND ${communityId === null ? sql`1 = 1` : sql`community_id = ${communityId}`}
        ORDER BY created_at DESC LIMIT ${max}`
    })

    const mustBeWithin = Effect.fn("PostingLimits.mustBeWithin")(function* (counted: typeof Counted.Type) {
      const now = yield* Clock.currentTimeMillis
      const times = yield* Effect.orDie(selectTimes({ ...counted, now }))
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

    /** One more fits today, and nobody else of this account counts meanwhile. */
    const takeOne = Effect.fn("PostingLimits.takeOne")(function* (from: Writer, communityId: string, table: Written) {
      const now = yield* Clock.currentTimeMillis
      const { account } = from
      yield* Effect.orDie(takeTurns(sql, [`posts:${account}`]))
      if (isNewMember(from.joinedAt, now)) {
        yield* mustBeWithin({ table, account, communityId, max: A_NEW_MEMBERS_DAY[table] })
      }
      yield* mustBeWithin({ table, account, communityId: null, max: A_DAY[table] })
    })

    const takeReport = Effect.fn("PostingLimits.takeReport")(function* (account: string) {
      yield* Effect.orDie(takeTurns(sql, [`reports:${account}`]))
      yield* mustBeWithin({ table: "reports", account, communityId: null, max: REPORTS_A_DAY })
    })

    return { takeOne, takeReport }
  })
}) {}
