/**
 * The wallet of a page: its store, its login, its signed steps, and what a page may ask of it. Without React, because
 * pages that are only read have one, too.
 */
import { storeEarlyResponses, type WalletHandle, type WalletResult } from "~/connector/WalletHandle"
import { createLazyWallet } from "./lazy-wallet"
import { createLoginStore } from "./login-state"
import { endSession } from "./session"
import type { WalletSettings } from "./sign-in"
import { forgetHere, markSignedOut } from "./signed-out"
import { createStepStore, type StepHandler } from "./steps"
import type { WalletVerbs } from "./use-wallet"

const notLoaded: WalletResult<never> = {
  ok: false,
  error: { error: "E-CONNECTOR", message: "The wallet connector could not be loaded. Check the network and try again." }
}
/** Errors that the person caused or that the server has already explained. */
const TOLD = new Set(["canceledByUser", "LoginRejectedByDapp", "ChallengeGeneratorError"])

/** Requests that a page can make to its wallet. The first one loads the connector's code. */
const makeVerbs = (
  lazy: ReturnType<typeof createLazyWallet>,
  login: ReturnType<typeof createLoginStore>,
  onSignedOut: () => void
): WalletVerbs & { readonly dismissNotice: () => void } => {
  /** Synchronous if the connector is loaded, because a window can only be opened within the click. */
  const ask = <A>(verb: (wallet: WalletHandle) => Promise<WalletResult<A>>): Promise<WalletResult<A>> => {
    const wallet = lazy.current()
    return wallet ? verb(wallet) : lazy.load().then((loaded) => (loaded ? verb(loaded) : notLoaded))
  }
  const report = async (verb: (wallet: WalletHandle) => unknown): Promise<void> => {
    const wallet = lazy.current() ?? (await lazy.load())
    if (wallet) await verb(wallet)
  }
  const disconnect = () => report((wallet) => wallet.disconnect())
  return {
    connect: async ({ quiet = false } = {}) => {
      login.report(null)
      login.begin()
      const response = await ask((wallet) => wallet.connect())
      login.end()
      const isSilent =
        response.ok || TOLD.has(response.error.error) || (quiet && response.error.error !== "E-CONNECTOR")
      if (!isSilent) login.report({ message: response.error.message, code: response.error.error })
      return response
    },
    disconnect,
    signOut: async () => {
      login.report(null)
      markSignedOut()
      login.leave("telling")
      await Promise.all([disconnect(), forgetHere(lazy.current() === undefined)])
      const ended = await endSession()
      login.prove(null)
      login.leave(ended.ok ? "told" : "untold")
      if (ended.ok) onSignedOut()
    },
    sendOneTimeRequest: (spec, options) => ask((wallet) => wallet.sendOneTimeRequest(spec, options)),
    sendTransaction: (request) => ask((wallet) => wallet.sendTransaction(request)),
    sendPreAuthorizationRequest: (input) => ask((wallet) => wallet.sendPreAuthorizationRequest(input)),
    updateSharedAccounts: () => ask((wallet) => wallet.updateSharedAccounts()),
    cancelRequest: (interactionId) => report((wallet) => wallet.cancelRequest(interactionId)),
    ignoreTransaction: (interactionId) => report((wallet) => wallet.ignoreTransaction(interactionId)),
    linkClick: (type, data) => report((wallet) => wallet.linkClick(type, data)),
    selectAccount: (address) => void report((wallet) => wallet.selectAccount(address)),
    dismissNotice: () => login.report(null)
  }
}

export interface PageWalletOptions {
  readonly settings: () => WalletSettings
  /** Awaited before the connector starts. */
  readonly prepare: () => Promise<void> | undefined
  readonly handlerOf: (kind: string) => Promise<StepHandler | undefined>
  /** The server accepted a login; nobody awaits one that was requested before a reload. */
  readonly onSignedIn: (login: { readonly hasProfile: boolean; readonly isAwaited: boolean }) => void
  /** The wallet's response is stored. */
  readonly onConnected: () => void
  readonly onSignedOut: () => void
  /** A signed step has ended that was begun on another page. */
  readonly onHandledElsewhere: () => void
}

export type PageWallet = ReturnType<typeof createPageWallet>

/**
 * Stores wallet responses that arrive before the connector listens, because pages are often reloaded while a person
 * uses their phone.
 */
const awaitConnector = (): ((connector: WalletHandle) => void) => {
  const sayAgain = storeEarlyResponses(window)
  return (connector) => {
    const stop = connector.subscribe(() => handOver())
    const handOver = () => {
      if (!connector.snapshot().isInitialized) return
      stop()
      sayAgain()
    }
    handOver()
  }
}

export const createPageWallet = (options: PageWalletOptions) => {
  const login = createLoginStore()
  const steps = createStepStore(options.handlerOf, options.onHandledElsewhere)
  let handOver: ReturnType<typeof awaitConnector> | undefined
  const lazy = createLazyWallet(async () => {
    const events = {
      onRefused: login.report,
      onSignedIn: (account: string, hasProfile: boolean) => {
        login.prove(account)
        options.onSignedIn({ hasProfile, isAwaited: login.snapshot().isConnecting })
      },
      onConnected: options.onConnected,
      carryOn: steps.carryOn
    }
    const [{ createConnector }, { connectorOptions }, { forgetStored }] = await Promise.all([
      import("~/connector/browser"),
      import("./sign-in"),
      import("./own-secrets"),
      options.prepare()
    ])
    forgetStored()
    const connector = createConnector(connectorOptions(options.settings(), events))
    handOver?.(connector)
    return connector
  })
  return {
    lazy,
    login,
    steps,
    verbs: makeVerbs(lazy, login, options.onSignedOut),
    /** From now on, responses that arrive before the connector listens are stored. */
    listen: () => {
      handOver = awaitConnector()
    }
  }
}
