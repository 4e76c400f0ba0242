/** One wallet with three accounts, two of which may vote (docs/product/votes.md, "Several accounts of one wallet"). */
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { demoSecret } from "~/effects/local/seed/accounts"
import { tooWide } from "./appearance"
import { publishAs, tabTo } from "./ballots"
import { type DemoVisit, visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { found } from "./forms"
import { installScriptedWallet } from "./scripted-wallet"
import { listens } from "./slow-line"
import { button, connect } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const HOUR = 3_600
const STRANGER = new Uint8Array(createHash("sha256").update("several accounts/stranger").digest())

const join = async ({ page }: DemoVisit, inside: string) => {
  const html = await (await page.request.get(`${inside}/members`)).text()
  const key = /name="key" value="([^"]+)"/.exec(html)?.[1] ?? ""
  const headers = { Origin: new URL(page.url()).origin }
  const form = { key, intent: "join", rules: "yes" }
  const response = await page.request.post(`${inside}/members`, { form, headers, maxRedirects: 0 })
  expect(response.status()).toBe(303)
}

const box = (page: Page) => page.getByRole("group", { name: "Vote with" })
const account = (page: Page, name: string) => box(page).getByRole("checkbox", { name: new RegExp(`^${name}`) })

const clickOn = async (page: Page, name: string | RegExp) => {
  await tabTo(page, page.getByRole("button", { name }))
  await page.keyboard.press("Enter")
}

test("the ticked accounts vote; one refusal by the wallet leaves the other vote valid", async ({
  browser,
  local,
  server
}, testInfo) => {
  test.setTimeout(240_000)
  const [marta, ruth] = [
    await visitAs(browser, server.origin, "Marta Lindqvist"),
    await visitAs(browser, server.origin, "Ruth Okafor")
  ]
  const inside = await found(marta.page, `Two Purses ${testInfo.repeatEachIndex}`)
  await join(ruth, inside)
  await local.advanceClock(25 * HOUR)
  const proposal = await publishAs(marta, "Marta Lindqvist", inside, "Do we buy a second kettle?", {
    voteType: "basic"
  })

  const open = async () => {
    const context = await browser.newContext({ baseURL: server.origin })
    const wallet = await installScriptedWallet(context, {
      label: "Marta Main",
      seed: "several accounts",
      secret: demoSecret("Marta Lindqvist"),
      others: [
        { label: "House fund", secret: demoSecret("Ruth Okafor") },
        { label: "Old account", secret: STRANGER }
      ]
    })
    return { page: await context.newPage(), wallet, context }
  }
  const alone = await open()
  const { context, page, wallet } = await open()

  await test.step("an account that was not shared is not offered or mentioned", async () => {
    const { page } = alone
    await connect(page)
    await page.goto(proposal)
    await listens(button(page, "Cast vote"))
    await expect(box(page)).toHaveCount(0)
    const prepared = await page.request.post("/api/ballots/prepare", {
      data: { proposal: "aaaaaaaaaaaa", choice: "yes", reason: "", account: wallet.accounts[1]?.address },
      headers: { Origin: server.origin }
    })
    expect([prepared.status(), (await prepared.json()).code]).toEqual([403, "E-BALLOT-ACCOUNT"])
  })

  await test.step("shared accounts that may vote are listed with their weights", async () => {
    wallet.next({ approve: { accounts: ["Marta Main", "House fund", "Old account"] } })
    await connect(page)
    await page.goto(proposal)
    await expect(account(page, "Marta Main")).toBeChecked()
    await expect(account(page, "House fund")).not.toBeChecked()
    await expect(box(page).getByRole("checkbox")).toHaveCount(2)
    await expect(box(page)).toContainText(/· 1 vote/)
  })

  await test.step("with none ticked there is a message, and axe and a narrow phone find no problem", async () => {
    await page.getByRole("radio", { name: "Yes", exact: true }).check()
    await account(page, "Marta Main").uncheck()
    await button(page, "Cast vote").click()
    await expect(box(page).getByRole("alert")).toHaveText("Tick at least one account.")
    await expect(page.getByRole("radio", { name: "Yes", exact: true })).toBeChecked()
    for (const [colorScheme, width] of [
      ["light", 1280],
      ["dark", 360]
    ] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      await page.setViewportSize({ width, height: 800 })
      const { violations } = await new AxeBuilder({ page }).exclude("community-connect").analyze()
      expect(
        violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
        colorScheme
      ).toEqual([])
      expect(await tooWide(page), `${width} px`).toEqual([])
    }
    await page.getByRole("button", { name: "Vote", exact: true }).click()
    const sheet = page.getByRole("dialog", { name: "Your vote" })
    await expect(sheet.getByRole("radio", { name: "Yes", exact: true })).toBeChecked()
    await page.keyboard.press("Escape")
    await expect(sheet).toHaveCount(0)
    await expect(page.getByRole("button", { name: "Vote", exact: true })).toBeFocused()
    await page.emulateMedia({ colorScheme: "light" })
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step("by keyboard there are two requests in a row, of which the second is refused", async () => {
    for (const name of ["Marta Main", "House fund"]) {
      await tabTo(page, account(page, name))
      await page.keyboard.press("Space")
    }
    const before = wallet.requests().length
    wallet.next("approve", "refuse")
    await clickOn(page, "Cast vote")
    const summary = page.getByRole("dialog", { name: "Your ballots" })
    await expect(summary).toContainText("House fund")
    await clickOn(page, "Sign 2 ballots with my wallet")
    await expect(box(page).getByRole("status")).toHaveText(/^1 of 2 signed\./)
    await expect(box(page).getByRole("status").locator("p")).toBeFocused()
    await expect(box(page)).toContainText("Marta Main: ballot 1 is in the record.")
    await expect(box(page)).toContainText("House fund: User rejected request")
    const asked = wallet.requests().slice(before)
    expect(asked.map(({ items }) => items.proofOfOwnership?.accountAddresses)).toEqual(
      wallet.accounts.slice(0, 2).map(({ address }) => [address])
    )
    await expect(page.getByText("You voted Yes on")).toBeVisible()
  })

  await test.step("the refused account stays ticked and succeeds the second time, with its own receipt", async () => {
    await expect(account(page, "Marta Main")).not.toBeChecked()
    await expect(account(page, "House fund")).toBeChecked()
    await page.getByRole("radio", { name: "No", exact: true }).check()
    await button(page, "Cast vote").click()
    await page
      .getByRole("dialog", { name: "Your ballot", exact: true })
      .getByRole("button", { name: /^Sign 1/ })
      .click()
    await expect(box(page).getByRole("status")).toHaveText("1 of 1 signed")
    await box(page).getByRole("button", { name: "Receipt of House fund" }).click()
    const receipt = page.getByRole("dialog", { name: "Your ballot is in the record" })
    const download = page.waitForEvent("download")
    await receipt.getByRole("button", { name: "Download .json" }).click()
    const saved = readFileSync(await (await download).path(), "utf8")
    expect(JSON.parse(saved)).toMatchObject({ seq: 2, ballot: { account: wallet.accounts[1]?.address, choice: "no" } })
    expect((await checkFile(saved)).holds).toBe(true)
    await receipt.getByRole("button", { name: "Done" }).click()
    await expect(account(page, "House fund")).toHaveAccessibleName(/voted No/)
  })

  await test.step("with one account the vote is cast as before", async () => {
    await account(page, "House fund").uncheck()
    await account(page, "Marta Main").check()
    await button(page, "Cast vote").click()
    const summary = page.getByRole("dialog", { name: "Your ballot", exact: true })
    await expect(summary).toContainText("It replaces your earlier ballot.")
    await summary.getByRole("button", { name: "Sign with my wallet" }).click()
    await expect(page.getByRole("dialog", { name: "Your ballot is in the record" })).toContainText("No")
  })
  await Promise.all([marta, ruth, alone, { context }].map((visit) => visit.context.close()))
})
