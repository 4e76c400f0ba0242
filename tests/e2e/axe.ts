/**
 * axe inside the page: brought along once for each document and run there. `AxeBuilder` brings it anew and opens a second
 * page for every run, which costs more than the rules do; what is checked is the same, and our pages have no frames.
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { Page } from "@playwright/test"
import type { AxeResults, RunOptions } from "axe-core"

const resolve = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright")).resolve
const source = readFileSync(join(dirname(resolve("axe-core")), "axe.min.js"), "utf8")

/** Colours on their way from one to the other are nobody's to read. */
const still = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect, playState }) =>
          playState !== "running" || effect?.getTiming().iterations === Number.POSITIVE_INFINITY
      )
  )

const look = async (page: Page, rules: ReadonlyArray<string> | undefined): Promise<ReadonlyArray<string>> => {
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
 * What axe is against, each with its place. `rules`: only these. A part that wakes up while axe looks may have its colours
 * on their way, so what it finds is looked at once more; what is wrong is wrong both times.
 */
export const axeProblems = async (page: Page, rules?: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const first = await look(page, rules)
  return first.length === 0 ? first : look(page, rules)
}
