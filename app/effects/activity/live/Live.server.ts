/**
 * Live: hears of new events and hands them to the listeners.
 *
 * Each community numbers its events in the order of commits. While anyone listens, one round a second asks how far the
 * numbers are, for all those communities at once, and reads what is new; a write on this server starts a round at once.
 * So several servers on one database all hear everything, and none talks to another. Nothing is kept of those who left.
 */
import { Deferred, Effect, PubSub, Queue } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import type { ActivityEvent } from "~/effects/activity/activity/ActivityEvent"
import { logDied } from "~/effects/base/db/storageLog.server"
import { LiveEventsRepo } from "./LiveEventsRepo.server"

const ROUND = "1 second"
/** Rounds that writes ask for are at least this far apart. */
const DEBOUNCE = "100 millis"
/** Events a slow reader may be behind; then its stream ends, and it comes back with the number it has. */
const CAPACITY = 256
/** Communities of one question. */
const BATCH = 500

type Feed = Queue.Queue<ActivityEvent>
/** One community: the number of the last event its listeners were handed, and their feeds. */
interface Room {
  last: number
  readonly feeds: Set<Feed>
}
type Rooms = Map<string, Room>

const deliver = (room: Room, events: ReadonlyArray<ActivityEvent>) =>
  Effect.gen(function* () {
    for (const feed of room.feeds) {
      // A full feed belongs to a reader who does not read. It ends, and with it what it holds.
      if (!(yield* Queue.offerAll(feed, events))) yield* Queue.shutdown(feed)
    }
    room.last = events.at(-1)?.seq ?? room.last
  })

/** A feed in its room until the scope ends. The room goes with its last feed. */
const enter = (rooms: Rooms, communityId: string, last: number, feed: Feed) =>
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

export class Live extends Effect.Service<Live>()("effects/Live", {
  dependencies: [LiveEventsRepo.Default],
  scoped: Effect.gen(function* () {
    const activity = yield* Activity
    const { after, lastOf, lastOfEach, seqAt } = yield* LiveEventsRepo
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
      yield* enter(rooms, communityId, last, feed)
      yield* Queue.offer(poke, undefined)
      return feed
    })

    return {
      listen,
      after,
      lastOf,
      seqAt,
      /** Ends when the server stops: the listeners go, and come back elsewhere. */
      closed: Deferred.await(closing),
      close: Effect.asVoid(Deferred.succeed(closing, undefined)),
      /** How many listen, for measuring. */
      listeners: Effect.sync(() => [...rooms.values()].reduce((sum, { feeds }) => sum + feeds.size, 0))
    }
  })
}) {}
