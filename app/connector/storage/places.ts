/** Where texts are kept by key: the page's memory, or the browser's localStorage with its locks between tabs. */
import { Effect, type Scope } from "effect"

export interface Place {
  /** May throw. */
  readonly get: (key: string) => string | null
  /** May throw; the page itself then still reads the new value. */
  readonly set: (key: string, value: string) => void
  readonly remove: (key: string) => void
  readonly exclusive: <A, E, R>(name: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Changes made elsewhere; a key of null says that all may have changed. `isGone`: it was removed. */
  readonly onOutsideChange: (listener: (key: string | null, isGone: boolean) => void) => void
}

/** One semaphore for each name, as long as it is held or wanted. */
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

/** Reading the property alone throws where the browser blocks storage. */
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
  /** Resolves when it is our turn. */
  readonly turn: Promise<void>
  /** Gives the turn on, or the waiting up. */
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
      // Given up while waiting, or locks are refused here (an opaque origin): then the page's own lock has to do.
      .catch(() => goOn())
  })
  const handBack = () => {
    isOver = true
    release()
  }
  return { turn, handBack }
}

/**
 * Web Locks where present: of several tabs one goes first, and a tab that is closed lets the next one go on. A ticket
 * is handed back whatever happens: a lock that nobody returned would stop every tab.
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

/** What the browser refused to write (storage full) is kept for this page, so it never contradicts itself. */
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
  const { forget, ...kept } = withOverlay(storage)
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
    ...kept,
    exclusive: locks === undefined ? pageLocks() : tabLocks(locks),
    onOutsideChange: (listener) => void listeners.add(listener)
  }
})
