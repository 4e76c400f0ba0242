/** A bond from draft to receipt, over the wallet's own protocol, on the local ledger. */
import { readFileSync } from "node:fs"
import { renderManifest, Templates } from "~/ledger/index"
import { accountOf } from "../ledger/signing"
import { openCommunity, visitAs } from "./demo"
import { deployed } from "./deploying"
import { expect, test } from "./fixtures"
import { sendAs, signerNamed, signsAs } from "./ledger-signing"
import { advance, preAuthorize, reads } from "./pre-authorize"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const OWNER = "Theo Marchetti"
const [ADA, BEN] = ["Agnes Holm", "Kwame Mensah"] as const

const local = (at: number) => new Date(at).toISOString().slice(0, 16)
/** The browsers of the journeys are set to Berlin; this process may run in any time zone. */
const inUtc = (text: string) => {
  const berlin = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", timeZoneName: "longOffset" })
  const offset = /GMT([+-]\d\d:\d\d)/.exec(berlin.format(Date.parse(`${text}Z`)))?.[1] ?? "+00:00"
  return local(Date.parse(`${text}${offset}`))
}
const DAY = 86_400_000

test("a bond is drafted, issued, ordered, settled in one transaction, and has a receipt that verifies @short", async ({
  browser,
  server
}) => {
  test.setTimeout(300_000)
  const { origin } = server
  const owner = await visitAs(browser, origin, OWNER)
  const { page } = owner
  await deployed(owner, { owner: OWNER, slug: "night-film" })
  await openCommunity(page, "night-film", "bondissue")

  // 1. The draft, step by step: a reload restores it, and an error links to its step.
  await page.getByLabel("Name", { exact: true }).fill("Tool shed")
  await page
    .getByLabel("What the money is for")
    .fill("A shed for the tools, with a roof that keeps them dry all winter.")
  await button(page, "Next").click()
  await page.getByLabel("Face value of one unit").fill("250")
  await page.getByLabel("Price of one unit").fill("260")
  await expect(page.getByText(/^Saved /)).toBeVisible({ timeout: 20_000 })
  await page.reload()
  await expect(page.getByText("We restored your earlier draft.")).toBeVisible()
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Tool shed")
  await button(page, "Next").click()
  await button(page, "Next").click()
  await button(page, "Save and review").click()
  await expect(page.getByRole("link", { name: "Price: 50 to 99.99% of the face value." })).toBeVisible()
  const now = Date.now()
  await page.getByLabel("Price of one unit").fill("230")
  await page.getByLabel("Minimum raise, units").fill("40")
  await page.getByLabel("Most units for one buyer").fill("50")
  await page.getByLabel("Sale opens").fill(local(now - DAY))
  await page.getByLabel("Sale closes").fill(local(now + 2 * DAY))
  await page.getByLabel("Matures").fill(local(now + 367 * DAY))
  const closesAt = await page.locator('input[name="saleClosesAt"]').inputValue()
  expect(closesAt, "posted in UTC, typed in Berlin").toBe(inUtc(local(now + 2 * DAY)))
  await button(page, "Next").click()
  await button(page, "Save and review").click()
  await expect(page.getByText(/you receive 23,000 XRD; you owe 25,000 XRD/)).toBeVisible()
  await expect(page.getByText("8.69%").first()).toBeVisible()

  // 2. One transaction issues it; the site confirms it on the ledger.
  const phone = await visitAs(browser, origin, OWNER)
  await phone.page.goto(page.url())
  await expect(button(phone.page, "Issue")).toBeVisible()
  await button(page, "Issue").click()
  await signsAs(owner, OWNER, async (at) => {
    await button(at, "Sign in my wallet").click()
    await expect(phone.page.getByText(/^You were asked in another tab or on another device on /)).toBeVisible()
  })
  for (const { page: at } of [owner, phone]) await at.waitForURL(/\/bondissued\?series=/)
  await phone.context.close()
  await openCommunity(page, "night-film", "bondissued")
  await reads(page, /Tool shed/)
  const code = (await page.locator("li.card", { hasText: "Tool shed" }).locator(".code-name").innerText()).trim()
  const series = `${page.url().replace(/\?.*$/, "")}?series=${code}`
  await page.goto(series)
  await reads(page, /Sale ends/)

  // 3. Two buyers order; nothing leaves their accounts.
  for (const [name, units] of [
    [ADA, "30"],
    [BEN, "15"]
  ] as const) {
    await sendAs(origin, name, renderManifest(Templates.fromFaucet(accountOf(signerNamed(name)), 2)))
    const buyer = await visitAs(browser, origin, name)
    await buyer.page.goto(series)
    await buyer.page.getByLabel("Units", { exact: true }).fill(units)
    await buyer.page.getByLabel("I have read the terms").check()
    await preAuthorize(origin, buyer, name, "Order")
    await expect(buyer.page.getByText(/Ordered\. Nothing has left your wallet\. It will be swapped/)).toBeVisible()
    await buyer.page.getByText("Order more units").click()
    await expect(buyer.page.getByText("10,000 XRD")).toBeVisible()
    await buyer.context.close()
  }

  // 4. The sale closes; the treasury signs once, and one transaction swaps both orders.
  await advance(origin, 2 * 86_400 + 120)
  await reads(page, /2 orders for 45 units wait[\s\S]*Settle next 20/)
  await preAuthorize(origin, owner, OWNER, "Settle next 20")
  await reads(page, /0 waiting|No orders are waiting/)

  // 5. The receipt prints on one page and its file verifies; only its buyer can see it.
  const buyer = await visitAs(browser, origin, ADA)
  await buyer.page.goto(series.replace(/bondissued.*/, "bondrecipt"))
  await buyer.page.getByRole("link", { name: `R-${code}-000001` }).click()
  await expect(buyer.page.getByText("Confirmed on the ledger")).toBeVisible()
  await expect(buyer.page.getByRole("heading", { name: /30 units of .* bought for 6,900 XRD/ })).toBeVisible()
  await expect(buyer.page.locator(".receipt")).toContainText(accountOf(signerNamed(ADA)))
  await expect(buyer.page.locator(".receipt")).toContainText(/txid_tdx_2_1[a-z0-9]{50,}/)
  for (const format of ["A4", "Letter"]) {
    const printed = await buyer.page.pdf({ format })
    expect(printed.toString("latin1").match(/\/Type\s*\/Page[^s]/g)?.length, format).toBe(1)
  }
  const address = buyer.page.url()
  const download = buyer.page.waitForEvent("download")
  await buyer.page.getByRole("link", { name: "Download JSON" }).click()
  const file = await (await download).path()
  await buyer.page.goto("/verify")
  await buyer.page.locator('input[type="file"]').first().setInputFiles(file)
  await expect(buyer.page.getByText(/Receipt R-.* is confirmed: 30 units/)).toBeVisible({ timeout: 20_000 })
  const forged = readFileSync(file, "utf8").replace('"units":30', '"units":300').replace('"6900"', '"69000"')
  const asFile = { name: "forged.json", mimeType: "application/json", buffer: Buffer.from(forged) }
  await buyer.page.locator('input[type="file"]').first().setInputFiles(asFile)
  await expect(buyer.page.locator(".verdict")).toHaveAttribute("data-tone", "bad")
  await expect(buyer.page.locator(".verdict")).toContainText(
    "has not issued a receipt with this number and this content"
  )
  const plain = await (await browser.newContext({ javaScriptEnabled: false, baseURL: origin })).newPage()
  for (const [given, words] of [
    [file, /Receipt R-.* is confirmed: 30 units/],
    [asFile, /is not confirmed: what it states is not true/]
  ] as const) {
    await plain.goto("/verify")
    await plain.getByLabel("Choose a file").setInputFiles(given)
    await plain.getByRole("button", { name: "Check on this server" }).click()
    await expect(plain.locator(".verdict h2")).toHaveText(words)
  }
  await plain.context().close()
  await buyer.context.close()
  const stranger = await visitAs(browser, origin, BEN)
  await stranger.page.goto(address)
  await expect(stranger.page.getByText("This receipt belongs to another account.")).toBeVisible()
  // What the public page shows by now: the interest, the risks, who holds the reserve, and what happened.
  await stranger.page.goto(`/explore/night-film/bonds/${code}`)
  await reads(
    stranger.page,
    /The community's treasury, .*It holds 10,350 XRD against 11,250 XRD owed: partly covered, 92%/
  )
  await expect(stranger.page.getByText("nothing on the ledger forces an issuer to pay")).toBeVisible()
  await expect(stranger.page.getByText(`45 units of ${code} were settled`)).toBeVisible()
  await stranger.context.close()
  await owner.context.close()
})
