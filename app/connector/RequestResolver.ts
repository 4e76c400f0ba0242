/**
 * RequestResolver: brings requests to their end.
 *
 * Stored answers are checked and turned into item states and shared data; what went to the ledger is followed until
 * it is final. Each request is worked on by itself, so none waits for another one's poll, and in one tab only. It
 * looks as soon as something changes, and every second while a request is open. All it needs is in the storage: a
 * reload loses nothing but the promises.
 */
import { Context, Effect, Layer, Option } from "effect"
import { RESOLVER_PAUSE } from "./Constants"
import { makeBell } from "./mailbox"
import { RequestItems } from "./RequestItems"
import { followLedger } from "./resolver/followLedger"
import type { Hooks } from "./resolver/hooks"
import { resolveResponse } from "./resolver/resolveResponse"
import { Storage, WalletResponsesStore } from "./Storage"
import type { RequestItem } from "./schema/RequestItem"
import { storeResponse } from "./storeResponse"
import { Transport } from "./Transport"

const hasWork = (item: RequestItem, answered: boolean): boolean =>
  answered || item.status === "pendingCommit" || (item.status === "pending" && item.transactionIntentHash !== undefined)

/** One request, as far as it can be brought now: its answer first, then the ledger. */
const work = (item: RequestItem, response: unknown, hooks: Hooks) =>
  Effect.gen(function* () {
    if (response !== undefined) yield* resolveResponse(item, response, hooks)
    const items = yield* RequestItems
    const now = yield* items.find(item.interactionId)
    if (Option.isSome(now)) yield* followLedger(now.value, hooks)
  })

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const items = yield* RequestItems
  const transport = yield* Transport
  const context = yield* Effect.context<Effect.Effect.Context<ReturnType<typeof work>>>()
  const scope = yield* Effect.scope
  const wake = makeBell()
  const atWork = new Set<string>()
  /** Answers that came to this page itself. */
  const arrivedHere = new Set<string>()
  const hooks = new Map<string, Hooks>()

  const forgetResponse = (interactionId: string) =>
    storage.modify(WalletResponsesStore, (stored) => {
      const { [interactionId]: _done, ...rest } = stored
      return [undefined, interactionId in stored ? rest : stored]
    })

  /** Another page's request is left to that page first. */
  const headStart = (interactionId: string) =>
    items.isOurs(interactionId) || arrivedHere.has(interactionId) ? Effect.void : Effect.sleep(RESOLVER_PAUSE)

  const begin = (item: RequestItem) => {
    const { interactionId } = item
    atWork.add(interactionId)
    const step = Effect.gen(function* () {
      // What another tab did meanwhile is done.
      const now = yield* items.find(interactionId)
      if (Option.isNone(now)) return
      const response = (yield* storage.get(WalletResponsesStore))[interactionId]
      yield* work(now.value, response, hooks.get(interactionId) ?? {})
      if (response !== undefined) yield* forgetResponse(interactionId)
    })
    return headStart(interactionId).pipe(
      Effect.zipRight(storage.exclusive(`resolve:${interactionId}`, step)),
      Effect.catchAllCause((cause) => Effect.logError("a request could not be resolved", cause)),
      Effect.ensuring(Effect.sync(() => void atWork.delete(interactionId))),
      Effect.zipRight(Effect.sync(wake.ring)),
      Effect.provide(context),
      Effect.forkIn(scope)
    )
  }
  /** Looks at every request once. True while one of them is open. */
  const pass = Effect.gen(function* () {
    const all = yield* items.list
    const responses = yield* storage.get(WalletResponsesStore)
    for (const item of all) {
      const answered = item.interactionId in responses
      if (!atWork.has(item.interactionId) && hasWork(item, answered)) yield* begin(item)
    }
    return all.some((item) => item.status === "pending")
  }).pipe(Effect.catchAll((error) => Effect.as(Effect.logWarning("the open requests could not be read", error), false)))

  const hear = Effect.gen(function* () {
    const event = yield* transport.events
    switch (event.type) {
      case "response":
        if (yield* storeResponse(event.interactionId, event.response)) arrivedHere.add(event.interactionId)
        return wake.ring()
      case "receivedByWallet":
        return yield* items.move(event.interactionId, { type: "receivedByWallet" })
      case "lost":
        return yield* items.fail(event.interactionId, event.error)
    }
  }).pipe(
    Effect.catchAll((error) => Effect.logError("a message of the wallet could not be kept", error)),
    Effect.provideService(Storage, storage)
  )

  yield* Effect.acquireRelease(
    Effect.sync(() => storage.subscribe(wake.ring)),
    (off) => Effect.sync(off)
  )
  yield* Effect.forkScoped(Effect.forever(hear))
  yield* Effect.forkScoped(
    Effect.forever(Effect.flatMap(pass, (open) => (open ? Effect.timeoutOption(wake.wait, RESOLVER_PAUSE) : wake.wait)))
  )

  return {
    /** What the page wants to hear of this request on the way. Lives as long as the page does. */
    listen: (interactionId: string, wanted: Hooks) => Effect.sync(() => void hooks.set(interactionId, wanted))
  }
})

export class RequestResolver extends Context.Tag("connector/RequestResolver")<
  RequestResolver,
  Effect.Effect.Success<typeof make>
>() {
  static readonly layer = Layer.scoped(RequestResolver, make)
}
