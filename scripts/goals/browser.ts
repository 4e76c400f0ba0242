/** A Chromium for the browser benchmarks, and the public pages they measure. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright"
import { PUBLIC_PAGES } from "~/effects/publishing/articles/links"
import { chromiumFlags, findChromium } from "../chromium.mjs"

/** One of each kind of public page, over the demonstration's data. */
export const publicPages: ReadonlyArray<string> = [
  ...PUBLIC_PAGES,
  "/explore/night-film",
  "/resources/bonds-plain",
  "/resources/how-we-count",
  "/signup"
]

export const openBrowser = async (): Promise<{
  readonly browser: Browser
  readonly newPage: (options?: BrowserContextOptions) => Promise<Page>
  readonly close: () => Promise<void>
}> => {
  const executablePath = findChromium()
  const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) })
  return {
    browser,
    // Each page starts with an empty cache.
    newPage: async (options) => (await browser.newContext(options)).newPage(),
    close: () => browser.close()
  }
}
