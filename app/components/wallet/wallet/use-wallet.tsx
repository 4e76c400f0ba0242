/** React bindings of the wallet: a snapshot to render, methods to call, and the server's login state. */
import { createContext, useContext, useEffect, useSyncExternalStore } from "react"
import type { WalletHandle, WalletSnapshot } from "~/connector/WalletHandle"
import type { Visitor } from "~/effects/access/Visitor"
import type { LazyWallet } from "./lazy-wallet"
import type { LoginState, LoginStore } from "./login-state"
import { nameOf } from "./name-of"
import type { WalletSettings } from "./sign-in"
import type { StepStore } from "./steps"

/** How `connect` reports a failure. */
export interface ConnectNotice {
  /** True if the caller shows the failed request itself, as the connect button does. */
  readonly quiet?: boolean
}

export interface WalletVerbs
  extends Pick<
    WalletHandle,
    | "disconnect"
    | "sendOneTimeRequest"
    | "sendTransaction"
    | "sendPreAuthorizationRequest"
    | "updateSharedAccounts"
    | "cancelRequest"
    | "ignoreTransaction"
    | "linkClick"
    | "selectAccount"
  > {
  /** Asks the wallet for a login and the server for a session. A call before the connector is ready waits for it. */
  readonly connect: (notification?: ConnectNotice) => ReturnType<WalletHandle["connect"]>
  /** Disconnects the connector, then ends the server's session even if disconnecting failed. */
  readonly signOut: () => Promise<void>
}

export interface WalletContextValue extends WalletVerbs {
  readonly lazy: LazyWallet
  readonly login: LoginStore
  readonly steps: StepStore
  readonly settings: WalletSettings
  readonly session: Visitor | null
  readonly dismissNotice: () => void
}

export const WalletContext = createContext<WalletContextValue | null>(null)

export interface UsedWallet extends WalletSnapshot, LoginState, Omit<WalletContextValue, "lazy" | "login" | "steps"> {
  /** The connector's state; until it has read it, the session's. */
  readonly isConnected: boolean
}

const useWalletContext = (): WalletContextValue => {
  const context = useContext(WalletContext)
  if (context === null) throw new Error("useWallet needs a <WalletProvider> above it")
  return context
}

/** Caches the combined snapshot, because some twenty components of a page read it. */
const together = new WeakMap<
  WalletContextValue,
  { readonly snapshot: WalletSnapshot; readonly loginState: LoginState; readonly used: UsedWallet }
>()

export function useWallet(): UsedWallet {
  const value = useWalletContext()
  const { lazy, login } = value
  const snapshot = useSyncExternalStore(lazy.subscribe, lazy.snapshot, lazy.serverSnapshot)
  const loginState = useSyncExternalStore(login.subscribe, login.snapshot, login.serverSnapshot)
  const known = together.get(value)
  if (known?.snapshot === snapshot && known.loginState === loginState) return known.used
  const { lazy: _, login: __, steps: ___, ...context } = value
  const isConnected = snapshot.isInitialized ? snapshot.accounts.length > 0 : value.session !== null
  const used = { ...snapshot, ...loginState, ...context, isConnected }
  together.set(value, { snapshot, loginState, used })
  return used
}

/** Store of the signed steps, which survive a page. */
export const useWalletSteps = (): StepStore => useWalletContext().steps

/** For pages that need the wallet: loads the connector immediately instead of when the browser is idle. */
export function useWalletNow(): void {
  const { lazy } = useWalletContext()
  useEffect(() => {
    void lazy.load()
  }, [lazy])
}

export { nameOf }
