/**
 * Mobile relay transport: a deep link out, a mailbox in (docs/connector.md). Loaded on phones only.
 *
 * The relay deletes what it returns. So every message is stored before it is decrypted, each is decrypted separately,
 * and only one tab at a time polls. Polls every 1.5 s while a request waits and the page is visible, and immediately
 * when the person comes back; otherwise no timer runs.
 */
import { blake2b } from "@noble/hashes/blake2.js"
import { Effect, Option, type Scope } from "effect"
import type { ConnectorConfig } from "../ConnectorConfig"
import { RELAY_PAUSE } from "../Constants"
import { Crypto } from "../Crypto"
import { type ConnectorError, CouldNotHashMessage, DappIdentityNotFound, UnhandledEnvironment } from "../Errors"
import type { Http } from "../Http"
import { type Mailbox, makeBell } from "../mailbox"
import { Page } from "../Page"
import { deepLink } from "../pure/deepLink"
import { toHex } from "../pure/hex"
import { interactionMessage } from "../pure/interactionMessage"
import { takesLateHash } from "../pure/requestItem"
import { existingSession, relaySession } from "../Session"
import { RequestsStore, Storage, WalletResponsesStore } from "../Storage"
import type { WalletInteraction } from "../schema/WalletInteraction"
import { RelayInboxStore } from "../storage/relayStores"
import { storeResponse } from "../storeResponse"
import { openRelayItem, readMailbox } from "./mailbox"
import type { TransportEvent, TransportShape, WalletLink } from "./shape"

type Needs = ConnectorConfig | Crypto | Http | Page | Storage

const linkFor = (interaction: WalletInteraction) =>
  Effect.gen(function* () {
    const crypto = yield* Crypto
    const { publicKeys, secret, sessionId } = yield* relaySession
    const { dAppDefinitionAddress, origin } = interaction.metadata
    const message = interactionMessage(interaction.interactionId, dAppDefinitionAddress, origin)
    const hash = yield* Effect.try({
      try: () => Uint8Array.from(blake2b(message, { dkLen: 32 })),
      catch: (cause) => new CouldNotHashMessage({ cause })
    })
    return deepLink({
      sessionId,
      interaction,
      signature: toHex(yield* crypto.sign(secret, hash)),
      publicKey: toHex(publicKeys.x25519),
      identity: toHex(publicKeys.ed25519)
    })
  })

/** Transactions that nobody waits for, but whose hash may still arrive through the relay. */
const leftWithWallet = Effect.gen(function* () {
  const items = Object.values(yield* (yield* Storage).get(RequestsStore))
  return items.some((item) => item.sentToWallet === true && takesLateHash(item))
}).pipe(Effect.orElseSucceed(() => false))

/** Requests that were sent to a phone's wallet and are not answered yet. */
const awaited = Effect.gen(function* () {
  const storage = yield* Storage
  const items = Object.values(yield* storage.get(RequestsStore))
  const reply = yield* storage.get(WalletResponsesStore)
  return items.filter((item) => item.status === "pending" && item.sentToWallet && !(item.interactionId in reply))
}).pipe(Effect.orElseSucceed(() => []))

export const relayTransport = (
  events: Mailbox<TransportEvent>
): Effect.Effect<TransportShape, never, Needs | Scope.Scope> =>
  Effect.gen(function* () {
    const context = yield* Effect.context<Needs>()
    const page = yield* Page
    const storage = yield* Storage
    const changed = makeBell()
    const returned = makeBell()
    /** Links opened since which the page has stayed visible. */
    const unopened = new Map<string, WalletLink>()
    const listeners = new Set<() => void>()
    const forgetLinks = () => {
      if (unopened.size === 0) return
      unopened.clear()
      for (const listener of listeners) listener()
    }

    const lose = (interactionId: string, error: ConnectorError) =>
      Effect.sync(() => events.offer({ type: "lost", interactionId, error }))

    /**
     * Decrypts stored messages. A message that cannot be decrypted names no request, and anyone who knows the session
     * could have sent it, so it ends nothing and only warns the waiting caller. The relay's own errors go to the
     * request that waits.
     */
    const openInbox = Effect.gen(function* () {
      const inbox = yield* storage.get(RelayInboxStore)
      if (inbox.length === 0) return
      const session = yield* existingSession
      const unread: Array<ConnectorError> = []
      for (const item of inbox) {
        const opened = yield* Effect.either(openRelayItem(item, session))
        if (opened._tag === "Right") yield* storeResponse(opened.right.interactionId, opened.right.response)
        else unread.push(opened.left)
      }
      yield* storage.modify(RelayInboxStore, (now) => [undefined, now.slice(inbox.length)])
      const waiting = yield* awaited
      for (const error of unread) {
        for (const { interactionId } of waiting) {
          if (error._tag !== "RadixConnectRelayRequestFailed")
            events.offer({ type: "unreadable", interactionId, error })
          else if (waiting.length === 1) yield* lose(interactionId, error)
        }
      }
    })

    /** One poll. Nothing may interrupt between the relay's response and the storage, or the response would be lost. */
    const readOnce = Effect.gen(function* () {
      const waiting = yield* awaited
      const session = yield* existingSession
      if (Option.isNone(session)) {
        yield* Effect.forEach(waiting, ({ interactionId }) =>
          lose(interactionId, new DappIdentityNotFound({ interactionId }))
        )
        return
      }
      yield* Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(restore(readMailbox(session.value.sessionId)), (items) =>
          items.length === 0
            ? Effect.void
            : storage.modify(RelayInboxStore, (inbox) => [undefined, [...inbox, ...items]])
        )
      )
      yield* openInbox
    }).pipe(
      (reading) => storage.exclusive("relay", reading),
      // The relay's errors look like network errors in the browser; the next poll may succeed.
      Effect.catchAll((error) => Effect.logDebug("the relay could not be read", error))
    )

    /** Nobody waits for transactions left with the wallet, so they are polled only when the person comes back. */
    const idle = Effect.raceFirst(
      changed.wait,
      Effect.flatMap(returned.wait, () =>
        Effect.if(leftWithWallet, { onTrue: () => readOnce, onFalse: () => Effect.void })
      )
    )
    const step = Effect.gen(function* () {
      if (!page.isVisible() || (yield* awaited).length === 0) return yield* idle
      yield* readOnce
      yield* Effect.timeoutOption(returned.wait, RELAY_PAUSE)
    })

    yield* Effect.acquireRelease(
      Effect.sync(() => [
        page.onReturn(returned.ring),
        page.onLeave(forgetLinks),
        storage.subscribe((name) => {
          if (name === "requests") changed.ring()
        })
      ]),
      (leave) =>
        Effect.sync(() => {
          for (const off of leave) off()
        })
    )
    yield* storage.exclusive("relay", openInbox).pipe(
      Effect.catchAll((error) => Effect.logWarning("the relay's inbox could not be read", error)),
      Effect.zipRight(Effect.forever(step)),
      Effect.forkScoped
    )

    const transport: TransportShape = {
      send: (interaction, leaving) =>
        Effect.gen(function* () {
          if (!page.isMobile) return yield* new UnhandledEnvironment({ interactionId: interaction.interactionId })
          const link = yield* linkFor(interaction)
          unopened.set(interaction.interactionId, { href: link, target: page.walletTarget() })
          yield* leaving
          yield* page.openWallet(link)
        }).pipe(Effect.provide(context)),
      isReady: () => false,
      // An opened link cannot be cancelled; a later response is ignored.
      cancel: () => Effect.void,
      showQrCode: Effect.void,
      // The session stays, because the wallet identifies this dApp by it.
      forget: storage.clear(RelayInboxStore),
      status: () => ({ isExtensionAvailable: false, isWalletLinked: false }),
      walletLink: (interactionId) => unopened.get(interactionId),
      onStatus: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      events: events.take
    }
    return transport
  })
