/**
 * Where a page's live events come from: a stream while the page is looked at; a question every half minute where no
 * stream can be held; nothing while nobody looks. No React, and no more than one request at a time.
 */
import {
  type LiveEvent,
  type LivePage,
  liveKinds,
  NO_SEQ,
  pulsesBetween,
  readLiveEvent,
  readLivePage
} from "~/effects/activity/live/LiveEvent"
import { POLL_S } from "~/effects/activity/live/pollSeconds"
import type { LiveState } from "./live-words"

export interface Heard {
  readonly onState: (state: LiveState) => void
  readonly onEvent: (event: LiveEvent) => void
  /** So much happened meanwhile that the page should be asked for again. */
  readonly onCut: () => void
}

/** A stream that failed so often in a row is not tried again on this page. */
const MAX_FAILURES = 3

/** Starts at `from`, the server's clock when the page was made. Answers how to stop. */
export const listenLive = (communityId: string, from: number, heard: Heard): (() => void) => {
  const address = `/api/events?community=${communityId}`
  let last: number | undefined
  let failures = 0
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  let far: LivePage["far"] | undefined
  const take = (event: LiveEvent) => {
    if (event.seq === NO_SEQ) return heard.onEvent(event)
    if (last !== undefined && event.seq <= last) return
    last = event.seq
    heard.onEvent(event)
  }

  const ask = async () => {
    timer = undefined
    try {
      const response = await fetch(`${address}&since=${last ?? 0}`, { signal: AbortSignal.timeout(10_000) })
      const page = response.ok ? readLivePage(await response.json()) : undefined
      if (isOver || page === undefined) return
      // The first answer only tells where we are: what the page shows is older than no event of it.
      if (last === undefined) last = page.last
      else {
        for (const event of page.events) take(event)
        if (page.isCut) heard.onCut()
        last = page.last
      }
      for (const event of pulsesBetween(far ?? page.far, page.far, Date.now())) take(event)
      far = page.far
    } catch {
      // no network for now: the next question comes all the same
    } finally {
      if (!isOver && document.visibilityState === "visible") timer = setTimeout(ask, POLL_S * 1_000)
    }
  }

  const poll = () => {
    heard.onState("polling")
    if (timer === undefined) void ask()
  }

  const open = () => {
    if (typeof EventSource === "undefined" || failures >= MAX_FAILURES) return poll()
    heard.onState("connecting")
    const resume = last === undefined ? `&from=${from}` : ""
    // The browser sends Last-Event-ID only when it comes back by itself; a new stream says it in its address.
    source = new EventSource(`${address}${resume}${last === undefined ? "" : `&after=${last}`}`)
    source.addEventListener("open", () => {
      failures = 0
      heard.onState("live")
    })
    for (const kind of liveKinds) {
      source.addEventListener(kind, (message) => {
        const event = readLiveEvent(String(message.data))
        if (event !== undefined) take(event)
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
      poll()
    })
  }

  const close = () => {
    source?.close()
    source = undefined
    clearTimeout(timer)
    timer = undefined
  }

  // A tab nobody looks at holds no connection: browsers have few of them for one site.
  const look = () => {
    if (document.visibilityState === "visible") {
      if (source === undefined && timer === undefined) open()
      return
    }
    close()
    heard.onState("paused")
  }
  document.addEventListener("visibilitychange", look)
  look()

  return () => {
    isOver = true
    document.removeEventListener("visibilitychange", look)
    close()
  }
}
