/**
 * Benchmark of docs/goals.md A1: the script that a public page loads while it is read, and what the first input adds
 * until it is hydrated, as Chromium loads them from the built server.
 */
import type { Page } from "playwright"
import { openBrowser, publicPages } from "./browser"
import type { Goal } from "./goal"
import { startProduct } from "./servers"

const LIMITS = { reading: 45, awake: 100 }
const KB = 1_000
const PAGES = [...publicPages, "/explore/night-film/proposals/1", "/explore/solar-roof/bonds/SUN-2028A"]
/** Pages that have work to do before any input (docs/architecture.md, "How a page hydrates"). */
const AT_ONCE: ReadonlySet<string> = new Set(["/verify", "/signup"])
/** Checks the wallet's connection without a click, so it hydrates at the first sign of use. */
const USED = "/support"
const isByItself = (path: string) => AT_ONCE.has(path) || path === USED

interface Weight {
  readonly path: string
  /** kB, as transferred. */
  readonly reading: number
  readonly awake: number
}

const scripts = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
      .map(({ encodedBodySize, name }) => ({ path: new URL(name).pathname, bytes: encodedBodySize }))
      .filter(({ path }) => path.endsWith(".js"))
  )

/** The files that hydrate a page, by its own manifest. */
const needed = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => {
    const { entry, routes } = Object(window).__remixManifest
    const shown = JSON.parse(document.querySelector<HTMLElement>("[data-routes]")?.dataset.routes ?? "[]")
    return [entry, ...shown.map((id: string) => routes[id])].flatMap(({ imports = [], module }) => [module, ...imports])
  })

const sum = (files: ReadonlyArray<{ readonly bytes: number }>) =>
  files.reduce((total, { bytes }) => total + bytes, 0) / KB

const weigh = async (page: Page, origin: string, path: string): Promise<Weight> => {
  await page.goto(`${origin}${path}`, { waitUntil: "networkidle" })
  const isAtOnce = AT_ONCE.has(path)
  if (!isAtOnce) {
    await page.mouse.move(2, 400)
    for (const _ of [1, 2, 3, 4, 5]) await page.mouse.wheel(0, 1_000)
    await page.keyboard.press("PageDown")
    await page.waitForLoadState("networkidle")
  }
  const read = await scripts(page)
  // Moves the focus to the first link of the page.
  if (!isByItself(path)) await page.keyboard.press("Tab")
  await page.waitForFunction(() => "__remixRouter" in window)
  await page.waitForLoadState("networkidle")
  const files = new Set(await needed(page))
  const before = isByItself(path) ? [] : read
  const added = (await scripts(page)).filter((each) => files.has(each.path))
  return { path, reading: sum(before), awake: sum(added) }
}

export const beforeTouch: Goal = async () => {
  const product = await startProduct("demo")
  const { close, newPage } = await openBrowser()
  try {
    const weights: Array<Weight> = []
    for (const path of PAGES) {
      const page = await newPage({ viewport: { width: 1280, height: 800 } })
      // The page redirects visitors without a wallet to home, which would end it before its loads are read.
      if (path === "/signup") await page.route(/\/$/, (route) => route.fulfill({ status: 204 }))
      weights.push(await weigh(page, product.origin, path))
      await page.context().close()
    }
    const worst = (part: "reading" | "awake") => weights.reduce((one, other) => (other[part] > one[part] ? other : one))
    const [reading, awake] = [worst("reading"), worst("awake")]
    const byThemselves = weights.filter(({ path }) => isByItself(path))
    return {
      value: Number(reading.reading.toFixed(1)),
      limit: LIMITS.reading,
      ok: reading.reading <= LIMITS.reading && awake.awake <= LIMITS.awake,
      note: `kB of script while a page is read, ${reading.path}, worst of ${weights.length - byThemselves.length}; until it is hydrated at most ${awake.awake.toFixed(1)} more (${awake.path}; ${LIMITS.awake}); pages that hydrate immediately ${byThemselves.map(({ awake: all, path }) => `${path} ${all.toFixed(1)}`).join(", ")}`
    }
  } finally {
    await close()
    await product.stop()
  }
}
