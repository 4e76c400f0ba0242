/** Secured bonds on the local ledger: three are issued, two are sold, one is redeemed, and one defaults. */
import {
  type AmountText,
  amountOf,
  formatAmount,
  NOTHING,
  ONE,
  renderManifest,
  Templates,
  wellKnown
} from "~/ledger/index"
import { accountOf } from "../ledger/signing"
import { type DemoVisit, openCommunity, visitAs } from "./demo"
import { deployed } from "./deploying"
import { expect, test } from "./fixtures"
import { sendAs, signerNamed, signsAs } from "./ledger-signing"
import { advance, preAuthorize, reads } from "./pre-authorize"
import { button } from "./wizard-steps"

test.use({ actionTimeout: 30_000, serverEnvironment: { SEED: "demo" } })

const [OWNER, PAID, UNPAID] = ["Theo Marchetti", "Agnes Holm", "Kwame Mensah"] as const
const DAY = 86_400
const XRD = wellKnown("xrd", 2)
const local = (at: number) => new Date(at).toISOString().slice(0, 16)

/** Balances of an account by token, as the ledger has them. */
const balancesOf = async (origin: string, address: string): Promise<ReadonlyMap<string, AmountText>> => {
  const response = await fetch(`${origin}/local/gateway/state/entity/details`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ addresses: [address], aggregation_level: "Global" })
  })
  const { items } = (await response.json()) as {
    readonly items: ReadonlyArray<{
      readonly fungible_resources: { readonly items: ReadonlyArray<{ resource_address: string; amount: AmountText }> }
    }>
  }
  return new Map(items[0]?.fungible_resources.items.map(({ amount, resource_address }) => [resource_address, amount]))
}

const orders = async (origin: string, visit: DemoVisit, name: string, series: string) => {
  await visit.page.goto(series)
  await reads(visit.page, /Sale ends/)
  await visit.page.getByLabel("Units", { exact: true }).fill("1")
  await visit.page.getByLabel("I have read the terms").check()
  await preAuthorize(origin, visit, name, "Order")
  await expect(visit.page.getByText(/Ordered\. Nothing has left your wallet/)).toBeVisible()
}

test("a secured bond is redeemed, another defaults, and its holder takes the collateral", async ({
  browser,
  server
}) => {
  test.setTimeout(300_000)
  const { origin } = server
  let owner = await visitAs(browser, origin, OWNER)
  let { page } = owner
  await deployed(owner, { owner: OWNER, slug: "night-film" })

  // 1. A draft of three bonds, each secured by 120.5 of the community's token.
  await openCommunity(page, "night-film", "bondissue")
  await page.getByLabel("Name", { exact: true }).fill("Tool shed")
  await page
    .getByLabel("What the money is for")
    .fill("A shed for the tools, with a roof that keeps them dry all winter.")
  await button(page, "Next").click()
  const now = Date.now()
  await page.getByLabel("Face value of one unit").fill("250")
  await page.getByLabel("Price of one unit").fill("230")
  await page.getByLabel("Units", { exact: true }).fill("11")
  await page.getByLabel("Most units for one buyer").fill("3")
  await page.getByLabel("Sale opens").fill(local(now - DAY * 1000))
  await page.getByLabel("Sale closes").fill(local(now + 2 * DAY * 1000))
  await page.getByLabel("Matures").fill(local(now + 12 * DAY * 1000))
  await button(page, "Next").click()
  const tokens = page.getByRole("group", { name: "Collateral" })
  await tokens.getByRole("radio").nth(1).check()
  const token = await tokens.getByRole("radio").nth(1).inputValue()
  await page.getByLabel("Collateral of each bond").fill("120.5")
  await page.getByLabel("Days from maturity").fill("3")
  await button(page, "Save and review").click()
  await page.getByRole("link", { name: "A secured series has at most 10 bonds." }).click()
  await page.getByLabel("Units", { exact: true }).fill("3")
  await button(page, "Next").click()
  await button(page, "Save and review").click()
  await expect(page.getByText(/Each bond will be secured by 120.5 .*No price of it in XRD is known/)).toBeVisible()

  // 2. One transaction issues the bonds and locks the collateral.
  await button(page, "Issue").click()
  await signsAs(owner, OWNER, (at) => button(at, "Sign in my wallet").click())
  await page.waitForURL(/\/bondissued\?series=/)
  const series = page.url()
  await reads(page, /Secured[\s\S]*Each bond is secured by 120.5[\s\S]*Bond 3/)
  const treasury =
    (await page
      .getByTitle(/^account_tdx_2_1c/)
      .first()
      .getAttribute("title")) ?? ""
  const inTreasury = async () => await balancesOf(origin, treasury)
  const left = (await inTreasury()).get(token) ?? NOTHING

  // 3. Two are sold.
  let paid = await visitAs(browser, origin, PAID)
  let unpaid = await visitAs(browser, origin, UNPAID)
  for (const [visit, name] of [
    [paid, PAID],
    [unpaid, UNPAID]
  ] as const) {
    await sendAs(origin, name, renderManifest(Templates.fromFaucet(accountOf(signerNamed(name)), 2)))
    await orders(origin, visit, name, series)
  }
  await advance(origin, 2 * DAY + 120)
  await page.goto(series)
  await reads(page, /Settle next 20/)
  await preAuthorize(origin, owner, OWNER, "Settle next 20")
  await reads(page, /No orders are waiting/)

  // 4. One holder asks for redemption and is paid.
  await advance(origin, 10 * DAY)
  // Their sessions have expired meanwhile.
  for (const each of [owner, paid, unpaid]) await each.context.close()
  owner = await visitAs(browser, origin, OWNER)
  paid = await visitAs(browser, origin, PAID)
  unpaid = await visitAs(browser, origin, UNPAID)
  page = owner.page
  await paid.page.goto(series.replace(/bondissued.*/, "purchasedbond"))
  await reads(paid.page, /Redeem all/)
  const money = async () => amountOf((await balancesOf(origin, accountOf(signerNamed(PAID)))).get(XRD) ?? NOTHING)
  const before = await money()
  await preAuthorize(origin, paid, PAID, "Redeem all")
  await page.goto(series)
  await reads(page, /Redeem next 20/)
  await preAuthorize(origin, owner, OWNER, "Redeem next 20")
  await reads(page, /No redemption requests are waiting/)
  await expect.poll(async () => formatAmount((await money()) - before)).toBe("250")

  // 5. The other was not paid: from the day on they take the collateral, and nobody else does.
  await unpaid.page.goto(series)
  await expect(button(unpaid.page, "Take the collateral")).toHaveCount(0)
  await advance(origin, 3 * DAY + 3600)
  await unpaid.page.goto(series)
  await reads(unpaid.page, /Collateral open/)
  await unpaid.page.getByText("Transaction manifest (advanced)").first().click()
  await expect(unpaid.page.getByText("timed_confirm_recovery").first()).toBeVisible()
  await paid.page.goto(series)
  await reads(paid.page, /waits for the treasury/)
  await expect(button(paid.page, "Take the collateral")).toHaveCount(0)
  await button(unpaid.page, "Take the collateral").click()
  await signsAs(unpaid, UNPAID, (at) => button(at, "Sign in my wallet").click())
  await expect.poll(async () => (await balancesOf(origin, accountOf(signerNamed(UNPAID)))).get(token)).toBe("120.5")

  // 6. What belonged to the redeemed and the unsold bond returns to the treasury.
  await page.goto(series)
  await button(page, "Return it to the treasury").click()
  await signsAs(owner, OWNER, (at) => button(at, "Sign in my wallet").click())
  await expect.poll(async () => (await inTreasury()).get(token)).toBe(formatAmount(amountOf(left) + 241n * ONE))
  await unpaid.page.goto(series)
  await reads(unpaid.page, /A holder took the collateral/)
  for (const each of [owner, paid, unpaid]) await each.context.close()
})
