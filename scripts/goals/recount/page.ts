/**
 * `/verify` in Chromium, with the scripts that are shipped: how long a file takes, and whether the page stays
 * responsive.
 */
import { resolve } from "node:path"
import type { Browser, Page } from "playwright"
import { openBrowser } from "../browser"
import { startProduct } from "../servers"
import { peakOf } from "./script"

export interface Checked {
  readonly seconds: number
  /** Processor time of the longest task of the page's main thread, in milliseconds. */
  readonly turn: number
  /** Peak of resident memory of the page and its workers, MiB. */
  readonly memory: number
}

const TIMEOUT_MS = 300_000
/** Trace categories with which DevTools records tasks. */
const TASKS = { categories: ["-*", "disabled-by-default-devtools.timeline"] }

/** Times are microseconds; `tdur` is the thread's own processor time, however busy the machine was. */
interface Traced {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

const longestTask = (trace: Buffer): number => {
  const { traceEvents: events } = JSON.parse(trace.toString()) as { readonly traceEvents: ReadonlyArray<Traced> }
  const isMain = ({ args, name }: Traced) => name === "thread_name" && args.name === "CrRendererMain"
  const pages = new Set(events.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`))
  const tasks = events.flatMap(({ name, pid, tdur, tid }) =>
    name === "RunTask" && tdur !== undefined && pages.has(`${pid} ${tid}`) ? [tdur] : []
  )
  if (tasks.length === 0) throw new Error("Chromium recorded no task")
  return tasks.reduce((longest, task) => Math.max(longest, task), 0) / 1_000
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
  if (!words.startsWith("All ")) throw new Error(`a valid file was refused: ${words}`)
  return Number(seconds)
}

/** Checks each file in a browser of its own. */
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
        if (isWithoutThreads) await page.addInitScript(() => Reflect.deleteProperty(window, "Worker"))
        await page.goto(`${product.origin}/verify`, { waitUntil: "networkidle" })
        await browser.startTracing(page, TASKS)
        const seconds = await check(page, path)
        const turn = longestTask(await browser.stopTracing())
        found.push({ seconds, turn, memory: await memoryOf(browser) })
      } finally {
        await close()
      }
    }
    return found
  } finally {
    await product.stop()
  }
}
