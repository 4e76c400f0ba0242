/**
 * Fault test of docs/goals.md B12: renders 5,000 hostile texts as a user's Markdown and parses them in a real Chromium
 * on a page without any policy, so that only the rendering protects it. No canary may be called, and no other site may
 * get a request.
 */
import { FastCheck as fc } from "effect"
import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { StaticRouter } from "react-router-dom/server"
import { Markdown } from "~/components/base/markdown/markdown"
import { parseMarkdown } from "~/effects/base/text/markdown/parseMarkdown.server"
import { hostile, tricks } from "../../tests/components/base/markdown/hostile"
import { openBrowser } from "./browser"
import { type Goal, median } from "./goal"

const TEXTS = 5_000
const ON_A_PAGE = 250
const ORIGIN = "http://canary.test"
/** Milliseconds for a text of 20 kB. */
const SLOWEST = 50

const render = (text: string) => {
  const tree = parseMarkdown(text, { userText: true })
  return renderToStaticMarkup(createElement(StaticRouter, { location: "/" }, createElement(Markdown, { tree })))
}

/** The time of the slowest of some texts of 20 kB, each the median of three runs. */
const slowest = (texts: ReadonlyArray<string>): number => {
  const long = [...texts.map((text) => text || "x"), "> ", "- ", "[", "**", "|a", "`"].map((text) =>
    text.repeat(Math.ceil(20_000 / text.length)).slice(0, 20_000)
  )
  const timeOf = (text: string) => {
    const begun = performance.now()
    render(text)
    return performance.now() - begun
  }
  return Math.max(...long.map((text) => median([timeOf(text), timeOf(text), timeOf(text)])))
}

const pageOf = (texts: ReadonlyArray<string>) =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Canary</title><script>
  window.calls = 0
  window.canary = window.alert = () => { window.calls += 1 }
  </script></head><body>${texts.map(render).join("\n")}</body></html>`

export const hostileTexts: Goal = async () => {
  const texts = [...tricks, ...fc.sample(hostile, TEXTS - tricks.length)]
  const { close, newPage } = await openBrowser()
  try {
    const page = await newPage()
    const asked: Array<string> = []
    let html = ""
    await page.route("**/*", (route) => {
      const url = route.request().url()
      if (url === `${ORIGIN}/`) return route.fulfill({ contentType: "text/html; charset=utf-8", body: html })
      if (!url.startsWith(`${ORIGIN}/files/`)) asked.push(url)
      return route.fulfill({ status: 404 })
    })
    let calls = 0
    const check = async (body: string) => {
      html = body
      await page.goto(`${ORIGIN}/`, { waitUntil: "load" })
      // Clicks every element, and sends it pointer events.
      return page.evaluate(() => {
        for (const element of document.querySelectorAll<HTMLElement>("body *")) {
          element.addEventListener("click", (event) => event.preventDefault(), { once: true })
          for (const type of ["click", "mouseover", "focus", "error", "load"]) {
            element.dispatchEvent(new Event(type, { bubbles: type !== "load", cancelable: true }))
          }
          if (element instanceof HTMLAnchorElement && element.protocol === "javascript:") Object(window).calls += 1
        }
        return Number(Object(window).calls)
      })
    }
    const control = await check(`${pageOf([])}<img src="/files/x" onerror="canary()"><b onclick="canary()">b</b>`)
    for (let from = 0; from < texts.length; from += ON_A_PAGE)
      calls += await check(pageOf(texts.slice(from, from + ON_A_PAGE)))
    const ms = slowest(texts.slice(0, 60))
    const found = calls + asked.length
    return {
      value: found,
      limit: 0,
      ok: found === 0 && control >= 2 && ms < SLOWEST,
      note: `calls and foreign requests of ${texts.length} texts; a page that does call was seen to (${control}); 20 kB take at most ${ms.toFixed(1)} ms (limit ${SLOWEST})${asked.length > 0 ? `; ${asked.slice(0, 3).join(" ")}` : ""}`
    }
  } finally {
    await close()
  }
}
