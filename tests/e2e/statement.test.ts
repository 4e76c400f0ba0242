/** A treasury's statement: as a page with and without JavaScript, as a file, and printed. */
import { readFileSync } from "node:fs"
import { demoCommunityId } from "~/effects/local/seed/DemoSeed.server"
import { checkAppearance, openForChecks, prepareChecks, tooWide } from "./appearance"
import { openCommunity, visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { advance } from "./pre-authorize"

test.use({ serverEnvironment: { SEED: "demo" } })

const SLUG = "riverside-garden"
const PROVEN = "Opening balances plus movements equal the balances on the ledger at the end."

test("a month of a treasury is read, verified, downloaded and printed on one sheet @short", async ({
  browser,
  server
}) => {
  test.setTimeout(120_000)
  const { origin } = server
  const early = await visitAs(browser, origin, "Joaquim Teles")
  await openCommunity(early.page, SLUG)
  const inside = new URL(early.page.url()).pathname
  await early.page.goto(`${inside}/treasury`)
  await early.page.getByRole("link", { name: "Statement of this month" }).click()
  await expect(early.page.getByRole("heading", { level: 1, name: /^The treasury in / })).toBeVisible()
  await expect(early.page.getByText(/ to date: figures up to /)).toBeVisible()
  await expect(early.page.getByText(PROVEN)).toBeVisible()
  const count = await early.page.locator(".moves tbody tr").count()
  expect(count).toBeGreaterThan(1)

  // Moving to the end of the month expires every session.
  const now = new Date((await early.page.locator("time").first().getAttribute("datetime")) ?? "")
  const month = now.toISOString().slice(0, 7)
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 12)
  await early.context.close()
  await advance(origin, Math.ceil((end - now.getTime()) / 1000))
  const { context, page } = await visitAs(browser, origin, "Joaquim Teles")
  const movements = page.locator(".moves tbody tr")
  await prepareChecks(page)
  await openForChecks(page, `${inside}/statement?month=${month}`)
  await expect(page.getByText(PROVEN)).toBeVisible()
  await expect(page.getByText(/ is not over/)).toHaveCount(0)
  await expect(movements).toHaveCount(count)
  await checkAppearance(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  const download = page.waitForEvent("download")
  await page.getByRole("link", { name: "CSV" }).click()
  const csv = await download
  expect(csv.suggestedFilename()).toBe(`${SLUG}-statement-${month}.csv`)
  const lines = readFileSync(await csv.path(), "utf8")
    .trim()
    .split("\r\n")
  expect(lines[0]).toMatch(/^line,at,ledger_version,transaction,reason,/)
  expect(lines.filter((line) => line.startsWith("movement,"))).toHaveLength(count)
  const closing = lines.filter((line) => line.startsWith("closing,"))
  expect(closing.length).toBeGreaterThan(0)
  expect(closing.every((line) => line.endsWith("agrees with the ledger,treasury,,"))).toBe(true)

  const printed = await page.pdf({ format: "A4" })
  expect(printed.toString("latin1").match(/\/Type\s*\/Page[^s]/g)?.length).toBe(1)

  const refused = await page.goto(`${inside}/statement?month=2026-13`)
  expect(refused?.status()).toBe(422)
  await expect(page.getByText("“2026-13” is not a month. Write it as 2026-11.")).toBeVisible()
  const asFile = await page.request.get(`/api/exports/statement?community=${SLUG}&month=2026-13`)
  expect(asFile.status()).toBe(422)
  expect(await asFile.json()).toMatchObject({
    code: "E-PERIOD",
    message: "“2026-13” is not a month. Write it as 2026-11."
  })

  const plain = await browser.newContext({
    baseURL: origin,
    javaScriptEnabled: false,
    storageState: await context.storageState(),
    viewport: { width: 360, height: 740 }
  })
  const still = await plain.newPage()
  await still.goto(`${inside}/statement?month=${month}`)
  await expect(still.getByText(PROVEN)).toBeVisible()
  await expect(still.locator(".moves tbody tr")).toHaveCount(count)
  await expect(still.getByRole("button", { name: "Print" })).toBeHidden()
  expect(await tooWide(still)).toEqual([])
  await plain.close()
  await context.close()
})

test("while the ledger does not respond nothing is marked as verified, and the reader may try again", async ({
  browser,
  server
}) => {
  const { origin } = server
  const { context, page } = await visitAs(browser, origin, "Joaquim Teles")
  const path = `/community/detail/${demoCommunityId(SLUG)}/statement`
  const turn = (gateway: "up" | "down") =>
    fetch(`${origin}/local/faults`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: origin },
      body: JSON.stringify({ gateway })
    })
  await turn("down")
  await page.goto(path)
  await expect(page.getByText("This is not proven:")).toBeVisible({ timeout: 20_000 })
  await turn("up")
  await expect
    .poll(
      async () => {
        const again = page.getByRole("link", { name: "Try again" })
        if ((await again.count()) > 0) await again.click()
        return page.getByText(PROVEN).isVisible()
      },
      { timeout: 60_000, intervals: [2_000] }
    )
    .toBe(true)
  await context.close()
})
