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
import { WalletResponseValidation } from "./Errors"
import { makeBell } from "./mailbox"
import { hashOnLedger } from "./pure/requestItem"
import { RequestItems } from "./RequestItems"
import { followLedger } from "./resolver/followLedger"
import type { Hooks } from "./resolver/hooks"
import { resolveResponse } from "./resolver/resolveResponse"
import { RequestsStore, recordOf, Storage, WalletResponsesStore } from "./Storage"
import type { RequestItem } from "./schema/RequestItem"
import { storeResponse } from "./storeResponse"
import { Transport } from "./Transport"

type Responses = Readonly<Record<string, unknown>>

const hasWork = (item: RequestItem, responses: Responses): boolean =>
  Object.hasOwn(responses, item.interactionId) || hashOnLedger(item) !== undefined

/** One request, as far as it can be brought now: its answer first, then the ledger. */
const work = (item: RequestItem, response: unknown, hooks: Hooks) =>
  Effect.gen(function* () {
    const { interactionId } = item
    const items = yield* RequestItems
    if (response !== undefined) {
      // An answer that breaks us would break us again: it ends its request.
      yield* resolveResponse(item, response, hooks).pipe(
        Effect.catchAllDefect((cause) =>
          items.fail(interactionId, new WalletResponseValidation({ interactionId, cause }))
        )
      )
    }
    const now = yield* items.find(interactionId)
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
      return [undefined, Object.hasOwn(stored, interactionId) ? rest : stored]
    })

  /** Another page's request is left to that page first. */
  const headStart = (interactionId: string) =>
    items.isOurs(interactionId) || arrivedHere.has(interactionId) ? Effect.void : Effect.sleep(RESOLVER_PAUSE)

  /** True once nothing is left to do. What another tab did meanwhile is done. */
  const step = (interactionId: string) =>
    Effect.gen(function* () {
      const before = recordOf(yield* storage.get(RequestsStore), interactionId)
      if (before === undefined) return true
      const responses = yield* storage.get(WalletResponsesStore)
      yield* work(before, recordOf(responses, interactionId), hooks.get(interactionId) ?? {})
      if (Object.hasOwn(responses, interactionId)) yield* forgetResponse(interactionId)
      const after = recordOf(yield* storage.get(RequestsStore), interactionId)
      return after === undefined || !hasWork(after, yield* storage.get(WalletResponsesStore))
    })

  /** What is left over or went wrong is tried again, but never without a pause: that would be for ever. */
  const begin = ({ interactionId }: RequestItem) => {
    atWork.add(interactionId)
    return headStart(interactionId).pipe(
      Effect.zipRight(storage.exclusive(`resolve:${interactionId}`, step(interactionId))),
      Effect.catchAllCause((cause) => Effect.as(Effect.logError("a request could not be resolved", cause), false)),
      Effect.flatMap((isDone) =>
        isDone ? Effect.sync(() => void arrivedHere.delete(interactionId)) : Effect.sleep(RESOLVER_PAUSE)
      ),
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
      if (!atWork.has(item.interactionId) && hasWork(item, responses)) yield* begin(item)
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
    Effect.catchAllCause((cause) => Effect.logError("a message of the wallet could not be kept", cause)),
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
