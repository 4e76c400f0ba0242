/**
 * One page in every theme and width, loaded once: axe in both themes at three widths, no overflow at 320 px, no layout
 * shift, no motion under reduced motion (docs/goals.md A7, C1, C4; docs/product/safety.md).
 *
 * Structural violations do not depend on colours, so the dark runs use only the rules that do.
 */
import type { Page } from "@playwright/test"
import { isShort } from "../sets"
import { axeProblems } from "./axe"
import { expect } from "./fixtures"

const WIDTHS = [1280, 768, 360]
const ABOUT_COLOURS = ["color-contrast", "link-in-text-block"]

/** Elements that overflow the page sideways; empty unless the page scrolls that way. */
export const tooWide = (page: Page) =>
  page.evaluate(() =>
    document.documentElement.scrollWidth <= window.innerWidth
      ? []
      : [...document.querySelectorAll("body *")]
          .filter((element) => element.getBoundingClientRect().right > window.innerWidth)
          .map((element) => `${element.localName}.${element.className}`)
  )

/** Call before the page is opened. */
export const prepareChecks = async (page: Page) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
  await page.addInitScript(() => {
    type Source = { readonly node: Node | null; readonly previousRect: DOMRect; readonly currentRect: DOMRect }
    type Shift = PerformanceEntry & { readonly value: number; readonly sources: ReadonlyArray<Source> }
    const seen = { moved: 0, what: [] as string[] }
    Object.assign(window, { shifts: seen })
    const reported = ({ currentRect, node, previousRect }: Source) =>
      `${node?.nodeName} “${node?.textContent?.slice(0, 30)}” from ${previousRect.x},${previousRect.y} to ${currentRect.x},${currentRect.y}`
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { sources, value } = entry as Shift
        seen.moved += value
        seen.what.push(...sources.map(reported))
      }
    }).observe({ type: "layout-shift", buffered: true })
  })
}

/** At desktop width in the light theme, which an earlier run on the same page has changed. */
export const openForChecks = async (page: Page, path: string, width = 1280) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
  await page.setViewportSize({ width, height: 800 })
  // The button shows for two seconds that a login succeeded; its label moves when that ends.
  const status = () => page.evaluate(() => document.querySelector("community-connect")?.getAttribute("status"))
  await expect.poll(status).not.toBe("success")
  return page.goto(path, { waitUntil: "networkidle" })
}

/** The sum of layout shifts; call when the page is idle. */
export const movedByItself = (page: Page) => page.evaluate((): number => Object(window).shifts.moved)

/** Each element that shifted, from where to where. */
export const whatMoved = (page: Page) => page.evaluate((): ReadonlyArray<string> => Object(window).shifts.what)

/** axe in both themes at each of these widths, without reloading; in `npm test` one theme and width only. */
export const axeInAllThemes = async (page: Page, widths: ReadonlyArray<number>) => {
  for (const colorScheme of isShort ? (["light"] as const) : (["light", "dark"] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    for (const width of isShort ? widths.slice(0, 1) : widths) {
      await page.setViewportSize({ width, height: 800 })
      const rules = colorScheme === "light" ? undefined : ABOUT_COLOURS
      expect(await axeProblems(page, rules), `${colorScheme}, ${width} px`).toEqual([])
    }
  }
}

export const checkAppearance = async (page: Page) => {
  expect(await whatMoved(page), "moved by itself").toEqual([])
  const running = () => document.getAnimations().filter(({ playState }) => playState === "running").length
  expect(await page.evaluate(running), "animations with reduced motion").toBe(0)
  await axeInAllThemes(page, WIDTHS)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await tooWide(page), "wider than 320 px").toEqual([])
}
