/** Three members are paid by name from a new treasury, on a phone and on a desktop; the clicks are counted. */

import { axeInAllThemes, tooWide } from "./appearance"
import { visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { signsAs } from "./ledger-signing"
import { deploy, OWNER, roomOf } from "./quiet-room"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

/** From the treasury to the wallet: Pay people, three names, Preview, Pay. */
const PRESSES = 6

test("three members are paid by name with one button, and the wallet is asked once", async ({ browser, server }) => {
  test.setTimeout(300_000)
  const { origin } = server
  const visit = await visitAs(browser, origin, OWNER)
  const { page } = visit
  await deploy(visit)
  const room = await roomOf(page)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(room)
  await page.getByRole("navigation", { name: "Community" }).getByRole("link", { name: "Treasury" }).click()
  await expect(page.getByRole("heading", { name: "Treasury", level: 1 })).toBeVisible()
  await axeInAllThemes(page, [360, 1280])
  expect(await tooWide(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })

  let clicks = 0
  const clickOn = async (clicked: Promise<void>) => {
    clicks += 1
    await clicked
  }
  await clickOn(page.getByRole("main").getByRole("link", { name: "Pay people" }).click())
  await page.getByLabel("Title").fill("Thanks for reading")
  await page.getByLabel("Amount per person").fill("12.5")
  for (const name of [OWNER, "Priya Nair", "Nadia Rahimi"]) {
    await clickOn(page.getByRole("checkbox", { name, exact: true }).check())
  }
  await clickOn(button(page, "Preview").click())
  await expect(page.getByText(/^3 people get 37\.5 QRM together\./)).toBeVisible()
  await axeInAllThemes(page, [360, 1280])
  expect(await tooWide(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  const before = visit.wallet.requests().length
  await signsAs(visit, OWNER, (at) => clickOn(button(at, "Pay 3 people 37.5 QRM").click()))
  expect(clicks).toBe(PRESSES)
  expect(visit.wallet.requests().length).toBe(before + 1)
  // The next page is scrolled to its top.
  await expect(page.getByRole("heading", { name: "Thanks for reading", level: 1 })).toBeInViewport()
  await expect(page.getByText("1 of 1 batch confirmed, 3 of 3 people paid, 0 unclaimed.")).toBeVisible({
    timeout: 30_000
  })
  await visit.context.close()
})
