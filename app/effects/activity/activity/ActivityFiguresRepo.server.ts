/** The data of a community's figures: its days, and the turnout of its votes. */
import { Effect, Schema } from "effect"
import { decodeEach } from "~/effects/base/db/readableRows.server"
import { findAll, Sql } from "~/effects/base/db/statements.server"

const Day = Schema.Struct({ day: Schema.Int, members: Schema.Int, posts: Schema.Int })

/** From a closed vote: how many could vote, and how many did. */
const Turnout = Schema.Struct({
  number: Schema.Int,
  closesAt: Schema.Number,
  snapshot: Schema.parseJson(Schema.Struct({ eligibleCount: Schema.Int })),
  tally: Schema.parseJson(Schema.Struct({ voters: Schema.Int }))
})

const decodeTurnouts = decodeEach(Turnout, "a vote is left out of a community's figures")

export class ActivityFiguresRepo extends Effect.Service<ActivityFiguresRepo>()(
  "activity/activity/ActivityFiguresRepo",
  {
    effect: Effect.gen(function* () {
      const sql = yield* Sql

      const selectDays = findAll({
        Request: Schema.Struct({ id: Schema.String, since: Schema.Int }),
        Result: Day,
        execute: ({ id, since }) => sql`SELECT day, members, posts FROM community_days
        WHERE community_id = ${id} AND day >= ${since} ORDER BY day`
      })

      /** The votes counted last, newest first; cancelled ones have no turnout. */
      const selectTurnouts = (id: string, limit: number) => sql`SELECT number, closes_at, snapshot, tally FROM proposals
      WHERE community_id = ${id} AND closed_at IS NOT NULL AND snapshot IS NOT NULL AND tally IS NOT NULL
      ORDER BY closed_at DESC, id DESC LIMIT ${limit}`

      return {
        /** Oldest first. */
        turnouts: Effect.fn("ActivityFiguresRepo.turnouts")(function* (id: string, limit: number) {
          const rows = yield* decodeTurnouts(yield* selectTurnouts(id, limit))
          return rows.toReversed().map(({ closesAt, number, snapshot, tally }) => ({
            number,
            at: closesAt,
            voters: tally.voters,
            eligible: snapshot.eligibleCount
          }))
        }),
        /** One row for each UTC day with events; days are counted from 1970. */
        days: (id: string, since: number) => selectDays({ id, since })
      }
    })
  }
) {}
