/**
 * The practice wallet on the wire: exactly the window events of the real extension (wallet protocol §1), so the
 * connector cannot tell them apart. One request at a time is before the person; the others wait their turn.
 *
 * As with the real one: every message with an id is acknowledged within its own event; the status comes unasked and a
 * moment after each ping; a second request with a known id is dropped; a request that still waits can be called back,
 * and one the person already has goes away without a word.
 */
import { Deferred, Effect, Either, Queue, type Scope } from "effect"
import type { WalletResponse } from "~/connector/index"
import { approve } from "./approve"
import { type Failure, readAsk } from "./ask"
import { Vault } from "./keys"
import { Person } from "./Person"

const OUTGOING = "radix#chromeExtension#send"
const INCOMING = "radix#chromeExtension#receive"

export interface PracticeOptions {
  readonly networkId: number
  readonly target: EventTarget
  /** The page's own, which replaces whatever a request claims. */
  readonly origin: string
}

interface Message {
  readonly interactionId: string
  readonly discriminator?: unknown
  readonly interaction?: unknown
  readonly items?: { readonly discriminator?: unknown }
}
const isMessage = (value: unknown): value is Message =>
  typeof value === "object" && value !== null && "interactionId" in value && typeof value.interactionId === "string"

const status = {
  eventType: "extensionStatus",
  isExtensionAvailable: true,
  isWalletLinked: true,
  canHandleSessions: true
}

type Job =
  | { readonly kind: "status" }
  | { readonly kind: "inside" }
  | { readonly kind: "request"; readonly interactionId: string; readonly raw: unknown }

const jobOf = (message: Message): Job | undefined => {
  const { interactionId } = message
  if (message.discriminator === "extensionStatus") return { kind: "status" }
  if (message.discriminator === "openPopup") return { kind: "inside" }
  if (message.discriminator === "walletInteraction") return { kind: "request", interactionId, raw: message.interaction }
  // The bare request of a dApp from before sessions.
  return message.items === undefined ? undefined : { kind: "request", interactionId, raw: message }
}
const isCancel = ({ discriminator, items }: Message) =>
  discriminator === "cancelWalletInteraction" || items?.discriminator === "cancelRequest"

export const practiceWallet = ({
  networkId,
  origin,
  target
}: PracticeOptions): Effect.Effect<never, never, Vault | Person | Scope.Scope> =>
  Effect.gen(function* () {
    const vault = yield* Vault
    const person = yield* Person
    const talk = yield* Queue.unbounded<Job>()
    const requests = yield* Queue.unbounded<Extract<Job, { readonly kind: "request" }>>()
    const seen = new Set<string>()
    const waiting = new Set<string>()
    let inHand: { readonly interactionId: string; readonly calledBack: Deferred.Deferred<void> } | undefined

    const say = (detail: object) => void target.dispatchEvent(new CustomEvent(INCOMING, { detail }))

    const callBack = (interactionId: string) => {
      if (waiting.delete(interactionId)) say({ eventType: "requestCancelSuccess", interactionId })
      else if (inHand?.interactionId === interactionId) Deferred.unsafeDone(inHand.calledBack, Effect.void)
    }

    const hear = (event: Event) => {
      const message: unknown = event instanceof CustomEvent ? event.detail : undefined
      if (!isMessage(message)) return
      const { interactionId } = message
      say({ eventType: "receivedByExtension", interactionId })
      if (isCancel(message)) return callBack(interactionId)
      const job = jobOf(message)
      if (job?.kind !== "request") return job && void talk.unsafeOffer(job)
      if (seen.has(interactionId)) return
      seen.add(interactionId)
      waiting.add(interactionId)
      requests.unsafeOffer(job)
    }

    const answer = (interactionId: string, raw: unknown): Effect.Effect<WalletResponse> =>
      Effect.gen(function* () {
        const fail = (failure: Failure): WalletResponse => ({ discriminator: "failure", interactionId, ...failure })
        const ask = readAsk(raw, origin, networkId, vault.keys)
        if (Either.isLeft(ask)) return fail(ask.left)
        const choice = yield* person.decide(ask.right, { keys: vault.keys, person: yield* vault.person })
        if (!choice.isApproved) return fail({ error: "rejectedByUser" })
        yield* vault.setPerson(choice.person)
        return approve(ask.right, choice, vault.keys)
      })

    const nextRequest = Effect.gen(function* () {
      const { interactionId, raw } = yield* Queue.take(requests)
      if (!waiting.delete(interactionId)) return
      const calledBack = yield* Deferred.make<void>()
      inHand = { interactionId, calledBack }
      say({ eventType: "receivedByWallet", interactionId })
      const response = yield* Effect.raceFirst(answer(interactionId, raw), Deferred.await(calledBack))
      inHand = undefined
      if (response !== undefined) say(response)
    })

    const nextTalk = Effect.gen(function* () {
      const job = yield* Queue.take(talk)
      if (job.kind === "status") return say(status)
      const shown = { keys: vault.keys, person: yield* vault.person }
      yield* Effect.forkScoped(person.lookInside(shown))
    })

    yield* Effect.acquireRelease(
      Effect.sync(() => target.addEventListener(OUTGOING, hear)),
      () => Effect.sync(() => target.removeEventListener(OUTGOING, hear))
    )
    talk.unsafeOffer({ kind: "status" })
    yield* Effect.forkScoped(Effect.forever(nextTalk))
    return yield* Effect.forever(nextRequest)
  })
