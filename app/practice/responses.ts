/** Builds the practice wallet's responses once its user has decided. */
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
  /** Origin of the page, which replaces whatever a request claims. */
  readonly origin: string
  /** True if no other wallet listens on this page. */
  readonly isAlone: () => boolean
}

type TransactionItem = Extract<WalletInteraction["items"], { readonly discriminator: "transaction" }>

const rejectedByUser: Failure = { error: "rejectedByUser" }

/** Asks the user, and first gets test tokens if no account can pay the fee. */
const makeApproval = ({ networkId, origin }: Options) =>
  Effect.gen(function* () {
    const vault = yield* Vault
    const person = yield* Person

    const ask = (question: Question) =>
      Effect.flatMap(vault.person, (data) => person.decide(question, { keys: vault.keys, person: data }))

    /** Fails with `rejectedByUser` unless the user approves. */
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
              lines: [`Get ${FAUCET_AMOUNT} test XRD first: none of your accounts can pay the fee.`]
            }).pipe(
              Effect.zipRight(fromFaucet(vault.keys, networkId)),
              Effect.zipRight(prepareTransaction(send, vault.keys, networkId))
            )
        )
      )

    return { ask, approval, prepare }
  })

/** Responds to a request; undefined if another wallet on the page may know better. */
export const makeResponses = (options: Options) =>
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
          return yield* Effect.fail<Failure>({ error: "invalidRequest", message: "There is no request to cancel." })
        default: {
          const read = yield* readAsk(interaction, asked, origin, vault.keys)
          const choice = yield* ask(read)
          if (!choice.isApproved) return yield* Effect.fail(rejectedByUser)
          yield* vault.setPerson(choice.person)
          return approve(read, choice, vault.keys)
        }
      }
    })

    /**
     * Failures that are not the user's decision, for example an unknown persona, are only sent if no other wallet could
     * answer.
     */
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
