import type { Page } from "@playwright/test"
import { checkScreen, giveBadge, joinAll, SECOND } from "./approving"
import { visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { signsAs } from "./ledger-signing"
import { advance, preAuthorize, reads } from "./pre-authorize"
import { deploy, OWNER, roomOf } from "./quiet-room"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const THIRD = "Marta Lindqvist"
const FOURTH = "Ruth Okafor"
const PAYEE = "Piet van Dam"

/** After two weeks a browser's session has expired; its wallet signs in once more. */
const signInAgain = async (page: Page, path: string) => {
  await page.goto(path)
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click()
  await expect(page.getByRole("heading", { name: "Requests", level: 1 })).toBeVisible()
}

test("a treasury is founded with two of three signers, pays with two approvals, and replaces a signer @short", async ({
  browser,
  server
}) => {
  test.setTimeout(600_000)
  const { origin } = server
  const owner = await visitAs(browser, origin, OWNER)
  const { page } = owner
  page.setDefaultTimeout(20_000)
  const room = await roomOf(page)
  const signersPage = `${room}/signers`
  // With six members every payment needs a vote, unless the community exempts its signers while it is small.
  await page.goto(`${room}?panel=settings&part=decisions`)
  await page.getByText("Advanced settings").click()
  await page.getByLabel("Multisig payments").selectOption("Need no vote")
  await button(page, "Save").click()
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible()
  await joinAll(page, room, [THIRD, FOURTH, PAYEE])

  // 0. Signers and threshold are chosen at the founding; the page then leads from badge to badge.
  await deploy(owner, { others: [SECOND, THIRD], needed: 2 })
  await page.getByRole("link", { name: "Set up signers: 2 of 3 must approve" }).click()
  const plan = page.getByRole("region", { name: "Chosen at the founding: 2 of 3 signers" })
  await expect(
    plan.getByText("2 badges to hand out, then one transaction that makes their approval necessary.")
  ).toBeVisible()
  await checkScreen(page, "plan")
  for (const name of [SECOND, THIRD]) {
    await plan.getByRole("link", { name: `Give a badge to ${name}` }).click()
    await expect(page.getByLabel("Recipient")).toHaveValue(/^account_tdx_2_1/)
    await button(page, "Prepare the transaction").click()
    await signsAs(owner, OWNER, (at) => button(at, "Sign in my wallet").click())
    await expect(page.getByRole("heading", { name: "The last transaction" })).toBeVisible({ timeout: 30_000 })
    await page.getByRole("link", { name: "Signers of the treasury" }).click()
    await expect(plan.getByText(`Badge of ${name}`)).toBeVisible()
  }
  await expect(plan.getByText("Everyone has a badge.", { exact: false })).toBeVisible()

  // 1. One transaction of the owner turns the treasury into a multisig.
  await expect(page.getByRole("checkbox", { name: /Priya Nair, badge #2#/ })).toBeChecked()
  await page.getByLabel("How many of them must approve").fill("1")
  await button(page, "Prepare the transaction").click()
  await expect(page.getByText("At least two must approve.")).toBeVisible()
  await checkScreen(page, "protect")
  await page.getByLabel("How many of them must approve").fill("2")
  await button(page, "Prepare the transaction").click()
  await signsAs(owner, OWNER, (at) => button(at, "Sign in my wallet").click())
  await expect(
    page.getByText("Nothing leaves the treasury without two of its three signers:", { exact: false })
  ).toBeVisible({
    timeout: 30_000
  })

  // 2. One badge can spend nothing any more: a list may be prepared, and the page says that signers approve it.
  await page.goto(`${room}/tokenDistribution?new=1`)
  await expect(
    page.getByText(
      "This treasury needs the approval of 2 of 3 signers. They approve what the list pays; creating a list moves nothing."
    )
  ).toBeVisible()

  // The later signer gets a badge now, since giving one needs a recent proof.
  await giveBadge(owner, room, FOURTH)

  // 3. A payment above the balance is refused; then one that two signers approve.
  await page.goto(signersPage)
  const form = page.getByRole("region", { name: "Propose a payment" })
  await form.getByLabel("Amount").fill("5000000")
  await form.getByLabel("To", { exact: true }).fill(PAYEE)
  await form.getByLabel("What it is for").fill("Pump repair")
  await form.getByRole("button", { name: "Ask the signers" }).click()
  await expect(page.getByText("The treasury holds 1000000 QRM.")).toBeVisible()
  await form.getByLabel("Amount").fill("420")
  await form.getByRole("button", { name: "Ask the signers" }).click()
  await expect(page.getByRole("heading", { name: `Pay 420 QRM to ${PAYEE}` })).toBeVisible()
  await preAuthorize(origin, owner, OWNER, "Approve in my wallet")
  const signatures = page.getByRole("list", { name: "Signatures" })
  await expect(signatures.getByRole("listitem").first()).toContainText(`You, ${OWNER}`)
  await expect(signatures.getByRole("listitem").first()).toContainText("Signed")
  const code = (await page.locator(".short-code b").textContent()) ?? ""
  expect(code).toMatch(/^[0-9A-Z]{3}-[0-9A-Z]{3}-[0-9A-Z]{2}$/)
  await page.getByLabel("Your comment").fill("The pump comes on Monday.")
  await button(page, "Send").click()
  await expect(page.getByText("The pump comes on Monday.")).toBeVisible()
  await page.getByLabel("Your comment").fill("At nine.")
  await button(page, "Send").click()
  await expect(page.getByText("At nine.")).toBeVisible()

  // Days later a third signer refuses with a reason; one refusal of three does not end the request.
  await advance(origin, 3 * 86_400)
  const doubter = await visitAs(browser, origin, THIRD)
  doubter.page.setDefaultTimeout(20_000)
  await doubter.page.goto(signersPage)
  await doubter.page.getByText("Refuse", { exact: true }).click()
  await button(doubter.page, "Refuse this request").click()
  await expect(doubter.page.getByText("Please write 3 to 200 characters.")).toBeVisible()
  await doubter.page.getByLabel("Why you refuse").fill("There is one quote only.")
  await button(doubter.page, "Refuse this request").click()
  await expect(doubter.page.getByText("There is one quote only.")).toBeVisible()
  await page.reload()
  await checkScreen(page, "waiting")

  const second = await visitAs(browser, origin, SECOND)
  second.page.setDefaultTimeout(20_000)
  await second.page.goto(signersPage)
  await expect(second.page.getByText("Yours is the last and sends it.", { exact: false })).toBeVisible()
  await expect(second.page.locator(".short-code b")).toHaveText(code)
  await expect(
    second.page.getByText("Your signature approves exactly this and nothing else.", { exact: false })
  ).toBeVisible()
  await checkScreen(second.page, "last")
  await preAuthorize(origin, second, SECOND, "Approve in my wallet")
  await expect(second.page.getByText(/Done by Nora Fitzgerald and Priya Nair\./)).toBeVisible({ timeout: 30_000 })

  // The treasury's statement shows its purpose and who signed.
  await second.page.goto(`${room}/statement`)
  const paid = second.page.getByRole("row").filter({ hasText: "No. 1, Pump repair" })
  await expect(paid).toContainText("Nora Fitzgerald")
  await expect(paid).toContainText("Priya Nair")

  // Anyone can verify it from the ledger alone, by the link next to it.
  await paid.getByRole("link", { name: "check who signed" }).click()
  await expect(
    second.page.getByText("2 of the 2 required signers signed this request; the rule then was 2 of 3.")
  ).toBeVisible()
  await expect(second.page.getByText(`Request ${code}`)).toBeVisible()
  await expect(second.page.getByText(/Withdraws 420 QRM/)).toBeVisible()
  await checkScreen(second.page, "check")
  await second.page.getByLabel("Transaction id, or a link that has it").fill("txid_tdx_2_1hello")
  await second.page.getByRole("region", { name: "A request of several signers" }).getByRole("button").click()
  await expect(second.page.getByText("This transaction id has a wrong character", { exact: false })).toBeVisible()

  // 4. One request pays two accounts. The others are asked to sign, and the second does so on another device, weeks
  // later.
  await page.goto(signersPage)
  await form.getByLabel("Amount").fill("7.5")
  await form.getByLabel("To", { exact: true }).fill(PAYEE)
  await form.getByLabel("What it is for").fill("Compost bins")
  await form.getByRole("button", { name: "Add a payee" }).click()
  const another = form.getByRole("group", { name: "Payee 2" })
  await another.getByLabel("Amount").fill("2")
  await another.getByLabel("To", { exact: true }).fill(PAYEE)
  await checkScreen(page, "several")
  await form.getByRole("button", { name: "Ask the signers" }).click()
  await expect(another.getByText("This account is in this payment already.", { exact: false })).toBeVisible()
  await another.getByLabel("To", { exact: true }).fill(FOURTH)
  await form.getByRole("button", { name: "Ask the signers" }).click()
  await expect(page.getByRole("heading", { name: `Pay 7.5 QRM to ${PAYEE} and 2 QRM to ${FOURTH}` })).toBeVisible()
  const compost = page.url()
  await page.getByText("Ask other signers", { exact: true }).click()
  const others = page.getByRole("group", { name: "Choose 2 who sign" })
  await others.getByLabel(OWNER).uncheck()
  await others.getByLabel(SECOND).check()
  await others.getByLabel(THIRD).check()
  await button(page, "Ask these").click()
  await expect(signatures.getByRole("listitem").filter({ hasText: THIRD })).toContainText("Not signed yet")
  await doubter.page.goto(compost)
  await preAuthorize(origin, doubter, THIRD, "Approve in my wallet")
  await expect(doubter.page.getByText("1 of 2 signatures.", { exact: false })).toBeVisible()
  await advance(origin, 11 * 86_400)
  const device = await visitAs(browser, origin, SECOND)
  device.page.setDefaultTimeout(20_000)
  await device.page.goto(compost)
  await preAuthorize(origin, device, SECOND, "Approve in my wallet")
  await expect(device.page.getByText(`Done by ${SECOND} and ${THIRD}.`, { exact: false }).first()).toBeVisible({
    timeout: 30_000
  })
  await checkScreen(device.page, "signed")

  // Withdrawn, proposed again with the same values, and left until it expires.
  await signInAgain(page, signersPage)
  await form.getByLabel("Amount").fill("30")
  await form.getByLabel("To", { exact: true }).fill(PAYEE)
  await form.getByLabel("What it is for").fill("A second pump")
  await form.getByRole("button", { name: "Ask the signers" }).click()
  await expect(page.getByRole("heading", { name: `Pay 30 QRM to ${PAYEE}` })).toBeVisible()
  await signInAgain(second.page, page.url())
  await button(second.page, "Withdraw the request").click()
  await expect(second.page.getByText("Withdrawn.", { exact: false })).toBeVisible()
  await page.goto(`${signersPage}?tab=refused`)
  await page.getByRole("link", { name: "Propose it again" }).first().click()
  await expect(form.getByLabel("What it is for")).toHaveValue("A second pump")
  await expect(form.getByLabel("Amount")).toHaveValue("30")
  await form.getByRole("button", { name: "Ask the signers" }).click()
  await expect(page.getByRole("heading", { name: `Pay 30 QRM to ${PAYEE}` }).first()).toBeVisible()
  await advance(origin, 15 * 86_400)
  await signInAgain(page, `${signersPage}?tab=expired`)
  await reads(page, "Expired before enough signers had signed here.")
  await checkScreen(page, "expired")

  // 5. The third has lost their wallet: the other two replace them with a fourth.
  await signInAgain(second.page, signersPage)
  const typed = second.page.getByRole("region", { name: "Propose a payment" }).getByLabel("What it is for")
  await typed.fill("Hoses, half typed")
  await page.goto(`${signersPage}?tab=signers`)
  const change = page.getByRole("region", { name: "Add, replace or retire a signer" })
  await change.getByRole("checkbox", { name: /Marta Lindqvist, badge #3#/ }).uncheck()
  await change.getByRole("checkbox", { name: /Ruth Okafor, badge #4#/ }).check()
  await change.getByLabel("Why").fill("Marta has lost her wallet")
  await change.getByRole("button", { name: "Ask the signers" }).click()
  await expect(page.getByRole("heading", { name: "Signers become 2 of #1# #2# #4#" })).toBeVisible()
  // A new request does not clear the form that another signer is typing in.
  await second.page.evaluate(() => Object(window).__remixRouter.revalidate())
  await expect(second.page.getByRole("heading", { name: "Signers become 2 of #1# #2# #4#" })).toBeVisible()
  await expect(typed).toHaveValue("Hoses, half typed")
  await preAuthorize(origin, owner, OWNER, "Approve in my wallet")
  await second.page.goto(signersPage)
  await preAuthorize(origin, second, SECOND, "Approve in my wallet")
  await expect(second.page.getByText("Nothing waits for approval.")).toBeVisible({ timeout: 30_000 })
  await second.page.goto(`${signersPage}?tab=signers`)
  await expect(second.page.getByRole("heading", { name: FOURTH })).toBeVisible()
  await expect(second.page.getByRole("heading", { name: THIRD })).toHaveCount(0)
  await checkScreen(second.page, "signers")

  // 6. The replaced signer reads so, and has no buttons.
  const third = await visitAs(browser, origin, THIRD)
  await third.page.goto(signersPage)
  await expect(
    third.page.getByText("Your badge #3# does not count among the signers, or no longer does.")
  ).toBeVisible()
  await expect(third.page.getByRole("region", { name: "Propose a payment" })).toHaveCount(0)

  // 7. Two signers end the multisig: any single badge controls the treasury again, and past requests stay readable.
  await page.goto(`${signersPage}?tab=signers`)
  const release = page.getByRole("region", { name: "End multisig" })
  await release.getByRole("button", { name: "Ask the signers to end it" }).click()
  await expect(page.getByText("Please write 3 to 200 characters.")).toBeVisible()
  await release.getByLabel("Why it ends").fill("The three agreed on it")
  await release.getByRole("button", { name: "Ask the signers to end it" }).click()
  await expect(page.getByText("any one admin badge", { exact: true })).toBeVisible()
  await preAuthorize(origin, owner, OWNER, "Approve in my wallet")
  await second.page.goto(signersPage)
  await preAuthorize(origin, second, SECOND, "Approve in my wallet")
  await expect(second.page.getByRole("heading", { name: "Who can spend alone today" })).toBeVisible({ timeout: 30_000 })
  await expect(second.page.getByText("Pay 420 QRM to", { exact: false })).toBeVisible()
})
