/** Delegation by keyboard: given, used, overridden, closed, and counted again by both checkers. */
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { check } from "../../scripts/verify.mjs"
import { castByKeys, glanceAt, publishAs, tabTo } from "./ballots"
import { visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { found } from "./forms"
import { listens } from "./slow-line"

test.use({ serverEnvironment: { SEED: "demo" } })

const HOUR = 3_600

test("a vote is delegated, used, overridden by its delegator, and every count agrees", async ({
  browser,
  local,
  server
}, testInfo) => {
  test.setTimeout(240_000)
  const [owner, nadia, ruth, ines] = await Promise.all([
    visitAs(browser, server.origin, "Marta Lindqvist"),
    visitAs(browser, server.origin, "Nadia Rahimi"),
    visitAs(browser, server.origin, "Ruth Okafor"),
    visitAs(browser, server.origin, "Ines Carvalho")
  ])
  const slug = `lenders-${testInfo.repeatEachIndex}`
  const inside = await found(owner.page, `Lenders ${testInfo.repeatEachIndex}`)
  for (const { page } of [nadia, ruth, ines]) {
    const html = await (await page.request.get(`${inside}/members`)).text()
    const key = /name="key" value="([^"]+)"/.exec(html)?.[1] ?? ""
    const sent = await page.request.post(`${inside}/members`, {
      form: { key, intent: "join", rules: "yes" },
      headers: { Origin: server.origin },
      maxRedirects: 0
    })
    expect(sent.status()).toBe(303)
  }
  await local.advanceClock(25 * HOUR)
  const lending = `${inside}/delegations`

  await test.step("a member offers to be a delegate", async () => {
    const { page } = ines
    await page.goto(lending)
    await tabTo(page, page.getByLabel("What you vote for, and how"))
    await page.keyboard.type("I vote by the third day and always give a reason.")
    await tabTo(page, page.getByRole("button", { name: "Save statement" }))
    await page.keyboard.press("Enter")
    await expect(page.getByText("Your statement is saved.")).toBeVisible()
  })

  const delegate = async ({ page }: typeof nadia) => {
    await page.goto(lending)
    const submit = page.getByRole("button", { name: "Delegate my vote" })
    await expect(submit).toBeEnabled()
    // Nothing is chosen yet: each field says what is missing, and the wallet gets no request.
    await tabTo(page, submit)
    await page.keyboard.press("Enter")
    await expect(page.getByText("Choose a member to delegate your vote to.")).toBeVisible()
    await expect(page.getByText("Choose at least one kind of proposal.")).toBeVisible()
    await tabTo(page, page.getByRole("radio", { name: /^Ines Carvalho/ }))
    await page.keyboard.press("Space")
    await tabTo(page, page.getByRole("checkbox", { name: "Decision" }))
    await page.keyboard.press("Space")
    const day = await page.getByText(/A day from \d{4}/).textContent()
    const last = /to (\d{4}-\d\d-\d\d)/.exec(day ?? "")?.[1] ?? ""
    await page.getByLabel("Until").fill(last)
    await tabTo(page, submit)
    await page.keyboard.press("Enter")
    await expect(page.getByRole("button", { name: "Revoke delegation to Ines Carvalho" })).toBeVisible()
  }
  await test.step("two members delegate, signed in their wallets", async () => {
    await delegate(nadia)
    await delegate(ruth)
    await ines.page.goto(lending)
    await expect(ines.page.getByRole("table", { name: "Votes delegated to you" })).toContainText("Nadia Rahimi")
    await glanceAt(ines.page, lending)
  })

  const path = await publishAs(owner, "Marta Lindqvist", inside, "Shall we buy a second ladder?", { voteType: "basic" })
  await test.step("the delegate votes for them, and the delegators are notified", async () => {
    const { page } = ines
    await page.goto(path)
    await listens(page.getByRole("button", { name: "Cast vote" }))
    await tabTo(page, page.getByRole("radio", { name: "Yes", exact: true }))
    await page.keyboard.press("Space")
    await castByKeys(page, "Yes")
    const reported = async () => (await nadia.page.request.get("/userDashboard?tab=notifications")).text()
    expect(await reported()).toContain(
      "Ines Carvalho voted on “Shall we buy a second ladder?”, also with the vote you delegated."
    )
  })

  await test.step("one delegator votes differently, and the other's delegation still counts", async () => {
    const { page } = nadia
    await page.goto(path)
    await expect(page.getByText("You delegated your vote to Ines Carvalho")).toBeVisible()
    await listens(page.getByRole("button", { name: "Cast vote" }))
    // Tab reaches the first option of a group; the arrow keys go on from there.
    await tabTo(page, page.getByRole("radio", { name: "Yes", exact: true }))
    await page.keyboard.press("ArrowDown")
    await expect(page.getByRole("radio", { name: "No", exact: true })).toBeChecked()
    await castByKeys(page, "No")
  })

  await test.step("after the close the result lists own and delegated votes", async () => {
    await local.advanceClock(25 * HOUR)
    const { page } = ruth
    await expect(async () => {
      await page.goto(path)
      await expect(page.getByRole("region", { name: "Passed" })).toContainText(
        "Yes: 1 own and 1 delegated. No: 1 own and 0 delegated.",
        {
          timeout: 1_000
        }
      )
    }).toPass()
    await glanceAt(page, path)
    await page.goto(lending)
    const record = page.getByRole("table", { name: "Votes with your delegations" })
    await expect(record).toContainText("Counted")
    await page.goto("/userDashboard?tab=votes")
    await expect(page.getByRole("table", { name: "Votes with your delegations" })).toContainText("Yes")
    const own = await (await page.request.get("/api/exports/votes?format=csv")).text()
    expect(own).toContain("Shall we buy a second ladder?")
  })

  await test.step("a stranger counts again, with either checker", async () => {
    const file = await (await fetch(`${server.origin}/explore/${slug}/proposals/1/ballots.json`)).text()
    const report = await checkFile(file)
    expect(report.verdict).toBe("All 2 ballots check out. The result is Yes.")
    expect(report.steps.map(({ name }) => name)).toContain("Every delegation was signed by its delegator, and in force")
    expect(check(file).problems).toEqual([])
  })

  await test.step("a revoked delegation no longer counts", async () => {
    const { page } = ruth
    await page.goto(lending)
    await tabTo(page, page.getByRole("button", { name: "Revoke delegation to Ines Carvalho" }))
    await page.keyboard.press("Enter")
    await expect(page.getByText("Revoked. This delegation no longer counts in any vote.")).toBeVisible()
  })
  for (const { context } of [owner, nadia, ruth, ines]) await context.close()
})
