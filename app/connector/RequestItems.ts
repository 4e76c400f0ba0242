/**
 * RequestItems: the stored list of requests, and the promises that wait for them.
 *
 * The only writer of request items: every change goes through `move`, whose rules are in `pure/requestItem.ts`. A
 * waiting caller gets its result when the item ends, in this tab or another one. An item that has disappeared was ended
 * by a disconnect.
 */
import { Clock, Context, Deferred, Effect, Layer, Option } from "effect"
import { Crypto } from "./Crypto"
import {
  CanceledByUser,
  type ConnectorError,
  FailedToAddRequestItem,
  FailedToGetPendingItems,
  FailedToGetWalletResponse,
  publishedCode,
  TransactionOutcomeUnknown
} from "./Errors"
import { outcomeOf, type RequestOutcome } from "./pure/outcome"
import { type ItemEvent, isOpen, newItem, transition } from "./pure/requestItem"
import type { ContinuationInput } from "./Requests"
import { RequestsStore, recordOf, StateStore, Storage } from "./Storage"
import type { RequestItem, RequestItemType } from "./schema/RequestItem"
import type { WalletInteraction } from "./schema/WalletInteraction"
import type { WalletData } from "./schema/WalletState"
import { changeBell } from "./storage/changeBell"

interface Waiter {
  readonly type: RequestItemType
  readonly end: Deferred.Deferred<RequestOutcome, ConnectorError>
}
export type MoveListener = (before: RequestItem | undefined, after: RequestItem) => void

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const crypto = yield* Crypto
  const waiters = new Map<string, Waiter>()
  /** Items whose response this page is delivering right now. */
  const delivering = new Set<string>()
  const listeners = new Set<MoveListener>()

  /** Ignores an item stored under another item's id, because nothing could ever change it. */
  const read = Effect.map(storage.get(RequestsStore), (items) =>
    Object.entries(items).flatMap(([id, item]) => (id === item.interactionId ? [item] : []))
  )
  /** In order of creation. */
  const list = Effect.mapError(read, (cause) => new FailedToGetPendingItems({ cause }))

  const find = (interactionId: string) =>
    storage.get(RequestsStore).pipe(
      Effect.map((items) => Option.fromNullable(recordOf(items, interactionId))),
      Effect.orElseSucceed(() => Option.none<RequestItem>())
    )

  const respond = (interactionId: string, end: Effect.Effect<RequestOutcome, ConnectorError>) => {
    const waiter = waiters.get(interactionId)
    waiters.delete(interactionId)
    return waiter === undefined ? Effect.void : Effect.asVoid(Deferred.completeWith(waiter.end, end))
  }

  /** Another tab has read the response: lasting data is stored, but one-time data is not stored anywhere. */
  const givenElsewhere = ({ interactionId, isOneTimeRequest }: RequestItem) =>
    isOneTimeRequest
      ? new FailedToGetWalletResponse({ interactionId })
      : Effect.mapBoth(storage.get(StateStore), {
          onFailure: (cause) => new FailedToGetWalletResponse({ interactionId, cause }),
          onSuccess: ({ walletData }): RequestOutcome => ({ type: "data", data: walletData })
        })

  /** Resolves the waiting caller from the stored item alone. */
  const settle = (interactionId: string, item: RequestItem | undefined): Effect.Effect<void> => {
    if (item === undefined) {
      // The item is gone, so it is unknown how far a transaction had come.
      const isUnknown = waiters.get(interactionId)?.type === "sendTransaction"
      return respond(interactionId, new (isUnknown ? TransactionOutcomeUnknown : CanceledByUser)({ interactionId }))
    }
    const outcome = outcomeOf(item)
    switch (outcome.type) {
      case "open":
        return Effect.void
      case "failed":
        return respond(interactionId, outcome.error)
      case "answered":
        return respond(interactionId, Effect.succeed(outcome.response))
      case "dataGiven":
        return delivering.has(interactionId) ? Effect.void : respond(interactionId, givenElsewhere(item))
    }
  }

  /** None if there is no such item; otherwise its new state. */
  const move = (interactionId: string, event: ItemEvent) =>
    Effect.gen(function* () {
      const moved = yield* storage
        .modify(RequestsStore, (items) => {
          const before = recordOf(items, interactionId)
          if (before === undefined) return [Option.none(), items]
          const after = transition(before, event)
          return [Option.some({ before, after }), after === before ? items : { ...items, [interactionId]: after }]
        })
        .pipe(Effect.orElseSucceed(() => Option.none()))
      if (Option.isNone(moved)) {
        yield* settle(interactionId, undefined)
        return Option.none<RequestItem>()
      }
      const { after, before } = moved.value
      if (after !== before) for (const listener of listeners) listener(before, after)
      yield* settle(interactionId, after)
      return Option.some(after)
    })

  const untilClosed = (interactionId: string) =>
    Effect.gen(function* () {
      const reported = yield* changeBell(storage)
      while (Option.exists(yield* find(interactionId), isOpen)) yield* reported.wait
    }).pipe(Effect.scoped)

  const settleAll = Effect.gen(function* () {
    // Written as a change, which restores what another tab that writes at the same moment has not seen. Waiting callers
    // are collected in the same step, because callers that come later have newer items.
    const { items, waiting } = yield* storage.modify(RequestsStore, (now) => [
      { items: now, waiting: [...waiters.keys()] },
      now
    ])
    for (const interactionId of waiting) yield* settle(interactionId, recordOf(items, interactionId))
  }).pipe(Effect.orElse(() => Effect.void))

  const changed = yield* changeBell(storage, "requests")
  yield* Effect.forkScoped(Effect.forever(Effect.zipRight(changed.wait, settleAll)))

  return {
    list,
    find,
    move,
    /** `build` returns the request if it is known already, which saves one write before sending. */
    add: (
      type: RequestItemType,
      isOneTimeRequest: boolean,
      build?: (interactionId: string) => WalletInteraction,
      continuation?: ContinuationInput
    ) =>
      Effect.gen(function* () {
        const interactionId = yield* crypto.randomUuid
        const createdAt = yield* Clock.currentTimeMillis
        const made = newItem({
          interactionId,
          type,
          isOneTimeRequest,
          createdAt,
          ...(continuation && { continuation })
        })
        const item = build === undefined ? made : transition(made, { type: "built", interaction: build(interactionId) })
        const end = yield* Deferred.make<RequestOutcome, ConnectorError>()
        // Does not wait for the lock between tabs, which browsers may grant late, because this runs within a click.
        yield* storage
          .modifyNow(RequestsStore, (items) => {
            // Only once the item exists: a caller that waits for a missing item is told that it was cancelled.
            waiters.set(interactionId, { type, end })
            return [undefined, { ...items, [interactionId]: item }]
          })
          .pipe(Effect.mapError((cause) => new FailedToAddRequestItem({ interactionId, cause })))
        for (const listener of listeners) listener(undefined, item)
        return item
      }),
    /** Ends a data request with the wallet's data. */
    deliver: (interactionId: string, data: WalletData) =>
      Effect.sync(() => delivering.add(interactionId)).pipe(
        Effect.zipRight(move(interactionId, { type: "answered", data })),
        Effect.flatMap((after) =>
          Option.exists(after, (item) => item.status === "success")
            ? respond(interactionId, Effect.succeed({ type: "data", data }))
            : Effect.void
        ),
        Effect.ensuring(Effect.sync(() => delivering.delete(interactionId)))
      ),
    /** Ends an item with an error; a waiting caller gets the full error. */
    fail: (interactionId: string, error: ConnectorError) =>
      Effect.gen(function* () {
        // Errors from lower layers do not know the request.
        if (error.interactionId === undefined) Object.assign(error, { interactionId })
        const waiter = waiters.get(interactionId)
        waiters.delete(interactionId)
        yield* move(interactionId, { type: "failed", error: publishedCode(error), message: error.message })
        if (waiter !== undefined) yield* Deferred.fail(waiter.end, error)
      }),
    /**
     * Resolves when the item ends; call it while the item is open. `isAlone`: no other page can deliver this result, so
     * other tabs can see that a caller waits for it (`whenUnawaited`).
     */
    wait: (interactionId: string, isAlone = false): Effect.Effect<RequestOutcome, ConnectorError> => {
      const waiter = waiters.get(interactionId)
      if (waiter === undefined) return new CanceledByUser({ interactionId })
      const end = Deferred.await(waiter.end)
      return isAlone ? Effect.raceFirst(end, storage.exclusive(`wait:${interactionId}`, Effect.never)) : end
    },
    /** Resolves once no page waits alone for it any more. */
    whenUnawaited: (interactionId: string) => storage.exclusive(`wait:${interactionId}`, Effect.void),
    /** Whether a caller on this page waits for it. */
    isOurs: (interactionId: string) => waiters.has(interactionId),
    /** Runs a long effect. None if the item ended first, here or in another tab. */
    whileOpen: <A, E, R>(interactionId: string, effect: Effect.Effect<A, E, R>) =>
      Effect.raceFirst(Effect.asSome(effect), Effect.as(untilClosed(interactionId), Option.none<A>())),
    /** Removes all items but these. */
    clear: (stored: ReadonlyArray<RequestItem> = []) =>
      storage.clear(RequestsStore).pipe(
        Effect.zipRight(
          stored.length === 0
            ? Effect.void
            : storage.modify(RequestsStore, (now) => [
                undefined,
                { ...now, ...Object.fromEntries(stored.map((item) => [item.interactionId, item])) }
              ])
        ),
        Effect.catchAll((error) => Effect.logWarning("the requests left with the wallet could not be stored", error)),
        Effect.zipRight(settleAll)
      ),
    /** Called for every item that is created or changed on this page. Returns an unsubscribe function. */
    onMove: (listener: MoveListener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
})

export class RequestItems extends Context.Tag("connector/RequestItems")<
  RequestItems,
  Effect.Effect.Success<typeof make>
>() {
  static readonly layer = Layer.scoped(RequestItems, make)
}
