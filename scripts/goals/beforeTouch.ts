/**
 * Benchmark of docs/goals.md A1: the scripts that a page which is only read loads while it is read and scrolled, as
 * Chromium loads them from the built server.
 */
import type { Page } from "playwright"
import { openBrowser, publicPages } from "./browser"
import { atMost, type Goal } from "./goal"
import { startProduct } from "./servers"

const LIMIT_KB = 10
const KB = 1_000
/** Pages that hydrate (docs/architecture.md, "How a page hydrates"). */
const HYDRATED: ReadonlySet<string> = new Set(["/verify", "/support", "/signup"])
const PAGES = [...publicPages, "/explore/night-film/proposals/1", "/explore/solar-roof/bonds/SUN-2028A"].filter(
  (path) => !HYDRATED.has(path)
)

const scripts = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
      .map(({ encodedBodySize, name }) => ({ path: new URL(name).pathname, bytes: encodedBodySize }))
      .filter(({ path }) => path.endsWith(".js"))
  )

const weigh = async (page: Page, origin: string, path: string) => {
  await page.goto(`${origin}${path}`, { waitUntil: "networkidle" })
  await page.mouse.move(2, 400)
  // Home is not scrolled: further down it counts a vote, with a checker of its own.
  for (const _ of path === "/" ? [] : [1, 2, 3, 4, 5]) await page.mouse.wheel(0, 1_000)
  if (path !== "/") await page.keyboard.press("PageDown")
  await page.waitForLoadState("networkidle")
  if (await page.evaluate(() => "__remixRouter" in window)) throw new Error(`${path} carries React.`)
  return { path, kB: (await scripts(page)).reduce((total, { bytes }) => total + bytes, 0) / KB }
}

export const beforeTouch: Goal = async () => {
  const product = await startProduct("demo")
  const { close, newPage } = await openBrowser()
  try {
    const weights: Array<Awaited<ReturnType<typeof weigh>>> = []
    for (const path of PAGES) {
      const page = await newPage({ viewport: { width: 1280, height: 800 } })
      weights.push(await weigh(page, product.origin, path))
      await page.context().close()
    }
    const worst = weights.reduce((one, other) => (other.kB > one.kB ? other : one))
    const note = `kB of script while a page is read, ${worst.path}, worst of ${weights.length}; none carries React`
    return atMost(Number(worst.kB.toFixed(1)), LIMIT_KB, note)
  } finally {
    await close()
    await product.stop()
  }
}
