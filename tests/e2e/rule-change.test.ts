/**
 * The voting rules of a community with more than three members: changed in its settings, put to a vote, and shown as
 * old → new.
 */

import { tooWide } from "./appearance"
import { openCommunity, visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { field, goOn } from "./forms"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const DAY_S = 86_400
const LINES = ["Quorum of decisions: 10% → 35%", "Agreement of rule changes: at least 66.67% → at least 2/3"]

test("a rule change is offered at two thirds without JavaScript, and the vote is on exactly these changes", async ({
  browser,
  local,
  server
}) => {
  test.setTimeout(120_000)
  const owner = await visitAs(browser, server.origin, "Hanna Vogel")
  const { page } = owner
  await openCommunity(page, "solar-roof")
  const inside = new URL(page.url()).pathname

  await test.step("without JavaScript the offer is a page with two thirds in the form, not saved yet", async () => {
    const context = await browser.newContext({
      baseURL: server.origin,
      javaScriptEnabled: false,
      storageState: await owner.context.storageState()
    })
    const plain = await context.newPage()
    const settings = `${inside}?panel=settings&part=decisions`
    await plain.goto(settings)
    const numbers = plain.getByRole("group", { name: "Rule change", exact: true })
    await expect(numbers.getByLabel("Agreement")).toHaveValue("66.67")
    await expect(numbers).toContainText("66.67% is not quite two thirds: 4 of 6 would fail.")
    await numbers.getByRole("link", { name: "Use 2/3" }).click()
    await expect(numbers.getByLabel("Agreement")).toHaveValue("2/3")
    await expect(numbers.getByRole("link", { name: "Use 2/3" })).toHaveCount(0)
    await plain.goto(settings)
    await expect(numbers.getByLabel("Agreement")).toHaveValue("66.67")

    await plain.goto(`${settings}&thirds=rule`)
    await expect(plain.getByText("This will be put to a vote.")).toBeVisible()
    const decision = plain.getByRole("group", { name: "Decision", exact: true })
    await decision.getByLabel("Quorum").fill("135")
    await button(plain, "Put to a vote").click()
    await expect(decision.getByLabel("Quorum")).toHaveAttribute("aria-invalid", "true")
    await expect(numbers.getByLabel("Agreement")).toHaveValue("2/3")
    await decision.getByLabel("Quorum").fill("35")
    await button(plain, "Put to a vote").click()
    await expect(plain).toHaveURL(/proposals\?/)
    await page.goto(plain.url())
    await context.close()
  })

  await test.step("the draft lists each change, and is published", async () => {
    await expect(field(page, "Title")).toHaveValue("Change how we decide")
    for (const line of LINES)
      await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue(
        new RegExp(line.replaceAll(/[/.]/g, "\\$&"))
      )
    // The generated lines are not the owner's reasons.
    const steps = ["Choices", "Rules", "Action", "Review"]
    await goOn(page, steps)
    await button(page, "Sign and publish").click()
    await expect(page.getByRole("alert")).toContainText("Please explain in at least 50 characters.")
    const text = page.getByRole("textbox", { name: "Text" })
    await text.fill(
      `${await text.inputValue()}\nA decision by a handful of us binds everybody; and two thirds are meant exactly.`
    )
    await goOn(page, steps)
    await button(page, "Sign and publish").click()
    await expect(page).toHaveURL(/proposals\?p=\d+$/)
  })

  await test.step("the open vote shows old and new, in its text and in the action that is voted on", async () => {
    await local.advanceClock(2 * DAY_S)
    const path = page.url()
    await expect(async () => {
      await page.goto(path)
      await expect(page.locator(".page-head .chip").getByText(/^Open, closes in /)).toBeVisible({ timeout: 500 })
    }).toPass()
    const action = page.getByRole("region", { name: "What happens if it passes" })
    await expect(action.getByRole("listitem")).toHaveText(LINES)
    await action.getByText("Show the exact data").click()
    const payload = JSON.parse((await action.locator("pre").textContent()) ?? "")
    expect(JSON.stringify(payload)).toContain('{"field":"decision.quorumPct","from":"10","to":"35"}')
    expect(JSON.stringify(payload)).toContain('{"field":"rule.thresholdPct","from":"66.67","to":"2/3"}')
    for (const line of LINES)
      await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: line })).toHaveCount(2)
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await tooWide(page)).toEqual([])
    // The old rules still apply.
    await page.goto(`${inside}?panel=settings&part=decisions`)
    await expect(page.getByRole("group", { name: "Rule change", exact: true }).getByLabel("Agreement")).toHaveValue(
      "66.67"
    )
  })
  await owner.context.close()
})
