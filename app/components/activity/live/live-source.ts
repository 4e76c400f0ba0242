/**
 * Source of a page's live events: a stream while the page is visible, polling where streams fail, nothing while it is
 * hidden. No React, and never more than one request at a time.
 */
import type { CommunityId } from "~/effects/access/Community"
import {
  type LiveEvent,
  type LivePage,
  liveEventsBetween,
  liveKinds,
  NO_SEQ,
  readLiveEvent,
  readLivePage
} from "~/effects/activity/live/LiveEvent"
import { POLL_S } from "~/effects/activity/live/pollSeconds"
import type { LiveState } from "./live-words"

export interface Heard {
  readonly onState: (state: LiveState) => void
  readonly onEvent: (event: LiveEvent) => void
  /** So much happened meanwhile that the page should reload its data. */
  readonly onCut: () => void
}

/** Failures in a row after which this page no longer tries a stream. */
const MAX_FAILURES = 3

/** Remembers the last event. A numbered event is reported once, and never after a later one. */
const hearingOf = (heard: Heard) => {
  const hearing = {
    heard,
    /** Number of the last event; undefined before the first response. */
    last: undefined as number | undefined,
    take: (event: LiveEvent) => {
      if (event.seq === NO_SEQ) return heard.onEvent(event)
      if (hearing.last !== undefined && event.seq <= hearing.last) return
      hearing.last = event.seq
      heard.onEvent(event)
    }
  }
  return hearing
}
type Hearing = ReturnType<typeof hearingOf>

/** Polls every half minute, for a page that cannot open a stream. */
const pollingOf = (address: string, hearing: Hearing) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let far: LivePage["far"] | undefined
  let isOver = false

  const takePage = (page: LivePage) => {
    // The first response only sets the position: the page already shows all events up to it.
    if (hearing.last === undefined) hearing.last = page.last
    else {
      for (const event of page.events) hearing.take(event)
      if (page.isCut) hearing.heard.onCut()
      hearing.last = page.last
    }
    for (const event of liveEventsBetween(far ?? page.far, page.far, Date.now())) hearing.take(event)
    far = page.far
  }

  const ask = async () => {
    timer = undefined
    try {
      const response = await fetch(`${address}&since=${hearing.last ?? 0}`, { signal: AbortSignal.timeout(10_000) })
      const page = response.ok ? readLivePage(await response.json()) : undefined
      if (!isOver && page !== undefined) takePage(page)
    } catch {
      // No network for now; the next poll happens all the same.
    } finally {
      if (!isOver && document.visibilityState === "visible") timer = setTimeout(ask, POLL_S * 1_000)
    }
  }

  return {
    /** Whether the next poll is scheduled. */
    isWaiting: () => timer !== undefined,
    start: () => {
      hearing.heard.onState("polling")
      if (timer === undefined) void ask()
    },
    pause: () => {
      clearTimeout(timer)
      timer = undefined
    },
    /** A response that is still on its way is ignored. */
    end: () => {
      isOver = true
    }
  }
}

/** Starts at `from`, the server's clock when the page was made. Returns a function that stops it. */
export const listenLive = (communityId: CommunityId, from: number, heard: Heard): (() => void) => {
  const address = `/api/events?community=${communityId}`
  const hearing = hearingOf(heard)
  const polling = pollingOf(address, hearing)
  let failures = 0
  let source: EventSource | undefined

  const open = () => {
    if (typeof EventSource === "undefined" || failures >= MAX_FAILURES) return polling.start()
    heard.onState("connecting")
    // The browser sends Last-Event-ID only when it reconnects itself; a new stream has it in its address.
    source = new EventSource(`${address}${hearing.last === undefined ? `&from=${from}` : `&after=${hearing.last}`}`)
    source.addEventListener("open", () => {
      failures = 0
      heard.onState("live")
    })
    for (const kind of liveKinds) {
      source.addEventListener(kind, (message) => {
        const event = readLiveEvent(String(message.data))
        if (event !== undefined) hearing.take(event)
      })
    }
    source.addEventListener("cut", () => heard.onCut())
    source.addEventListener("closed", () => {
      failures = MAX_FAILURES
      close()
      heard.onState("paused")
    })
    source.addEventListener("error", () => {
      failures += 1
      if (source?.readyState !== EventSource.CLOSED && failures < MAX_FAILURES) return heard.onState("connecting")
      close()
      failures = MAX_FAILURES
      polling.start()
    })
  }

  const close = () => {
    source?.close()
    source = undefined
    polling.pause()
  }

  // A hidden tab closes its connection: browsers allow only a few for one site.
  const check = () => {
    if (document.visibilityState === "visible") {
      if (source === undefined && !polling.isWaiting()) open()
      return
    }
    close()
    heard.onState("paused")
  }
  document.addEventListener("visibilitychange", check)
  check()
  return () => {
    polling.end()
    document.removeEventListener("visibilitychange", check)
    close()
  }
}
