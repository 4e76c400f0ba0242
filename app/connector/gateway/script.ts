/** Gateway double that answers from a script. */
import { Effect, Option, Ref } from "effect"
import { UNNAMED_DAPP } from "../Constants"
import { FailedToFetch, FailedToParseResponseToJson, type GatewayError, RequestStatusNotOk } from "../Errors"
import type { GatewayResult, GatewayScript, GatewayShape } from "./shape"

const unknown = () => new RequestStatusNotOk({ status: 404, message: "the script has no answer" })

/** Takes the next response; the last one repeats. */
const inTurn = <A>(responses: ReadonlyArray<A | GatewayError> = []) =>
  Effect.map(Ref.make(responses), (left) =>
    Ref.modify(left, (now) => [now[0], now.length > 1 ? now.slice(1) : now] as const).pipe(
      Effect.flatMap((response): GatewayResult<A> => {
        if (response === undefined) return unknown()
        return isGatewayError(response) ? response : Effect.succeed(response)
      })
    )
  )

const isGatewayError = (response: unknown): response is GatewayError =>
  response instanceof FailedToFetch ||
  response instanceof RequestStatusNotOk ||
  response instanceof FailedToParseResponseToJson

export const scripted = (script: GatewayScript): Effect.Effect<GatewayShape> =>
  Effect.gen(function* () {
    const transaction = yield* inTurn(script.transactions)
    const subintent = yield* inTurn(script.subintents)
    const responses: GatewayShape = {
      transactionStatus: () =>
        Effect.map(transaction, (response) => (typeof response === "string" ? { status: response } : response)),
      subintentStatus: () => subintent,
      entityMetadata: unknown,
      dAppName: (address) => Effect.succeed(script.names?.[address] ?? UNNAMED_DAPP),
      ownerKeys: (address) => Effect.succeed(Option.fromNullable(script.ownerKeys?.[address])),
      ownerKeysOf: (addresses) =>
        Effect.map(
          Effect.forEach(addresses, (address) => Effect.either(responses.ownerKeys(address))),
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
    return responses
  })
