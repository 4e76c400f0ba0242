/**
 * A rolling sale that settles automatically: the treasurer approves once, a buyer signs an order and watches it become
 * units, and the treasurer withdraws the rest. Every transaction is really signed and confirmed on the ledger.
 */
import { renderManifest, Templates } from "~/ledger/index"
import { accountOf } from "../ledger/signing"
import { openCommunity, visitAs } from "./demo"
import { deployed } from "./deploying"
import { expect, test } from "./fixtures"
import { sendAs, signerNamed, signsAs } from "./ledger-signing"
import { preAuthorize, reads } from "./pre-authorize"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const OWNER = "Theo Marchetti"
const BUYER = "Kwame Mensah"
const DAY = 86_400_000
const FAUCET = "component_tdx_2_1cptxxxxxxxxxfaucetxxxxxxxxx000527798379xxxxxxxxxyulkzl"
const local = (at: number) => new Date(at).toISOString().slice(0, 16)

test("the site settles an order within a minute of its signature; the treasurer withdraws the rest", async ({
  browser,
  local: ledger,
  server
}) => {
  test.setTimeout(150_000)
  const { origin } = server
  const owner = await visitAs(browser, origin, OWNER)
  const { page } = owner
  await deployed(owner, { owner: OWNER, slug: "night-film" })

  await openCommunity(page, "night-film", "bondissue")
  await page.getByLabel("Name", { exact: true }).fill("Tool shed")
  await page
    .getByLabel("What the money is for")
    .fill("A shed for the tools, with a roof that keeps them dry all winter.")
  await button(page, "Next").click()
  await page.getByLabel("Face value of one unit").fill("250")
  await page.getByLabel("Price of one unit").fill("230")
  const now = Date.now()
  await page.getByLabel("Most units for one buyer").fill("50")
  await page.getByLabel("Sale opens").fill(local(now - DAY))
  await page.getByLabel("Sale closes").fill(local(now + 3 * DAY))
  await page.getByLabel("Matures").fill(local(now + 60 * DAY))
  await page.getByRole("radio", { name: /^Rolling/ }).check()
  await button(page, "Next").click()
  await button(page, "Save and review").click()
  await button(page, "Issue").click()
  await signsAs(owner, OWNER, (at) => button(at, "Sign in my wallet").click())
  await page.waitForURL(/\/bondissued\?series=/)
  const series = page.url()
  await reads(page, /Sale ends/)

  // One approval, refused while the treasury cannot pay the fees.
  await button(page, "Approve once").click()
  await expect(page.getByText(/^The treasury needs .* more XRD for the fees\.$/)).toBeVisible()
  const [treasury] = /account_tdx_2_1[a-z0-9]{50,}/.exec((await page.locator("main").innerHTML()) ?? "") ?? []
  await sendAs(
    origin,
    OWNER,
    `CALL_METHOD Address("${FAUCET}") "free";\nCALL_METHOD Address("${treasury}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;\n`
  )
  const before = owner.wallet.requests().length
  await button(page, "Approve once").click()
  await signsAs(owner, OWNER, (at) => button(at, "Approve in my wallet").click())
  await expect(page.getByText(/^In escrow\. The site settles orders as they are signed\./)).toBeVisible({
    timeout: 30_000
  })
  await expect(button(page, "Settle next 20")).toBeHidden()

  // The buyer signs, and watches it settle.
  await sendAs(origin, BUYER, renderManifest(Templates.fromFaucet(accountOf(signerNamed(BUYER)), 2)))
  const buyer = await visitAs(browser, origin, BUYER)
  await buyer.page.goto(series)
  await buyer.page.getByLabel("Units", { exact: true }).fill("12")
  await buyer.page.getByLabel("I have read the terms").check()
  await preAuthorize(origin, buyer, BUYER, "Order")
  await expect(buyer.page.getByText(/The site completes it automatically, within about a minute/)).toBeVisible()
  await ledger.advanceClock(60)
  await expect(buyer.page.getByText("Settled. The units are in your account.")).toBeVisible({ timeout: 60_000 })
  await buyer.context.close()
  await page.reload()
  await expect(page.getByText("12 units of 100 units")).toBeVisible()
  await expect(page.getByText("1 order in 1 batch")).toBeVisible()
  expect(owner.wallet.requests().length).toBe(before + 1)

  // The treasurer's wallet withdraws; afterwards batches are signed by hand again.
  await button(page, "Withdraw everything").click()
  await signsAs(owner, OWNER, (at) => button(at, "Withdraw in my wallet").click())
  await ledger.advanceClock(60)
  await expect(page.getByText(/The site settled 1 order and paid out 12 units\. 88 units and/)).toBeVisible({
    timeout: 60_000
  })
  await owner.context.close()
})
