/**
 * J5, paying a list: reasons and fixes line by line, one batch by the treasury holder's wallet, and the one whose account
 * refuses deposits takes the rest with their own. Every transaction is really signed and proven from the ledger.
 */
import { bytesToHex } from "@noble/hashes/utils.js"
import type { Page } from "@playwright/test"
import { demoAccount, demoSecret } from "~/effects/local/seed/accounts"
import { encodeTransaction, intentHashV1, signerOf, wellKnown, writeHash } from "~/ledger/index"
import { accountOf, signedV1, signer } from "../ledger/signing"
import { untilDemoIsWhole, visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const ask = async (origin: string, path: string, body: object): Promise<Record<string, unknown>> =>
  (await fetch(`${origin}/local/gateway/${path}`, { method: "POST", body: JSON.stringify(body) })).json()

/** Signs as this person's wallet would, and hands it to the ledger; answers the transaction's id. */
const send = async (origin: string, name: string, manifest: string) => {
  const { ledger_state } = (await ask(origin, "transaction/construction", {})) as { ledger_state: { epoch: number } }
  const epoch = BigInt(ledger_state.epoch)
  const lock = `CALL_METHOD Address("${wellKnown("faucet", 2)}") "lock_fee" Decimal("20");\n`
  const body = signedV1(lock + manifest, [signerOf("curve25519", demoSecret(name))], {
    startEpoch: epoch,
    endEpoch: epoch + 10n
  })
  await ask(origin, "transaction/submit", {
    notarized_transaction_hex: bytesToHex(encodeTransaction({ kind: "notarizedV1", body }))
  })
  return writeHash("txid", intentHashV1(body.signedIntent.intent), 2)
}

type Visit = Awaited<ReturnType<typeof visitAs>>

const manifestOf = ({ wallet }: Visit) =>
  String(JSON.parse(JSON.stringify(wallet.requests().at(-1)?.items.send ?? {})).transactionManifest)

const transaction = (transactionIntentHash: string) => ({
  items: () => ({ discriminator: "transaction", send: { transactionIntentHash } })
})

/** The wallet is asked by the press, and answers with what was really signed. */
const signs = async (visit: Visit, origin: string, name: string, press: (page: Page) => Promise<void>) => {
  const before = visit.wallet.requests().length
  const held = visit.wallet.hold()
  await press(visit.page)
  await expect.poll(() => visit.wallet.requests().length).toBe(before + 1)
  held.release(transaction(await send(origin, name, manifestOf(visit))))
}

const OWNER = "Nora Fitzgerald"
const SHY = "Priya Nair"

/** Three members, private: nobody votes, and nobody else sees it. */
const roomOf = async (page: Page): Promise<string> => {
  await page.goto("/myCommunities?tab=owned")
  const room = page.getByRole("link", { name: "Quiet Room" }).first()
  await expect(room).toBeVisible()
  return (await room.getAttribute("href")) ?? ""
}

const deploy = async (visit: Visit, origin: string) => {
  const { page } = visit
  await page.goto("/exploreDao/quiet-room/deploy")
  for (const step of ["Admin account", "Token", "Locker", "Links"]) {
    await expect(page.getByRole("heading", { name: step, exact: true })).toBeVisible()
    if (step === "Token") await page.getByLabel("Symbol").fill("QRM")
    await button(page, "Next").click()
  }
  await button(page, "Prepare the transaction").click()
  await expect(page.getByRole("heading", { name: "One transaction" })).toBeVisible()
  await signs(visit, origin, OWNER, (at) => button(at, "Sign in my wallet").click())
  await expect(page.getByText("Deployed.")).toBeVisible({ timeout: 30_000 })
}

test("J5: a list is mended and paid in one batch; who refuses deposits withdraws", async ({ browser, server }) => {
  test.slow() // several transactions, each proven from the ledger
  const { origin } = server
  // The demonstration's own transactions come first.
  await untilDemoIsWhole(origin)
  const shy = demoAccount(SHY)
  await send(origin, SHY, `CALL_METHOD Address("${shy}") "set_default_deposit_rule" Enum<1u8>();\n`)
  const visit = await visitAs(browser, origin, OWNER)
  const { page } = visit
  await deploy(visit, origin)

  const room = await roomOf(page)
  await page.goto(`${room}/tokenDistribution`)
  await page.getByRole("link", { name: "Pay many at once" }).click()
  await page.getByLabel("Title").fill("Harvest share")
  const [one, two, three, four] = [61, 62, 63, 64].map((seed) => accountOf(signer(seed)))
  const other = `account_rdx1${"q".repeat(54)}`
  await page
    .getByLabel("List", { exact: true })
    .fill(`${one};40\n${two};1,5\n${three};40\n${one};25\n${other};40\n${four};32.5\n${shy};10`)
  await button(page, "Check the list").click()
  await expect(page.getByText("3 lines need you.")).toBeVisible()
  for (const reason of ["Amount is not a number.", "Same account as line 1.", "Address of another network."]) {
    await expect(page.getByText(reason).first()).toBeVisible()
  }
  await button(page, "Add up duplicates").click()
  await expect(page.getByText("2 lines need you.")).toBeVisible()
  await page.getByLabel("Amount of line 2").fill("1.5")
  await button(page, "Check again").click()
  await expect(page.getByText("1 line needs you.")).toBeVisible()
  await button(page, "Exclude all with errors").click()
  await expect(page.getByText("149 QRM", { exact: true })).toBeVisible()
  await expect(page.getByText(/^5 recipients\./)).toBeVisible()

  // No vote with three members. Loaded anew, everything stands as it was.
  await button(page, "Go on to send").click()
  await expect(page.getByText(/5 people in 1 batch/)).toBeVisible()
  await page.reload()
  await button(page, "Send").click()
  await expect(page.getByText("0 of 1 batch confirmed, 0 of 5 people paid, 0 must claim.")).toBeVisible()
  await signs(visit, origin, OWNER, (at) => button(at, "Sign next").click())
  await expect(page.getByText("1 of 1 batch confirmed, 4 of 5 people paid, 1 must claim.")).toBeVisible({
    timeout: 30_000
  })
  const run = page.url()

  const claimer = await visitAs(browser, origin, SHY)
  await claimer.page.goto(`${room}/tokenWithdraw`)
  await expect(claimer.page.getByText("10 QRM", { exact: true }).first()).toBeVisible()
  await signs(claimer, origin, SHY, (at) => button(at, "Withdraw all").click())
  await expect(claimer.page.getByText(/^Nothing is waiting for /)).toBeVisible({ timeout: 30_000 })
  await expect(claimer.page.getByRole("heading", { name: "Withdrawn before" })).toBeVisible()

  await page.goto(run)
  await expect(page.getByText("1 of 1 batch confirmed, 5 of 5 people paid, 0 must claim.")).toBeVisible()
  const downloading = page.waitForEvent("download")
  await page.getByRole("link", { name: "Report CSV" }).click()
  const report = await (await downloading).createReadStream().then(async (stream) => {
    const parts: Array<Buffer> = []
    for await (const part of stream) parts.push(part as Buffer)
    return Buffer.concat(parts).toString("utf8")
  })
  expect(report.split("\r\n").find((line) => line.includes(shy))).toContain('"claimed"')

  // More people than one transaction pays: paused and gone on with, then one batch after the other by itself.
  await page.goto(`${room}/tokenDistribution?new=1`)
  await page.getByLabel("Title").fill("A share for all")
  const many = Array.from({ length: 45 }, (_, index) => `${accountOf(signer(100 + index))};1`)
  await page.getByLabel("List", { exact: true }).fill(many.join("\n"))
  await button(page, "Check the list").click()
  await button(page, "Go on to send").click()
  await expect(page.getByText(/45 people in 2 batches/)).toBeVisible()
  await button(page, "Send").click()
  await button(page, "Pause").click()
  await expect(page.getByText("Paused. Nothing is signed until somebody goes on with it.")).toBeVisible()
  await button(page, "Go on").click()
  const before = visit.wallet.requests().length
  const batches = [visit.wallet.hold(), visit.wallet.hold()]
  await button(page, "Sign all, one after another").click()
  for (const [index, batch] of batches.entries()) {
    await expect.poll(() => visit.wallet.requests().length, { timeout: 30_000 }).toBe(before + index + 1)
    batch.release(transaction(await send(origin, OWNER, manifestOf(visit))))
  }
  await expect(page.getByText("2 of 2 batches confirmed, 45 of 45 people paid, 0 must claim.")).toBeVisible({
    timeout: 30_000
  })
  await Promise.all([visit.context.close(), claimer.context.close()])
})
