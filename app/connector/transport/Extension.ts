/**
 * Browser extension transport: window events in both directions (docs/connector.md).
 *
 * `receivedByExtension` is dispatched synchronously within the event that sends a request, so it proves that the
 * extension is installed even while its worker is starting. The status arrives later, and again on every change; until
 * the first one a request waits briefly. Silence for `EXTENSION_DETECTION` means that there is no extension. A request
 * is sent once.
 */
import { Deferred, Effect, FiberId, Option, type Scope } from "effect"
import { EXTENSION_DETECTION, WORKER_WAKING } from "../Constants"
import { Crypto } from "../Crypto"
import { MissingExtension, WalletNotLinked } from "../Errors"
import { makeMailbox } from "../mailbox"
import { Page } from "../Page"
import { ExtensionStore, Storage } from "../Storage"
import type { WalletInteraction } from "../schema/WalletInteraction"
import { INCOMING_EVENT, OUTGOING_EVENT } from "./eventNames"
import { cancelMessage, type IncomingMessage, openPopup, readIncoming, requestMessage, statusPing } from "./messages"
import type { TransportEvent, TransportShape } from "./shape"

/** State that the extension reported; undefined until it did. */
interface Known {
  isAvailable: boolean
  isLinked: boolean | undefined
  handlesSessions: boolean
}

export const extensionTransport: Effect.Effect<TransportShape, never, Page | Storage | Crypto | Scope.Scope> =
  Effect.gen(function* () {
    const { target } = yield* Page
    const storage = yield* Storage
    const crypto = yield* Crypto
    const scope = yield* Effect.scope
    const events = makeMailbox<TransportEvent>()
    const detected = yield* Deferred.make<void>()
    let isDetected = false
    let hasSession = yield* Effect.match(storage.get(ExtensionStore), {
      onFailure: () => false,
      onSuccess: ({ sessionId }) => sessionId !== undefined
    })
    const known: Known = { isAvailable: false, isLinked: undefined, handlesSessions: false }
    const listeners = new Set<() => void>()
    /** Requests waiting for a sign of the extension, and those sent before it was known whether a wallet is linked. */
    const silent = new Map<string, Deferred.Deferred<void>>()
    const uncertain = new Set<string>()

    const alive = (interactionId?: string) => {
      for (const id of interactionId === undefined ? [...silent.keys()] : [interactionId]) {
        const sign = silent.get(id)
        silent.delete(id)
        if (sign !== undefined) Deferred.unsafeDone(sign, Effect.void)
      }
      if (known.isAvailable) return
      known.isAvailable = true
      for (const listener of listeners) listener()
    }

    const conclude = () => {
      isDetected = true
      Deferred.unsafeDone(detected, Effect.void)
    }

    const hearStatus = (message: Extract<IncomingMessage, { eventType: "extensionStatus" }>) => {
      known.handlesSessions = message.canHandleSessions ?? false
      known.isLinked = message.isWalletLinked
      if (message.isExtensionAvailable === false) known.isAvailable = false
      else alive()
      if (known.isLinked !== undefined) {
        const dropped = known.isLinked ? [] : [...uncertain]
        uncertain.clear()
        for (const interactionId of dropped) {
          events.offer({ type: "lost", interactionId, error: new WalletNotLinked({ interactionId }) })
        }
      }
      conclude()
      for (const listener of listeners) listener()
    }

    const hear = (event: Event) => {
      const message = Option.getOrUndefined(readIncoming("detail" in event ? event.detail : undefined))
      if (message === undefined) return
      if (message.eventType === "extensionStatus") return hearStatus(message)
      const { interactionId } = message
      alive(interactionId)
      if (message.eventType === "receivedByExtension") return
      uncertain.delete(interactionId)
      if (message.eventType === "response") {
        events.offer({ type: "response", interactionId, response: message.response })
      } else if (message.eventType === "receivedByWallet") {
        events.offer({ type: "receivedByWallet", interactionId })
      }
    }

    const say = (detail: object) =>
      Effect.sync(() => void target.dispatchEvent(new CustomEvent(OUTGOING_EVENT, { detail })))

    /** Asks the extension for a sign once more, and fails a request that it did not receive. */
    const watch = (interactionId: string, sign: Deferred.Deferred<void>) =>
      Effect.flatMap(crypto.randomUuid, (id) => say(statusPing(id))).pipe(
        Effect.zipRight(Deferred.await(sign)),
        Effect.timeoutFail({
          duration: EXTENSION_DETECTION,
          onTimeout: () => new MissingExtension({ interactionId })
        }),
        Effect.catchAll((error) =>
          Effect.sync(() => {
            silent.delete(interactionId)
            uncertain.delete(interactionId)
            known.isAvailable = false
            events.offer({ type: "lost", interactionId, error })
            for (const listener of listeners) listener()
          })
        )
      )

    const openSession = Effect.flatMap(crypto.randomUuid, (fresh) =>
      storage.modify(ExtensionStore, (stored) => {
        const sessionId = stored.sessionId ?? fresh
        return [sessionId, stored.sessionId === undefined ? { sessionId } : stored]
      })
    )
    /**
     * A login, or any request for lasting data, opens a session if there is none; other requests use the existing one.
     */
    const sessionFor = ({ items }: WalletInteraction) =>
      Effect.flatMap(storage.get(ExtensionStore), ({ sessionId }) => {
        hasSession = sessionId !== undefined || items.discriminator === "authorizedRequest"
        return sessionId === undefined && hasSession ? openSession : Effect.succeed(sessionId)
      })

    yield* Effect.acquireRelease(
      Effect.sync(() => target.addEventListener(INCOMING_EVENT, hear)),
      () => Effect.sync(() => target.removeEventListener(INCOMING_EVENT, hear))
    )
    yield* Effect.flatMap(crypto.randomUuid, (id) => say(statusPing(id)))
    yield* Effect.sleep(EXTENSION_DETECTION).pipe(
      Effect.zipRight(Effect.suspend(() => (known.isAvailable ? Effect.sleep(WORKER_WAKING) : Effect.void))),
      Effect.zipRight(Effect.sync(conclude)),
      Effect.raceFirst(Deferred.await(detected)),
      Effect.forkScoped
    )

    return {
      send: (interaction) =>
        Effect.gen(function* () {
          const { interactionId } = interaction
          yield* Deferred.await(detected)
          if (known.isAvailable && known.isLinked === false) return yield* new WalletNotLinked({ interactionId })
          const sessionId = known.handlesSessions ? yield* sessionFor(interaction) : undefined

          const sign = Deferred.unsafeMake<void>(FiberId.none)
          silent.set(interactionId, sign)
          if (known.isLinked === undefined) uncertain.add(interactionId)
          yield* say(requestMessage(interaction, known.handlesSessions, sessionId))
          // An extension that does not acknowledge immediately may still report that it is installed.
          if (silent.has(interactionId)) yield* Effect.forkIn(watch(interactionId, sign), scope)
        }),
      // Opening a session needs the lock between tabs.
      isReady: () => isDetected && (hasSession || !known.handlesSessions),
      cancel: ({ interactionId, metadata }) =>
        Effect.suspend(() => say(cancelMessage(interactionId, metadata, known.handlesSessions))),
      showQrCode: Effect.flatMap(crypto.randomUuid, (id) => say(openPopup(id))),
      forget: Effect.zipRight(
        Effect.sync(() => {
          hasSession = false
        }),
        storage.clear(ExtensionStore)
      ),
      status: () => ({ isExtensionAvailable: known.isAvailable, isWalletLinked: known.isLinked ?? false }),
      walletLink: () => undefined,
      onStatus: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      events: events.take
    }
  })
