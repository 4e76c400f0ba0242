/**
 * What the page itself knows of logging in, beside the connector's own snapshot. A store and no state of React's: when it
 * changes, only those draw again who read it. A changed context would reach everything below it, and React gives up the
 * parts of a page that still sleep when that happens (components/base/site/later.tsx).
 */

/** A sentence for the page, with the server's reference where it has one. */
export interface WalletNotice {
  readonly message: string
  /** The connector's code, where it is one of its errors. */
  readonly code?: string
  readonly requestId?: string
}

export interface LoginState {
  /** A login is under way. The connector forgets the accounts at its start; who was inside a page stays there. */
  readonly isConnecting: boolean
  /** The account the server last accepted; ahead of the session's until the loaders have run again. */
  readonly provenAccount: string | null
  readonly notice: WalletNotice | null
  /** How far a sign-out has come: the server is being told, could not be told yet, or was told. Null from the next login. */
  readonly leaving: "telling" | "untold" | "told" | null
}

export interface LoginStore {
  readonly subscribe: (onChange: () => void) => () => void
  readonly snapshot: () => LoginState
  readonly serverSnapshot: () => LoginState
  readonly tell: (notice: WalletNotice | null) => void
  readonly prove: (account: string | null) => void
  readonly leave: (leaving: LoginState["leaving"]) => void
  /** Counts logins: several may overlap. */
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
    tell: (notice) => change({ notice }),
    prove: (provenAccount) => change({ provenAccount }),
    leave: (leaving) => change({ leaving }),
    begin: () => count(1),
    end: () => count(-1)
  }
}
