/**
 * A file of some thousands of ballots on /verify: checked by workers, with progress and a button to stop; and the same
 * without workers. A check that is stopped does not blame the file.
 */
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "@playwright/test"
import { fileOf, testVoter, textOf } from "../effects/governance/votes/world"
import { expect, test } from "./fixtures"

const BALLOTS = 3_000
const voters = Array.from({ length: 400 }, (_, n) => testVoter(`many ${n}`))
const large = textOf(
  fileOf(
    { voters },
    Array.from({ length: BALLOTS }, (_, n) => ({
      voter: voters[n % voters.length] ?? testVoter("nobody"),
      choice: n % 3 === 0 ? "no" : "yes",
      reason: n === 2_344 ? "Because of Sundays." : ""
    })),
    100
  )
)
const changed = large.replace("Because of Sundays.", "Because of Mondays.")
const RIGHT = `All ${BALLOTS} ballots check out. The result is Yes.`

let folder = ""
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "commonhold-large-"))
})
test.afterAll(() => rmSync(folder, { recursive: true }))

let chosen = 0
/** Writes a new file each time: browsers send no event when the same one is chosen again. */
const choose = async (page: Page, text: string) => {
  const path = join(folder, `large ${++chosen}.json`)
  writeFileSync(path, text)
  await page.getByLabel("Choose a file").setInputFiles(path)
  return path
}
const verdict = (page: Page) => page.locator(".verdict h2")
const steps = (page: Page) => page.locator(".checklist > li").allInnerTexts()

/**
 * Holds the messages to the page's workers, or from them, until `letGo`, so that a journey can look at the page
 * meanwhile.
 */
const holding = (page: Page, what: "lead" | "report") =>
  page.addInitScript((held) => {
    const waiting: Array<() => void> = []
    let isHeld = true
    const later = (kind: string, go: () => void) => (isHeld && kind === held ? waiting.push(go) : go())
    const Real = window.Worker
    class Held extends Real {
      override postMessage(message: { readonly kind: string }) {
        later(message.kind, () => super.postMessage(message))
      }
      override set onmessage(take: ((event: MessageEvent) => void) | null) {
        super.onmessage = (event) => later(event.data.kind, () => take?.(event))
      }
    }
    const letGo = () => {
      isHeld = false
      for (const go of waiting.splice(0)) go()
    }
    Object.assign(window, { Worker: Held, letGo })
  }, what)
const letGo = (page: Page) => page.evaluate(() => (window as Window & { letGo?: () => void }).letGo?.()) // set above

test("a large file is checked by workers, which name a ballot that was changed deep in it", async ({ page }) => {
  await page.goto("/verify")
  const threads = page.waitForEvent("worker")
  await choose(page, large)
  expect((await threads).url()).toContain("check-thread")
  await expect(verdict(page)).toHaveText(RIGHT)
  await expect(page.locator(".verdict")).toBeFocused()
  await expect(page.locator(".verdict")).toContainText("on this device")
  await choose(page, changed)
  await expect(verdict(page)).toHaveText(`1 of ${BALLOTS} ballots fails: number 2345.`)
  await expect(page.locator(".verdict")).toContainText("Its hash does not match its text.")
  // The workers end with their check.
  await expect.poll(() => page.workers().length).toBe(0)
})

test("the page shows the progress, and the check can be stopped and started again", async ({ page }) => {
  await holding(page, "report")
  await page.goto("/verify")
  await choose(page, large)
  const bar = page.getByRole("progressbar", { name: "Counted so far" })
  await expect(bar).toHaveAttribute("max", String(BALLOTS))
  await expect(bar).toHaveAttribute("value", String(BALLOTS))
  await expect(page.getByText("100% · 3,000 of 3,000 ballots")).toBeVisible()
  await expect(page.getByRole("status").filter({ hasText: "Counting." })).toBeVisible()
  await page.getByRole("button", { name: "Cancel" }).press("Enter")
  await expect(page.getByText("You cancelled the check.")).toBeVisible()
  await expect(bar).toBeHidden()
  await expect.poll(() => page.workers().length).toBe(0)
  const again = page.getByRole("button", { name: "Try again" })
  await expect(again).toBeFocused()
  await letGo(page)
  await again.press("Enter")
  await expect(verdict(page)).toHaveText(RIGHT)
  await expect(page.getByText("You cancelled the check.")).toBeHidden()
})

test("without workers, or if they fail to start, the page shows the same", async ({ page, browser, server }) => {
  await page.goto("/verify")
  const all: Array<ReadonlyArray<string>> = []
  for (const text of [large, changed]) {
    await choose(page, text)
    await expect(verdict(page)).toHaveText(text === large ? RIGHT : /number 2345/)
    all.push(await steps(page))
  }
  for (const without of ["Worker", "its script"]) {
    const context = await browser.newContext({ baseURL: server.origin, serviceWorkers: "block" })
    const other = await context.newPage()
    if (without === "Worker") await other.addInitScript(() => Reflect.deleteProperty(window, "Worker"))
    else await other.route(/check-thread/, (route) => route.abort("internetdisconnected"))
    await other.goto("/verify")
    for (const [at, text] of [large, changed].entries()) {
      await choose(other, text)
      await expect(verdict(other)).toHaveText(text === large ? RIGHT : /number 2345/, { timeout: 30_000 })
      expect(await steps(other)).toEqual(all[at])
    }
    await context.close()
  }
})

test("a crashed worker is reported, the file is not blamed, and the check can start again", async ({
  page,
  expectedErrors
}) => {
  expectedErrors.push(/gone/)
  await holding(page, "report")
  await page.goto("/verify")
  await choose(page, large)
  await expect(page.getByText("100% · 3,000 of 3,000 ballots")).toBeVisible()
  await page.workers()[0]?.evaluate(() => {
    setTimeout(() => {
      throw new Error("gone")
    })
  })
  await expect(page.getByRole("alert")).toContainText("Part of the checker stopped before the file was checked")
  await letGo(page)
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(verdict(page)).toHaveText(RIGHT)
})

test("a file that changes while it is read has to be chosen again", async ({ page, expectedErrors }) => {
  expectedErrors.push(/NotReadable/)
  await holding(page, "lead")
  await page.goto("/verify")
  const path = await choose(page, large)
  await expect(page.getByText("Counting. A large file takes a while.")).toBeVisible()
  writeFileSync(path, `${changed} `)
  utimesSync(path, new Date(), new Date(Date.now() + 5_000))
  await letGo(page)
  await expect(page.getByRole("alert")).toContainText("changed while it was read. Choose it again.")
})
