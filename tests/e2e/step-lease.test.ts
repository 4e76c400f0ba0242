/**
 * One prepared transaction, two devices and a reload: every page shows which device was asked, no other wallet is asked
 * meanwhile, taking over needs a click, and if both wallets sign it happens once.
 */
import type { Page } from "@playwright/test"
import { visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { manifestOf, naming, sendAs } from "./ledger-signing"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const OWNER = "Theo Marchetti"
const DEPLOY = "/exploreDao/night-film/deploy"
const OTHER = "Nora Fitzgerald"

const station = (page: Page) =>
  page.getByRole("list", { name: "Progress of the transaction" }).locator("[aria-current]")
const prepare = async (page: Page, path: string) => {
  await page.goto(`${path}?step=review`)
  await expect(page.getByText(/You need about/)).toBeVisible()
  await button(page, "Prepare the transaction").click()
  await expect(station(page)).toHaveText("Waiting")
}
const elsewhere = (page: Page) => page.getByText(/^You were asked in another tab or on another device on /)

test("with two devices and a reload one wallet at a time is asked, and a deployment happens once", async ({
  browser,
  local,
  server
}) => {
  test.slow() // waits for the demonstration's own transactions
  const { origin } = server
  const [laptop, phone] = [await visitAs(browser, origin, OWNER), await visitAs(browser, origin, OWNER)]
  await prepare(laptop.page, DEPLOY)
  await phone.page.goto(DEPLOY)
  await expect(button(phone.page, "Sign in my wallet")).toBeEnabled()

  // The laptop's wallet has it: the phone shows that, and offers nothing to sign.
  const asked = laptop.wallet.hold()
  await button(laptop.page, "Sign in my wallet").click()
  await expect.poll(() => manifestOf(laptop)).toContain("deploy:")
  await expect(elsewhere(phone.page)).toBeVisible()
  await expect(station(phone.page)).toHaveText("In your wallet")
  await expect(button(phone.page, "Sign in my wallet")).toHaveCount(0)
  await expect(button(phone.page, "Take over")).toBeDisabled()
  await expect(button(phone.page, "Edit")).toHaveCount(0)

  // Reloaded, the laptop continues; another tab of it does not.
  await laptop.page.reload()
  await expect(button(laptop.page, "Ask again")).toBeEnabled()
  const tab = await laptop.context.newPage()
  await tab.goto(DEPLOY)
  await expect(elsewhere(tab)).toBeVisible()
  await expect(button(tab, "Take over")).toBeDisabled()
  await tab.close()

  // Declining releases it on every page.
  await button(laptop.page, "I declined it there").click()
  await expect(button(phone.page, "Sign in my wallet")).toBeEnabled()
  await expect(button(laptop.page, "Sign in my wallet")).toBeEnabled()
  asked.release("refuse")

  // Asked again and left open: after five minutes the phone may take over, with a click.
  const lying = laptop.wallet.hold()
  const before = laptop.wallet.requests().length
  await button(laptop.page, "Sign in my wallet").click()
  await expect.poll(() => laptop.wallet.requests().length).toBe(before + 1)
  await expect(elsewhere(phone.page)).toBeVisible()
  await local.advanceClock(5 * 60)
  await expect(button(phone.page, "Take over")).toBeEnabled({ timeout: 30_000 })
  const taken = phone.wallet.hold()
  await button(phone.page, "Take over").click()
  await expect.poll(() => manifestOf(phone)).toContain("deploy:")
  await expect(laptop.page.getByText(/^Another page took this over\./)).toBeVisible()

  // Both approve after all: the first is the deployment, the second fails and creates nothing.
  taken.release(naming(await sendAs(origin, OWNER, manifestOf(phone))))
  const second = await sendAs(origin, OWNER, manifestOf(laptop))
  for (const { page } of [laptop, phone]) {
    await expect(page.getByText("Deployed.")).toBeVisible({ timeout: 30_000 })
  }
  const status = await fetch(`${origin}/local/gateway/transaction/status`, {
    method: "POST",
    body: JSON.stringify({ intent_hash: second })
  })
  expect(await status.json()).toMatchObject({ intent_status: "CommittedFailure" })
  lying.release(naming(second))
  await laptop.page.goto(DEPLOY)
  await laptop.page.getByRole("link", { name: /^Admin badges/ }).click()
  const holders = laptop.page.getByRole("region", { name: "Who holds a badge" }).getByRole("listitem")
  await expect(holders).toHaveText([/Theo Marchetti.*owner.*#1#/])
  await laptop.context.close()
  await phone.context.close()
})

test("while the server cannot be reached, a submitted transaction is not requested again", async ({
  browser,
  server
}) => {
  test.slow()
  const { origin } = server
  const visit = await visitAs(browser, origin, OTHER)
  const { context, page, wallet } = visit
  await prepare(page, "/exploreDao/quiet-room/deploy")
  const held = wallet.hold()
  await button(page, "Sign in my wallet").click()
  await expect.poll(() => manifestOf(visit)).toContain("deploy:")
  const txId = await sendAs(origin, OTHER, manifestOf(visit))
  await context.setOffline(true)
  held.release(naming(txId))
  await expect(
    page.getByText("Your wallet has submitted it. This page tells the server as soon as it can be reached.")
  ).toBeVisible()
  await expect(station(page)).toHaveText("Sent")
  for (const name of ["Sign in my wallet", "Try again", "Ask again", "Edit"]) {
    await expect(button(page, name)).toHaveCount(0)
  }
  const asked = wallet.requests().length
  await context.setOffline(false)
  await expect(page.getByText("Deployed.")).toBeVisible({ timeout: 30_000 })
  expect(wallet.requests().length).toBe(asked)
  await context.close()
})
