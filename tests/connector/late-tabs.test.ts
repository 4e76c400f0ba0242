import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { RequestItems } from "~/connector/RequestItems"
import { memoryPlace, type Place } from "~/connector/storage/places"
import { Wallet } from "~/connector/Wallet"
import { world } from "./wallet"
import { pass, settle } from "./world"

/** Tabs in processes of their own: a write reaches the others only when the test delivers it. */
const lateTabs = () => {
  const tabs: Array<{ readonly hear: (key: string, value: string | null) => void }> = []
  const late: Array<() => void> = []
  const open = (): Place => {
    const base = memoryPlace()
    let report: (key: string | null, isGone: boolean) => void = () => {}
    const own = {
      hear: (key: string, value: string | null) => {
        if (value === null) base.remove(key)
        else base.set(key, value)
        report(key, value === null)
      }
    }
    tabs.push(own)
    const carry = (key: string, value: string | null) =>
      void late.push(() => {
        for (const tab of tabs) if (tab !== own) tab.hear(key, value)
      })
    return {
      ...base,
      set: (key, value) => {
        base.set(key, value)
        carry(key, value)
      },
      remove: (key) => {
        base.remove(key)
        carry(key, null)
      },
      onOutsideChange: (listener) => {
        report = listener
      }
    }
  }
  const arrive = Effect.gen(function* () {
    for (let round = 0; round < 20; round++) {
      for (const deliver of late.splice(0)) deliver()
      yield* settle
    }
    assert.lengthOf(late, 0, "the tabs come to rest")
  })
  return { arrive, open }
}
const list = Effect.flatMap(RequestItems, (items) => items.list)
const add = Effect.flatMap(RequestItems, (items) => items.add("dataRequest", false))
const twoTabs = Effect.gen(function* () {
  const { arrive, open } = lateTabs()
  const tab = () => Layer.build(world({ place: open(), wallet: { respond: () => undefined } }).layer)
  const [here, there] = yield* Effect.all([tab(), tab()])
  return { arrive, here, there }
})

describe("two tabs with delayed notifications", () => {
  it.effect("lose no request that both make at the same moment", () =>
    Effect.gen(function* () {
      const { arrive, here, there } = yield* twoTabs
      const first = yield* Effect.provide(add, here)
      const second = yield* Effect.provide(add, there)
      yield* arrive
      const ids = [first.interactionId, second.interactionId].sort()
      for (const tab of [here, there]) {
        const items = yield* Effect.provide(list, tab)
        assert.deepStrictEqual(items.map((item) => item.interactionId).sort(), ids)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("never reopen an ended request, and remove all when one disconnects", () =>
    Effect.gen(function* () {
      const { arrive, here, there } = yield* twoTabs
      const { interactionId } = yield* Effect.provide(add, here)
      yield* arrive
      // One ends it while the other, which does not know yet, adds to the old list.
      yield* Effect.provide(
        Effect.flatMap(RequestItems, (items) => items.move(interactionId, { type: "answered" })),
        here
      )
      yield* Effect.provide(add, there)
      yield* arrive
      for (const tab of [here, there]) {
        const found = (yield* Effect.provide(list, tab)).find((item) => item.interactionId === interactionId)
        assert.strictEqual(found?.status, "success")
      }
      yield* Effect.provide(
        Effect.flatMap(Wallet, (wallet) => wallet.disconnect),
        there
      )
      yield* arrive
      yield* pass("1 seconds")
      for (const tab of [here, there]) assert.deepStrictEqual(yield* Effect.provide(list, tab), [])
    }).pipe(Effect.scoped)
  )
})
