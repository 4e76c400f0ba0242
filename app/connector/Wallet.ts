/**
 * Wallet: requests that a page can make to the user's wallet, independent of the transport.
 *
 * Every request immediately becomes an item, and every call ends with its item: with the result, or with an error of
 * the catalogue. Does not depend on a browser; `browser.ts` exposes these methods as promises.
 */
import { Array, Context, Deferred, Effect, Either, FiberId, Layer, Option } from "effect"
import { ConnectorConfig } from "./ConnectorConfig"
import { Continuations } from "./Continuations"
import { type ConnectorError, FailedToReadRdtState, FailedToUpdateRdtState } from "./Errors"
import { canCancel, canIgnore, isInWallet, isOpen, takesLateHash } from "./pure/requestItem"
import { requestType } from "./pure/requestType"
import { canResolveFromCache } from "./pure/resolveFromCache"
import { sameJson } from "./pure/sameJson"
import { updateRequest } from "./pure/sharedData"
import {
  needsChallenge,
  type RequestContext,
  toMetadata,
  toPreAuthorizationItems,
  toTransactionItems,
  toWalletItems
} from "./pure/toInteraction"
import { RequestItems } from "./RequestItems"
import { RequestResolver } from "./RequestResolver"
import type { PreAuthorizationRequest, TransactionRequest } from "./Requests"
import { SelectedAccountStore, StateStore, Storage, WalletResponsesStore } from "./Storage"
import type { DataRequest } from "./schema/DataRequest"
import { emptyState } from "./schema/emptyState"
import type { RequestItem } from "./schema/RequestItem"
import type { WalletInteraction, WalletItems } from "./schema/WalletInteraction"
import type { WalletData } from "./schema/WalletState"
import { Transport } from "./Transport"
import { WalletView } from "./WalletView"
import { ANY_CHALLENGE, type PendingRequest, type RequestOptions } from "./wallet/PendingRequest"
import { challengeFor, checkInteraction, intercept, isInteraction } from "./wallet/prepare"
import { toFailure } from "./wallet/toFailure"

const make = Effect.gen(function* () {
  const config = yield* ConnectorConfig
  const items = yield* RequestItems
  const resolver = yield* RequestResolver
  const continuations = yield* Continuations
  const storage = yield* Storage
  const transport = yield* Transport
  const view = yield* WalletView
  const { callbacks } = config

  const state = Effect.mapError(storage.get(StateStore), (cause) => new FailedToReadRdtState({ cause }))
  /** Writes only if there is something to reset, so that a click does not wait for the lock. */
  const resetState = storage.get(StateStore).pipe(
    Effect.flatMap((now) =>
      sameJson(now, emptyState) ? Effect.void : storage.modify(StateStore, () => [undefined, emptyState])
    ),
    Effect.mapError((cause) => new FailedToUpdateRdtState({ cause }))
  )

  /**
   * Creates the item, sends the request and waits. `prove` replaces the draft if a challenge has to be fetched first;
   * otherwise the item has its request from the start. If the item ends early (cancelled, disconnected), work in
   * progress stops.
   */
  const carryOut = ({ continuation, draft, hear, isOneTime = false, prove, type }: PendingRequest) =>
    Effect.gen(function* () {
      const interactionOf = (built: WalletItems) => (interactionId: string) => ({
        items: built,
        interactionId,
        metadata: toMetadata(config)
      })
      const isReady = prove === undefined && isInteraction(interactionOf(draft)(""))
      const stored = callbacks.carryOn === undefined ? undefined : continuation
      const item = yield* items.add(type, isOneTime, isReady ? interactionOf(draft) : undefined, stored)
      const { interactionId, walletInteraction } = item
      const end = items.wait(interactionId, isOneTime)
      if (stored !== undefined) yield* continuations.begin(interactionId)
      const hand = (interaction: WalletInteraction) =>
        transport.send(interaction, Effect.asVoid(items.move(interactionId, { type: "sentToWallet" })))
      const endsItem = Effect.catchAll((error: ConnectorError) => items.fail(interactionId, error))
      const send = Effect.gen(function* () {
        const built = prove === undefined ? draft : yield* prove(interactionId)
        const checked = yield* checkInteraction(walletInteraction ?? interactionOf(built)(interactionId))
        const final = yield* intercept(checked, callbacks.interceptRequest)
        const ready =
          final === walletInteraction
            ? yield* items.find(interactionId)
            : yield* items.move(interactionId, { type: "built", interaction: final })
        if (Option.exists(ready, isOpen)) yield* hand(final)
      }).pipe(endsItem)
      if (hear !== undefined) yield* resolver.listen(interactionId, hear)
      // A request that needs no asynchronous preparation is sent synchronously within the click.
      if (walletInteraction !== undefined && callbacks.interceptRequest === undefined && transport.isReady()) {
        yield* endsItem(hand(walletInteraction))
        return yield* end
      }
      return yield* Effect.raceFirst(end, Effect.zipRight(send, Effect.never))
    }).pipe(Effect.ensuring(view.refresh))

  const ask = (request: DataRequest, options: RequestOptions & { readonly isConnect: boolean }) =>
    Effect.gen(function* () {
      const { sharedData, walletData, ...rest } = yield* state
      const context: RequestContext = {
        isConnect: options.isConnect,
        oneTime: options.oneTime ?? false,
        persona: walletData.persona
      }
      const isProof = needsChallenge(request)
      const draft = toWalletItems(request, isProof ? { ...context, challenge: ANY_CHALLENGE } : context)
      const mayCache = (options.useCache ?? config.useCache) && !options.isConnect
      if (mayCache && canResolveFromCache(draft, { ...rest, sharedData, walletData })) return walletData

      const prove = (interactionId: string) =>
        Effect.map(
          challengeFor(interactionId, options.challenge, callbacks.generateChallenge),
          (challenge): WalletItems => toWalletItems(request, { ...context, challenge })
        )
      const response = yield* carryOut({
        type: requestType(draft, walletData.persona),
        isOneTime: context.oneTime,
        draft,
        continuation: options.continuation,
        ...(isProof ? { prove } : {})
      })
      // Only data answers a data request; the resolver refuses anything else.
      return response.type === "data" ? response.data : walletData
    })

  /** Calls the dApp's connect callback with the result of a login; errors of the callback are ignored. */
  const announced = (login: Effect.Effect<WalletData, ConnectorError>) =>
    Effect.tap(Effect.either(login), (end) =>
      Effect.sync(() =>
        callbacks.onConnectResponse?.(
          Either.match(end, {
            onLeft: (error) => ({ ok: false, error: toFailure(error) }),
            onRight: (value) => ({ ok: true, value })
          })
        )
      ).pipe(Effect.catchAllDefect((defect) => Effect.logWarning("the connect callback threw", defect)))
    ).pipe(Effect.flatten)

  const login = (request: DataRequest | undefined) =>
    Effect.suspend(() => {
      const chosen = Option.getOrElse(config.connectRequest, (): DataRequest => ({}))
      return ask(request ?? chosen, { isConnect: true })
    })
  let underWay: Deferred.Deferred<WalletData, ConnectorError> | undefined

  const cancelItem = (item: RequestItem) =>
    Effect.gen(function* () {
      // A later login request starts a new login.
      if (item.type === "loginRequest") underWay = undefined
      yield* items.move(item.interactionId, { type: "canceled" })
      if (item.walletInteraction !== undefined) yield* transport.cancel(item.walletInteraction)
    })

  return {
    /**
     * Discards shared data, then requests a login with the given data or the dApp's default. A second call while that
     * is in progress joins the first, so that an impatient click sends no second request.
     */
    connect: (request?: DataRequest) =>
      Effect.suspend(() => {
        if (underWay !== undefined) return Deferred.await(underWay)
        const end = Deferred.unsafeMake<WalletData, ConnectorError>(FiberId.none)
        underWay = end
        return announced(Effect.zipRight(resetState, login(request))).pipe(
          Effect.onExit((exit) => {
            if (underWay === end) underWay = undefined
            return Deferred.done(end, exit)
          })
        )
      }),
    request: (request: DataRequest, options: RequestOptions = {}) => ask(request, { ...options, isConnect: false }),
    /** Like `request`, and also calls the dApp's connect callback. */
    requestAnnounced: (request: DataRequest, options: RequestOptions = {}) =>
      announced(ask(request, { ...options, isConnect: false })),
    updateSharedAccounts: Effect.flatMap(state, ({ sharedData }) =>
      ask(updateRequest(sharedData), { isConnect: false, useCache: false })
    ),
    sendTransaction: (request: TransactionRequest) =>
      carryOut({
        type: "sendTransaction",
        draft: toTransactionItems(request),
        continuation: request.continuation,
        hear: request.onTransactionId
      }),
    preAuthorize: (request: PreAuthorizationRequest) =>
      carryOut({
        type: "preAuthorizationRequest",
        draft: toPreAuthorizationItems(request, config.networkId),
        continuation: request.continuation,
        hear: request.onSubmittedSuccess
      }),
    cancel: (interactionId: string) =>
      Effect.flatMap(items.find(interactionId), (item) =>
        Option.match(Option.filter(item, canCancel), { onNone: () => Effect.void, onSome: cancelItem })
      ).pipe(Effect.zipRight(view.refresh)),
    /** Tells the wallet, too, so that it need not go on showing the request. */
    ignore: (interactionId: string) =>
      Effect.gen(function* () {
        const { walletInteraction } = Option.getOrElse(
          Option.filter(yield* items.find(interactionId), canIgnore),
          (): Partial<RequestItem> => ({})
        )
        yield* items.move(interactionId, { type: "ignored" })
        if (walletInteraction !== undefined) yield* transport.cancel(walletInteraction)
      }).pipe(Effect.zipRight(view.refresh)),
    /**
     * Cancels what can be cancelled and clears everything but transactions that the wallet may still submit: for those
     * an item stays that records the hash, until the next disconnect (docs/connector.md).
     */
    disconnect: Effect.gen(function* () {
      underWay = undefined
      const open = yield* Effect.orElseSucceed(items.list, () => [])
      yield* Effect.forEach(open.filter(canCancel), cancelItem)
      const left = yield* Effect.forEach(open.filter(isInWallet), ({ interactionId }) =>
        items.move(interactionId, { type: "ignored" })
      )
      yield* items.clear(Array.getSomes(left).filter(takesLateHash))
      yield* storage.clear(WalletResponsesStore)
      yield* storage.clear({ name: "relayInbox" })
      yield* storage.clear(SelectedAccountStore)
      yield* Effect.catchAll(resetState, () => storage.clear(StateStore))
      yield* transport.forget
      yield* Effect.zipRight(view.clearResult, view.refresh)
      yield* Effect.sync(() => callbacks.onDisconnect?.()).pipe(
        Effect.catchAllDefect((defect) => Effect.logWarning("the disconnect callback threw", defect))
      )
    }),
    selectAccount: (address: string) =>
      storage
        .modify(SelectedAccountStore, () => [undefined, { address }])
        .pipe(
          Effect.catchAll((error) => Effect.logWarning("the chosen account could not be stored", error)),
          Effect.zipRight(view.refresh)
        ),
    showQrCode: transport.showQrCode
  }
})

export class Wallet extends Context.Tag("connector/Wallet")<Wallet, Effect.Effect.Success<typeof make>>() {
  static readonly layer = Layer.effect(Wallet, make)
}
