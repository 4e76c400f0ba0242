import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { RequestItems } from "~/connector/RequestItems"
import { memoryPlace, type Place } from "~/connector/storage/places"
import { world } from "./wallet"
import { DAPP, settle } from "./world"

const REQUESTS = `rdt:${DAPP}:2:requests`

/** A place whose locks take time, as the browser's do: others run before and after. */
const slowPlace = (pauses: number) => {
  const base = memoryPlace()
  let report: (key: string | null, isGone: boolean) => void = () => {}
  const place: Place = {
    ...base,
    exclusive: (name, effect) =>
      Effect.repeatN(Effect.yieldNow(), pauses).pipe(
        Effect.zipRight(base.exclusive(name, Effect.zipRight(Effect.yieldNow(), effect)))
      ),
    onOutsideChange: (listener) => {
      report = listener
    }
  }
  return { place, news: () => report(REQUESTS, false) }
}

describe("a request that is made while others change", () => {
  // The notification of another change and the creation of the item meet at every distance.
  it.effect.each([0, 1, 2, 3, 4, 5, 6, 7])("is not mistaken for a cancelled one (%i steps apart)", (steps) =>
    Effect.gen(function* () {
      const { news, place } = slowPlace(3)
      const { layer } = world({ place, wallet: { respond: () => undefined } })
      yield* Effect.gen(function* () {
        const items = yield* RequestItems
        yield* items.add("dataRequest", false)
        yield* settle
        news()
        yield* Effect.repeatN(Effect.yieldNow(), steps)
        const { interactionId } = yield* items.add("dataRequest", false)
        const waiting = yield* Effect.fork(items.wait(interactionId))
        yield* settle
        assert.isTrue(items.isOurs(interactionId))
        yield* items.deliver(interactionId, { accounts: [], personaData: [], proofs: [] })
        assert.strictEqual((yield* Fiber.join(waiting)).type, "data")
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect.each([0, 1, 2, 3, 4, 5, 6, 7])("survives a disconnect before it (%i steps apart)", (steps) =>
    Effect.gen(function* () {
      const { layer } = world({ place: slowPlace(3).place, wallet: { respond: () => undefined } })
      yield* Effect.gen(function* () {
        const items = yield* RequestItems
        const before = yield* items.add("dataRequest", false)
        const ended = yield* Effect.fork(Effect.flip(items.wait(before.interactionId)))
        const clearing = yield* Effect.fork(items.clear())
        yield* Effect.repeatN(Effect.yieldNow(), steps)
        const { interactionId } = yield* items.add("dataRequest", false)
        yield* Fiber.join(clearing)
        yield* settle
        assert.strictEqual((yield* Fiber.join(ended))._tag, "canceledByUser")
        const isStored = (yield* items.list).some((item) => item.interactionId === interactionId)
        // Removed with its waiter, or present with its waiter: never one without the other.
        assert.strictEqual(items.isOurs(interactionId), isStored)
      }).pipe(Effect.provide(layer))
    })
  )
})
