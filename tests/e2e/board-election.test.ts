/** A board of three is elected by five members who rank, one of them on a phone; the file is checked as a stranger would. */
import { readFileSync } from "node:fs"
import { glanceAt, publishAs } from "./ballots"
import { visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { found, joinAll } from "./forms"
import { listens } from "./slow-line"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const HOUR = 3_600
const people = ["Marta Lindqvist", "Nadia Rahimi", "Ruth Okafor", "Piet van Dam", "Ines Carvalho"] as const
const order = [["Ada", "Ben", "Cem"], ["Ada", "Ben"], ["Ada", "Dua"], ["Eli", "Dua"], ["Cem"]]

test("five members rank candidates on a phone, and three are elected", async ({ browser, local, server }, testInfo) => {
  test.setTimeout(300_000)
  const visits = await Promise.all(people.map((name) => visitAs(browser, server.origin, name)))
  const [owner, ...others] = visits
  if (owner === undefined) throw new Error("nobody came")
  const inside = await found(owner.page, `Board Club ${testInfo.repeatEachIndex}`)
  await joinAll(others, inside)
  await local.advanceClock(25 * HOUR)

  await test.step("the template starts an election of three seats by ranking", async () => {
    const { page } = owner
    await page.goto(`${inside}/proposals?new=choose`)
    await page.getByRole("link", { name: "Elect a board", exact: true }).click()
    await page.getByLabel("What the board does").fill("It keeps the kettle, and speaks for the club.")
    await button(page, "Make a draft").click()
    await button(page, "Next").click()
    await expect(page.getByRole("radio", { name: /^Ranked/ })).toBeChecked()
    await expect(page.getByLabel("Seats", { exact: true })).toHaveValue("3")
  })

  const path = await publishAs(owner, people[0], inside, "Elect the board", {
    kind: "election",
    voteType: "ranked",
    seats: "3",
    periodHours: "168",
    quorumPct: "50",
    choice: ["Ada", "Ben", "Cem", "Dua", "Eli"],
    choiceNote: ["", "", "", "", ""]
  })

  await test.step("each ranks with buttons, at the width of a phone", async () => {
    for (const [at, { page }] of visits.entries()) {
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto(path)
      await listens(button(page, "Cast vote"))
      for (const name of order[at] ?? []) await button(page, `Add ${name}`).click()
      await button(page, "Cast vote").click()
      await button(page, "Sign with my wallet").click()
      await expect(page.getByRole("dialog", { name: "Your ballot is in the record" })).toBeVisible()
    }
  })

  const stranger = await (await browser.newContext({ baseURL: server.origin })).newPage()
  const shown = `/explore/board-club-${testInfo.repeatEachIndex}/proposals/1`
  await test.step("the result names the three, round by round, to anybody", async () => {
    await local.advanceClock(169 * HOUR)
    await expect(async () => {
      await stranger.goto(shown)
      await expect(stranger.getByRole("heading", { level: 2, name: "Ada, Cem, Eli" })).toBeVisible({ timeout: 1_000 })
    }).toPass()
    const rounds = stranger.locator(".rounds")
    await expect(rounds).toContainText("Elected: Ada. The surplus of Ada is transferred. Transferred: ")
    await expect(rounds).toContainText("Elected: Cem and Eli.")
    await expect(stranger.getByText(/^Single transferable vote: /)).toBeVisible()
    for (const width of [360, 1280]) {
      await stranger.setViewportSize({ width, height: 800 })
      await stranger.screenshot({ path: testInfo.outputPath(`result-${width}.png`), fullPage: true })
    }
    await glanceAt(stranger, shown)
  })

  await test.step("the stranger checks the file", async () => {
    await stranger.goto(shown)
    const download = stranger.waitForEvent("download")
    await stranger.getByRole("link", { name: "Ballot file" }).first().click()
    const buffer = readFileSync(await (await download).path())
    expect(JSON.parse(buffer.toString()).schema).toBe("ballots/4")
    await stranger.goto("/verify")
    await stranger.getByLabel("Choose a file").setInputFiles({ name: "b.json", mimeType: "application/json", buffer })
    await expect(stranger.locator(".verdict h2")).toHaveText("All 5 ballots check out. The result is Ada, Cem and Eli.")
  })
})
