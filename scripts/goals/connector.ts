/** A3: what a page loads for the connector and its button. A18: how long from the press to the event to the wallet. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Browser, chromium } from "playwright"
import { chromiumFlags, findChromium } from "../chromium.mjs"
import { type Bundle, bundles } from "./connectorBundles"
import { atMost, type Goal, median } from "./goal"

const SHARE = 0.85
const OWN_LIMIT_KB = 75
const CLICKS = 50

/** Chunks that most visits never load: a phone's relay and its keys, old browsers' cryptography, rarer questions. */
const RARE = /^(Relay|noble|web|utils|script|entities)-/

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

/** Milliseconds from each press to the event that leaves for the wallet. The extension of this page says no at once. */
const presses = async (browser: Browser, { folder }: Bundle, element: string, press: string) => {
  const page = await browser.newPage()
  await page.route("**/*", (route) => {
    const { hostname, pathname } = new URL(route.request().url())
    if (hostname !== new URL(ORIGIN).hostname) return route.abort()
    if (pathname.endsWith(".js")) {
      return route.fulfill({ contentType: "text/javascript", body: readFileSync(join(folder, pathname)) })
    }
    return route.fulfill({
      contentType: "text/html",
      body: '<!doctype html><html lang="en"><body><script type="module" src="/main.js"></script></body></html>'
    })
  })
  await page.goto(ORIGIN)
  await page.waitForSelector(element, { state: "attached" })
  const times = await page.evaluate(
    async ({ clicks, element, press }) => {
      const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
      const say = (detail: object) => window.dispatchEvent(new CustomEvent("radix#chromeExtension#receive", { detail }))
      const isPending = () =>
        Object.entries(localStorage).some(([key, value]) => key.endsWith(":requests") && value.includes('"pending"'))
      const status = { eventType: "extensionStatus", isExtensionAvailable: true, isWalletLinked: true }
      let heard: ((interactionId: string) => void) | undefined
      window.addEventListener("radix#chromeExtension#send", (event) => {
        if (!(event instanceof CustomEvent)) return
        const { discriminator, interactionId } = event.detail
        say({ eventType: "receivedByExtension", interactionId })
        if (discriminator === "extensionStatus") say({ ...status, canHandleSessions: true })
        else if (discriminator === "walletInteraction") heard?.(interactionId)
      })
      say({ ...status, canHandleSessions: true })
      await pause(1_000)
      const times: Array<number> = []
      for (let click = 0; click < clicks; click++) {
        const sent = new Promise<string>((resolve) => {
          heard = resolve
        })
        const start = performance.now()
        document.querySelector(element)?.dispatchEvent(new CustomEvent(press, { bubbles: true, composed: true }))
        const interactionId = await Promise.race([sent, pause(5_000)])
        times.push(performance.now() - start)
        if (interactionId === undefined) return []
        say({ discriminator: "failure", interactionId, error: "rejectedByUser" })
        // A press while a login is under way is no new request; both keep their requests under the same key.
        while (isPending()) await pause(50)
        await pause(100)
      }
      return times
    },
    { clicks: CLICKS, element, press }
  )
  await page.close()
  if (times.length < CLICKS) throw new Error(`${element} sent nothing when it was pressed`)
  return times
}

const summary = (times: ReadonlyArray<number>) => {
  const sorted = [...times].sort((one, other) => one - other)
  return { median: median(times), p95: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN }
}

export const pressToEvent: Goal = async () => {
  const { official, ours } = await bundles()
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: chromiumFlags,
    ...(executablePath === undefined ? {} : { executablePath })
  })
  try {
    const own = summary(await presses(browser, ours, "community-connect", "connect"))
    const value = Number(own.median.toFixed(2))
    const figures = `ms from press to event, median of ${CLICKS}; p95 ${own.p95.toFixed(2)}`
    if (official === undefined) return atMost(value, 5, `${figures}; official: absent`)
    const theirs = summary(await presses(browser, official, "radix-connect-button", "onConnect"))
    const outcome = atMost(
      value,
      Number(theirs.median.toFixed(2)),
      `${figures}; official median ${theirs.median.toFixed(2)}, p95 ${theirs.p95.toFixed(2)}`
    )
    return { ...outcome, ok: outcome.ok && own.p95 <= 5 }
  } finally {
    await browser.close()
  }
}
