/** Preparation of a request before it is sent: challenge, our own rules, the dApp's interceptor. */
import { Effect, Either, Option } from "effect"
import type { Callbacks } from "../ConnectorConfig"
import {
  ChallengeGeneratorError,
  ChallengeValidationError,
  FailedToTransformWalletRequest,
  RequestInterceptorError,
  WalletRequestValidation
} from "../Errors"
import { isChallenge } from "../pure/challenge"
import type { WalletInteraction } from "../schema/WalletInteraction"
import { walletInteraction } from "../wire/forms"
import { jsonCopy, reader } from "../wire/read"

/** From the caller, or from the dApp's generator. Fails the request unless it has 64 hex characters. */
export const challengeFor = (
  interactionId: string,
  given: string | undefined,
  generate: Callbacks["generateChallenge"]
): Effect.Effect<string, ChallengeGeneratorError | ChallengeValidationError> =>
  (given !== undefined
    ? Effect.succeed(given)
    : Effect.tryPromise({
        try: async () => (generate === undefined ? "" : generate()),
        catch: (cause) => new ChallengeGeneratorError({ interactionId, cause })
      })
  ).pipe(
    Effect.filterOrFail(
      (challenge) => typeof challenge === "string" && isChallenge(challenge),
      () => new ChallengeValidationError({ interactionId })
    )
  )

const validate = reader(walletInteraction)

/** Checks our own rules, for example a quantity below 0 or a manifest that is not a string. */
export const checkInteraction = (
  interaction: WalletInteraction
): Effect.Effect<WalletInteraction, WalletRequestValidation> =>
  Effect.mapBoth(validate(interaction), {
    onSuccess: () => interaction,
    onFailure: (misfit) =>
      new WalletRequestValidation({
        interactionId: interaction.interactionId,
        cause: misfit,
        message: misfit.isRule ? misfit.message : `${misfit.path.join(".")}: ${misfit.message}`
      })
  })

export const isInteraction = (value: unknown): value is WalletInteraction => Either.isRight(validate(value))

/** The dApp may change everything but the id, without which the response could not be matched. */
export const intercept = (
  interaction: WalletInteraction,
  interceptor: Callbacks["interceptRequest"]
): Effect.Effect<WalletInteraction, RequestInterceptorError | FailedToTransformWalletRequest> => {
  if (interceptor === undefined) return Effect.succeed(interaction)
  const { interactionId } = interaction
  return Effect.tryPromise({
    try: async () => interceptor(interaction),
    catch: (cause) =>
      new RequestInterceptorError({
        interactionId,
        cause,
        ...(cause instanceof Error && cause.message !== "" ? { message: cause.message } : {})
      })
  }).pipe(
    // Sends a JSON copy, which nobody can change any more.
    Effect.map((changed) => Option.getOrUndefined(jsonCopy(changed))),
    Effect.filterOrFail(isInteraction, () => new FailedToTransformWalletRequest({ interactionId })),
    Effect.map((changed) => ({ ...changed, interactionId }))
  )
}
