/**
 * Live: sends new events to the listeners.
 *
 * Each community numbers its events in the order of commits. While anyone listens, one round a second reads the latest
 * numbers of all those communities together, and then the new events; a write on this server starts a round
 * immediately. So several servers on one database all receive everything without talking to each other. Nothing is
 * stored for listeners who left.
 */

import { Deferred, Effect, Option, PubSub, Queue, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { ActivityEvent } from "~/effects/activity/activity/ActivityEvent"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { logDied } from "~/effects/base/db/storageFailure.server"
import { MAX_BACKLOG } from "./LiveEvent"

// The numbered events of communities, for live pages that catch up.

/** In milliseconds. An event's time is set before its commit, so pages that resume by time look this far back. */
const SLACK_MS = 5_000

const Last = Schema.Struct({ id: CommunityId, activitySeq: Schema.Int })

const makeLiveEventsRepo = Effect.gen(function* () {
  const sql = yield* Sql

  const selectLast = findAll({
    Request: Schema.Array(Schema.String),
    Result: Last,
    execute: (ids) => sql`SELECT id, activity_seq FROM communities WHERE ${sql.in("id", ids)}`
  })
  /** The number of the newest event of each of these communities. */
  const lastOfEach = Effect.fn("Live.lastOfEach")((ids: ReadonlyArray<CommunityId>) => selectLast(ids))
  /** The same for one community; 0 if it has no events or does not exist. */
  const lastOf = Effect.fn("Live.lastOf")((communityId: CommunityId) =>
    Effect.map(lastOfEach([communityId]), ([row]) => row?.activitySeq ?? 0)
  )

  const selectAfter = findAll({
    Request: Schema.Struct({ communityId: CommunityId, after: Schema.Number, limit: Schema.Int }),
    Result: ActivityEvent,
    execute: ({ after, communityId, limit }) => sql`
        SELECT community_id, seq, at, actor, type, topic, target, data, visibility FROM activity_events
        WHERE community_id = ${communityId} AND seq > ${after} ORDER BY seq LIMIT ${limit}`
  })
  /** Oldest first, at most `limit`. */
  const after = Effect.fn("Live.after")((communityId: CommunityId, seq: number, limit: number = MAX_BACKLOG) =>
    selectAfter({ communityId, after: seq, limit })
  )

  const selectFirst = findOne({
    Request: Schema.Struct({ communityId: CommunityId, after: Schema.Number, since: Schema.Number }),
    Result: Schema.Struct({ seq: Schema.NullOr(Schema.Int) }),
    execute: ({ after, communityId, since }) => sql`SELECT MIN(seq) AS seq FROM activity_events
        WHERE community_id = ${communityId} AND seq > ${after} AND at >= ${since}`
  })
  /** The number before the first event that a page made at this time may lack. */
  const seqAt = Effect.fn("Live.seqAt")(function* (communityId: CommunityId, at: number) {
    const last = yield* lastOf(communityId)
    const found = yield* selectFirst({ communityId, after: last - MAX_BACKLOG, since: at - SLACK_MS })
    const first = Option.getOrNull(found)?.seq ?? null
    return first === null ? last : first - 1
  })

  return { after, lastOf, lastOfEach, seqAt }
})

const ROUND = "1 second"
/** Least time between rounds started by writes. */
const DEBOUNCE = "100 millis"
/** Events that a slow reader may be behind before its stream ends; it then reconnects with its last number. */
const CAPACITY = 256
/** Communities read in one statement. */
const BATCH = 500

type Feed = Queue.Queue<ActivityEvent>
/** One community: the number of the last event sent to its listeners, and their feeds. */
interface Room {
  last: number
  readonly feeds: Set<Feed>
}
type Rooms = Map<CommunityId, Room>

const deliver = (room: Room, events: ReadonlyArray<ActivityEvent>) =>
  Effect.gen(function* () {
    for (const feed of room.feeds) {
      // A full feed belongs to a reader that does not read, so it is ended to free its memory.
      if (!(yield* Queue.offerAll(feed, events))) yield* Queue.shutdown(feed)
    }
    room.last = events.at(-1)?.seq ?? room.last
  })

/** Adds a feed to its community until the scope ends. The room is removed with its last feed. */
const enter = (rooms: Rooms, communityId: CommunityId, last: number, feed: Feed) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const room = rooms.get(communityId) ?? { last, feeds: new Set() }
      rooms.set(communityId, room)
      room.feeds.add(feed)
    }),
    () =>
      Effect.suspend(() => {
        const room = rooms.get(communityId)
        room?.feeds.delete(feed)
        if (room?.feeds.size === 0) rooms.delete(communityId)
        return Queue.shutdown(feed)
      })
  )

export class Live extends Effect.Service<Live>()("activity/live/Live", {
  scoped: Effect.gen(function* () {
    const activity = yield* Activity
    const { after, lastOf, lastOfEach, seqAt } = yield* makeLiveEventsRepo
    const rooms: Rooms = new Map()
    const poke = yield* Queue.sliding<void>(1)
    const closing = yield* Deferred.make<void>()

    const round = Effect.gen(function* () {
      const ids = [...rooms.keys()]
      for (let from = 0; from < ids.length; from += BATCH) {
        for (const { activitySeq, id } of yield* lastOfEach(ids.slice(from, from + BATCH))) {
          const room = rooms.get(id)
          if (room === undefined || activitySeq <= room.last) continue
          yield* deliver(room, yield* after(id, room.last))
        }
      }
    }).pipe(Effect.catchAllCause(logDied("a live round died")), Effect.withSpan("Live.round"))

    const news = yield* PubSub.subscribe(activity.news)
    yield* Effect.forkScoped(Effect.forever(Effect.zipRight(Queue.take(news), Queue.offer(poke, undefined))))
    yield* Effect.gen(function* () {
      // Without listeners nothing is read.
      if (rooms.size === 0) yield* Queue.take(poke)
      yield* round
      yield* Effect.sleep(DEBOUNCE)
      yield* Effect.race(Queue.take(poke), Effect.sleep(ROUND))
    }).pipe(Effect.forever, Effect.forkScoped)

    /** All events from now on, until the scope ends. */
    const listen = Effect.fn("Live.listen")(function* (communityId: CommunityId) {
      const feed: Feed = yield* Queue.dropping<ActivityEvent>(CAPACITY)
      const last = yield* lastOf(communityId)
      yield* enter(rooms, communityId, last, feed)
      yield* Queue.offer(poke, undefined)
      return feed
    })

    return {
      listen,
      after,
      lastOf,
      seqAt,
      /** Completes when the server stops: the listeners disconnect, and reconnect to another server. */
      closed: Deferred.await(closing),
      close: Effect.asVoid(Deferred.succeed(closing, undefined)),
      /** Number of listeners, for metrics. */
      listeners: Effect.sync(() => [...rooms.values()].reduce((sum, { feeds }) => sum + feeds.size, 0))
    }
  })
}) {}
