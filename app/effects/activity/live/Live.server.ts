/**
 * Live: hears of new events and hands them to whoever listens.
 *
 * Each community numbers its events in the order of commits. While somebody listens, one round a second asks how far the
 * numbers are, for all those communities at once, and reads what is new; a write on this server starts a round at once.
 * So several servers on one database all hear everything, and none talks to another. Nothing is kept of those who left.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Deferred, Effect, PubSub, Queue, Schema } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { ActivityEvent } from "~/effects/activity/activity/ActivityEvent"
import { logDied } from "~/effects/base/db/storageLog.server"
import { MAX_BACKLOG } from "./LiveEvent"

const ROUND = "1 second"
/** Rounds that writes ask for are at least this far apart. */
const DEBOUNCE = "100 millis"
/** Events a slow reader may be behind; then its stream ends, and it comes back with the number it has. */
const CAPACITY = 256
/** Communities of one question. */
const BATCH = 500
/** An event's time is set before its commit: pages that ask by time look this far back. Milliseconds. */
const SLACK_MS = 5_000

type Feed = Queue.Queue<ActivityEvent>
interface Room {
  last: number
  readonly feeds: Set<Feed>
}

export class Live extends Effect.Service<Live>()("effects/Live", {
  scoped: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const activity = yield* Activity
    const rooms = new Map<string, Room>()
    const poke = yield* Queue.sliding<void>(1)
    const closing = yield* Deferred.make<void>()

    const lastOf = Effect.fn("Live.lastOf")(function* (communityId: string) {
      const [row] = yield* sql<{ readonly activitySeq: number }>`
        SELECT activity_seq FROM communities WHERE id = ${communityId}`
      return row?.activitySeq ?? 0
    }, Effect.orDie)

    const selectAfter = SqlSchema.findAll({
      Request: Schema.Struct({ communityId: Schema.String, after: Schema.Number, limit: Schema.Int }),
      Result: ActivityEvent,
      execute: ({ after, communityId, limit }) => sql`
        SELECT community_id, seq, at, actor, type, topic, target, data, visibility FROM activity_events
        WHERE community_id = ${communityId} AND seq > ${after} ORDER BY seq LIMIT ${limit}`
    })
    /** Oldest first, at most `limit`. */
    const after = Effect.fn("Live.after")((communityId: string, seq: number, limit: number = MAX_BACKLOG) =>
      Effect.orDie(selectAfter({ communityId, after: seq, limit }))
    )

    /** The number before the first event of a page that was made at this time. */
    const seqAt = Effect.fn("Live.seqAt")(function* (communityId: string, at: number) {
      const last = yield* lastOf(communityId)
      const [row] = yield* sql<{ readonly seq: number | null }>`SELECT MIN(seq) AS seq FROM activity_events
        WHERE community_id = ${communityId} AND seq > ${last - MAX_BACKLOG} AND at >= ${at - SLACK_MS}`
      return row?.seq == null ? last : row.seq - 1
    }, Effect.orDie)

    const deliver = (room: Room, events: ReadonlyArray<ActivityEvent>) =>
      Effect.gen(function* () {
        for (const feed of room.feeds) {
          // A full feed belongs to a reader who does not read. It ends, and with it what it holds.
          if (!(yield* Queue.offerAll(feed, events))) yield* Queue.shutdown(feed)
        }
        room.last = events.at(-1)?.seq ?? room.last
      })

    const behind = (ids: ReadonlyArray<string>) =>
      sql<{ readonly id: string; readonly activitySeq: number }>`
        SELECT id, activity_seq FROM communities WHERE ${sql.in("id", ids)}`

    const round = Effect.gen(function* () {
      const ids = [...rooms.keys()]
      for (let from = 0; from < ids.length; from += BATCH) {
        for (const { activitySeq, id } of yield* behind(ids.slice(from, from + BATCH))) {
          const room = rooms.get(id)
          if (room === undefined || activitySeq <= room.last) continue
          yield* deliver(room, yield* after(id, room.last))
        }
      }
    }).pipe(Effect.catchAllCause(logDied("a live round died")), Effect.withSpan("Live.round"))

    const news = yield* PubSub.subscribe(activity.news)
    yield* Effect.forkScoped(Effect.forever(Effect.zipRight(Queue.take(news), Queue.offer(poke, undefined))))
    yield* Effect.gen(function* () {
      // With nobody here, nothing is asked.
      if (rooms.size === 0) yield* Queue.take(poke)
      yield* round
      yield* Effect.sleep(DEBOUNCE)
      yield* Effect.race(Queue.take(poke), Effect.sleep(ROUND))
    }).pipe(Effect.forever, Effect.forkScoped)

    /** Everything that comes from now on, until the scope ends. */
    const listen = Effect.fn("Live.listen")(function* (communityId: string) {
      const feed: Feed = yield* Queue.dropping<ActivityEvent>(CAPACITY)
      const last = yield* lastOf(communityId)
      yield* Effect.acquireRelease(
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
      yield* Queue.offer(poke, undefined)
      return feed
    })

    return {
      listen,
      after,
      lastOf,
      seqAt,
      /** Ends when the server stops: whoever listens goes, and comes back elsewhere. */
      closed: Deferred.await(closing),
      close: Effect.asVoid(Deferred.succeed(closing, undefined)),
      /** How many listen, for measuring. */
      listeners: Effect.sync(() => [...rooms.values()].reduce((sum, { feeds }) => sum + feeds.size, 0))
    }
  })
}) {}
