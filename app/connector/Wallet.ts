/**
 * Wallet: what a page can ask the user's wallet, whichever way the wallet is reached.
 *
 * Every request becomes an item at once, and every call ends when its item does: with the answer, or with an error of
 * the catalogue. Nothing here knows about browsers; `browser.ts` shows these verbs as promises.
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
  /** Nothing to forget is nothing to write: a press waits for no lock. */
  const resetState = storage.get(StateStore).pipe(
    Effect.flatMap((now) =>
      sameJson(now, emptyState) ? Effect.void : storage.modify(StateStore, () => [undefined, emptyState])
    ),
    Effect.mapError((cause) => new FailedToUpdateRdtState({ cause }))
  )

  /**
   * Makes the item, sends, waits. `prove` replaces the draft where a challenge has to come first; otherwise the item
   * has its request from the start. An item that ends early (called back, disconnected) stops whatever is under way.
   */
  const carryOut = ({ continuation, draft, hear, isOneTime = false, prove, type }: PendingRequest) =>
    Effect.gen(function* () {
      const interactionOf = (built: WalletItems) => (interactionId: string) => ({
        items: built,
        interactionId,
        metadata: toMetadata(config)
      })
      const isReady = prove === undefined && isInteraction(interactionOf(draft)(""))
      const kept = callbacks.carryOn === undefined ? undefined : continuation
      const item = yield* items.add(type, isOneTime, isReady ? interactionOf(draft) : undefined, kept)
      const { interactionId, walletInteraction } = item
      const end = items.wait(interactionId, isOneTime)
      if (kept !== undefined) yield* continuations.begin(interactionId)
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
      // What has nothing to wait for leaves within the press, before anything else of the page takes its turn.
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
      const answer = yield* carryOut({
        type: requestType(draft, walletData.persona),
        isOneTime: context.oneTime,
        draft,
        continuation: options.continuation,
        ...(isProof ? { prove } : {})
      })
      // Only data answers a data request; the resolver refuses anything else.
      return answer.type === "data" ? answer.data : walletData
    })

  /** Tells the dApp how a login ended, whatever it does with it. */
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
      // A login asked for from now on is a new one.
      if (item.type === "loginRequest") underWay = undefined
      yield* items.move(item.interactionId, { type: "canceled" })
      if (item.walletInteraction !== undefined) yield* transport.cancel(item.walletInteraction)
    })

  return {
    /**
     * Forgets what was shared, then asks for a login with the given data, or with the dApp's own choice. While that
     * is under way, a second call waits with the first: an impatient click is no second request.
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
    /** The same, and the dApp's connect callback hears of the result. */
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
    /** The wallet is told as well: it need not go on showing what nobody waits for. */
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
     * Cancels what can be cancelled and forgets everything but transactions that the wallet may still send: of those a
     * line stays that takes note of the hash, until the next disconnect (docs/connector.md, 3).
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
          Effect.catchAll((error) => Effect.logWarning("the chosen account could not be kept", error)),
          Effect.zipRight(view.refresh)
        ),
    showQrCode: transport.showQrCode
  }
})

export class Wallet extends Context.Tag("connector/Wallet")<Wallet, Effect.Effect.Success<typeof make>>() {
  static readonly layer = Layer.effect(Wallet, make)
}
