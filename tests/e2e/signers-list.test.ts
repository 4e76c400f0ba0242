/** A payout by list from a treasury with two signers: funded by both, paid by the relayer, withdrawn by both. */

import { axeInAllThemes } from "./appearance"
import { checkScreen, giveBadge, SECOND } from "./approving"
import { visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { signsAs } from "./ledger-signing"
import { checkedList, fundTreasury } from "./pay-lists"
import { preAuthorize } from "./pre-authorize"
import { deploy, OWNER, roomOf } from "./quiet-room"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const ready = "The signers approve once, the site pays"

test("a list that two signers approve is paid by the relayer; both withdraw another one", async ({
  browser,
  local,
  server
}) => {
  test.setTimeout(400_000)
  const { origin } = server
  const owner = await visitAs(browser, origin, OWNER)
  const { page } = owner
  const room = await roomOf(page)
  const signersPage = `${room}/signers`
  await deploy(owner)
  await giveBadge(owner, room, SECOND)
  await page.goto(signersPage)
  await page.getByLabel("How many of them must approve").fill("2")
  await button(page, "Prepare the transaction").click()
  await signsAs(owner, OWNER, (at) => button(at, "Sign in my wallet").click())
  await expect(
    page.getByText("Nothing leaves the treasury without two of its two signers:", { exact: false })
  ).toBeVisible({
    timeout: 30_000
  })
  const second = await visitAs(browser, origin, SECOND)
  let done = 0
  const bothApprove = async () => {
    await preAuthorize(origin, owner, OWNER, "Approve in my wallet")
    await second.page.goto(signersPage)
    await preAuthorize(origin, second, SECOND, "Approve in my wallet")
    done += 1
    await expect(second.page.getByRole("link", { name: `Signed ${done}`, exact: true })).toBeVisible({
      timeout: 30_000
    })
  }

  await checkedList(page, { room, title: "Harvest share", first: 1_000, many: 45, ready, isMultisig: true })
  await expect(page.getByText(/^The treasury needs .* more XRD for the fees /)).toBeVisible()
  await fundTreasury(page, origin, OWNER)
  await page.reload()
  await page.locator("summary", { hasText: "Who can do what while the payout runs" }).click()
  await expect(page.getByRole("columnheader", { name: "The signers" })).toBeVisible()
  await axeInAllThemes(page, [360, 1280])
  await button(page, "Ask the signers").click()
  await expect(page.getByRole("heading", { name: /^Move 45 QRM and .* XRD into escrow$/ })).toBeVisible()
  await checkScreen(page, "escrow")
  await page.goto(`${room}/tokenDistribution?d=1`)
  await expect(page.getByRole("heading", { name: "Waiting for the signers" })).toBeVisible()
  await checkScreen(page, "asked")
  await page.goto(signersPage)
  await bothApprove()
  await local.advanceClock(60)
  await page.goto(`${room}/tokenDistribution?d=1`)
  await expect(page.getByText("2 of 2 batches confirmed, 45 of 45 people paid, 0 unclaimed.")).toBeVisible({
    timeout: 120_000
  })

  await test.step("withdrawn in the middle by both", async () => {
    await checkedList(page, { room, title: "A second share", first: 3_000, many: 400, ready, isMultisig: true })
    await button(page, "Ask the signers").click()
    await expect(page.getByRole("heading", { name: /^Move 400 QRM/ })).toBeVisible()
    await bothApprove()
    await page.goto(`${room}/tokenDistribution?d=2`)
    await button(page, "Pause").click()
    await expect(page.getByText(/^Paused\./)).toBeVisible()
    await expect(page.getByText("2 of #1# #2#, or the relayer")).toBeVisible()
    await checkScreen(page, "paid")
    await expect(button(page, "Withdraw everything")).toHaveCount(0)
    await button(page, "Ask the signers to withdraw everything").click()
    await expect(page.getByRole("heading", { name: /^Withdraw .*$/ })).toBeVisible()
    await bothApprove()
    await local.advanceClock(60)
    await page.goto(`${room}/tokenDistribution?d=2`)
    await expect(
      page.getByText("The unpaid rest of this payout was returned to the treasury.", { exact: false })
    ).toBeVisible({
      timeout: 60_000
    })
  })
})
