/** What the practice wallet answers to a request, once its person has decided. */
import { Effect } from "effect"
import type { WalletInteraction, WalletResponse } from "~/connector/index"
import { approve } from "./approve"
import { type Failure, type Question, readAsk, readInteraction } from "./ask"
import { FAUCET_AMOUNT, fromFaucet } from "./faucet"
import { Vault } from "./keys"
import { Person } from "./Person"
import { preAuthorize } from "./preAuthorization"
import { prepareTransaction, sendTransaction } from "./transaction"

interface Options {
  readonly networkId: number
  /** The page's own, which replaces whatever a request claims. */
  readonly origin: string
  /** Whether no other wallet listens in this page. */
  readonly isAlone: () => boolean
}

type TransactionItem = Extract<WalletInteraction["items"], { readonly discriminator: "transaction" }>

const rejectedByUser: Failure = { error: "rejectedByUser" }

/** Asks the person, and pays the fee's money in where an account lacks it. */
const makeApproval = ({ networkId, origin }: Options) =>
  Effect.gen(function* () {
    const vault = yield* Vault
    const person = yield* Person

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

    return { ask, approval, prepare }
  })

/** Answers a request; undefined where it stays unanswered, since another wallet may know better. */
export const makeAnswers = (options: Options) =>
  Effect.gen(function* () {
    const { isAlone, networkId, origin } = options
    const vault = yield* Vault
    const { approval, ask, prepare } = yield* makeApproval(options)

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

    /** What the person did not decide, such as a persona that is not ours, is not said where another wallet may know better. */
    const mayFail = (failure: Failure) => failure === rejectedByUser || isAlone()

    return (interactionId: string, raw: unknown) =>
      Effect.flatMap(readInteraction(raw, networkId), items).pipe(
        Effect.match({
          onFailure: (failure): WalletResponse | undefined =>
            mayFail(failure) ? { discriminator: "failure", interactionId, ...failure } : undefined,
          onSuccess: (given): WalletResponse => ({ discriminator: "success", interactionId, items: given })
        })
      )
  })
