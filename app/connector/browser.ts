/**
 * The browser API: owns the connector's Effect runtime and exposes it as plain functions.
 *
 * Pages load it lazily. Every promise resolves and none rejects, even if the connector is destroyed meanwhile.
 */
import { Cause, Effect, Exit, FiberId, Layer, Option, Runtime, Scope } from "effect"
import { buttonProperties } from "./button/properties"
import { ConnectorConfig, toConfig } from "./ConnectorConfig"
import type { ConnectorOptions } from "./ConnectorOptions"
import { CanceledByUser, type ConnectorError, FailedToSendDappRequest, TransactionOutcomeUnknown } from "./Errors"
import { WalletLive } from "./layers"
import { Page } from "./Page"
import { linkTarget } from "./pure/links"
import type { RequestOutcome } from "./pure/outcome"
import { toDataRequest, toPreAuthorization } from "./pure/requestSpec"
import type { RequestSpec } from "./Requests"
import { Wallet } from "./Wallet"
import type {
  ButtonAppearance,
  ConnectorSnapshot,
  SignedPreAuthorization,
  WalletHandle,
  WalletResult
} from "./WalletHandle"
import { type FullSnapshot, loadingFullSnapshot, WalletView } from "./WalletView"
import { toFailure } from "./wallet/toFailure"

export type * from "./WalletHandle"

type Services = Wallet | WalletView | Page | ConnectorConfig

const DEFAULT_LOOK: ButtonAppearance = { theme: "radix-blue", mode: "light", fullWidth: false } // docs/connector.md

const withButton = (
  view: FullSnapshot,
  appearance: ButtonAppearance,
  activeTab: ConnectorSnapshot["button"]["activeTab"]
): ConnectorSnapshot => ({ ...view, button: { ...buttonProperties(view), ...appearance, activeTab } })

const loading = withButton(loadingFullSnapshot, DEFAULT_LOOK, "sharing")

const transactionOf = (response: RequestOutcome) => ({
  transactionIntentHash: response.type === "transaction" ? response.transactionIntentHash : "",
  status: response.type === "transaction" ? response.status : ""
})
const subintentOf = (response: RequestOutcome): SignedPreAuthorization =>
  response.type === "preAuthorization"
    ? response.subintent
    : { signedPartialTransaction: "", expirationTimestamp: 0, subintentHash: "" }

/** Creates the connector for a page. */
export const createConnector = (options: ConnectorOptions): WalletHandle =>
  openConnector(WalletLive(toConfig(options, globalThis.location?.origin ?? "")))

/** Creates a connector from any composition of layers, for example without a wallet or in a test. */
export const openConnector = (layer: Layer.Layer<Services>): WalletHandle => {
  const scope = Effect.runSync(Scope.make())
  let runtime: Runtime.Runtime<Services> | undefined
  const starting = Effect.runPromiseExit(
    Effect.map(Scope.extend(Layer.toRuntime(layer), scope), (made) => {
      runtime = made
    })
  )
  const end = new AbortController()
  const listeners = new Set<() => void>()
  let view: FullSnapshot = loadingFullSnapshot
  let spec: RequestSpec | undefined
  let activeTab: ConnectorSnapshot["button"]["activeTab"] = "sharing"
  let current = loading

  const show = (next: FullSnapshot) => {
    view = next
    current = withButton(view, DEFAULT_LOOK, activeTab)
    for (const listener of [...listeners]) listener()
  }

  /**
   * Starts within the call once the layers are ready, and so within a click. Ends as interrupted once the connector is
   * destroyed.
   */
  const run = async <A, E>(effect: Effect.Effect<A, E, Services>): Promise<Exit.Exit<A, E>> => {
    if (end.signal.aborted) return Exit.interrupt(FiberId.none)
    if (runtime !== undefined) return Runtime.runPromiseExit(runtime)(effect, { signal: end.signal })
    const started = await starting
    return Exit.isFailure(started) ? Exit.failCause(started.cause) : run(effect)
  }

  /** `Destroyed`: result of calls in progress when the connector was destroyed. */
  const responded = async <A>(
    effect: Effect.Effect<A, ConnectorError, Services>,
    Destroyed: typeof CanceledByUser | typeof TransactionOutcomeUnknown = CanceledByUser
  ): Promise<WalletResult<A>> => {
    const isBegun = !end.signal.aborted
    return Exit.match(await run(effect), {
      onSuccess: (value): WalletResult<A> => ({ ok: true, value }),
      onFailure: (cause) => ({
        ok: false,
        error: toFailure(
          Option.getOrElse(Cause.failureOption(cause), () =>
            Cause.isInterruptedOnly(cause)
              ? new (isBegun ? Destroyed : CanceledByUser)({})
              : new FailedToSendDappRequest({ cause: Cause.squash(cause) })
          )
        )
      })
    })
  }
  const done = async (effect: Effect.Effect<unknown, never, Services>): Promise<void> => {
    const exit = await run(effect)
    if (Exit.isFailure(exit) && !Cause.isInterrupted(exit.cause)) console.error(Cause.pretty(exit.cause))
  }
  const wallet = <A, E>(use: (wallet: Wallet["Type"]) => Effect.Effect<A, E>) => Effect.flatMap(Wallet, use)
  const provide = (callbacks: Partial<ConnectorConfig["Type"]["callbacks"]>) =>
    void done(Effect.map(ConnectorConfig, (config) => Object.assign(config.callbacks, callbacks)))

  const follow = Effect.map(WalletView, (walletView) => {
    walletView.subscribe(() => show(walletView.snapshot()))
    show(walletView.snapshot())
  })
  void run(follow).then((exit) => {
    if (Exit.isSuccess(exit) || end.signal.aborted) return
    console.error("the wallet could not be initialised", Cause.pretty(exit.cause))
    show({ ...view, isLoading: false, isInitialized: true })
  })

  const popovers = new Set<() => void>()

  const handle: WalletHandle = {
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    snapshot: () => current,
    connect: () => responded(wallet((_) => _.connect(spec === undefined ? undefined : toDataRequest(spec)))),
    disconnect: () => done(wallet((_) => _.disconnect)),
    sendTransaction: (request) =>
      responded(
        Effect.map(
          wallet((_) => _.sendTransaction(request)),
          transactionOf
        ),
        TransactionOutcomeUnknown
      ),
    updateSharedAccounts: () => responded(wallet((_) => _.updateSharedAccounts)),
    selectAccount: (address) => void done(wallet((_) => _.selectAccount(address))),
    destroy: async () => {
      end.abort()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    },
    setRequestData: (given) => {
      spec = given
    },
    sendRequest: () => responded(wallet((_) => _.requestAnnounced(toDataRequest(spec ?? {})))),
    sendOneTimeRequest: (given, options) =>
      responded(wallet((_) => _.request(toDataRequest(given), { ...options, oneTime: true }))),
    sendPreAuthorizationRequest: (input) =>
      responded(
        Effect.map(
          wallet((_) => _.preAuthorize(toPreAuthorization(input))),
          subintentOf
        )
      ),
    provideChallengeGenerator: (generateChallenge) => provide({ generateChallenge }),
    provideLoginApproval: (approveLogin) => provide({ approveLogin }),
    provideConnectResponse: (onConnectResponse) => provide({ onConnectResponse }),
    cancelRequest: (interactionId) => done(wallet((_) => _.cancel(interactionId))),
    ignoreTransaction: (interactionId) => done(wallet((_) => _.ignore(interactionId))),
    linkClick: (type, data) =>
      done(
        Effect.gen(function* () {
          const target = linkTarget((yield* ConnectorConfig).explorer, type, data)
          if (target === undefined) return yield* wallet((_) => _.showQrCode)
          yield* (yield* Page).openWindow(target)
        })
      ),
    showPopover: () => {
      activeTab = view.requestItems.some((item) => item.status === "pending") ? "requests" : "sharing"
      show(view)
      for (const open of popovers) open()
    },
    mountButton: (container, appearance = {}) => {
      let unmount: (() => void) | undefined
      let isWanted = true
      import("./mountButton")
        .then(({ mountButton }) => {
          if (isWanted) unmount = mountButton(handle, popovers, container, appearance)
        })
        .catch((error: unknown) => console.error("the connect button could not be loaded", error))
      return () => {
        isWanted = false
        unmount?.()
      }
    }
  }
  return handle
}
