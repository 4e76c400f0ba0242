/** `/verify` in Chromium, with the scripts that are shipped: how long a file takes, and whether the page goes on answering. */
import { resolve } from "node:path"
import type { Browser, Page } from "playwright"
import { openBrowser } from "../browser"
import { startProduct } from "../servers"
import { peakOf } from "./script"

export interface Checked {
  readonly seconds: number
  /** The longest task of the page's own thread, milliseconds; 0 where none was longer than 50 (Long Tasks). */
  readonly turn: number
  /** Most that the page and its threads had resident, MiB. */
  readonly memory: number
}

const TIMEOUT_MS = 300_000

interface Watched {
  readonly turns?: Array<number>
}

const watch = (isWithoutThreads: boolean) => {
  const turns: Array<number> = []
  Object.assign(window, { turns })
  new PerformanceObserver((list) => turns.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: "longtask"
  })
  if (isWithoutThreads) Object.defineProperty(window, "Worker", { value: undefined })
}

const memoryOf = async (browser: Browser): Promise<number> => {
  const devtools = await browser.newBrowserCDPSession()
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo")
  await devtools.detach()
  return Math.max(...processInfo.filter(({ type }) => type === "renderer").map(({ id }) => peakOf(id)))
}

const check = async (page: Page, path: string) => {
  const verdict = page.locator(".verdict")
  await page.getByLabel("Choose a file").setInputFiles(resolve(path))
  await verdict.waitFor({ timeout: TIMEOUT_MS })
  const [, seconds = "0"] = /checked in (?:less than )?([\d.]+) s/.exec(await verdict.innerText()) ?? []
  const words = await verdict.locator("h2").innerText()
  if (!words.startsWith("All ")) throw new Error(`a right file was refused: ${words}`)
  return Number(seconds)
}

/** Each file in a browser of its own. */
export const checkInPage = async (
  files: ReadonlyArray<{ readonly path: string; readonly isWithoutThreads: boolean }>
): Promise<ReadonlyArray<Checked>> => {
  const product = await startProduct("none")
  const found: Array<Checked> = []
  try {
    for (const { isWithoutThreads, path } of files) {
      const { browser, close, newPage } = await openBrowser()
      try {
        const page = await newPage()
        await page.addInitScript(watch, isWithoutThreads)
        await page.goto(`${product.origin}/verify`, { waitUntil: "networkidle" })
        await page.evaluate(() => (window as Window & Watched).turns?.splice(0)) // set above, until the page was ready
        const seconds = await check(page, path)
        const turns = await page.evaluate(() => (window as Window & Watched).turns ?? [])
        found.push({ seconds, turn: Math.max(0, ...turns), memory: await memoryOf(browser) })
      } finally {
        await close()
      }
    }
    return found
  } finally {
    await product.stop()
  }
}
