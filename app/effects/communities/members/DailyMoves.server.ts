/** Limits the joins, applications and departures of one account in a day, because each of them notifies others. */
import { Clock, Duration, Effect, Schema } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { TooMany } from "~/effects/base/failures/failures"

const MOVES_A_DAY = 20
const DAY_MS = Duration.toMillis("1 day")

export class DailyMoves extends Effect.Service<DailyMoves>()("communities/members/DailyMoves", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const select = findAll({
      Request: Schema.Struct({ account: Schema.String, since: Schema.Number }),
      Result: Schema.Struct({ at: Schema.Number }),
      execute: ({ account, since }) => sql`SELECT at FROM activity_events
        WHERE actor = ${account} AND at > ${since}
          AND type IN ('joined', 'left', 'applied', 'applicationWithdrawn')
        ORDER BY at DESC LIMIT ${MOVES_A_DAY}`
    })

    /** Fails if today's limit is reached. */
    const requireFit = Effect.fn("DailyMoves.requireFit")(function* (account: string) {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* select({ account, since: now - DAY_MS })
      const oldest = rows.at(-1)
      if (oldest === undefined || rows.length < MOVES_A_DAY) return
      const until = oldest.at + DAY_MS
      const time = new Date(until).toISOString().slice(11, 16)
      return yield* new TooMany({
        message: `You have reached today's limit of ${MOVES_A_DAY} joins and departures. It resets at ${time} UTC.`,
        retryAfter: Math.ceil((until - now) / 1_000)
      })
    })

    return { requireFit }
  })
}) {}
