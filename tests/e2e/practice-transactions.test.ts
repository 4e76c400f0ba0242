/** The practice wallet as a person meets it when a page wants a transaction: faucet, send, refuse, failure. */
import type { Page } from "@playwright/test"
import { expect, test } from "./fixtures"

test.use({ serverEnvironment: { PRACTICE_WALLET: "on" } })

const XRD = "resource_tdx_2_1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxtfd2jc"

interface Told {
  readonly discriminator: string
  readonly error?: string
  readonly items?: { readonly send?: { readonly transactionIntentHash: string } }
}

const panelOf = (page: Page) => page.locator("practice-wallet").getByRole("dialog")

/** Says something to the extension, and hears the wallet's answer to it. */
const say = (page: Page, detail: object) =>
  page.evaluate((message) => {
    window.dispatchEvent(new CustomEvent("radix#chromeExtension#send", { detail: message }))
  }, detail)

/** Any page may ask the wallet: no page of the product sends transactions by itself yet. */
const send = (page: Page, transactionManifest: string) =>
  page.evaluate(
    (manifest) =>
      new Promise<Told>((resolve) => {
        const interactionId = crypto.randomUUID()
        window.addEventListener("radix#chromeExtension#receive", (event) => {
          const detail = event instanceof CustomEvent ? event.detail : {}
          if (detail.interactionId === interactionId && "discriminator" in detail) resolve(detail)
        })
        const interaction = {
          interactionId,
          items: { discriminator: "transaction", send: { transactionManifest: manifest, version: 1 } },
          metadata: { version: 2, networkId: 2, dAppDefinitionAddress: "account_tdx_2_dapp", origin: location.origin }
        }
        const message = { interactionId, discriminator: "walletInteraction", interaction }
        window.dispatchEvent(new CustomEvent("radix#chromeExtension#send", { detail: message }))
      }),
    transactionManifest
  )

test("a person gets test tokens, sends some, refuses, and sees a failure for what it is", async ({ page, server }) => {
  const ask = async (path: string, body: object) => {
    const response = await page.request.post(`${server.origin}${path}`, { data: body })
    return (await response.json()) as { readonly status: string; readonly items: ReadonlyArray<{ amount: string }> }
  }
  const statusOf = async ({ items }: Told) =>
    (await ask("/local/gateway/transaction/status", { intent_hash: items?.send?.transactionIntentHash })).status
  const panel = panelOf(page)

  await page.goto("/")
  // The wallet answers once the connector has been loaded for the visitor who presses its button.
  await page.getByRole("banner").locator("community-connect").locator("[part=button]").click()
  await panel.getByRole("button", { name: "Refuse" }).click()

  await say(page, { interactionId: "look", discriminator: "openPopup" })
  const accounts = panel.locator("small")
  const main = (await accounts.first().getAttribute("title")) ?? ""
  const savings = (await accounts.nth(1).getAttribute("title")) ?? ""
  await panel.getByRole("button", { name: "Get test tokens" }).click()
  await expect(panel.getByText("10,000 test XRD arrived in Practice Main.")).toBeVisible()
  await panel.getByRole("button", { name: "Put away" }).click()
  await expect(panel).toHaveCount(0)

  const pay = `CALL_METHOD Address("${main}") "withdraw" Address("${XRD}") Decimal("2.5");
    CALL_METHOD Address("${savings}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`
  const sent = send(page, pay)
  await expect(panel.getByText("Send 2.5 XRD from Practice Main.")).toBeVisible()
  await expect(panel.getByText(/^Pay about 0\.\d+ XRD as the fee\.$/)).toBeVisible()
  await panel.getByRole("button", { name: "Approve" }).click()
  expect(await statusOf(await sent)).toBe("CommittedSuccess")
  const { items } = await ask("/local/gateway/state/entity/page/fungibles/", { address: savings })
  expect(items[0]?.amount).toBe("2.5")

  const refused = send(page, pay)
  await panel.getByRole("button", { name: "Refuse" }).click()
  expect(await refused).toMatchObject({ discriminator: "failure", error: "rejectedByUser" })

  await ask("/local/faults", { nextTransaction: "CommittedFailure" })
  const failing = send(page, pay)
  await panel.getByRole("button", { name: "Approve" }).click()
  expect(await statusOf(await failing)).toBe("CommittedFailure")
})
