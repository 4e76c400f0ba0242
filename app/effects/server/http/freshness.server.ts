/**
 * Whether cached pages still match the database, whichever server wrote it
 * (docs/decisions/0063-share-public-pages-by-revision.md). While visitors request cached pages, the database's revision
 * is read two or three times a second; without visitors it is not read. If the database does not respond, pages are
 * used until they expire.
 */

/** Timers of the process; tests provide their own. */
interface Timers {
  readonly now: () => number
  readonly later: (act: () => void, millis: number) => void
}

/** The process' own timers. */
const realTimers: Timers = {
  now: () => performance.now(),
  later: (act, millis) => void setTimeout(act, millis).unref()
}

/**
 * Throttles an action that many callers request: it runs immediately, and then at most once per interval. A call in
 * between is served at the end of that interval, so that nobody waits longer and no call is lost.
 */
export const atMostEvery = (millis: number, act: () => void, { later, now }: Timers = realTimers): (() => void) => {
  let last = Number.NEGATIVE_INFINITY
  let isDue = false
  const go = () => {
    isDue = false
    last = now()
    act()
  }
  return () => {
    if (isDue) return
    const left = last + millis - now()
    if (left <= 0) return go()
    isDue = true
    later(go, left)
  }
}

/** Milliseconds. A cached page may be sent if the revision was read at most this long ago. */
export const FRESH_FOR = 400
/** The next read begins at this age, so that a visitor seldom has to wait for it. */
const AHEAD = 200
/** Longest time that a visitor waits for a read. */
const WAIT = 250
/** Minimum interval between two announcements of this server's own writes. */
const RAISE_EVERY = 200

export interface FreshnessOptions {
  /** Reads the database's revision. */
  readonly read: () => Promise<number>
  /** Announces that this server has written, and returns the new revision. */
  readonly raise: () => Promise<number>
  /** Called after a write of another server or of a job. */
  readonly changed: () => void
  readonly timers?: Timers
}

export interface Freshness {
  /** Whether a cached page may be sent. */
  readonly isFresh: () => boolean
  /** Reads the revision unless it was read just now. Never fails. */
  readonly refresh: () => Promise<void>
  /** This server has written something that pages may show; the caller clears its own cached pages. */
  readonly wrote: () => void
}

export const makeFreshness = ({ changed, raise, read, timers = realTimers }: FreshnessOptions): Freshness => {
  let known: number | undefined
  let readAt = Number.NEGATIVE_INFINITY
  /** The last read failed or took too long. */
  let isPending = false
  /** A write that could not be announced to the other servers yet. */
  let isOwed = false
  let underWay: Promise<void> | undefined

  const learn = (revision: number) => {
    const isOther = revision !== known
    known = revision
    if (isOther) changed()
  }
  const readNow = () => {
    const begun = timers.now()
    const ended = (response: boolean) => {
      isPending = !response
      readAt = begun
      underWay = undefined
    }
    underWay ??= read().then(
      (revision) => {
        learn(revision)
        ended(true)
        if (isOwed) wrote()
      },
      () => ended(false)
    )
    return underWay
  }
  const giveUp = () =>
    new Promise<void>((resolve) =>
      timers.later(() => {
        if (underWay !== undefined) isPending = true
        resolve()
      }, WAIT)
    )

  const wrote = atMostEvery(
    RAISE_EVERY,
    () => {
      isOwed = false
      raise().then(
        (revision) => {
          // If nobody else has written since the last read, only our own writes led to this revision, and their pages
          // are cleared already.
          if (known !== undefined && revision === known + 1) known = revision
          else learn(revision)
        },
        () => {
          isOwed = true
        }
      )
    },
    timers
  )

  return {
    isFresh: () => {
      const age = timers.now() - readAt
      if (age > AHEAD) void readNow()
      return isPending || age <= FRESH_FOR
    },
    refresh: async () => {
      if (isPending || timers.now() - readAt <= FRESH_FOR) return
      await Promise.race([readNow(), giveUp()])
    },
    wrote
  }
}
