/**
 * The local ledger as people meet it: test tokens from the banner; then a page that sends through our connector with
 * the practice wallet: committed, refused, failed, rejected, slow; and a pre-authorization that another person
 * completes.
 */
import type { Page } from "@playwright/test"
import { expect, test } from "./fixtures"
import { ask, bundlePage, expectNewest, openLedgerPage } from "./ledger-page/fixtures"
import { type AskGateway, settle } from "./ledger-page/relayer"

test.use({ serverEnvironment: { PRACTICE_WALLET: "on" } })

const XRD = "resource_tdx_2_1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxtfd2jc"

const panelOf = (page: Page) => page.getByRole("dialog", { name: /practice wallet/i })
const approve = (page: Page) => panelOf(page).getByRole("button", { name: "Approve" }).click()

/** Gets test tokens from the banner of any page. Returns the addresses of both accounts. */
const getTokens = async (page: Page) => {
  const panel = panelOf(page)
  await page.goto("/")
  const open = page.getByRole("complementary", { name: "Ledger" }).getByRole("button", { name: "Practice wallet" })
  // A click before hydration does nothing, so it is repeated until the panel is visible.
  await expect(async () => {
    if (!(await panel.isVisible())) await open.click()
    await expect(panel).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(panel.getByText("No test tokens yet.")).toHaveCount(2)
  await panel.getByRole("button", { name: "Get test tokens" }).click()
  await expect(panel.getByText("10,000 test XRD arrived in Practice Main.")).toBeVisible()
  await expect(panel.getByText("10,000 XRD")).toBeVisible()
  const addresses = await panel.locator("code").allTextContents()
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await panel.getByRole("button", { name: "Copy the address of Practice Savings" }).click()
  await expect(panel.getByText("Address of Practice Savings copied.")).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(addresses[1])
  await panel.getByRole("button", { name: "Close" }).click()
  await expect(panel).toHaveCount(0)
  return { main: addresses[0] ?? "", savings: addresses[1] ?? "" }
}

const gatewayOf =
  (page: Page): AskGateway =>
  async (path, body) =>
    (await page.request.post(`/local/gateway/${path}`, { data: body })).json()

const balanceOf = async (page: Page, address: string) => {
  const reply = await gatewayOf(page)("state/entity/page/fungibles/", { address })
  return (reply as { readonly items: ReadonlyArray<{ readonly amount: string }> }).items[0]?.amount ?? "0"
}
const pay = (from: string, to: string, amount: string) => ({
  transactionManifest: `CALL_METHOD Address("${from}") "withdraw" Address("${XRD}") Decimal("${amount}");
    CALL_METHOD Address("${to}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`
})

test("a person gets test tokens and sends some; refused, failed and rejected transactions are reported", async ({
  local,
  page
}) => {
  test.slow() // six transactions, each polled with growing pauses
  const script = await bundlePage()
  const { main, savings } = await getTokens(page)
  await openLedgerPage(page, script)
  const panel = panelOf(page)

  const sent = ask(page, "sendTransaction", pay(main, savings, "2.5")).response
  await expect(panel.getByText("Send 2.5 XRD from Practice Main.")).toBeVisible()
  await expect(panel.getByText(/^Pay a fee of about 0\.\d+ XRD\.$/)).toBeVisible()
  await approve(page)
  expect(await sent).toMatchObject({ ok: true, value: { status: "CommittedSuccess" } })
  expect(await balanceOf(page, savings)).toBe("2.5")

  const refused = ask(page, "sendTransaction", pay(main, savings, "1")).response
  await panel.getByRole("button", { name: "Refuse" }).click()
  expect(await refused).toMatchObject({ ok: false, error: { message: "user rejected request" } })

  for (const nextTransaction of ["CommittedFailure", "Rejected"] as const) {
    await local.setFaults({ nextTransaction })
    const failing = ask(page, "sendTransaction", pay(main, savings, "1")).response
    await approve(page)
    expect((await failing).ok, nextTransaction).toBe(false)
    await expectNewest(page, { transactionStatus: nextTransaction })
  }
  expect(await balanceOf(page, savings)).toBe("2.5")

  await local.setFaults({ nextTransaction: "Pending" })
  const slow = ask(page, "sendTransaction", pay(main, savings, "1")).response
  await approve(page)
  await expectNewest(page, { status: "pending", transactionIntentHash: expect.stringMatching(/^txid_tdx_2_1/) })
  await local.advanceClock(60)
  expect(await slow).toMatchObject({ ok: true, value: { status: "CommittedSuccess" } })
  expect(await balanceOf(page, savings)).toBe("3.5")
})

test("a person signs in advance, and another person completes it once", async ({ local, page }) => {
  const script = await bundlePage()
  const { main, savings } = await getTokens(page)
  // The server's clock is ahead of the browser's: the ledger's time counts.
  await local.advanceClock(86_400)
  await openLedgerPage(page, script)
  const manifest = `CALL_METHOD Address("${main}") "withdraw" Address("${XRD}") Decimal("40");
    YIELD_TO_PARENT Expression("ENTIRE_WORKTOP");`
  const expiration = { type: "afterDelay", value: 3600 }

  const asked = ask(page, "sendPreAuthorizationRequest", { manifest, expiration }).response
  await expect(panelOf(page).getByText("Send 40 XRD from Practice Main.")).toBeVisible()
  await approve(page)
  const signed = await asked
  expect(signed).toMatchObject({ ok: true, value: { subintentHash: expect.stringMatching(/^subtxid_tdx_2_1/) } })
  expect(await balanceOf(page, savings)).toBe("0")

  const partial = String(signed.value?.signedPartialTransaction)
  const parent = await settle(gatewayOf(page), partial, savings)
  expect(await gatewayOf(page)("transaction/status", { intent_hash: parent })).toMatchObject({
    intent_status: "CommittedSuccess"
  })
  expect(await balanceOf(page, savings)).toBe("40")
  expect(
    await gatewayOf(page)("transaction/subintent-status", { subintent_hash: signed.value?.subintentHash })
  ).toMatchObject({ subintent_status: "CommittedSuccess", finalized_at_transaction_intent_hash: parent })
  expect(await balanceOf(page, savings)).toBe("40")

  const late = ask(page, "sendPreAuthorizationRequest", { manifest, expiration }).response
  await approve(page)
  const unused = String((await late).value?.signedPartialTransaction)
  await local.advanceClock(3601)
  const tooLate = await settle(gatewayOf(page), unused, savings)
  expect(await gatewayOf(page)("transaction/status", { intent_hash: tooLate })).toMatchObject({
    intent_status: "PermanentlyRejected"
  })
  expect(await balanceOf(page, savings)).toBe("40")
})
