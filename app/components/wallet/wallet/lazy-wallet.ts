/**
 * The wallet before and after its code has arrived. Pages subscribe at once and see the loading snapshot; the connector
 * is fetched when a person asks for it, and nobody above notices the change of hands.
 */
import { loadingSnapshot, type WalletHandle, type WalletSnapshot } from "~/connector/WalletHandle"

export interface LazyWallet {
  readonly subscribe: (onChange: () => void) => () => void
  readonly snapshot: () => WalletSnapshot
  readonly serverSnapshot: () => WalletSnapshot
  /** The handle, where it is there already: a click that must open a window cannot wait. */
  readonly current: () => WalletHandle | undefined
  /** Fetches and starts the connector, once. Nothing when that failed; the next call tries again. */
  readonly load: () => Promise<WalletHandle | undefined>
  /** Ends what was started. A later `load` starts anew. */
  readonly close: () => void
}

/** An initialization error ends the loading as well (docs/product/access.md, wallet context). */
const failedSnapshot: WalletSnapshot = { ...loadingSnapshot, isLoading: false, isInitialized: true }

export const createLazyWallet = (open: () => Promise<WalletHandle>): LazyWallet => {
  const listeners = new Set<() => void>()
  let loading: Promise<WalletHandle | undefined> | undefined
  let handle: WalletHandle | undefined
  let detach = () => {}
  let idle = loadingSnapshot
  let round = 0

  const changed = () => {
    for (const listener of [...listeners]) listener()
  }

  const start = async (mine: number): Promise<WalletHandle | undefined> => {
    try {
      const opened = await open()
      if (mine !== round) {
        await opened.destroy()
        return undefined
      }
      handle = opened
      detach = opened.subscribe(changed)
      changed()
      return opened
    } catch (error) {
      console.error("the wallet connector could not be started", error)
      if (mine === round) {
        loading = undefined
        idle = failedSnapshot
        changed()
      }
      return undefined
    }
  }

  return {
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => {
        listeners.delete(onChange)
      }
    },
    snapshot: () => handle?.snapshot() ?? idle,
    serverSnapshot: () => loadingSnapshot,
    current: () => handle,
    load: () => {
      loading ??= start(round)
      return loading
    },
    close: () => {
      round += 1
      detach()
      detach = () => {}
      void handle?.destroy()
      handle = undefined
      loading = undefined
      idle = loadingSnapshot
    }
  }
}
