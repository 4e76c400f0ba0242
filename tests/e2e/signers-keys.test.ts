/**
 * A treasury that any two of three signers control by their keys: the rule is set, two of them pay, and the result is
 * verified.
 */
import { bytesToHex } from "@noble/hashes/utils.js"
import { checkScreen, giveBadge, joinAll, SECOND } from "./approving"
import { visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { signerNamed, signsAs } from "./ledger-signing"
import { preAuthorize } from "./pre-authorize"
import { deploy, OWNER, roomOf } from "./quiet-room"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const THIRD = "Marta Lindqvist"

test("any two of three signers approve by their keys, and the page names none of them", async ({ browser, server }) => {
  test.setTimeout(400_000)
  const { origin } = server
  const owner = await visitAs(browser, origin, OWNER)
  const { page } = owner
  page.setDefaultTimeout(20_000)
  const room = await roomOf(page)
  const signersPage = `${room}/signers`
  // With four members every payment would need a vote.
  await page.goto(`${room}?panel=settings&part=decisions`)
  await page.getByText("Advanced settings").click()
  await page.getByLabel("Multisig payments").selectOption("Need no vote")
  await button(page, "Save").click()
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible()
  await joinAll(page, room, [THIRD])
  await deploy(owner)
  for (const name of [SECOND, THIRD]) await giveBadge(owner, room, name)

  // Keys are required only if they are to count; a refused form keeps what was typed.
  await page.goto(signersPage)
  const key = page.getByLabel(`Key of ${THIRD}, badge #3#`)
  await expect(key).toBeHidden()
  await page.getByLabel("Any of the signers, by their keys").check()
  const keyOf = (name: string) => bytesToHex(signerNamed(name).publicKey.bytes)
  await page.getByLabel(`Key of ${OWNER}, badge #1#`).fill(keyOf(OWNER))
  await page.getByLabel(`Key of ${SECOND}, badge #2#`).fill(keyOf(SECOND))
  await key.fill("thumb")
  await page.getByLabel("How many of them must approve").fill("2")
  await button(page, "Prepare the transaction").click()
  await expect(page.getByText("This is not a key.", { exact: false })).toBeVisible()
  await expect(key).toHaveValue("thumb")
  await checkScreen(page, "keys-protect")
  await key.fill(keyOf(THIRD))
  await button(page, "Prepare the transaction").click()
  await signsAs(owner, OWNER, (at) => button(at, "Sign in my wallet").click())
  await expect(
    page.getByText("Nothing leaves the treasury without two of its three signers:", { exact: false })
  ).toBeVisible({ timeout: 30_000 })
  await page.goto(`${signersPage}?tab=signers`)
  await expect(page.getByText("The rule counts keys, not badges or accounts.", { exact: false })).toBeVisible()
  await checkScreen(page, "keys-signers")

  // Any two sign the same request: here the two who did not propose it.
  await page.goto(signersPage)
  const form = page.getByRole("region", { name: "Propose a payment" })
  await expect(form.getByText("Any 2 of the 3 signers can sign it, so nobody is named.")).toBeVisible()
  await form.getByLabel("Amount").fill("420")
  await form.getByLabel("To", { exact: true }).fill(THIRD)
  await form.getByLabel("What it is for").fill("Pump repair")
  await form.getByRole("button", { name: "Ask the signers" }).click()
  await expect(page.getByText("Any 2 of these can sign", { exact: true })).toBeVisible()
  await expect(page.getByText("Ask other signers")).toHaveCount(0)
  const third = await visitAs(browser, origin, THIRD)
  const second = await visitAs(browser, origin, SECOND)
  await third.page.goto(signersPage)
  await preAuthorize(origin, third, THIRD, "Approve in my wallet")
  await second.page.goto(signersPage)
  await expect(second.page.getByText("Yours is the last and sends it.", { exact: false })).toBeVisible()
  await checkScreen(second.page, "keys-last")
  await preAuthorize(origin, second, SECOND, "Approve in my wallet")
  await expect(second.page.getByText(/Done by Priya Nair and Marta Lindqvist\./)).toBeVisible({ timeout: 30_000 })

  await second.page.goto(`${room}/statement`)
  await second.page.getByRole("link", { name: "check who signed" }).first().click()
  await expect(
    second.page.getByText("2 of the 2 required signers signed this request; the rule then was 2 of 3.")
  ).toBeVisible()
  await checkScreen(second.page, "keys-check")
})
