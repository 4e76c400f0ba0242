/**
 * Continuations: what a page does with the wallet's response, even if the page is reloaded or closed meanwhile.
 *
 * A request may carry one (`kind` and `payload`). It is stored with the request item until the page's `carryOn` reports
 * that it is done, so a page that is reloaded while the wallet is open, or between response and post, continues from
 * there. One tab at a time runs it: the requesting one, or if that is gone, the first to take it.
 */
import { Context, Duration, Effect, Layer, Option } from "effect"
import { ConnectorConfig } from "./ConnectorConfig"
import { CARRY_ON_LONGEST_PAUSE, POLL_FACTOR, POLL_FIRST_PAUSE, RESOLVER_PAUSE } from "./Constants"
import { outcomeOf } from "./pure/outcome"
import { RequestItems } from "./RequestItems"
import type { StepResult, StepVerdict } from "./Requests"
import { Storage } from "./Storage"
import type { RequestItem } from "./schema/RequestItem"
import { changeBell } from "./storage/changeBell"
import { toFailure } from "./wallet/toFailure"

const FIRST_MS = Duration.toMillis(POLL_FIRST_PAUSE)
const LONGEST_MS = Duration.toMillis(CARRY_ON_LONGEST_PAUSE)

/** The wallet's result; undefined until there is one. A transaction may not be final. */
export const resultOf = (item: RequestItem): StepResult | undefined => {
  const { continuation, status, transactionIntentHash, type } = item
  if (type === "sendTransaction" && transactionIntentHash) {
    return { ok: true, value: { type: "transaction", transactionIntentHash } }
  }
  const outcome = outcomeOf(item)
  if (outcome.type === "failed") return { ok: false, error: toFailure(outcome.error) }
  if (type === "preAuthorizationRequest" && outcome.type === "answered") {
    return { ok: true, value: outcome.response.type === "preAuthorization" ? outcome.response : { type: "lost" } }
  }
  if (status !== "success") return undefined
  const data = continuation?.answer
  return { ok: true, value: data === undefined ? { type: "lost" } : { type: "data", data } }
}

const make = Effect.gen(function* () {
  const { callbacks } = yield* ConnectorConfig
  const items = yield* RequestItems
  const storage = yield* Storage
  const scope = yield* Effect.scope
  /** Items whose continuation this page is running. */
  const inHand = new Set<string>()

  const waitForChange = Effect.scoped(Effect.flatMap(changeBell(storage, "requests"), (bell) => bell.wait))

  const ask = (item: RequestItem, result: StepResult): Effect.Effect<StepVerdict> =>
    Effect.tryPromise(async () => {
      const { interactionId } = item
      const { kind = "", payload } = item.continuation ?? {}
      return (await callbacks.carryOn?.({ interactionId, kind, payload, result })) ?? "later"
    }).pipe(
      Effect.catchAll((cause) =>
        Effect.as(Effect.logError("a request could not be carried on", cause), "later" as const)
      )
    )

  /** Runs until the continuation is done or the item is gone. */
  const seeThrough = (interactionId: string, pause = FIRST_MS): Effect.Effect<void> =>
    Effect.gen(function* () {
      const item = Option.getOrUndefined(yield* items.find(interactionId))
      if (item?.continuation === undefined) return
      const result = resultOf(item)
      if (result === undefined) {
        // Checks again after a pause in case a change was missed.
        yield* Effect.timeoutOption(waitForChange, CARRY_ON_LONGEST_PAUSE)
        return yield* seeThrough(interactionId)
      }
      const verdict = yield* ask(item, result)
      if (verdict !== "later") {
        yield* items.move(
          interactionId,
          verdict === "done"
            ? { type: "carriedOn" }
            : { type: "refused", error: verdict.code, message: verdict.message }
        )
        return
      }
      yield* Effect.sleep(Duration.millis(pause))
      yield* seeThrough(interactionId, Math.min(pause * POLL_FACTOR, LONGEST_MS))
    })

  const track = (interactionId: string, headStart: Effect.Effect<void>) =>
    Effect.suspend(() => {
      if (inHand.has(interactionId)) return Effect.void
      inHand.add(interactionId)
      return Effect.forkIn(
        Effect.zipRight(headStart, storage.exclusive(`carry-on:${interactionId}`, seeThrough(interactionId))).pipe(
          Effect.ensuring(Effect.sync(() => void inHand.delete(interactionId)))
        ),
        scope
      )
    })

  /** Takes over continuations of earlier pages and other tabs, after those tabs had their chance. */
  const adopt = Effect.flatMap(items.list, (all) =>
    Effect.forEach(
      all.filter(({ continuation }) => continuation !== undefined),
      ({ interactionId }) => track(interactionId, Effect.sleep(RESOLVER_PAUSE)),
      { discard: true }
    )
  ).pipe(Effect.catchAll((error) => Effect.logWarning("the open requests could not be read", error)))

  const changed = yield* changeBell(storage, "requests")
  if (callbacks.carryOn !== undefined) {
    yield* Effect.forkScoped(Effect.forever(Effect.zipRight(adopt, changed.wait)))
  }

  return {
    /** For the requesting page, which takes precedence over other tabs. */
    begin: (interactionId: string) => Effect.asVoid(track(interactionId, Effect.void))
  }
})

export class Continuations extends Context.Tag("connector/Continuations")<
  Continuations,
  Effect.Effect.Success<typeof make>
>() {
  static readonly layer = Layer.scoped(Continuations, make)
}
