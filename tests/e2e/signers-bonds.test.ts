/**
 * A bond of a treasury with two of three signers: issued by two, sold by the relayer from escrow that two funded, its
 * coupon paid as a list and its face values from escrow. Everything is really signed and confirmed on the ledger.
 */
import { renderManifest, Templates } from "~/ledger/index"
import { accountOf } from "../ledger/signing"
import { checkScreen, giveBadge, joinAll, SECOND } from "./approving"
import { visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { sendAs, signerNamed, signsAs } from "./ledger-signing"
import { preAuthorize, reads } from "./pre-authorize"
import { deploy, OWNER, roomOf } from "./quiet-room"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const THIRD = "Marta Lindqvist"
const BUYER = "Piet van Dam"
const DAY = 86_400_000
const FAUCET = "component_tdx_2_1cptxxxxxxxxxfaucetxxxxxxxxx000527798379xxxxxxxxxyulkzl"
const local = (at: number) => new Date(at).toISOString().slice(0, 16)

test("a bond that two of three signers issue is sold, pays its coupon and is repaid; no wallet signs a batch", async ({
  browser,
  local: ledger,
  server
}) => {
  test.setTimeout(500_000)
  const { origin } = server
  const owner = await visitAs(browser, origin, OWNER)
  const { page } = owner
  const room = await roomOf(page)
  const signersPage = `${room}/signers`
  await deploy(owner)
  await joinAll(page, room, [THIRD, BUYER])
  for (const name of [SECOND, THIRD]) await giveBadge(owner, room, name)
  await page.goto(signersPage)
  await page.getByLabel("How many of them must approve").fill("2")
  await button(page, "Prepare the transaction").click()
  await signsAs(owner, OWNER, (at) => button(at, "Sign in my wallet").click())
  await expect(
    page.getByText("Nothing leaves the treasury without two of its three signers:", { exact: false })
  ).toBeVisible({
    timeout: 30_000
  })
  const second = await visitAs(browser, origin, SECOND)
  // A click that waits in vain names its button in the failure, instead of the whole test timing out.
  for (const { page: each } of [owner, second]) each.setDefaultTimeout(40_000)
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

  await test.step("issued by two of them", async () => {
    await page.goto(`${room}/bondissue`)
    await page.getByLabel("Name", { exact: true }).fill("Tool shed")
    await page
      .getByLabel("What the money is for")
      .fill("A shed for the tools, with a roof that keeps them dry all winter.")
    await button(page, "Next").click()
    await page.getByRole("radio", { name: /^Coupon/ }).check()
    await page.getByLabel("Face value of one unit").fill("100")
    await page.getByLabel("Price of one unit").fill("100")
    await page.getByLabel("Coupon, percent per year").fill("10")
    await page.getByRole("radio", { name: "At maturity", exact: true }).check()
    const now = Date.now()
    await page.getByLabel("Sale opens").fill(local(now - DAY))
    await page.getByLabel("Sale closes").fill(local(now + 1.5 * DAY))
    await page.getByLabel("Matures").fill(local(now + 3.5 * DAY))
    await page.getByRole("radio", { name: /^Rolling/ }).check()
    await button(page, "Next").click()
    await button(page, "Save and review").click()
    await expect(button(page, "Issue")).toHaveCount(0)
    await button(page, "Ask the signers to issue it").click()
    await expect(page.getByRole("heading", { name: /^Issue 100 units of / })).toBeVisible()
    await checkScreen(page, "bond-issue")
    await page.getByRole("link", { name: /^Bond / }).click()
    await expect(
      page.getByText("The signers have a request to issue it: 2 of 3 signers must approve.", { exact: false })
    ).toBeVisible()
    await page.goto(signersPage)
    await bothApprove()
  })

  await page.goto(`${room}/bondissued`)
  await reads(page, /Sale ends/)
  await page.getByRole("link", { name: /^Buy / }).click()
  await page.waitForURL(/\/bondissued\?series=/)
  const series = page.url()
  const fundEscrow = async (heading: RegExp) => {
    await page.goto(series)
    await expect(button(page, "Settle next 20")).toHaveCount(0)
    await button(page, "Ask the signers").click()
    await expect(page.getByRole("heading", { name: heading })).toBeVisible()
    await bothApprove()
    await page.goto(series)
    await expect(page.getByText(/^In escrow\. The site settles orders as they are signed\./)).toBeVisible({
      timeout: 30_000
    })
  }

  await test.step("sold from escrow that two of them funded", async () => {
    // The request is refused while the treasury cannot pay the fees.
    await button(page, "Ask the signers").click()
    await expect(page.getByText(/^The treasury needs .* more XRD for the fees\.$/)).toBeVisible()
    await checkScreen(page, "bond-panel")
    const [treasury] = /account_tdx_2_1[a-z0-9]{50,}/.exec((await page.locator("main").innerHTML()) ?? "") ?? []
    await sendAs(
      origin,
      OWNER,
      `CALL_METHOD Address("${FAUCET}") "free";\nCALL_METHOD Address("${treasury}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;\n`
    )
    await fundEscrow(/^Move 100 units of .* XRD into escrow$/)
    await expect(button(page, "Withdraw everything")).toHaveCount(0)
    await expect(button(page, "Ask the signers to withdraw everything")).toBeVisible()
    await checkScreen(page, "bond-escrow")
  })

  await sendAs(origin, BUYER, renderManifest(Templates.fromFaucet(accountOf(signerNamed(BUYER)), 2)))
  const buyer = await visitAs(browser, origin, BUYER)
  await test.step("bought, and settled automatically", async () => {
    await buyer.page.goto(series)
    await buyer.page.getByLabel("Units", { exact: true }).fill("12")
    await buyer.page.getByLabel("I have read the terms").check()
    await preAuthorize(origin, buyer, BUYER, "Order")
    await ledger.advanceClock(60)
    await expect(buyer.page.getByText("Settled. The units are in your account.")).toBeVisible({ timeout: 60_000 })
  })

  await test.step("its coupon is a list that two of them pay", async () => {
    await ledger.advanceClock((2 * DAY) / 1000)
    await page.goto(series)
    await reads(page, /Running/)
    await ledger.advanceClock((2 * DAY) / 1000)
    await reads(page, /A coupon is due\./)
    await button(page, "Prepare coupon").click()
    await expect(page.getByRole("heading", { name: /^Coupon of / })).toBeVisible()
    await button(page, "Continue").click()
    await expect(page.getByRole("heading", { name: "The signers approve once, the site pays" })).toBeVisible()
    const coupon = page.url()
    await button(page, "Ask the signers").click()
    await expect(page.getByRole("heading", { name: /^Move .* XRD and .* XRD into escrow$/ })).toBeVisible()
    await bothApprove()
    await ledger.advanceClock(60)
    await page.goto(coupon)
    await expect(page.getByText("1 of 1 batch confirmed, 1 of 1 person paid, 0 unclaimed.")).toBeVisible({
      timeout: 120_000
    })
    await ledger.advanceClock(60)
  })

  await test.step("repaid from escrow that two of them funded", async () => {
    await page.goto(series)
    await reads(page, /Automatic redemption/)
    await page.getByLabel("Units to cover from escrow").fill("500")
    await button(page, "Ask the signers").click()
    await expect(page.getByText(/^Choose 1 to 12 units/)).toBeVisible()
    await expect(page.getByLabel("Units to cover from escrow")).toHaveValue("500")
    await fundEscrow(/^Move 1,200 XRD and .* XRD into escrow$/)
    await buyer.page.goto(series.replace(/bondissued.*/, "purchasedbond"))
    await reads(buyer.page, /Redeem all/)
    await preAuthorize(origin, buyer, BUYER, "Redeem all")
    await ledger.advanceClock(60)
    await page.goto(series)
    await reads(page, /Redeemed/)
  })
  for (const { context } of [owner, second, buyer]) await context.close()
})
