/** Gateway double that answers from a script. */
import { Effect, Option, Ref } from "effect"
import { UNNAMED_DAPP } from "../Constants"
import { FailedToFetch, FailedToParseResponseToJson, type GatewayError, RequestStatusNotOk } from "../Errors"
import type { Answer, GatewayScript, GatewayShape } from "./shape"

const unknown = () => new RequestStatusNotOk({ status: 404, message: "the script has no answer" })

/** Takes the next response; the last one repeats. */
const inTurn = <A>(answers: ReadonlyArray<A | GatewayError> = []) =>
  Effect.map(Ref.make(answers), (left) =>
    Ref.modify(left, (now) => [now[0], now.length > 1 ? now.slice(1) : now] as const).pipe(
      Effect.flatMap((answer): Answer<A> => {
        if (answer === undefined) return unknown()
        return isGatewayError(answer) ? answer : Effect.succeed(answer)
      })
    )
  )

const isGatewayError = (answer: unknown): answer is GatewayError =>
  answer instanceof FailedToFetch ||
  answer instanceof RequestStatusNotOk ||
  answer instanceof FailedToParseResponseToJson

export const scripted = (script: GatewayScript): Effect.Effect<GatewayShape> =>
  Effect.gen(function* () {
    const transaction = yield* inTurn(script.transactions)
    const subintent = yield* inTurn(script.subintents)
    const answers: GatewayShape = {
      transactionStatus: () =>
        Effect.map(transaction, (answer) => (typeof answer === "string" ? { status: answer } : answer)),
      subintentStatus: () => subintent,
      entityMetadata: unknown,
      dAppName: (address) => Effect.succeed(script.names?.[address] ?? UNNAMED_DAPP),
      ownerKeys: (address) => Effect.succeed(Option.fromNullable(script.ownerKeys?.[address])),
      ownerKeysOf: (addresses) =>
        Effect.map(
          Effect.forEach(addresses, (address) => Effect.either(answers.ownerKeys(address))),
          (keys) => ({ stateVersion: script.stateVersion ?? 1, keys })
        ),
      status: unknown,
      entityDetails: unknown,
      entityFungibles: unknown,
      nonFungibleData: unknown,
      committedDetails: unknown,
      submit: unknown,
      preview: unknown,
      construction: unknown,
      ask: unknown,
      ...script.methods
    }
    return answers
  })
