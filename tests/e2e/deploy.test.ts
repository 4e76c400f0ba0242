/**
 * Putting a community on the ledger, by its owner and over the wallet's own protocol: refused, failed, lied about,
 * reloaded in the middle, and done once.
 */
import { bytesToHex } from "@noble/hashes/utils.js"
import type { Page } from "@playwright/test"
import { demoAccount, demoSecret } from "~/effects/local/seed/accounts"
import {
  encodeTransaction,
  intentHashV1,
  renderManifest,
  signerOf,
  Templates,
  wellKnown,
  writeHash
} from "~/ledger/index"
import { signedV1 } from "../ledger/signing"
import { untilDemoIsWhole, visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const OWNER = "Theo Marchetti"
const DEPLOY = "/exploreDao/night-film/deploy"

const ask = async (origin: string, path: string, body: object): Promise<Record<string, unknown>> =>
  (await fetch(`${origin}/local/gateway/${path}`, { method: "POST", body: JSON.stringify(body) })).json()

/** Signs as the owner's wallet would, and hands it to the ledger; answers the transaction's id. */
const send = async (origin: string, manifest: string) => {
  const { ledger_state } = (await ask(origin, "transaction/construction", {})) as { ledger_state: { epoch: number } }
  const epoch = BigInt(ledger_state.epoch)
  const lock = `CALL_METHOD Address("${wellKnown("faucet", 2)}") "lock_fee" Decimal("20");\n`
  const signers = [signerOf("curve25519", demoSecret(OWNER))]
  const body = signedV1(lock + manifest, signers, { startEpoch: epoch, endEpoch: epoch + 10n })
  const notarized_transaction_hex = bytesToHex(encodeTransaction({ kind: "notarizedV1", body }))
  await ask(origin, "transaction/submit", { notarized_transaction_hex })
  return writeHash("txid", intentHashV1(body.signedIntent.intent), 2)
}

const names = (transactionIntentHash: string) => ({
  items: () => ({ discriminator: "transaction", send: { transactionIntentHash } })
})

const station = (page: Page) => page.getByRole("list", { name: "Where the transaction is" }).locator("[aria-current]")

/** From the last step of the form to the wallet's own. */
const prepare = async (page: Page) => {
  await expect(page.getByRole("heading", { name: "Review", exact: true })).toBeVisible()
  await button(page, "Prepare the transaction").click()
  await expect(page.getByRole("heading", { name: "One transaction" })).toBeVisible()
}

test("an owner deploys a community: refused, failed, lied about, reloaded in the middle, done once", async ({
  browser,
  local,
  server
}) => {
  test.slow() // three transactions, each proven from the ledger
  const { origin } = server
  // The demonstration's own transactions come first: the fault below is for ours.
  await untilDemoIsWhole(origin)
  const { context, page, wallet } = await visitAs(browser, origin, OWNER)
  await page.goto(DEPLOY)
  for (const step of ["Admin account", "Token", "Locker", "Links"]) {
    await expect(page.getByRole("heading", { name: step, exact: true })).toBeVisible()
    await button(page, "Next").click()
  }
  await expect(page.getByText(/You need about [\d.]+ test XRD; you have 0\./)).toBeVisible()
  await prepare(page)
  const manifest = () =>
    String(JSON.parse(JSON.stringify(wallet.requests().at(-1)?.items.send ?? {})).transactionManifest)

  // Refused: nothing happened, and the same button asks again.
  wallet.next("refuse")
  await expect(station(page)).toHaveText("Waiting")
  await button(page, "Sign in my wallet").click()
  await expect(page.getByRole("main").getByText("user rejected request")).toBeVisible()
  await expect(button(page, "Try again")).toBeEnabled()

  // Failed on the ledger: the community is live as before.
  await local.setFaults({ nextTransaction: "CommittedFailure" })
  const failing = wallet.hold()
  await button(page, "Try again").click()
  await expect(station(page)).toHaveText("In your wallet")
  await expect.poll(manifest).toContain("Night Film Club")
  failing.release(names(await send(origin, manifest())))
  await expect(page.getByText("The last attempt did not go through, and nothing changed.")).toBeVisible()
  await expect(page.getByText(/CommittedFailure: /)).toBeVisible()

  // Somebody else's transaction: a mismatch, and nothing changes.
  await page.goto(`${DEPLOY}?step=review`)
  await prepare(page)
  const other = await send(origin, renderManifest(Templates.fromFaucet(demoAccount(OWNER), 2)))
  wallet.next(names(other))
  await button(page, "Sign in my wallet").click()
  await expect(page.getByText("Mismatch: this transaction is not the one that was prepared.")).toBeVisible()

  // Signed, and the page is loaded anew before the wallet's answer: the ledger tells, and nothing is asked twice.
  await page.goto(`${DEPLOY}?step=review`)
  await expect(page.getByText(/The fee is about/)).toBeVisible()
  await prepare(page)
  const before = wallet.requests().length
  wallet.hold()
  await button(page, "Sign in my wallet").click()
  await expect.poll(() => wallet.requests().length).toBe(before + 1)
  await send(origin, manifest())
  await page.reload()
  await expect(page.getByText("Deployed.")).toBeVisible({ timeout: 30_000 })
  for (const name of ["Treasury", "Locker", "Token", "Admin badge"]) {
    await expect(page.getByRole("term").filter({ hasText: new RegExp(`^${name}$`) })).toBeVisible()
  }
  await page.goto(DEPLOY)
  await expect(page.getByRole("heading", { name: "On the ledger" })).toBeVisible()
  // A second admin badge: who holds one is what the ledger says, before and after.
  await page.getByRole("link", { name: /^Admin badges/ }).click()
  const holders = page.getByRole("region", { name: "Who holds one" }).getByRole("listitem")
  await expect(holders).toHaveText([/Theo Marchetti.*owner.*#1#/])
  await page.getByLabel("Who gets it").fill("Agnes Holm")
  await button(page, "Prepare the transaction").click()
  await expect(page.getByText(/Makes admin badge #2# and puts it into the account of Agnes Holm/)).toBeVisible()
  await expect(holders).toHaveCount(1)
  const asked = wallet.requests().length
  const giving = wallet.hold()
  await button(page, "Sign in my wallet").click()
  await expect.poll(() => wallet.requests().length).toBe(asked + 1)
  giving.release(names(await send(origin, manifest())))
  await expect(holders).toHaveText([/Theo Marchetti.*#1#/, /Agnes Holm.*#2#/], { timeout: 30_000 })

  await page.goto("/explore/night-film")
  await expect(page.getByText("Ledger and site name each other").first()).toBeVisible()
  await context.close()
})
