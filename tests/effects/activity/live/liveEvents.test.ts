/** Changes without an event: ballots, and a person's notifications. */
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Queue, TestClock } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { liveEventOf, liveEventsBetween } from "~/effects/activity/live/LiveEvent"
import { LiveEvents } from "~/effects/activity/live/LiveEvents.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { describeOnBothDatabases } from "../../../databases"
import { club, propose, vote, voter, world } from "../../governance/proposals/world"

/** Order is tested, not speed, so a busy machine may take this long. Milliseconds. */
const TIMEOUT = 60_000
const ben = voter("Ben").account

/** Advances the clock until it has arrived. */
const waitFor = <A, E>(wanted: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(wanted)
    for (;;) {
      const ended = yield* Fiber.poll(fiber)
      if (ended._tag === "Some") return yield* Fiber.join(fiber)
      yield* TestClock.adjust("1 second")
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    }
  })

describeOnBothDatabases("Live events", (database) => {
  const on = LiveEvents.Default.pipe(Layer.provideMerge(world(database)))

  it.scoped(
    "notify listeners of new ballots, and a person of new notifications",
    () =>
      Effect.gen(function* () {
        const liveEvents = yield* LiveEvents
        const { notify } = yield* Notifications
        const community = yield* club()
        const { id } = yield* propose(community)
        yield* vote(id, "Ana", "yes")
        assert.deepEqual(yield* liveEvents.far(community), { [`ballot ${id}`]: "1" })

        const feeds = [yield* liveEvents.listen(community, ben), yield* liveEvents.listen(community, null)]
        const [own, others] = feeds
        if (own === undefined || others === undefined) return assert.fail("nobody listens")
        // Nothing changed yet: the first round only reads.
        yield* waitFor(Effect.delay(Effect.void, "3 seconds"))
        assert.deepEqual(yield* Effect.forEach(feeds, Queue.size), [0, 0])

        yield* vote(id, "Ben", "no")
        const moved = { kind: "ballot", thing: id, far: "2" } as const
        assert.deepEqual(yield* waitFor(Effect.forEach(feeds, Queue.take)), [moved, moved])

        yield* notify({
          to: [ben],
          type: "reply",
          communityId: CommunityId.make(community),
          target: "/x",
          text: "Somebody replied.",
          importance: "normal"
        })
        assert.strictEqual((yield* waitFor(Queue.take(own))).kind, "notification")
        assert.strictEqual(yield* Queue.size(others), 0)
      }).pipe(Effect.provide(on)),
    TIMEOUT
  )
})

it("live events reach pages that poll, which get the same from what has increased", () => {
  const before = { "ballot aaa": "1", "order bbb": "3/0/0" }
  assert.deepEqual(liveEventsBetween(before, before, 5), [])
  assert.deepEqual(liveEventsBetween(before, { ...before, "ballot aaa": "2", "chunk ccc": "1/40", odd: "1" }, 5), [
    liveEventOf("ballot", "aaa", "2", 5),
    liveEventOf("chunk", "ccc", "1/40", 5)
  ])
})
