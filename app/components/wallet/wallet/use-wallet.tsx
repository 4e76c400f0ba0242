/** The wallet as React sees it: a snapshot to render, verbs to call, and what the server has to say about both. */
import { createContext, useContext, useEffect, useSyncExternalStore } from "react"
import { shortAddress } from "~/components/base/text/short-address"
import type { WalletHandle, WalletSnapshot } from "~/connector/WalletHandle"
import type { Visitor } from "~/effects/access/Visitor"
import type { LazyWallet } from "./lazy-wallet"
import type { LoginState, LoginStore } from "./login-state"
import type { WalletSettings } from "./sign-in"
import type { StepStore } from "./steps"

/** How `connect` tells of a failure. */
export interface ConnectTelling {
  /** True where the caller shows the failed request itself, as the connect button does. */
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
  /** Asks the wallet for a login and the server for a session. Pressed early, it is carried out once ready. */
  readonly connect: (telling?: ConnectTelling) => ReturnType<WalletHandle["connect"]>
  /** Connector first, then the server's session, also if the second fails (R-W1). */
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
  /** By the connector's word; until it has one, by the session's (D-04). */
  readonly isConnected: boolean
}

const useWalletContext = (): WalletContextValue => {
  const context = useContext(WalletContext)
  if (context === null) throw new Error("useWallet needs a <WalletProvider> above it")
  return context
}

/** What was put together last for a page: some twenty components of it ask for the same. */
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

/** The signed steps that outlive a page. */
export const useWalletSteps = (): StepStore => useWalletContext().steps

/** For pages that cannot do without: the connector is fetched at once instead of when the browser is idle. */
export function useWalletNow(): void {
  const { lazy } = useWalletContext()
  useEffect(() => {
    void lazy.load()
  }, [lazy])
}

/** What a signed-in visitor goes by where the wallet itself cannot be asked. */
export const nameOf = ({ account, personaLabel, profile }: Visitor): string =>
  profile?.username ?? personaLabel ?? shortAddress(account)
