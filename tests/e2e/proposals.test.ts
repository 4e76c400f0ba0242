/** From a thread to a decision: signed with real keys, hidden until the close, counted again by a stranger. */
import { readFileSync } from "node:fs"
import type { Browser, Page } from "@playwright/test"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { isShort } from "../sets"
import { checkAppearance, prepareChecks } from "./appearance"
import { checkScreen } from "./approving"
import { glanceAt, voteInOtherWays } from "./ballots"
import { type DemoVisit, visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { field, found, goOn, type } from "./forms"
import { PDF, pdf } from "./pdf"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const HOUR = 3_600
/** Posts a page's form as without JavaScript. */
const post = async ({ page }: DemoVisit, path: string, form: Readonly<Record<string, string>>) => {
  const html = await (await page.request.get(path)).text()
  const key = /name="key" value="([^"]+)"/.exec(html)?.[1] ?? ""
  const origin = new URL(page.url()).origin
  const response = await page.request.post(path, {
    form: { key, ...form },
    headers: { Origin: origin },
    maxRedirects: 0
  })
  expect(response.status(), `${path} ${form.intent}`).toBe(303)
}

const vote = async ({ page, wallet }: DemoVisit, path: string, choice: string, reason: string, seq: number) => {
  await page.goto(path)
  await page.getByRole("radio", { name: choice, exact: true }).check()
  await field(page, "Reason (optional)").fill(reason)
  await button(page, "Cast vote").click()
  const summary = page.getByRole("dialog", { name: "Your ballot", exact: true })
  await expect(summary).toContainText(
    "Your wallet will only ask you to prove that you own this account; it cannot show your choice. This code identifies exactly this ballot:"
  )
  const code = (await summary.locator(".digest").textContent()) ?? ""
  expect(code).toMatch(/^[0-9a-f]{8}…[0-9a-f]{8}$/)
  await summary.getByRole("button", { name: "Sign with my wallet" }).click()
  const receipt = page.getByRole("dialog", { name: "Your ballot is in the record" })
  await expect(receipt).toBeVisible()
  await expect(receipt.locator("dd").nth(reason === "" ? 1 : 2)).toHaveText(String(seq))
  // The wallet signed the hash that was shown, and the receipt has the same.
  const signed = wallet.requests().at(-1)?.items
  const [head = "", tail = ""] = code.split("…")
  expect(signed).toHaveProperty("proofOfOwnership.challenge", expect.stringMatching(new RegExp(`^${head}.*${tail}$`)))
  const download = page.waitForEvent("download")
  await receipt.getByRole("button", { name: "Download .json" }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`ballot-1-${seq}.json`)
  await receipt.getByRole("button", { name: "Done" }).click()
  await expect(page.getByText(`You voted ${choice} on`)).toBeVisible()
  return readFileSync(await file.path(), "utf8")
}

/**
 * After the dialog closed and the page reloaded, the same file is next to the vote and on the dashboard, and it
 * verifies.
 */
const checkSavedReceipt = async (page: Page, path: string, saved: string) => {
  const again = async (name: string | RegExp) => {
    const download = page.waitForEvent("download")
    await page.getByRole("link", { name }).click()
    return readFileSync(await (await download).path(), "utf8")
  }
  await page.goto(path)
  expect(await again("Your receipt")).toBe(saved)
  await page.goto("/userDashboard?tab=votes")
  expect(await again("Receipt of ballot 1: A second kettle")).toBe(saved)
  await page.goto("/verify")
  const buffer = Buffer.from(saved)
  await page.getByLabel("Choose a file").setInputFiles({ name: "ballot.json", mimeType: "application/json", buffer })
  await expect(page.locator(".verdict")).toHaveAttribute("data-tone", "ok")
  await expect(page.locator(".verdict h2")).toHaveText("This receipt is confirmed: ballot 1 of its vote.")
}

const five = async (browser: Browser, origin: string) => {
  const names = ["Marta Lindqvist", "Nadia Rahimi", "Ruth Okafor", "Piet van Dam", "Ines Carvalho"] as const
  const [owner, ben, ...others] = await Promise.all(names.map((name) => visitAs(browser, origin, name)))
  const [ruth, piet, ines] = others
  if (owner === undefined || ben === undefined || ruth === undefined || piet === undefined || ines === undefined) {
    throw new Error("five people were asked for")
  }
  return { owner, ben, ruth, piet, ines }
}

test("a thread becomes a proposal, four of five eligible members vote, and a stranger counts again @short", async ({
  browser,
  local,
  server
}, testInfo) => {
  test.setTimeout(300_000)
  const { ben, ines, owner, piet, ruth } = await five(browser, server.origin)
  const name = `Kettle Club ${testInfo.repeatEachIndex}`
  const slug = `kettle-club-${testInfo.repeatEachIndex}`
  const inside = await found(owner.page, name)
  for (const person of [ben, ruth, piet, ines])
    await post(person, `${inside}/members`, { intent: "join", rules: "yes" })
  await local.advanceClock(73 * HOUR)
  const { page } = ben
  const proposal = `${inside}/proposals?p=1`

  await test.step("starts from a thread with two comments", async () => {
    await page.goto(`${inside}/discussion?new=1`)
    await type(page, "Title", "A second kettle")
    await type(page, "Text", "The one we have is too small for five. A second one costs 30 and stays in the shed.")
    await button(page, "Start the thread").click()
    await expect(page.getByRole("heading", { name: "A second kettle" })).toBeVisible()
    for (const person of [ruth, piet]) {
      await post(person, `${inside}/discussion?thread=1`, { intent: "reply", body: "Yes, please.", parent: "" })
    }
    await page.reload()
    await page.getByRole("link", { name: "Turn into proposal" }).click()
    await expect(page.getByRole("list", { name: "Steps" })).toBeVisible()
    await expect(field(page, "Title")).toHaveValue("A second kettle")
  })

  await test.step("has files, which are fixed when voting opens", async () => {
    await button(page, "Save as a draft").click()
    await expect(page).toHaveURL(/draft=/)
    await field(page, "Title").fill("A second kettle for us")
    const attach = async (text: string) => {
      await page.getByLabel("Attach a file").setInputFiles(pdf("offer.pdf", text))
      await button(page, "Attach").click()
    }
    await attach("<script>")
    await expect(page.getByText(/“offer.pdf” is neither a PDF nor a picture/)).toBeVisible()
    // Larger than other forms may be.
    await attach(PDF.replace("<<>>", `<<>>${" ".repeat(700_000)}`))
    await expect(page.getByRole("link", { name: "offer.pdf" })).toBeVisible()
    await expect(page.getByText("SHA-256: ")).toBeVisible()
    await expect(field(page, "Title")).toHaveValue("A second kettle for us")
    await field(page, "Title").fill("A second kettle")
    await checkScreen(page, "proposal-files-draft")
  })

  await test.step("requires at least what the community does", async () => {
    await goOn(page, ["Choices", "Rules"])
    await field(page, "Quorum").fill("5")
    await button(page, "Next").click()
    await expect(page.getByRole("alert").getByText("This community asks for at least 10%.")).toBeVisible()
    await expect(page.getByRole("alert")).toBeFocused()
    await expect(field(page, "Quorum")).toHaveValue("5")
    await field(page, "Quorum").fill("40")
    await goOn(page, ["Action", "Review"])
    await button(page, "Sign and publish").click()
    await expect(page).toHaveURL(/proposals\?p=1$/)
    await expect(page.locator(".page-head .chip").getByText(/^Open, closes in /)).toBeVisible()
    await expect(page.getByText("5 accounts")).toBeVisible()
    await expect(page.getByRole("link", { name: "offer.pdf" })).toBeVisible()
    await expect(button(page, "Attach")).toHaveCount(0)
    await checkScreen(page, "proposal-files")
    await expect(page.getByText(/^ledger version [\d,]+$/)).toBeVisible()
    await page.getByRole("link", { name: "thread 1" }).click()
    await expect(page.getByText("This thread became proposal 1.")).toBeVisible()
  })

  await test.step("four vote; one by keyboard", async () => {
    const saved = await vote(owner, proposal, "Yes", "", 1)
    await checkSavedReceipt(owner.page, proposal, saved)
    await vote(ruth, proposal, "Yes", "", 2)
    await vote(piet, proposal, "No", "", 3)
    await vote(ines, proposal, "Abstain", "My own kettle is the other offer.", 4)
  })

  const kinds = await test.step("ranked, by points and by approval by keyboard alone", async () => {
    const paths = isShort ? [] : await voteInOtherWays(owner, ines, inside)
    for (const path of [...paths.slice(0, 1), `${inside}/proposals`, `${inside}/proposals?new=1`]) {
      await glanceAt(ines.page, path)
    }
    return paths
  })

  await test.step("hides the tally until the close", async () => {
    for (const path of [`/explore/${slug}/proposals/1`, `/explore/${slug}`]) {
      const html = await (await fetch(`${server.origin}${path}`)).text()
      expect(html, path).toContain("Results are shown after voting closes")
      expect(html, path).not.toMatch(/My own kettle|of the counted votes|"choice":"(yes|no|abstain)"/)
    }
    await page.goto(proposal)
    await expect(page.getByText("4 of 5 eligible members voted: 80.0%").first()).toBeVisible()
    expect(await page.content()).not.toContain("My own kettle")
  })

  const reported = async (visit: DemoVisit) => (await visit.page.request.get("/userDashboard?tab=notifications")).text()
  await test.step("reminds who has not voted", async () => {
    await local.advanceClock(60)
    await expect.poll(() => reported(ben)).toContain("Less than 24 hours left to vote on “A second kettle”.")
  })

  await test.step("the close decides, with a sentence", async () => {
    await local.advanceClock(24 * HOUR + 60)
    await expect(async () => {
      await page.goto(proposal)
      await expect(page.getByRole("region", { name: "Passed" })).toContainText(
        "4 of 5 eligible members voted: 80.0%. Quorum of 40% is met. Yes 2, No 1, Abstain 1. " +
          "Yes is 2 of 3 counted votes = 66.6%; more than 50% was needed. Passed.",
        { timeout: 1_000 }
      )
    }).toPass()
    await expect(page.getByText("My own kettle is the other offer.")).toBeVisible()
    await expect(page.getByText("Voting closed at")).toBeVisible()
  })

  await test.step("notifies the author and the voters of the result", async () => {
    expect(await reported(ben)).toContain("Your proposal “A second kettle” was counted.")
    expect(await reported(piet)).toContain("The result of “A second kettle”: Yes.")
    for (const path of kinds.slice(0, 2)) await glanceAt(page, path)
  })

  await test.step("a stranger counts again, at any width", async () => {
    const file = await (await fetch(`${server.origin}/explore/${slug}/proposals/1/ballots.json`)).text()
    const report = await checkFile(file)
    expect(JSON.stringify(report)).toContain("All 4 ballots check out.")
    const context = await browser.newContext({ baseURL: server.origin })
    const stranger = await context.newPage()
    await prepareChecks(stranger)
    await stranger.goto(`/explore/${slug}/proposals/1`)
    await expect(stranger.getByRole("heading", { level: 1, name: "A second kettle" })).toBeVisible()
    await checkAppearance(stranger)
    // One click away: counted in the browser, and compared with the ledger.
    await stranger.setViewportSize({ width: 1280, height: 800 })
    await stranger.getByRole("link", { name: "Verify in the browser" }).click()
    await expect(stranger).toHaveURL(/\/verify\?page=/)
    await expect(stranger.locator(".verdict h2")).toHaveText("All 4 ballots check out. The result is Yes.")
    await stranger.getByRole("button", { name: "Check with the ledger, too" }).click()
    await expect(stranger.locator(".verdict")).toContainText("The ledger shows the same.")
    await context.close()
  })
  for (const { context } of [owner, ben, ruth, piet, ines]) await context.close()
})
