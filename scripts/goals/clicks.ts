/**
 * Benchmark of docs/goals.md A18: the time from a click to the message for the wallet: with the connector loaded,
 * alternating with the official toolkit; and on a slow phone's processor, when the click itself loads the connector.
 */
import { readFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { join } from "node:path"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright"
import { chromiumFlags, findChromium } from "../chromium.mjs"
import { type Bundle, bundles, lateBundle } from "./connectorBundles"
import { atMost, type Goal, median } from "./goal"

const CLICKS = 50
const MOST_MS = 3
const FIRST_PRESSES = 20
const SLOWER = 6
const FIRST_MOST_MS = 1_000

interface Subject {
  readonly bundle: Bundle
  readonly element: string
  /** The event by which its button reports a click. */
  readonly verb: string
}
interface Watched extends Window {
  /** Clicks once. Returns the milliseconds until the event for the wallet; undefined if none was sent. */
  click?: (verb: { readonly element: string; readonly verb: string }) => Promise<number | undefined>
  /** By the page's clock (ms), when the last request for the wallet was sent. */
  sentAt?: number
  /** By the same clock, when the button was clicked. */
  clickedAt?: number
}

const HTML =
  '<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><body><script type="module" src="/main.js"></script></body></html>'

/** A page with an origin of its own, as of a real site. */
const serve = async ({ folder }: Bundle, servers: Array<Server>): Promise<string> => {
  const server = createServer(({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://page")
    const isScript = pathname.endsWith(".js")
    response.setHeader("Content-Type", isScript ? "text/javascript" : "text/html; charset=utf-8")
    response.end(isScript ? readFileSync(join(folder, pathname)) : HTML)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (typeof address !== "object" || address === null) throw new Error("the page is not served")
  return `http://127.0.0.1:${address.port}/`
}

/** An extension that announces itself immediately, records requests, and notifies a waiting click. */
const extension = () => {
  const say = (detail: object) => window.dispatchEvent(new CustomEvent("radix#chromeExtension#receive", { detail }))
  const page: Watched & { heard?: (interactionId: string) => void } = window
  const status = {
    ...{ eventType: "extensionStatus", isExtensionAvailable: true },
    ...{ isWalletLinked: true, canHandleSessions: true }
  }
  const isPending = () =>
    Object.entries(localStorage).some(([key, value]) => key.endsWith(":requests") && value.includes('"pending"'))
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  window.addEventListener("radix#chromeExtension#send", (event) => {
    if (!(event instanceof CustomEvent)) return
    const { discriminator, interactionId } = event.detail
    if (discriminator === "walletInteraction") page.sentAt = performance.now()
    say({ eventType: "receivedByExtension", interactionId })
    // The real extension's worker responds on its own, so not within the event.
    if (discriminator === "extensionStatus") setTimeout(() => say(status))
    else if (discriminator === "walletInteraction") page.heard?.(interactionId)
  })
  window.addEventListener(
    "click",
    ({ timeStamp }) => {
      page.clickedAt = timeStamp
    },
    true
  )
  page.click = async ({ element, verb }) => {
    const sent = new Promise<string>((resolve) => {
      page.heard = resolve
    })
    const start = performance.now()
    document.querySelector(element)?.dispatchEvent(new CustomEvent(verb, { bubbles: true, composed: true }))
    const interactionId = await Promise.race([sent, pause(5_000)])
    if (interactionId === undefined) return undefined
    const time = (page.sentAt ?? Number.NaN) - start
    say({ discriminator: "failure", interactionId, error: "rejectedByUser" })
    // A click during a login starts no new request; both connectors store their requests under the same key.
    while (isPending()) await pause(20)
    await pause(50)
    return time
  }
}

/** Blocks requests except for the page's own files. */
const open = async (context: BrowserContext, url: string) => {
  const page = await context.newPage()
  await page.route(
    (asked) => asked.origin !== new URL(url).origin,
    (route) => route.abort()
  )
  await page.addInitScript(extension)
  await page.goto(url)
  return page
}

const subjects = async () => {
  const { official, ours } = await bundles()
  const own: Subject = { bundle: ours, element: "community-connect", verb: "connect" }
  const theirs: Subject | undefined =
    official === undefined ? undefined : { bundle: official, element: "radix-connect-button", verb: "onConnect" }
  return theirs === undefined ? [own] : [own, theirs]
}

/**
 * Each pair of clicks happens at the same time, ours first and theirs first alternately, so that other load on the
 * machine affects both. Each page has a browser context, and so a storage, of its own.
 */
const clickInTurns = async (browser: Browser, servers: Array<Server>) => {
  const opened: Array<{ readonly subject: Subject; readonly page: Page; readonly times: Array<number> }> = []
  for (const subject of await subjects()) {
    const page = await open(await browser.newContext(), await serve(subject.bundle, servers))
    await page.waitForSelector(subject.element, { state: "attached" })
    // Until both have found the extension and finished their start.
    await page.waitForTimeout(1_500)
    opened.push({ subject, page, times: [] })
  }
  for (let click = 0; click < CLICKS; click++) {
    for (const { page, subject, times } of click % 2 === 0 ? opened : [...opened].reverse()) {
      const { element, verb } = subject
      const time = await page.evaluate((given) => (window as Watched).click?.(given), { element, verb })
      if (time === undefined) throw new Error(`${element} sent nothing when it was clicked`)
      times.push(time)
    }
  }
  for (const { page } of opened) await page.context().close()
  return opened.map(({ times }) => ({ median: median(times), p95: p95(times) }))
}

const p95 = (times: ReadonlyArray<number>) =>
  [...times].sort((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN

/** Each in a browser context of its own, without cached files or compiled code. */
const clickFirst = async (browser: Browser, servers: Array<Server>) => {
  const url = await serve(await lateBundle(), servers)
  const times: Array<number> = []
  for (let verb = 0; verb < FIRST_PRESSES; verb++) {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
    const page = await open(context, url)
    const client = await context.newCDPSession(page)
    await client.send("Emulation.setCPUThrottlingRate", { rate: SLOWER })
    await page.getByRole("button", { name: "Connect" }).click()
    await page.waitForFunction(() => (window as Watched).sentAt !== undefined)
    const { clickedAt, sentAt } = await page.evaluate(() => {
      const { clickedAt, sentAt } = window as Watched
      return { clickedAt, sentAt }
    })
    times.push((sentAt ?? Number.NaN) - (clickedAt ?? Number.NaN))
    await context.close()
  }
  return { median: median(times), p95: p95(times) }
}

export const clickToEvent: Goal = async () => {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: chromiumFlags,
    ...(executablePath === undefined ? {} : { executablePath })
  })
  const servers: Array<Server> = []
  try {
    const [own, theirs] = await clickInTurns(browser, servers)
    if (own === undefined) throw new Error("nothing was measured")
    const first = await clickFirst(browser, servers)
    const compared =
      theirs === undefined
        ? "absent"
        : `alternating with it: median ${theirs.median.toFixed(2)}, p95 ${theirs.p95.toFixed(2)}`
    const outcome = atMost(
      Number(own.p95.toFixed(2)),
      MOST_MS,
      `ms from click to event, p95 of ${CLICKS} with the connector loaded, median ${own.median.toFixed(2)}; official, ${compared}; first click at a ${SLOWER}th of the speed, connector loaded by it, p95 of ${FIRST_PRESSES}: ${first.p95.toFixed(0)} of ${FIRST_MOST_MS}, median ${first.median.toFixed(0)}`
    )
    const isNoSlower = theirs === undefined || own.median <= theirs.median
    return { ...outcome, ok: outcome.ok && isNoSlower && first.p95 <= FIRST_MOST_MS }
  } finally {
    await browser.close()
    for (const server of servers) server.close()
  }
}
