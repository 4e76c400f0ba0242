/**
 * The script of a public page before hydration: no React, no router (docs/architecture.md, "How a page hydrates").
 *
 * It fills in what only the browser knows, registers the service worker, and starts hydration at the first sign of use.
 * The build makes it a script of its own, which page-scripts.tsx names.
 */
import { giveBack, repeatPresses } from "~/components/base/site/held-presses"
import { comeAnew, fetchFiles } from "~/components/base/site/page-files"
import { forgetPlace, keepPlace } from "~/components/base/site/page-place"
import { startServiceWorker } from "~/components/base/site/service-worker"
import type { Asleep, Waking } from "~/components/base/site/waking"
import { NOTE_KEY } from "~/components/wallet/gate/note-key"
import { dress } from "./dress"

const CONTROL = "button, input, select, textarea, summary, label, community-connect"
const MEANT = `a[href], ${CONTROL}`
/** An element that starts its work when seen triggers hydration once half of it is on the screen. */
const SIGHT = { threshold: 0.5 }
/** How long a mouse must rest on a control before hydration starts. Milliseconds. */
const REST_MS = 60
/** Runs before the page's own listeners, which may stop an event, and never delays scrolling. */
const EARLY = { capture: true, passive: true }
/** Prefix of the storage keys of every connector (docs/connector.md). */
const WALLET = "rdt:"

const isWithin = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null

/**
 * Whether to hydrate without waiting: a wallet was connected or requested here, or the wallet gate has redirected the
 * visitor to this page.
 */
const isExpected = (): boolean => {
  try {
    return sessionStorage.getItem(NOTE_KEY) !== null || Object.keys(localStorage).some((key) => key.startsWith(WALLET))
  } catch {
    return false // storage is forbidden, so nothing is stored
  }
}

/** A touch may be the start of scrolling, so only the following click counts. */
const isMouse = (event: Event): event is PointerEvent => event instanceof PointerEvent && event.pointerType !== "touch"

/** Calls `wake` at the events that this page hydrates on, until `signal` aborts. */
const hearSigns = (waking: Waking, wake: () => void, signal: AbortSignal) => {
  let rest: ReturnType<typeof setTimeout> | undefined
  const on = (names: ReadonlyArray<string>, hear: (event: Event) => void) => {
    for (const name of names) addEventListener(name, hear, { ...EARLY, signal })
  }
  on(["click", "input"], ({ target }) => isWithin(target, CONTROL) && wake())
  on(["pointerdown"], (event) => isMouse(event) && isWithin(event.target, CONTROL) && wake())
  on(["focusin"], ({ target }) => {
    // A clicked link gets the focus, too, but needs no hydration to lead away.
    if (isWithin(target, CONTROL) || (isWithin(target, MEANT) && (target as Element).matches(":focus-visible"))) wake()
  })
  on(["pointermove"], (event) => {
    if (isMouse(event) && isWithin(event.target, MEANT)) {
      rest ??= setTimeout(wake, REST_MS)
      return
    }
    clearTimeout(rest)
    rest = undefined
  })
  signal.addEventListener("abort", () => clearTimeout(rest))
  const begins = document.querySelector("[data-begins-in-view]")
  if (begins !== null) {
    const sight = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && wake(), SIGHT)
    sight.observe(begins)
    signal.addEventListener("abort", () => sight.disconnect())
  }
  if (waking === "used") on(["pointermove", "pointerdown", "keydown", "scroll"], wake)
}

const sleep = (asleep: Asleep, waking: Waking) => {
  const signs = new AbortController()
  const { signal } = signs
  let state: "asleep" | "waking" | "awake" = "asleep"
  let line: HTMLElement | undefined
  let undress = () => {}

  /**
   * Shows the navigation progress line while a click is queued. At the end of the body, where React's hydration ignores
   * it.
   */
  const sayHeld = () => {
    if (asleep.held.length === 0 || line !== undefined) return
    line = document.createElement("div")
    line.className = "nav-progress"
    document.body.append(line)
  }

  /** Without a network, the click stays queued until there is one. */
  const wake = () => {
    if (state === "awake") return
    sayHeld()
    if (state === "waking" || !navigator.onLine) return
    state = "waking"
    fetchFiles()
    forgetPlace()
    window.wakePage?.().catch(() => {
      state = "asleep"
      if (!navigator.onLine || comeAnew()) return
      line?.remove()
      giveBack(asleep)
    })
  }

  const repeat = repeatPresses(asleep)
  asleep.woke = () => {
    if (state !== "awake") {
      state = "awake"
      signs.abort()
      line?.remove()
      undress()
    }
    repeat()
  }

  hearSigns(waking, wake, signal)
  addEventListener("online", () => asleep.held.length > 0 && wake(), { signal })
  addEventListener("pagehide", keepPlace, { signal })
  atRest(() => {
    if (state === "asleep") undress = dress(document)
    void startServiceWorker()
  })
  if (isExpected() || asleep.held.length > 0) wake()
}

/** Runs the job once the page has loaded and the browser is idle. */
const atRest = (job: () => void) => {
  const whenIdle = () => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(job, { timeout: 2_000 })
    else setTimeout(job)
  }
  if (document.readyState === "complete") whenIdle()
  else addEventListener("load", whenIdle, { once: true })
}

const script = document.querySelector<HTMLElement>("script[data-waking]")
if (window.asleep !== undefined && "held" in window.asleep)
  sleep(window.asleep, script?.dataset.waking === "used" ? "used" : "touched")
