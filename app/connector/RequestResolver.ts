/**
 * RequestResolver: completes requests.
 *
 * Validates stored responses and turns them into item states and shared data; follows transactions until they are
 * final. Works on each request independently, so that none waits for another one's polling, and in one tab only. Runs
 * on every change, and every second while a request is open. All its state is in the storage, so a reload loses nothing
 * but the promises.
 */
import { Context, Effect, Layer, Option } from "effect"
import { ConnectorConfig } from "./ConnectorConfig"
import { RESOLVER_PAUSE } from "./Constants"
import { TransactionOutcomeUnknown, WalletResponseValidation } from "./Errors"
import { hashOnLedger, hashToReport, isForLedger, isInWallet, isOpen } from "./pure/requestItem"
import { RequestItems } from "./RequestItems"
import { report } from "./resolver/hooks"
import { resolveResponse } from "./resolver/resolveResponse"
import { RequestsStore, recordOf, Storage, WalletResponsesStore } from "./Storage"
import type { RequestItem } from "./schema/RequestItem"
import { changeBell } from "./storage/changeBell"
import { storeResponse } from "./storeResponse"
import { Transport } from "./Transport"

type Responses = Readonly<Record<string, unknown>>

const hasWork = (item: RequestItem, responses: Responses): boolean =>
  Object.hasOwn(responses, item.interactionId) || hashOnLedger(item) !== undefined

/** Code that polls the ledger, loaded on demand because most visits submit nothing. */
const ledgerCode = Effect.tryPromise(() => import("./resolver/followLedger"))

type Hear = (transactionIntentHash: string) => void

/** Processes one request as far as possible: first its response, then the ledger. */
const work = (item: RequestItem, response: unknown, announce: (moved: RequestItem) => Effect.Effect<void>) =>
  Effect.gen(function* () {
    const { interactionId } = item
    const items = yield* RequestItems
    if (response !== undefined) {
      // A response that causes a defect would cause it again, so it ends its request.
      yield* resolveResponse(item, response).pipe(
        Effect.catchAllDefect((cause) =>
          items.fail(interactionId, new WalletResponseValidation({ interactionId, cause }))
        )
      )
    }
    const now = Option.getOrUndefined(yield* items.find(interactionId))
    if (now === undefined) return
    yield* announce(now)
    if (hashOnLedger(now) === undefined) return
    const { followLedger } = yield* ledgerCode
    yield* followLedger(now)
  })

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const items = yield* RequestItems
  const transport = yield* Transport
  const { callbacks } = yield* ConnectorConfig
  const context = yield* Effect.context<Effect.Effect.Context<ReturnType<typeof work>>>()
  const scope = yield* Effect.scope
  const wake = yield* changeBell(storage)
  const atWork = new Set<string>()
  let isLedgerCodeAsked = false
  /** Responses that this page received itself. */
  const arrivedHere = new Set<string>()
  /** Callers that want to be told the transaction hash. */
  const hearers = new Map<string, Hear>()

  /** Called once, whichever tab moved the request. */
  const notifyCaller = (item: RequestItem) => {
    const hash = hashToReport(item)
    if (hash === undefined) return Effect.void
    const hear = hearers.get(item.interactionId)
    hearers.delete(item.interactionId)
    return report(hear, hash)
  }
  /** The page's own callbacks survive a reload and are called for every request that this tab moves. */
  const notifyPage = (before: RequestItem, after: RequestItem) => {
    const hash = hashToReport(after)
    if (hash === undefined || hashToReport(before) !== undefined) return notifyCaller(after)
    const { onSubmittedSuccess, onTransactionId } = callbacks
    const hear = after.type === "sendTransaction" ? onTransactionId : onSubmittedSuccess
    return Effect.zipRight(notifyCaller(after), report(hear, hash, after.interactionId))
  }

  const forgetResponse = (interactionId: string) =>
    storage.modify(WalletResponsesStore, (stored) => {
      const { [interactionId]: _done, ...rest } = stored
      return [undefined, Object.hasOwn(stored, interactionId) ? rest : stored]
    })

  /**
   * Leaves another page's request to that page first. One-time data is not stored anywhere, so such a request belongs
   * to its page as long as that waits, even in the background.
   */
  const headStart = ({ interactionId, isOneTimeRequest }: RequestItem) => {
    if (items.isOurs(interactionId)) return Effect.void
    return Effect.zipRight(
      arrivedHere.has(interactionId) ? Effect.void : Effect.sleep(RESOLVER_PAUSE),
      isOneTimeRequest ? items.whenUnawaited(interactionId) : Effect.void
    )
  }

  /** True once nothing is left to do, including when another tab did it. */
  const step = (interactionId: string) =>
    Effect.gen(function* () {
      const before = recordOf(yield* storage.get(RequestsStore), interactionId)
      if (before === undefined) return true
      const responses = yield* storage.get(WalletResponsesStore)
      let known = before
      const announce = (now: RequestItem) => {
        const reported = notifyPage(known, now)
        known = now
        return reported
      }
      yield* work(before, recordOf(responses, interactionId), announce)
      if (Object.hasOwn(responses, interactionId)) yield* forgetResponse(interactionId)
      const after = recordOf(yield* storage.get(RequestsStore), interactionId)
      if (after !== undefined) yield* announce(after)
      return after === undefined || !hasWork(after, yield* storage.get(WalletResponsesStore))
    })

  /** Retries what is left over or failed, always after a pause to avoid a busy loop. */
  const begin = (item: RequestItem) => {
    const { interactionId } = item
    atWork.add(interactionId)
    return headStart(item).pipe(
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
  /** Checks every request once. True while one of them is open. */
  const pass = Effect.gen(function* () {
    const all = yield* items.list
    const responses = yield* storage.get(WalletResponsesStore)
    for (const item of all) {
      if (hearers.has(item.interactionId)) yield* notifyCaller(item)
      // Loads the code while the wallet is open, because a phone may be offline by the time it is needed.
      if (!isLedgerCodeAsked && isForLedger(item) && isOpen(item)) {
        isLedgerCodeAsked = true
        yield* Effect.forkIn(Effect.ignore(ledgerCode), scope)
      }
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
      case "unreadable":
        yield* Effect.logWarning(`${event.error._tag}: the request stays open`, event.error)
        return yield* items.move(event.interactionId, { type: "warned", warning: event.error.message })
      case "lost": {
        const { error: cause, interactionId } = event
        const isUndecided = Option.exists(yield* items.find(interactionId), isInWallet)
        return yield* items.fail(interactionId, isUndecided ? new TransactionOutcomeUnknown({ cause }) : cause)
      }
    }
  }).pipe(
    Effect.catchAllCause((cause) => Effect.logError("a message of the wallet could not be stored", cause)),
    Effect.provideService(Storage, storage)
  )

  yield* Effect.forkScoped(Effect.forever(hear))
  yield* Effect.forkScoped(
    Effect.forever(Effect.flatMap(pass, (open) => (open ? Effect.timeoutOption(wake.wait, RESOLVER_PAUSE) : wake.wait)))
  )

  return {
    /** Registers a callback for the transaction hash. Lives as long as the page. */
    listen: (interactionId: string, hear: Hear) => Effect.sync(() => void hearers.set(interactionId, hear))
  }
})

export class RequestResolver extends Context.Tag("connector/RequestResolver")<
  RequestResolver,
  Effect.Effect.Success<typeof make>
>() {
  static readonly layer = Layer.scoped(RequestResolver, make)
}
