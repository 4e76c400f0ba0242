/**
 * Runs axe inside the page, injected once per document. `AxeBuilder` injects it for each run and opens a second page,
 * which costs more than the rules do; the result is the same, because our pages have no frames.
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { Page } from "@playwright/test"
import type { AxeResults, RunOptions } from "axe-core"

const resolve = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright")).resolve
const source = readFileSync(join(dirname(resolve("axe-core")), "axe.min.js"), "utf8")

/** Waits for colour transitions to end: axe would measure the contrast of a colour on its way. */
const still = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect, playState }) =>
          playState !== "running" || effect?.getTiming().iterations === Number.POSITIVE_INFINITY
      )
  )

const check = async (page: Page, rules: ReadonlyArray<string> | undefined): Promise<ReadonlyArray<string>> => {
  await still(page)
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source)
  const options: RunOptions = {
    resultTypes: ["violations"],
    ...(rules === undefined ? {} : { runOnly: { type: "rule", values: [...rules] } })
  }
  const { violations } = await page.evaluate(
    (wanted): Promise<AxeResults> => Object(window).axe.run(document, wanted),
    options
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/**
 * Violations with their elements; `rules` limits the run to these. A part that hydrates while axe runs may be in a
 * colour transition, so a violation counts only if a second run finds it too.
 */
export const axeProblems = async (page: Page, rules?: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const first = await check(page, rules)
  return first.length === 0 ? first : check(page, rules)
}
