/** A decision by consent: an objection with its reason, its answer, its withdrawal, and the count that a stranger repeats. */
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { glanceAt, publishAs } from "./ballots"
import { type DemoVisit, visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { field, found, joinAll } from "./forms"
import { listens } from "./slow-line"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const HOUR = 3_600
const people = ["Marta Lindqvist", "Nadia Rahimi", "Ruth Okafor"] as const

const sign = async ({ page }: DemoVisit) => {
  await button(page, "Sign with my wallet").click()
  await page.getByRole("dialog", { name: "Your ballot is in the record" }).getByRole("button", { name: "Done" }).click()
}
const choose = async ({ page }: DemoVisit, path: string, choice: string) => {
  await page.goto(path)
  await listens(page.getByRole("button", { name: /(cast|change) vote$/i }))
  await page.getByRole("radio", { name: choice, exact: true }).check()
}
const cast = ({ page }: DemoVisit) => page.getByRole("button", { name: /(cast|change) vote$/i }).click()

test("an objection is answered and withdrawn, and the decision passes", async ({
  browser,
  local,
  server
}, testInfo) => {
  test.setTimeout(240_000)
  const [marta, nadia, ruth] = await Promise.all(people.map((name) => visitAs(browser, server.origin, name)))
  if (marta === undefined || nadia === undefined || ruth === undefined) throw new Error("three people were asked for")
  const inside = await found(marta.page, `Consent Club ${testInfo.repeatEachIndex}`, "always")
  await joinAll([nadia, ruth], inside)
  await local.advanceClock(25 * HOUR)
  const path = await publishAs(marta, people[0], inside, "A second kettle", {
    voteType: "consent",
    thresholdPct: "100"
  })

  await test.step("an objection without a reason is refused, and one with a reason stands in the list", async () => {
    await choose(nadia, path, "Object")
    await cast(nadia)
    await expect(nadia.page.getByRole("alert").getByText("An objection needs a reason")).toBeVisible()
    await field(nadia.page, "Reason").fill("The shed has no room for it.")
    await cast(nadia)
    await sign(nadia)
    const list = nadia.page.getByRole("region", { name: "Objections" })
    await expect(list).toContainText("The shed has no room for it.")
    await expect(list).toContainText("The author has not answered yet.")
    await expect(list.getByText("Answer to")).toHaveCount(0)
  })

  await test.step("the author answers, and the voter is notified", async () => {
    const { page } = marta
    await page.goto(path)
    const list = page.getByRole("region", { name: "Objections" })
    await list.getByText("Answer to Nadia Rahimi").click()
    await list.getByRole("button", { name: "Publish the answer" }).click()
    await expect(list.getByText("Please write 1 to 2,000 characters.").first()).toBeVisible()
    await list.getByLabel("Your answer").fill("We clear a shelf on Saturday.")
    await list.getByRole("button", { name: "Publish the answer" }).click()
    await expect(list).toContainText("We clear a shelf on Saturday.")
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.screenshot({ path: testInfo.outputPath(`consent-${width}.png`), fullPage: true })
    }
    await glanceAt(page, path)
    await nadia.page.goto("/userDashboard?tab=notifications")
    await expect(nadia.page.getByText("Your objection in “A second kettle” was answered.")).toBeVisible()
  })

  await test.step("a withdrawn objection counts no more", async () => {
    await choose(nadia, path, "Consent")
    await cast(nadia)
    await sign(nadia)
    await expect(nadia.page.getByText("No objection stands.")).toBeVisible()
    for (const visit of [marta, ruth]) {
      await choose(visit, path, "Consent")
      await cast(visit)
      await sign(visit)
    }
    await local.advanceClock(25 * HOUR)
    await expect(async () => {
      await marta.page.goto(path)
      await expect(marta.page.getByRole("region", { name: "Passed" })).toContainText(
        "Consent is 3 of 3 counted votes = 100.0%; at least 100% was needed. Passed.",
        { timeout: 1_000 }
      )
    }).toPass()
    const slug = `consent-club-${testInfo.repeatEachIndex}`
    const file = await (await fetch(`${server.origin}/explore/${slug}/proposals/1/ballots.json`)).text()
    expect((await checkFile(file)).verdict).toBe("All 4 ballots check out. The result is Consent.")
  })
})
