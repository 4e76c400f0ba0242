/** The numbered events of communities, for live pages that catch up. */
import { Effect, Option, Schema } from "effect"
import { ActivityEvent } from "~/effects/activity/activity/ActivityEvent"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { MAX_BACKLOG } from "./LiveEvent"

/** In milliseconds. An event's time is set before its commit, so pages that resume by time look this far back. */
const SLACK_MS = 5_000

const Last = Schema.Struct({ id: Schema.String, activitySeq: Schema.Int })

export class LiveEventsRepo extends Effect.Service<LiveEventsRepo>()("activity/live/LiveEventsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const selectLast = findAll({
      Request: Schema.Array(Schema.String),
      Result: Last,
      execute: (ids) => sql`SELECT id, activity_seq FROM communities WHERE ${sql.in("id", ids)}`
    })
    /** The number of the newest event of each of these communities. */
    const lastOfEach = Effect.fn("LiveEventsRepo.lastOfEach")((ids: ReadonlyArray<string>) => selectLast(ids))
    /** The same for one community; 0 if it has no events or does not exist. */
    const lastOf = Effect.fn("LiveEventsRepo.lastOf")((communityId: string) =>
      Effect.map(lastOfEach([communityId]), ([row]) => row?.activitySeq ?? 0)
    )

    const selectAfter = findAll({
      Request: Schema.Struct({ communityId: Schema.String, after: Schema.Number, limit: Schema.Int }),
      Result: ActivityEvent,
      execute: ({ after, communityId, limit }) => sql`
        SELECT community_id, seq, at, actor, type, topic, target, data, visibility FROM activity_events
        WHERE community_id = ${communityId} AND seq > ${after} ORDER BY seq LIMIT ${limit}`
    })
    /** Oldest first, at most `limit`. */
    const after = Effect.fn("LiveEventsRepo.after")((communityId: string, seq: number, limit: number = MAX_BACKLOG) =>
      selectAfter({ communityId, after: seq, limit })
    )

    const selectFirst = findOne({
      Request: Schema.Struct({ communityId: Schema.String, after: Schema.Number, since: Schema.Number }),
      Result: Schema.Struct({ seq: Schema.NullOr(Schema.Int) }),
      execute: ({ after, communityId, since }) => sql`SELECT MIN(seq) AS seq FROM activity_events
        WHERE community_id = ${communityId} AND seq > ${after} AND at >= ${since}`
    })
    /** The number before the first event that a page made at this time may lack. */
    const seqAt = Effect.fn("LiveEventsRepo.seqAt")(function* (communityId: string, at: number) {
      const last = yield* lastOf(communityId)
      const found = yield* selectFirst({ communityId, after: last - MAX_BACKLOG, since: at - SLACK_MS })
      const first = Option.getOrNull(found)?.seq ?? null
      return first === null ? last : first - 1
    }, Effect.orDie)

    return { after, lastOf, lastOfEach, seqAt }
  })
}) {}
