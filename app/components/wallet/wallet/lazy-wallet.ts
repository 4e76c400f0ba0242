/**
 * The wallet before and after its code has loaded. Pages subscribe immediately and get the loading snapshot; the
 * connector is loaded on demand behind the same interface.
 */
import { loadingSnapshot, type WalletHandle, type WalletSnapshot } from "~/connector/WalletHandle"

export interface LazyWallet {
  readonly subscribe: (onChange: () => void) => () => void
  readonly snapshot: () => WalletSnapshot
  readonly serverSnapshot: () => WalletSnapshot
  /** The handle if it is loaded: a click that must open a window cannot wait. */
  readonly current: () => WalletHandle | undefined
  /** Loads and starts the connector once. Undefined on failure; the next call retries. */
  readonly load: () => Promise<WalletHandle | undefined>
  /** Destroys what was started; a later `load` starts again. */
  readonly close: () => void
}

/** A failed start also ends the loading state (docs/product/access.md). */
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
