/**
 * Whether kept pages still show what the database holds, whichever server wrote it (docs/decisions/0063-shared-pages-
 * carry-a-revision.md). While visitors ask for kept pages, the database's revision is read twice or three times a
 * second; with nobody there, nothing is read. Where the database does not answer, pages are shown until their life is
 * over.
 */
import { atMostEvery, realTimers, type Timers } from "~/effects/base/limits/atMostEvery"

/** Milliseconds. A kept page is sent when the revision was read at most this long ago. */
export const FRESH_FOR = 400
/** From this age on the next reading begins, so that a visitor seldom has to wait for it. */
const AHEAD = 200
/** A visitor waits no longer for a reading. */
const WAIT = 250
/** Between two times that this server says of its own writes. */
const RAISE_EVERY = 200

export interface FreshnessOptions {
  /** The database's revision. */
  readonly read: () => Promise<number>
  /** Says that this server has written, and answers the revision it led to. */
  readonly raise: () => Promise<number>
  /** Another server has written, or a job. */
  readonly changed: () => void
  readonly timers?: Timers
}

export interface Freshness {
  /** Whether a kept page may be sent as it is. */
  readonly isFresh: () => boolean
  /** Reads the revision unless that was done just now. Never fails. */
  readonly look: () => Promise<void>
  /** This server has written what pages may show; its own kept pages are the caller's. */
  readonly wrote: () => void
}

export const makeFreshness = ({ changed, raise, read, timers = realTimers }: FreshnessOptions): Freshness => {
  let known: number | undefined
  let readAt = Number.NEGATIVE_INFINITY
  /** The last reading failed or took too long. */
  let isUnanswered = false
  /** A write that could not be told the others. */
  let isOwed = false
  let underWay: Promise<void> | undefined

  const learn = (revision: number) => {
    const isOther = revision !== known
    known = revision
    if (isOther) changed()
  }
  const readNow = () => {
    const begun = timers.now()
    const ended = (answered: boolean) => {
      isUnanswered = !answered
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
        if (underWay !== undefined) isUnanswered = true
        resolve()
      }, WAIT)
    )

  const wrote = atMostEvery(
    RAISE_EVERY,
    () => {
      isOwed = false
      raise().then(
        (revision) => {
          // Where nobody else wrote since the last reading, only our own writes led here, and their pages are gone.
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
      return isUnanswered || age <= FRESH_FOR
    },
    look: async () => {
      if (isUnanswered || timers.now() - readAt <= FRESH_FOR) return
      await Promise.race([readNow(), giveUp()])
    },
    wrote
  }
}
