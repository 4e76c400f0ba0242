/**
 * The page's own login state, next to the connector's snapshot. A store instead of React state or context, because a
 * changed context would re-render everything below it and make React give up parts of the page that are not hydrated
 * yet (components/base/site/later.tsx).
 */

/** Message for the person, with the server's request id if there is one. */
export interface WalletNotice {
  readonly message: string
  /** The connector's error code, if it is one of its errors. */
  readonly code?: string
  readonly requestId?: string
}

export interface LoginState {
  /** Whether a login is in progress. The connector discards the accounts when it starts; signed-in pages stay. */
  readonly isConnecting: boolean
  /** The account that the server last accepted; newer than the session's until the loaders have run again. */
  readonly provenAccount: string | null
  readonly notice: WalletNotice | null
  /** Progress of a sign-out: telling the server, could not tell it yet, or told. Reset to null by the next login. */
  readonly leaving: "telling" | "untold" | "told" | null
}

export interface LoginStore {
  readonly subscribe: (onChange: () => void) => () => void
  readonly snapshot: () => LoginState
  readonly serverSnapshot: () => LoginState
  readonly report: (notice: WalletNotice | null) => void
  readonly prove: (account: string | null) => void
  readonly leave: (leaving: LoginState["leaving"]) => void
  /** Counts logins, because several may overlap. */
  readonly begin: () => void
  readonly end: () => void
}

const START: LoginState = { isConnecting: false, provenAccount: null, notice: null, leaving: null }

export const createLoginStore = (): LoginStore => {
  const listeners = new Set<() => void>()
  let current = START
  let running = 0

  const change = (part: Partial<LoginState>) => {
    current = { ...current, ...part }
    for (const listener of [...listeners]) listener()
  }
  const count = (step: 1 | -1) => {
    running += step
    change(running > 0 ? { isConnecting: true, leaving: null } : { isConnecting: false })
  }
  return {
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => {
        listeners.delete(onChange)
      }
    },
    snapshot: () => current,
    serverSnapshot: () => START,
    report: (notice) => change({ notice }),
    prove: (provenAccount) => change({ provenAccount }),
    leave: (leaving) => change({ leaving }),
    begin: () => count(1),
    end: () => count(-1)
  }
}
