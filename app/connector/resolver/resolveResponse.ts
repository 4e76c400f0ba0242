import { Clock, Effect, Either, Option } from "effect"
import { ConnectorConfig } from "../ConnectorConfig"
import {
  CanceledByUser,
  FailedToReadRdtState,
  FailedToUpdateRdtState,
  LoginRejectedByDapp,
  RejectedByUser,
  WalletFailure,
  WalletResponseValidation
} from "../Errors"
import { mergeWalletData, toWalletData } from "../pure/applyResponse"
import { isForLedger, isOpen } from "../pure/requestItem"
import { nextSharedData } from "../pure/sharedData"
import { RequestItems } from "../RequestItems"
import { StateStore, Storage } from "../Storage"
import type { RequestItem } from "../schema/RequestItem"
import type { AuthorizedResponse, SuccessItems } from "../schema/WalletResponse"
import type { WalletData, WalletState } from "../schema/WalletState"
import { walletResponse } from "../wire/forms"
import { reader } from "../wire/read"

const read = reader(walletResponse)

/** Validates the wallet's response and updates the item. The item changes whatever the response is. */
export const resolveResponse = Effect.fnUntraced(function* (item: RequestItem, response: unknown) {
  const items = yield* RequestItems
  const { interactionId } = item
  const reply = read(response)

  if (!isOpen(item)) {
    // Nobody waits for it, but the transaction is on its way, so its hash is recorded.
    if (Either.isRight(reply) && reply.right.discriminator === "success") yield* noteHash(item, reply.right.items)
    return
  }
  if (item.status !== "pending" || item.transactionIntentHash !== undefined) return
  if (Either.isLeft(reply)) {
    yield* items.fail(interactionId, new WalletResponseValidation({ interactionId, cause: reply.left }))
    return
  }
  if (reply.right.discriminator === "failure") {
    yield* items.fail(interactionId, yield* failureOf(interactionId, reply.right.error, reply.right.message))
    return
  }
  yield* applySuccess(item, reply.right.items).pipe(Effect.catchAll((error) => items.fail(interactionId, error)))
})

const failureOf = (interactionId: string, error: string, given = "") =>
  error === "rejectedByUser"
    ? Effect.succeed(new RejectedByUser({ interactionId }))
    : Effect.map(
        given.trim() === "" ? wordsFor(error) : Effect.succeed(given),
        (message) => new WalletFailure({ interactionId, error, message })
      )

/** Loads a message for the code; a failure without an explanation would help nobody. */
const wordsFor = (error: string) =>
  Effect.tryPromise(() => import("./failureWords")).pipe(
    Effect.map(({ failureWords }) => (Object.hasOwn(failureWords, error) ? failureWords[error] : undefined)),
    Effect.orElseSucceed(() => undefined)
  )

const noteHash = (item: RequestItem, reply: SuccessItems) =>
  Effect.flatMap(RequestItems, (items) =>
    reply.discriminator === "transaction"
      ? items.move(item.interactionId, {
          type: "submitted",
          transactionIntentHash: reply.send.transactionIntentHash
        })
      : Effect.void
  )

/** The kind of the response must match the kind of the request. */
const applySuccess = Effect.fnUntraced(function* (item: RequestItem, reply: SuccessItems) {
  const items = yield* RequestItems
  const { interactionId, type, walletInteraction } = item
  const asked = walletInteraction?.items.discriminator

  if (reply.discriminator === "transaction" && type === "sendTransaction") {
    const { transactionIntentHash } = reply.send
    yield* items.move(interactionId, { type: "submitted", transactionIntentHash })
    return
  }
  if (reply.discriminator === "preAuthorizationResponse" && type === "preAuthorizationRequest") {
    if (reply.response === undefined) return yield* new WalletResponseValidation({ interactionId })
    yield* items.move(interactionId, { type: "preAuthorized", subintent: reply.response })
    return
  }
  // An interceptor may have sent something other than its type says.
  if (isForLedger(item)) return yield* new WalletResponseValidation({ interactionId })
  if (reply.discriminator === "unauthorizedRequest" && asked === "unauthorizedRequest") {
    return yield* items.deliver(interactionId, toWalletData(reply))
  }
  if (reply.discriminator === "authorizedRequest" && asked === "authorizedRequest") {
    return yield* items.deliver(interactionId, yield* shareData(item, reply))
  }
  return yield* new WalletResponseValidation({ interactionId })
})

/** Asks the dApp to approve a login, then stores the shared data. Returns the data for the caller. */
const shareData = Effect.fnUntraced(function* (item: RequestItem, reply: AuthorizedResponse) {
  const storage = yield* Storage
  const { callbacks } = yield* ConnectorConfig
  const { interactionId, isOneTimeRequest, walletInteraction } = item
  const before = yield* Effect.mapError(
    storage.get(StateStore),
    (cause) => new FailedToReadRdtState({ interactionId, cause })
  )
  const given = toWalletData(reply)
  const isLogin = item.type === "loginRequest"
  if (isLogin) {
    const items = yield* RequestItems
    const approved = yield* items.whileOpen(interactionId, approve(interactionId, callbacks.approveLogin, given))
    // Cancelled while the dApp was deciding: nothing is stored.
    if (Option.isNone(approved)) return yield* new CanceledByUser({ interactionId })
  }

  const now = yield* Clock.currentTimeMillis
  const asked = walletInteraction?.items ?? { discriminator: "cancelRequest" }
  /** One-time data does not change what is shared; another persona starts without shared data. */
  const sharedAfter = ({ sharedData, walletData: { persona } }: WalletState) => {
    const before = persona?.identityAddress === reply.auth.persona.identityAddress ? sharedData : {}
    return isOneTimeRequest ? before : nextSharedData(before, asked)
  }
  const next = (state: WalletState): WalletState => ({
    walletData: mergeWalletData(state.walletData, reply, isOneTimeRequest),
    loggedInTimestamp: isLogin ? String(now) : state.loggedInTimestamp,
    sharedData: sharedAfter(state)
  })
  yield* Effect.mapError(
    storage.modify(StateStore, (state) => [undefined, next(state)]),
    (cause) => new FailedToUpdateRdtState({ interactionId, cause })
  )
  return isOneTimeRequest ? given : { ...next(before).walletData, proofs: given.proofs }
})

/** A dApp that refuses or fails to approve rejects the login. */
const approve = (
  interactionId: string,
  approveLogin: ((data: WalletData) => Promise<boolean>) | undefined,
  data: WalletData
): Effect.Effect<void, LoginRejectedByDapp> =>
  approveLogin === undefined
    ? Effect.void
    : Effect.tryPromise({
        try: async () => approveLogin(data),
        catch: (cause) => new LoginRejectedByDapp({ interactionId, cause })
      }).pipe(
        Effect.tap((yes) => (typeof yes === "boolean" ? Effect.void : Effect.logWarning(NO_BOOLEAN, yes))),
        Effect.flatMap((yes) => (yes ? Effect.void : new LoginRejectedByDapp({ interactionId })))
      )

/** For developers: the type requires a boolean, but plain JavaScript does not. */
const NO_BOOLEAN =
  "approveLogin must resolve to true or false. Nothing, null, 0 and the empty text count as false; it gave"
