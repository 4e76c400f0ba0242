/** Key-value places for text: the page's memory, or the browser's localStorage with locks between tabs. */
import { Effect, type Scope } from "effect"

export interface Place {
  /** May throw. */
  readonly get: (key: string) => string | null
  /** May throw; this page then still reads the new value. */
  readonly set: (key: string, value: string) => void
  readonly remove: (key: string) => void
  readonly exclusive: <A, E, R>(name: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Reports changes made elsewhere; a null key means that all may have changed. `isGone`: the key was removed. */
  readonly onOutsideChange: (listener: (key: string | null, isGone: boolean) => void) => void
}

/** One semaphore per name, as long as it is held or waited for. */
const pageLocks = () => {
  const locks = new Map<string, Effect.Semaphore>()
  return <A, E, R>(name: string, effect: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      const lock = locks.get(name) ?? Effect.unsafeMakeSemaphore(1)
      locks.set(name, lock)
      return lock.withPermits(1)(effect)
    })
}

export const memoryPlace = (): Place => {
  const values = new Map<string, string>()
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
    exclusive: pageLocks(),
    onOutsideChange: () => {}
  }
}

/** Accessing the property alone throws if the browser blocks storage. */
const openStorage = (): globalThis.Storage | null => {
  try {
    const { localStorage } = globalThis
    localStorage.getItem("rdt")
    return localStorage
  } catch {
    return null
  }
}

interface Ticket {
  /** Resolves when the lock is acquired. */
  readonly turn: Promise<void>
  /** Releases the lock, or stops waiting for it. */
  readonly handBack: () => void
}

const queueUp = (locks: LockManager, name: string): Ticket => {
  const giveUp = new AbortController()
  let isOver = false
  let release = () => giveUp.abort()
  const turn = new Promise<void>((goOn) => {
    locks
      .request(name, { signal: giveUp.signal }, () => {
        goOn()
        return new Promise<void>((resolve) => {
          release = resolve
          if (isOver) resolve()
        })
      })
      // Cancelled while waiting, or locks are refused here (an opaque origin): the page's own lock is used alone.
      .catch(() => goOn())
  })
  const handBack = () => {
    isOver = true
    release()
  }
  return { turn, handBack }
}

/**
 * Web Locks if available: one tab at a time, and closing a tab releases its lock. Every lock is released in all cases,
 * because a leaked one would block every tab.
 */
const tabLocks = (locks: LockManager) => {
  const inPage = pageLocks()
  return <A, E, R>(name: string, effect: Effect.Effect<A, E, R>) =>
    inPage(
      name,
      Effect.acquireUseRelease(
        Effect.sync(() => queueUp(locks, name)),
        ({ turn }) =>
          Effect.zipRight(
            Effect.promise(() => turn),
            effect
          ),
        ({ handBack }) => Effect.sync(handBack)
      )
    )
}

/** Values that the browser refused to write (storage full) are kept in memory, so that this page stays consistent. */
const withOverlay = (storage: globalThis.Storage) => {
  const unwritten = new Map<string, string>()
  return {
    get: (key: string) => unwritten.get(key) ?? storage.getItem(key),
    set: (key: string, value: string) => {
      unwritten.set(key, value)
      storage.setItem(key, value)
      unwritten.delete(key)
    },
    remove: (key: string) => {
      unwritten.delete(key)
      storage.removeItem(key)
    },
    forget: (key: string | null) => (key === null ? unwritten.clear() : void unwritten.delete(key))
  }
}

export const localPlace: Effect.Effect<Place, never, Scope.Scope> = Effect.gen(function* () {
  const storage = openStorage()
  if (storage === null) {
    yield* Effect.logWarning("localStorage is blocked: the wallet is forgotten when this page closes")
    return memoryPlace()
  }
  const { forget, ...stored } = withOverlay(storage)
  const listeners = new Set<(key: string | null, isGone: boolean) => void>()
  const hear = (event: StorageEvent) => {
    if (event.storageArea !== null && event.storageArea !== storage) return
    forget(event.key)
    for (const listener of listeners) listener(event.key, event.newValue === null)
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => globalThis.addEventListener("storage", hear)),
    () => Effect.sync(() => globalThis.removeEventListener("storage", hear))
  )
  const locks: LockManager | undefined = globalThis.navigator?.locks
  return {
    ...stored,
    exclusive: locks === undefined ? pageLocks() : tabLocks(locks),
    onOutsideChange: (listener) => void listeners.add(listener)
  }
})
