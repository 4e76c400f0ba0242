import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer } from "effect"
import { afterEach, beforeEach } from "vitest"
import { ConnectorConfig, toConfig } from "~/connector/ConnectorConfig"
import { isAnythingStored, isWalletStored } from "~/connector/pure/isWalletStored"
import { type PartitionName, RequestsStore, StateStore, Storage, WalletResponsesStore } from "~/connector/Storage"
import { emptyState } from "~/connector/schema/emptyState"
import { IdentitiesStore, SessionsStore } from "~/connector/storage/relayStores"
import { DAPP, options, settle } from "./world"

const key = (name: PartitionName) => `rdt:${DAPP}:2:${name}`
const config = Layer.sync(ConnectorConfig, () => toConfig(options(), "https://dapp.example"))
const local = Storage.layerLocalStorage.pipe(Layer.provide(config))
const item = (interactionId: string) => ({
  type: "dataRequest",
  status: "pending",
  createdAt: 1,
  interactionId,
  showCancel: true,
  isOneTimeRequest: false
})

/** A browser's storage for a page; each page is notified of what the others write. */
class Browser {
  readonly values = new Map<string, string>()
  isFull = false
  readonly storage = {
    getItem: (name: string) => this.values.get(name) ?? null,
    setItem: (name: string, value: string) => {
      if (this.isFull) throw new DOMException("full", "QuotaExceededError")
      this.values.set(name, value)
    },
    removeItem: (name: string) => void this.values.delete(name)
  }
  readonly window = new EventTarget()
  /** As if another tab had written. */
  write(name: string, value: string) {
    this.values.set(name, value)
    this.report(name)
  }
  report(name: string | null) {
    this.window.dispatchEvent(Object.assign(new Event("storage"), { key: name, storageArea: this.storage }))
  }
  install(locks?: object) {
    const give = (name: string, value: unknown) =>
      Object.defineProperty(globalThis, name, { value, configurable: true })
    give("localStorage", this.storage)
    give("addEventListener", this.window.addEventListener.bind(this.window))
    give("removeEventListener", this.window.removeEventListener.bind(this.window))
    give("navigator", { locks })
  }
}

const GLOBALS = ["localStorage", "addEventListener", "removeEventListener", "navigator"]
const original = GLOBALS.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)

describe("storage in a browser", () => {
  let browser: Browser
  beforeEach(() => {
    browser = new Browser()
    browser.install()
  })
  afterEach(() => {
    for (const [name, descriptor] of original) {
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name)
      else Object.defineProperty(globalThis, name, descriptor)
    }
  })

  it.effect("uses the official keys and formats", () =>
    Effect.gen(function* () {
      const storage = yield* Storage
      const isStored = () => isWalletStored({ dAppDefinitionAddress: DAPP, networkId: 2 }, () => browser.storage)
      assert.isFalse(isStored())
      yield* storage.modify(StateStore, (state) => [undefined, { ...state, loggedInTimestamp: "7" }])
      assert.isTrue(isStored())
      yield* storage.modify(SessionsStore, () => [undefined, { s: { sessionId: "s", createdAt: 1 } }])
      assert.deepStrictEqual(JSON.parse(browser.values.get(key("state")) ?? ""), {
        walletData: { accounts: [], personaData: [], proofs: [] },
        loggedInTimestamp: "7",
        sharedData: {}
      })
      assert.strictEqual(browser.values.get(key("sessions")), `{"s":{"sessionId":"s","createdAt":1}}`)
    }).pipe(Effect.provide(local))
  )

  it("reports whether anything of a wallet is stored, also of one that has not responded yet", () => {
    const here = { dAppDefinitionAddress: DAPP, networkId: 2 }
    const kept = (values: Readonly<Record<string, string>>) =>
      isAnythingStored(here, () => ({ ...values }) as unknown as globalThis.Storage)
    assert.isFalse(kept({}))
    assert.isFalse(kept({ theme: "dark", "rdt:account_other:2:requests": "[]" }))
    assert.isTrue(kept({ [key("requests")]: "[]" }))
    const closed = (): globalThis.Storage => {
      throw new Error("closed")
    }
    assert.isFalse(isAnythingStored(here, closed))
  })

  it.effect("reads what the official toolkit stored", () => {
    browser.values.set(
      key("state"),
      JSON.stringify({
        walletData: {
          accounts: [{ address: "account_a", label: "Main", appearanceId: 0 }],
          personaData: [{ entry: "emailAddresses", fields: ["a@b.c"] }],
          proofs: [],
          persona: { identityAddress: "identity_a", label: "Ada" }
        },
        loggedInTimestamp: "1700000000000",
        sharedData: { persona: { proof: true }, ongoingAccounts: { proof: false } }
      })
    )
    browser.values.set(
      key("requests"),
      JSON.stringify({
        i: { ...item("i"), status: "fail", walletResponse: { discriminator: "failure" }, sentToWallet: false }
      })
    )
    return Effect.gen(function* () {
      const storage = yield* Storage
      assert.strictEqual((yield* storage.get(StateStore)).walletData.persona?.label, "Ada")
      assert.strictEqual((yield* storage.get(RequestsStore)).i?.status, "fail")
    }).pipe(Effect.provide(local))
  })

  it.effect.each(["", "{", "null", "1", `"text"`, "[]", `{"walletData":{}}`])(
    "treats %j as empty, and overwrites it",
    (broken) => {
      browser.values.set(key("state"), broken)
      browser.values.set(key("requests"), broken)
      return Effect.gen(function* () {
        const storage = yield* Storage
        assert.deepStrictEqual(yield* storage.get(StateStore), emptyState)
        assert.deepStrictEqual(yield* storage.get(RequestsStore), {})
        yield* storage.modify(WalletResponsesStore, (stored) => [undefined, { ...stored, i: 1 }])
        yield* storage.modify(StateStore, (state) => [undefined, { ...state, loggedInTimestamp: "1" }])
        assert.strictEqual((yield* storage.get(StateStore)).loggedInTimestamp, "1")
      }).pipe(Effect.provide(local))
    }
  )

  it.effect("skips one broken record and keeps the others", () => {
    browser.values.set(key("requests"), JSON.stringify({ a: item("a"), b: { nonsense: true }, c: item("c") }))
    browser.values.set(key("identities"), JSON.stringify({ dApp: { secret: "short", createdAt: 1 } }))
    return Effect.gen(function* () {
      const storage = yield* Storage
      assert.deepStrictEqual(Object.keys(yield* storage.get(RequestsStore)), ["a", "c"])
      assert.deepStrictEqual(yield* storage.get(IdentitiesStore), {})
    }).pipe(Effect.provide(local))
  })

  it.effect("notifies of its own changes and of another tab's, each with its partition", () =>
    Effect.gen(function* () {
      const storage = yield* Storage
      const heard: Array<PartitionName> = []
      const leave = storage.subscribe((name) => heard.push(name))
      yield* storage.modify(StateStore, (state) => [undefined, { ...state, loggedInTimestamp: "1" }])
      browser.write(key("requests"), JSON.stringify({ a: item("a") }))
      browser.write("somebody-else", "1")
      assert.deepStrictEqual(heard, ["state", "requests"])
      assert.deepStrictEqual(Object.keys(yield* storage.get(RequestsStore)), ["a"])
      browser.report(null)
      assert.strictEqual(heard.length, 10)
      leave()
      yield* storage.clear(StateStore)
      assert.strictEqual(heard.length, 10)
      assert.isFalse(browser.values.has(key("state")))
    }).pipe(Effect.provide(local))
  )

  it.effect("keeps values that a full storage refuses in memory, until they are written elsewhere", () =>
    Effect.gen(function* () {
      const storage = yield* Storage
      browser.isFull = true
      yield* storage.modify(StateStore, (state) => [undefined, { ...state, loggedInTimestamp: "1" }])
      assert.strictEqual((yield* storage.get(StateStore)).loggedInTimestamp, "1")
      assert.isFalse(browser.values.has(key("state")))
      browser.isFull = false
      yield* storage.modify(StateStore, (state) => [undefined, { ...state, sharedData: { persona: { proof: true } } }])
      assert.strictEqual(JSON.parse(browser.values.get(key("state")) ?? "").loggedInTimestamp, "1")
    }).pipe(Effect.provide(local))
  )

  it.effect("uses the page's memory alone if the browser blocks storage", () => {
    Object.defineProperty(globalThis, "localStorage", {
      configurable: true,
      get: () => {
        throw new DOMException("blocked", "SecurityError")
      }
    })
    return Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.modify(StateStore, (state) => [undefined, { ...state, loggedInTimestamp: "1" }])
      assert.strictEqual((yield* storage.get(StateStore)).loggedInTimestamp, "1")
    }).pipe(Effect.provide(local))
  })

  it.effect("gives a named lock to one tab at a time, and releases it when a tab is closed", () => {
    const queue: Array<() => void> = []
    let isHeld = false
    const locks = {
      request: (_name: string, { signal }: { signal: AbortSignal }, granted: () => Promise<void>) =>
        new Promise<void>((resolve, reject) => {
          const take = () => {
            isHeld = true
            void granted().then(() => {
              isHeld = false
              queue.shift()?.()
              resolve()
            })
          }
          signal.addEventListener("abort", () => reject(new DOMException("given up", "AbortError")))
          if (isHeld) queue.push(take)
          else take()
        })
    }
    browser.install(locks)
    return Effect.gen(function* () {
      const scopeOf = Effect.map(Layer.build(local), (context) => Context.get(context, Storage))
      const here = yield* scopeOf
      const there = yield* scopeOf
      const first = yield* Effect.fork(here.exclusive("work", Effect.never))
      yield* settle
      const order: Array<string> = []
      const second = yield* Effect.fork(
        there.exclusive(
          "work",
          Effect.sync(() => order.push("second"))
        )
      )
      yield* settle
      assert.deepStrictEqual(order, [])
      yield* Fiber.interrupt(first)
      yield* Fiber.join(second)
      assert.deepStrictEqual(order, ["second"])
      assert.isFalse(isHeld)
    }).pipe(Effect.scoped)
  })
})

describe("storage in memory", () => {
  it.effect("loses no change of many concurrent ones", () =>
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* Effect.forEach(
        Array.from({ length: 50 }, (_, index) => String(index)),
        (id) => storage.modify(WalletResponsesStore, (stored) => [undefined, { ...stored, [id]: id }]),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(Object.keys(yield* storage.get(WalletResponsesStore)).length, 50)
    }).pipe(Effect.provide(Storage.layerMemory.pipe(Layer.provide(config))))
  )
})
