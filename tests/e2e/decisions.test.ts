/** A year's register of decisions is read, printed and checked, and an agenda is made of proposals. */
import { readFile } from "node:fs/promises"
import { glanceAt } from "./ballots"
import { openCommunity, visitAs } from "./demo"
import { expect, test } from "./fixtures"

test.use({ serverEnvironment: { SEED: "demo" } })

test("a year's decisions are read, downloaded and checked, and the next meeting gets an agenda @short", async ({
  browser,
  server
}) => {
  const { page } = await visitAs(browser, server.origin, "Joaquim Teles")
  await openCommunity(page, "riverside-garden")
  const inside = new URL(page.url()).pathname

  await page.goto(`${inside}/proposals?tab=results`)
  await page.getByRole("link", { name: "Register of decisions" }).click()
  await expect(page.getByRole("heading", { name: /^Decisions of \d{4}$/ })).toBeVisible()
  const rows = page.getByRole("table").locator("tbody tr")
  const many = await rows.count()
  expect(many).toBeGreaterThan(1)
  await glanceAt(page, page.url())

  const download = page.waitForEvent("download")
  await page.getByRole("link", { name: "JSON" }).click()
  const file = await (await download).path()
  const checked = JSON.parse(await readFile(file, "utf8"))
  expect(checked.decisions).toHaveLength(many)
  await page.goto("/verify")
  await page.locator("input[type=file]").setInputFiles({
    name: "decisions.json",
    mimeType: "application/json",
    buffer: await readFile(file)
  })
  await expect(
    page.getByRole("heading", { name: /^The register is complete as it was made: \d+ decisions/ })
  ).toBeVisible()

  await page.goto(`${inside}/decisions?view=agenda`)
  const places = page.getByRole("textbox", { name: /^Place of proposal / })
  await expect(places.first()).toBeVisible()
  const all = await places.count()
  await page.getByLabel("Title").fill("Annual general meeting")
  for (let n = 0; n < all; n++) await places.nth(n).fill(String(all - n))
  await page.getByRole("button", { name: "Show the agenda" }).click()
  await expect(page.getByRole("heading", { name: "Annual general meeting" })).toBeVisible()
  await expect(page.getByRole("article").getByRole("listitem")).toHaveCount(all)
  await glanceAt(page, page.url())
})
