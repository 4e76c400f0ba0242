import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Queue, TestClock } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Connections } from "~/effects/activity/live/Connections.server"
import { Live } from "~/effects/activity/live/Live.server"
import { ActivityLive } from "~/effects/communities/communities/ActivityLive.server"
import { describeOnBothDatabases } from "../../../databases"
import { found, TODAY } from "../../communities/communities/world"
import { world } from "../../conversation/discussion/world"

const happens = (id: string, title: string) =>
  Effect.flatMap(Activity, (activity) =>
    activity.record({
      communityId: CommunityId.make(id),
      actor: null,
      type: "commented",
      target: "/x",
      data: { title },
      visibility: "public"
    })
  )

/** Order is tested, not speed, so a busy machine may take this long. Milliseconds. */
const TIMEOUT = 60_000

describeOnBothDatabases("Live", (database) => {
  const Here = world(database)
  const run = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Here>>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Here))

  it.effect(
    "delivers an event to all listeners of its community, in order, and to nobody else",
    () =>
      run(
        Effect.scoped(
          Effect.gen(function* () {
            const live = yield* Live
            const { id } = yield* found({ slug: "garden" })
            const { id: other } = yield* found({ slug: "film" })
            yield* happens(id, "before")
            const feeds = [yield* live.listen(id), yield* live.listen(id)]
            const elsewhere = yield* live.listen(other)
            yield* happens(id, "one")
            yield* happens(id, "two")
            const heard = yield* Effect.fork(Effect.forEach(feeds, (feed) => Queue.takeN(feed, 2)))
            yield* TestClock.adjust("3 seconds")
            // Postgres responds in real time; the clock advances until everything has arrived.
            const all = yield* waitFor(heard)
            assert.deepEqual(
              all.map((events) => [...events].map(({ data, seq }) => [seq, data.title])),
              [
                [
                  [2, "one"],
                  [3, "two"]
                ],
                [
                  [2, "one"],
                  [3, "two"]
                ]
              ]
            )
            assert.strictEqual(yield* Queue.size(elsewhere), 0)
          })
        )
      ),
    TIMEOUT
  )

  it.effect(
    "delivers what another server writes to the same database",
    () =>
      run(
        Effect.scoped(
          Effect.gen(function* () {
            const live = yield* Live
            const { id } = yield* found({ slug: "garden" })
            const feed = yield* live.listen(id)
            // An Activity of its own, whose live events do not arrive here; only its rows do.
            const elsewhere = yield* Layer.build(Layer.fresh(ActivityLive))
            yield* Effect.provide(happens(id, "from elsewhere"), elsewhere)
            const heard = yield* Effect.fork(Queue.take(feed))
            assert.strictEqual((yield* waitFor(heard)).data.title, "from elsewhere")
          })
        )
      ),
    TIMEOUT
  )

  it.effect("keeps nothing of two hundred readers who left", () =>
    run(
      Effect.gen(function* () {
        const live = yield* Live
        const connections = yield* Connections
        const { id } = yield* found({ slug: "garden" })
        for (let n = 0; n < 200; n++) {
          yield* Effect.scoped(
            Effect.zipRight(connections.take({ kind: "account", name: `reader ${n % 7}` }), live.listen(id))
          )
        }
        assert.deepEqual([yield* live.listeners, yield* connections.count], [0, 0])
      })
    )
  )

  it.effect("reads missed events, also from a moment on", () =>
    run(
      Effect.gen(function* () {
        const live = yield* Live
        const { id } = yield* found({ slug: "garden" })
        yield* happens(id, "one")
        yield* TestClock.adjust("1 minute")
        yield* happens(id, "two")
        yield* happens(id, "three")
        assert.deepEqual(
          (yield* live.after(id, 1)).map(({ seq }) => seq),
          [2, 3]
        )
        assert.strictEqual(yield* live.seqAt(id, TODAY + 50_000), 1)
        assert.strictEqual(yield* live.seqAt(id, TODAY + 120_000), 3)
        assert.strictEqual(yield* live.lastOf(id), 3)
      })
    )
  )

  it.effect("allows eight streams per reader, and reports what happens to the ninth", () =>
    run(
      Effect.scoped(
        Effect.gen(function* () {
          const connections = yield* Connections
          const take = connections.take({ kind: "account", name: "ada" })
          for (let n = 0; n < 8; n++) yield* take
          const refused = yield* Effect.flip(take)
          assert.deepEqual([refused.status, refused.retryAfter], [429, 30])
          yield* connections.take({ kind: "account", name: "bo" })
        })
      )
    )
  )
})

const waitFor = <A, E>(fiber: Fiber.Fiber<A, E>): Effect.Effect<A, E> =>
  Effect.gen(function* () {
    for (;;) {
      const ended = yield* Fiber.poll(fiber)
      if (ended._tag === "Some") return yield* Fiber.join(fiber)
      yield* TestClock.adjust("1 second")
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    }
  })
