/**
 * The practice wallet behind its entry point: one request at a time is shown, the others queue.
 *
 * Like the real one, it ignores a second request with a known ID. A queued request can be cancelled, and cancelling the
 * one on the screen closes it silently.
 */
import { Deferred, Effect, Queue, type Scope } from "effect"
import type { Gateway } from "~/connector/index"
import type { Door, Message } from "./door"
import { makeInside } from "./inside"
import type { Vault } from "./keys"
import type { Person } from "./Person"
import { makeResponses } from "./responses"

export interface PracticeOptions {
  readonly networkId: number
  readonly door: Door
  /** Origin of the page, which replaces whatever a request claims. */
  readonly origin: string
}

interface Job {
  readonly interactionId: string
  readonly raw: unknown
}

const requestOf = (message: Message): Job | undefined => {
  const { interactionId } = message
  if (message.discriminator === "walletInteraction") return { interactionId, raw: message.interaction }
  // A bare request of dApps from before sessions.
  return message.items === undefined ? undefined : { interactionId, raw: message }
}
const isCancel = ({ discriminator, items }: Message) =>
  discriminator === "cancelWalletInteraction" || items?.discriminator === "cancelRequest"

export const practiceWallet = ({
  door,
  networkId,
  origin
}: PracticeOptions): Effect.Effect<never, never, Vault | Person | Gateway | Scope.Scope> =>
  Effect.gen(function* () {
    const respond = yield* makeResponses({ isAlone: door.isAlone, networkId, origin })
    const inside = yield* makeInside(networkId)
    const checks = yield* Queue.unbounded<void>()
    const requests = yield* Queue.unbounded<Job>()
    const seen = new Set<string>()
    const waiting = new Set<string>()
    let inHand: { readonly interactionId: string; readonly calledBack: Deferred.Deferred<void> } | undefined

    /** Cancels a request; returns whether it was still queued. */
    const drop = (interactionId: string): boolean => {
      if (waiting.delete(interactionId)) return true
      if (inHand?.interactionId === interactionId) Deferred.unsafeDone(inHand.calledBack, Effect.void)
      return false
    }
    const callBack = (interactionId: string) => {
      if (drop(interactionId)) door.say({ eventType: "requestCancelSuccess", interactionId })
    }

    const hear = (message: Message) => {
      const { interactionId } = message
      if (isCancel(message)) return callBack(interactionId)
      if (message.discriminator === "openPopup") return void checks.unsafeOffer(undefined)
      const job = requestOf(message)
      if (job === undefined || seen.has(interactionId)) return
      seen.add(interactionId)
      waiting.add(interactionId)
      requests.unsafeOffer(job)
    }

    const nextRequest = Effect.gen(function* () {
      const { interactionId, raw } = yield* Queue.take(requests)
      if (!waiting.delete(interactionId)) return
      const calledBack = yield* Deferred.make<void>()
      inHand = { interactionId, calledBack }
      door.say({ eventType: "receivedByWallet", interactionId })
      const response = yield* Effect.raceFirst(respond(interactionId, raw), Deferred.await(calledBack))
      inHand = undefined
      if (response !== undefined) door.say(response)
    })

    door.open(hear, drop)
    yield* Effect.forkScoped(Effect.forever(Effect.zipRight(Queue.take(checks), Effect.forkScoped(inside("")))))
    return yield* Effect.forever(nextRequest)
  })
