/**
 * The practice wallet behind its door: one request at a time is before the person; the others wait their turn.
 *
 * As with the real one: a second request with a known id is dropped; a request that still waits can be called back, and
 * one the person already has goes away without a word.
 */
import { Deferred, Effect, Queue, type Scope } from "effect"
import type { Gateway, WalletInteraction, WalletResponse } from "~/connector/index"
import { approve } from "./approve"
import { type Failure, type Question, readAsk, readInteraction } from "./ask"
import { balancesOf } from "./balances"
import type { Door, Message } from "./door"
import { FAUCET_AMOUNT, fromFaucet } from "./faucet"
import { Vault } from "./keys"
import { Person } from "./Person"
import { preAuthorize } from "./preAuthorization"
import { prepareTransaction, sendTransaction } from "./transaction"

export interface PracticeOptions {
  readonly networkId: number
  readonly door: Door
  /** The page's own, which replaces whatever a request claims. */
  readonly origin: string
}

interface Job {
  readonly interactionId: string
  readonly raw: unknown
}

const requestOf = (message: Message): Job | undefined => {
  const { interactionId } = message
  if (message.discriminator === "walletInteraction") return { interactionId, raw: message.interaction }
  // The bare request of a dApp from before sessions.
  return message.items === undefined ? undefined : { interactionId, raw: message }
}
type TransactionItem = Extract<WalletInteraction["items"], { readonly discriminator: "transaction" }>

const rejectedByUser: Failure = { error: "rejectedByUser" }

const isCancel = ({ discriminator, items }: Message) =>
  discriminator === "cancelWalletInteraction" || items?.discriminator === "cancelRequest"

export const practiceWallet = ({
  door,
  networkId,
  origin
}: PracticeOptions): Effect.Effect<never, never, Vault | Person | Gateway | Scope.Scope> =>
  Effect.gen(function* () {
    const vault = yield* Vault
    const person = yield* Person
    const looks = yield* Queue.unbounded<void>()
    const requests = yield* Queue.unbounded<Job>()
    const seen = new Set<string>()
    const waiting = new Set<string>()
    let inHand: { readonly interactionId: string; readonly calledBack: Deferred.Deferred<void> } | undefined

    /** Whether it still waited for its turn. */
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
      if (message.discriminator === "openPopup") return void looks.unsafeOffer(undefined)
      const job = requestOf(message)
      if (job === undefined || seen.has(interactionId)) return
      seen.add(interactionId)
      waiting.add(interactionId)
      requests.unsafeOffer(job)
    }

    const ask = (question: Question) =>
      Effect.flatMap(vault.person, (data) => person.decide(question, { keys: vault.keys, person: data }))

    /** Fails with `rejectedByUser` unless the person approves. */
    const approval = (interactionId: string, words: Pick<Question, "lines" | "manifest">) =>
      Effect.filterOrFail(
        ask({ interactionId, origin, counts: [], fields: [], ...words }),
        ({ isApproved }) => isApproved,
        () => rejectedByUser
      )

    const prepare = (interactionId: string, send: TransactionItem["send"]) =>
      prepareTransaction(send, vault.keys, networkId).pipe(
        Effect.catchIf(
          ({ error }) => error === "failedToFindAccountWithEnoughFundsToLockFee",
          () =>
            approval(interactionId, {
              lines: [`Get ${FAUCET_AMOUNT} test XRD first: your accounts cannot pay the fee.`]
            }).pipe(
              Effect.zipRight(fromFaucet(vault.keys, networkId)),
              Effect.zipRight(prepareTransaction(send, vault.keys, networkId))
            )
        )
      )

    const items = Effect.fn("practice.items")(function* (interaction: WalletInteraction) {
      const { interactionId, items: asked } = interaction
      switch (asked.discriminator) {
        case "transaction": {
          const prepared = yield* prepare(interactionId, asked.send)
          yield* approval(interactionId, prepared)
          return {
            discriminator: "transaction" as const,
            send: { transactionIntentHash: yield* sendTransaction(prepared, networkId) }
          }
        }
        case "preAuthorizationRequest": {
          const prepared = yield* preAuthorize(asked.request, vault.keys, networkId)
          yield* approval(interactionId, prepared)
          return { discriminator: "preAuthorizationResponse" as const, response: yield* prepared.sign }
        }
        case "cancelRequest":
          return yield* Effect.fail<Failure>({ error: "invalidRequest", message: "There is nothing to call back." })
        default: {
          const read = yield* readAsk(interaction, asked, origin, vault.keys)
          const choice = yield* ask(read)
          if (!choice.isApproved) return yield* Effect.fail(rejectedByUser)
          yield* vault.setPerson(choice.person)
          return approve(read, choice, vault.keys)
        }
      }
    })

    /** What nobody decided, such as a persona that is not ours, is not said where another wallet may know better. */
    const mayFail = (failure: Failure) => failure === rejectedByUser || door.isAlone()

    const answer = (interactionId: string, raw: unknown) =>
      Effect.flatMap(readInteraction(raw, networkId), items).pipe(
        Effect.match({
          onFailure: (failure): WalletResponse | undefined =>
            mayFail(failure) ? { discriminator: "failure", interactionId, ...failure } : undefined,
          onSuccess: (given): WalletResponse => ({ discriminator: "success", interactionId, items: given })
        })
      )

    const nextRequest = Effect.gen(function* () {
      const { interactionId, raw } = yield* Queue.take(requests)
      if (!waiting.delete(interactionId)) return
      const calledBack = yield* Deferred.make<void>()
      inHand = { interactionId, calledBack }
      door.say({ eventType: "receivedByWallet", interactionId })
      const response = yield* Effect.raceFirst(answer(interactionId, raw), Deferred.await(calledBack))
      inHand = undefined
      if (response !== undefined) door.say(response)
    })

    const inside = (news: string): Effect.Effect<void, never, Gateway> =>
      Effect.gen(function* () {
        const held = yield* balancesOf(vault.keys)
        const shown = { keys: vault.keys, person: yield* vault.person, held }
        if ((yield* person.lookInside(shown, news)) === "away") return
        const told = yield* Effect.match(fromFaucet(vault.keys, networkId), {
          onFailure: () => "The faucet did not answer. Try again in a minute.",
          onSuccess: (label) => `${FAUCET_AMOUNT} test XRD arrived in ${label}.`
        })
        yield* inside(told)
      })

    door.open(hear, drop)
    yield* Effect.forkScoped(Effect.forever(Effect.zipRight(Queue.take(looks), Effect.forkScoped(inside("")))))
    return yield* Effect.forever(nextRequest)
  })
