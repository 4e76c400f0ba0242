/**
 * Deployment of a community by its owner, over the wallet's own protocol: refused, failed, answered with a wrong
 * transaction, interrupted by a reload, and done once.
 */
import type { Page } from "@playwright/test"
import { demoAccount } from "~/effects/local/seed/accounts"
import { renderManifest, Templates } from "~/ledger/index"
import { accountOf, signer } from "../ledger/signing"
import { visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { manifestOf, naming, sendAs, signsAs } from "./ledger-signing"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const OWNER = "Theo Marchetti"
const DEPLOY = "/exploreDao/night-film/deploy"

const station = (page: Page) =>
  page.getByRole("list", { name: "Progress of the transaction" }).locator("[aria-current]")

/** From the last step of the form to the prepared transaction. */
const prepare = async (page: Page) => {
  await expect(page.getByRole("heading", { name: "Review", exact: true })).toBeVisible()
  await button(page, "Prepare the transaction").click()
  await expect(page.getByRole("heading", { name: "One transaction" })).toBeVisible()
}

test("an owner deploys a community despite a refusal, a failure, a wrong transaction and a reload, exactly once", async ({
  browser,
  local,
  server
}) => {
  test.slow() // three transactions, each confirmed on the ledger
  const { origin } = server
  // Waits for the demonstration's own transactions: the fault below is for ours.
  const visit = await visitAs(browser, origin, OWNER)
  const { context, page, wallet } = visit
  const send = (manifest: string) => sendAs(origin, OWNER, manifest)
  await page.goto(DEPLOY)
  for (const step of ["Admin account", "Token", "Locker", "Links"]) {
    await expect(page.getByRole("heading", { name: step, exact: true })).toBeVisible()
    await button(page, "Next").click()
  }
  await expect(page.getByText(/You need about [\d.]+ test XRD; you have 0\./)).toBeVisible()
  await prepare(page)
  const manifest = () => manifestOf(visit)

  // Refused: nothing happened, and the same button sends the request again.
  wallet.next("refuse")
  await expect(station(page)).toHaveText("Waiting")
  await button(page, "Sign in my wallet").click()
  await expect(page.getByRole("main").getByText("user rejected request")).toBeVisible()
  await expect(button(page, "Try again")).toBeEnabled()

  // Failed on the ledger: the community is as it was before.
  await local.setFaults({ nextTransaction: "CommittedFailure" })
  const failing = wallet.hold()
  await button(page, "Try again").click()
  await expect(station(page)).toHaveText("In your wallet")
  await expect.poll(manifest).toContain("Night Film Club")
  failing.release(naming(await send(manifest())))
  await expect(page.getByText("The last attempt did not go through. Nothing was changed.")).toBeVisible()
  await expect(page.getByText(/CommittedFailure: /)).toBeVisible()

  // Another person's transaction: reported as a mismatch, and nothing changes.
  await page.goto(`${DEPLOY}?step=review`)
  await prepare(page)
  const other = await send(renderManifest(Templates.fromFaucet(demoAccount(OWNER), 2)))
  wallet.next(naming(other))
  await button(page, "Sign in my wallet").click()
  await expect(page.getByText("Mismatch: this transaction is not the one that was prepared.")).toBeVisible()

  // Signed, and reloaded before the wallet responds: the ledger shows the result, and the wallet gets no second
  // request.
  await page.goto(`${DEPLOY}?step=review`)
  await expect(page.getByText(/The fee is about/)).toBeVisible()
  await prepare(page)
  const before = wallet.requests().length
  wallet.hold()
  await button(page, "Sign in my wallet").click()
  await expect.poll(() => wallet.requests().length).toBe(before + 1)
  await send(manifest())
  await page.reload()
  await expect(page.getByText("Deployed.")).toBeVisible({ timeout: 30_000 })
  for (const name of ["Treasury", "Locker", "Token", "Admin badge"]) {
    await expect(page.getByRole("term").filter({ hasText: new RegExp(`^${name}$`) })).toBeVisible()
  }
  await page.goto(DEPLOY)
  await expect(page.getByRole("heading", { name: "On the ledger" })).toBeVisible()
  // A second admin badge: its holders are read from the ledger, before and after.
  await page.getByRole("link", { name: /^Admin badges/ }).click()
  const holders = page.getByRole("region", { name: "Who holds a badge" }).getByRole("listitem")
  await expect(holders).toHaveText([/Theo Marchetti.*owner.*#1#/])
  await page.getByLabel("Recipient").fill("Agnes Holm")
  await button(page, "Prepare the transaction").click()
  await expect(page.getByText(/Makes admin badge #2# and puts it into the account of Agnes Holm/)).toBeVisible()
  await expect(holders).toHaveCount(1)
  await signsAs(visit, OWNER, (at) => button(at, "Sign in my wallet").click())
  await expect(holders).toHaveText([/Theo Marchetti.*#1#/, /Agnes Holm.*#2#/], { timeout: 30_000 })

  // The first badge is transferred: from then on only Agnes can use the treasury, on the ledger and on the site.
  await page.getByLabel("Recipient").fill(accountOf(signer(71)))
  await page.getByLabel("Pass mine on").check()
  await button(page, "Prepare the transaction").click()
  await expect(page.getByText(/Moves admin badge #1# to the account ending in/)).toBeVisible()
  await signsAs(visit, OWNER, (at) => button(at, "Sign in my wallet").click())
  await expect(holders).toHaveText([/^account_.*#1#/, /Agnes Holm.*#2#/], { timeout: 30_000 })
  await page.goto(`${new URL(page.url()).pathname}/tokenDistribution?new=1`)
  await expect(page.getByText("Only holders of an admin badge of Night Film Club can distribute.")).toBeVisible()

  await page.goto("/explore/night-film")
  await expect(page.getByText("Ownership confirmed on the ledger").first()).toBeVisible()
  await context.close()
})
