/** A3: what a page loads for the connector and its button. A18: how long from the press to the event to the wallet. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright"
import { chromiumFlags, findChromium } from "../chromium.mjs"
import { type Bundle, bundles } from "./connectorBundles"
import { atMost, type Goal, median } from "./goal"

const SHARE = 0.85
const OWN_LIMIT_KB = 75
const CLICKS = 50

/**
 * Chunks that most visits never load: a phone's relay and its keys, old browsers' cryptography, words for a wallet's
 * rarer failures.
 */
const RARE = /^(Relay|noble|web|utils|script|failureWords)-/

const kB = ({ sizes }: Bundle, isCounted: (file: string) => boolean = () => true) =>
  Object.entries(sizes).reduce((sum, [file, size]) => (isCounted(file) ? sum + size : sum), 0) / 1_000

export const connectorSize: Goal = async () => {
  const { official, ours } = await bundles()
  const value = Number(kB(ours, (file) => !RARE.test(file)).toFixed(1))
  const chunks = Object.entries(ours.sizes)
    .map(([file, size]) => `${file.replace(/-[\w-]{8}\.js$/, "")} ${(size / 1_000).toFixed(1)}`)
    .join(", ")
  const figures = `kB of brotli on a computer, ${kB(ours).toFixed(1)} with what is rarely loaded (${chunks})`
  if (official === undefined) return atMost(value, OWN_LIMIT_KB, `${figures}; official: absent`)
  const theirs = kB(official)
  return atMost(
    value,
    Number((SHARE * theirs).toFixed(1)),
    `${figures}; official ${theirs.toFixed(1)}; ratio ${(value / theirs).toFixed(2)}`
  )
}

const ORIGIN = "https://goal.example"

interface Subject {
  readonly bundle: Bundle
  readonly element: string
  /** The event its button tells of a press with. */
  readonly press: string
}
interface Clicked extends Window {
  /** Presses once; milliseconds until the event leaves for the wallet. None: nothing left. */
  click?: (press: { readonly element: string; readonly press: string }) => Promise<number | undefined>
}

/** A page with an extension in it that says no at once. */
const open = async (context: BrowserContext, { bundle, element }: Subject) => {
  const page = await context.newPage()
  await page.route("**/*", (route) => {
    const { hostname, pathname } = new URL(route.request().url())
    if (hostname !== new URL(ORIGIN).hostname) return route.abort()
    if (pathname.endsWith(".js")) {
      return route.fulfill({ contentType: "text/javascript", body: readFileSync(join(bundle.folder, pathname)) })
    }
    return route.fulfill({
      contentType: "text/html",
      body: '<!doctype html><html lang="en"><body><script type="module" src="/main.js"></script></body></html>'
    })
  })
  await page.goto(ORIGIN)
  await page.waitForSelector(element, { state: "attached" })
  await page.evaluate(async () => {
    const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
    const say = (detail: object) => window.dispatchEvent(new CustomEvent("radix#chromeExtension#receive", { detail }))
    const isPending = () =>
      Object.entries(localStorage).some(([key, value]) => key.endsWith(":requests") && value.includes('"pending"'))
    const status = {
      ...{ eventType: "extensionStatus", isExtensionAvailable: true },
      ...{ isWalletLinked: true, canHandleSessions: true }
    }
    let heard: ((interactionId: string) => void) | undefined
    window.addEventListener("radix#chromeExtension#send", (event) => {
      if (!(event instanceof CustomEvent)) return
      const { discriminator, interactionId } = event.detail
      say({ eventType: "receivedByExtension", interactionId })
      if (discriminator === "extensionStatus") say(status)
      else if (discriminator === "walletInteraction") heard?.(interactionId)
    })
    const page: Clicked = window
    page.click = async ({ element, press }) => {
      let time: number | undefined
      const sent = new Promise<string>((resolve) => {
        heard = (interactionId) => {
          time = performance.now() - start
          resolve(interactionId)
        }
      })
      const start = performance.now()
      document.querySelector(element)?.dispatchEvent(new CustomEvent(press, { bubbles: true, composed: true }))
      const interactionId = await Promise.race([sent, pause(5_000)])
      if (interactionId === undefined) return undefined
      say({ discriminator: "failure", interactionId, error: "rejectedByUser" })
      // A press while a login is under way is no new request; both keep their requests under the same key.
      while (isPending()) await pause(20)
      await pause(50)
      return time
    }
    say(status)
    await pause(1_000)
  })
  return page
}

const subjects = async () => {
  const { official, ours } = await bundles()
  const own: Subject = { bundle: ours, element: "community-connect", press: "connect" }
  const theirs: Subject | undefined =
    official === undefined ? undefined : { bundle: official, element: "radix-connect-button", press: "onConnect" }
  return theirs === undefined ? [own] : [own, theirs]
}

/**
 * Each pair of presses happens in one moment of the machine, ours first and theirs first in turns, so that whatever
 * else it does falls on both. Each page has a browser context, and with it a storage, of its own.
 */
const pressInTurns = async (browser: Browser, all: ReadonlyArray<Subject>) => {
  const opened: Array<{ readonly subject: Subject; readonly page: Page; readonly times: Array<number> }> = []
  for (const subject of all) {
    opened.push({ subject, page: await open(await browser.newContext(), subject), times: [] })
  }
  for (let click = 0; click < CLICKS; click++) {
    for (const { page, subject, times } of click % 2 === 0 ? opened : [...opened].reverse()) {
      const { element, press } = subject
      const time = await page.evaluate((given) => (window as Clicked).click?.(given), { element, press })
      if (time === undefined) throw new Error(`${element} sent nothing when it was pressed`)
      times.push(time)
    }
  }
  return opened.map(({ times }) => summary(times))
}

const summary = (times: ReadonlyArray<number>) => {
  const sorted = [...times].sort((one, other) => one - other)
  return { median: median(times), p95: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN }
}

export const pressToEvent: Goal = async () => {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: chromiumFlags,
    ...(executablePath === undefined ? {} : { executablePath })
  })
  try {
    const [own, theirs] = await pressInTurns(browser, await subjects())
    if (own === undefined) throw new Error("nothing was measured")
    const value = Number(own.median.toFixed(2))
    const figures = `ms from press to event, median of ${CLICKS}; p95 ${own.p95.toFixed(2)}`
    if (theirs === undefined) return atMost(value, 5, `${figures}; official: absent`)
    const outcome = atMost(
      value,
      Number(theirs.median.toFixed(2)),
      `${figures}; official, in turns with it: median ${theirs.median.toFixed(2)}, p95 ${theirs.p95.toFixed(2)}`
    )
    return { ...outcome, ok: outcome.ok && own.p95 <= Math.max(5, theirs.p95) }
  } finally {
    await browser.close()
  }
}
