/**
 * Benchmark of docs/goals.md A4: what a public page makes a phone load before it is interactive: CSS, the part of the
 * HTML that is seen first, preloaded fonts, and the number of requests.
 */
import { statSync } from "node:fs"
import type { Page } from "playwright"
import { openBrowser, publicPages } from "./browser"
import type { Goal } from "./goal"
import { BUILD, startProduct } from "./servers"

const LIMITS = { css: 10_000, firstHtml: 14_600, fonts: 1, fontBytes: 30_000, requests: 12 }

interface Weight {
  readonly path: string
  readonly css: number
  readonly html: number
  readonly requests: number
  readonly fonts: number
  readonly fontBytes: number
}

/**
 * Counts the requests before a page is interactive: the HTML, style sheets, and scripts and fonts that the HTML itself
 * names. What the page loads afterwards does not delay it.
 */
const weigh = async (page: Page, origin: string, path: string): Promise<Weight> => {
  // Reads the body immediately: a page that redirects discards it.
  const answered = page
    .waitForResponse(`${origin}${path}`)
    .then(async (document) => ({ document, html: await document.text() }))
  const [{ document, html }] = await Promise.all([answered, page.goto(`${origin}${path}`)])
  await page.waitForLoadState("networkidle")
  const named = new Set(
    [
      ...html.matchAll(
        /(?:href|src)="(\/[^"]+)"|import\("(\/assets\/[^"]+)"\)|from "(\/assets\/[^"]+)"|import "(\/assets\/[^"]+)"/g
      )
    ].flatMap((found) => found.slice(1).filter(Boolean))
  )
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
      .map(({ encodedBodySize, name }) => ({ path: new URL(name).pathname, bytes: encodedBodySize }))
  )
  const css = loaded.filter((each) => each.path.endsWith(".css"))
  const inTheWay = loaded.filter((each) => named.has(each.path) && /\.(css|js|woff2)$/.test(each.path))
  const fonts = [...html.matchAll(/<link[^>]+rel="preload"[^>]+href="([^"]+\.woff2)"/g)].map(([, href = ""]) => href)
  return {
    path,
    css: css.reduce((sum, { bytes }) => sum + bytes, 0),
    html: (await document.request().sizes()).responseBodySize,
    requests: 1 + new Set(inTheWay.map((each) => each.path)).size,
    fonts: fonts.length,
    fontBytes: Math.max(0, ...fonts.map((href) => statSync(`${BUILD}/client${href}`).size))
  }
}

export const pageWeight: Goal = async () => {
  const product = await startProduct("demo")
  const { close, newPage } = await openBrowser()
  try {
    const weights: Array<Weight> = []
    for (const path of publicPages) {
      const page = await newPage({ viewport: { width: 360, height: 640 } })
      weights.push(await weigh(page, product.origin, path))
      await page.context().close()
    }
    const worst = (part: "css" | "html" | "requests" | "fonts" | "fontBytes") =>
      weights.reduce((one, other) => (other[part] > one[part] ? other : one))
    const [css, html, requests] = [worst("css"), worst("html"), worst("requests")]
    // If the whole page fits into the first packets, so does what is seen first.
    const fits = html.html <= LIMITS.firstHtml
    const [fonts, fontBytes] = [worst("fonts").fonts, worst("fontBytes").fontBytes]
    return {
      value: css.css,
      limit: LIMITS.css,
      ok:
        css.css <= LIMITS.css &&
        fits &&
        requests.requests <= LIMITS.requests &&
        fonts <= LIMITS.fonts &&
        fontBytes <= LIMITS.fontBytes,
      note: `bytes of CSS on ${css.path}; whole HTML at most ${html.html} bytes (${html.path}; ${LIMITS.firstHtml}); requests before interactive at most ${requests.requests} (${requests.path}; ${LIMITS.requests}); ${fonts} preloaded fonts of ${fontBytes} bytes; worst of ${weights.length} pages`
    }
  } finally {
    await close()
    await product.stop()
  }
}
