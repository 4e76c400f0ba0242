/**
 * A poll for a date: three members in three time zones see the same times each by their own clock, one of the times
 * after a change of clocks, and the chosen one is in the community's calendar.
 */
import type { Page } from "@playwright/test"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { glanceAt } from "./ballots"
import { type DemoVisit, visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { field, found, goOn, joinAll } from "./forms"
import { listens } from "./slow-line"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const HOUR = 3_600
const DAY_MS = 24 * 3_600_000
const people = [
  ["Marta Lindqvist", "Europe/Berlin"],
  ["Nadia Rahimi", "America/New_York"],
  ["Ruth Okafor", "Asia/Kolkata"]
] as const

/** "18:00" */
const clock = (at: number, timeZone: string) =>
  new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(at)
/** "2026-12-05" */
const dayIn = (at: number, timeZone: string) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(at)
/** 18:00 in Berlin on the day of a moment. */
const evening = (at: number) => {
  const day = dayIn(at, "Europe/Berlin")
  const asUtc = Date.parse(`${day}T18:00Z`)
  const ahead = Number(clock(asUtc, "Europe/Berlin").slice(0, 2)) - 18
  return { day, from: asUtc - ahead * 3_600_000 }
}

/** The next such evening that is at another time in UTC. */
const firstAfterClocksChange = ({ from }: { readonly from: number }) => {
  const isShifted = (days: number) => clock(evening(from + days * DAY_MS).from, "UTC") !== clock(from, "UTC")
  return evening(from + (Array.from({ length: 300 }, (_, days) => days).find(isShifted) ?? 0) * DAY_MS)
}

const respond = async ({ page }: DemoVisit, path: string, responses: ReadonlyArray<string>) => {
  await page.goto(path)
  await listens(page.getByRole("button", { name: /(cast|change) vote$/i }))
  const times = page.getByRole("group", { name: "When can you come?" }).getByRole("group")
  for (const [at, name] of responses.entries()) {
    await times.nth(at).getByRole("radio", { name, exact: true }).check()
  }
  await page.getByRole("button", { name: /(cast|change) vote$/i }).click()
  await button(page, "Sign with my wallet").click()
  await page.getByRole("dialog", { name: "Your ballot is in the record" }).getByRole("button", { name: "Done" }).click()
}

/** At both widths and in both themes, to be looked at. */
const pictures = async (page: Page, name: string, outputPath: (name: string) => string) => {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [360, 1280]) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      await page.setViewportSize({ width, height: 800 })
      await page.screenshot({ path: outputPath(`${name}-${width}-${colorScheme}.png`), fullPage: true })
    }
  }
}

test("three members in three time zones find a date, which is in the calendar", async ({
  browser,
  local,
  server
}, testInfo) => {
  test.setTimeout(300_000)
  const read = (page: Page, name: string) => pictures(page, name, (file) => testInfo.outputPath(file))
  const [marta, nadia, ruth] = await Promise.all(
    people.map(([name, timezoneId]) => visitAs(browser, server.origin, name, { timezoneId }))
  )
  if (marta === undefined || nadia === undefined || ruth === undefined) throw new Error("three people were asked for")
  const inside = await found(marta.page, `Pruning Club ${testInfo.repeatEachIndex}`, "always")
  await joinAll([nadia, ruth], inside)
  await local.advanceClock(25 * HOUR)

  // The first in a week; the second on the day after the clocks in Berlin change next.
  const soon = evening(Date.now() + 7 * DAY_MS)
  const later = firstAfterClocksChange(soon)
  expect(clock(later.from, "UTC")).not.toBe(clock(soon.from, "UTC"))
  const path = `${inside}/proposals?p=1`
  const slug = `pruning-club-${testInfo.repeatEachIndex}`

  await test.step("the template starts a poll; its author types clock times of her own zone", async () => {
    const { page } = marta
    await page.goto(`${inside}/proposals?new=choose`)
    await page.getByRole("link", { name: "Find a date", exact: true }).click()
    await field(page, "Title").fill("When do we prune the apple trees?")
    await page.getByLabel("What we meet for").fill("Two hours with ladders and saws, and soup afterwards.")
    await button(page, "Make a draft").click()
    await goOn(page, ["Choices"])
    await expect(page.getByRole("radio", { name: /^Poll for a date/ })).toBeChecked()
    await expect(field(page, "Time zone of these times")).toHaveValue("Europe/Berlin")
    await field(page, "Time 1, starts").fill(`${later.day}T18:00`)
    await field(page, "Time 1, ends").fill(`${later.day}T17:00`)
    await field(page, "Time 2, starts").fill(`${soon.day}T18:00`)
    await field(page, "Time 2, ends").fill(`${soon.day}T20:00`)
    await button(page, "Next").click()
    await expect(page.getByText("Time 1: it ends before it starts.").first()).toBeVisible()
    await expect(field(page, "Time 1, ends")).toHaveValue(`${later.day}T17:00`)
    await read(page, "form")
    await field(page, "Time 1, ends").fill(`${later.day}T20:00`)
    await goOn(page, ["Rules", "Action", "Review"])
    await button(page, "Sign and publish").click()
    await expect(page).toHaveURL(/\?p=1$/)
  })

  await test.step("each sees the times by their own clock, with UTC beside it", async () => {
    for (const [at, { page }] of [marta, nadia, ruth].entries()) {
      const zone = people[at]?.[1] ?? ""
      await page.goto(path)
      const list = page.getByRole("list", { name: "Times" }).getByRole("listitem")
      for (const [place, { from }] of [soon, later].entries()) {
        const row = list.nth(place)
        // The server writes UTC, and the page then the reader's zone with UTC beside it.
        await expect(row, zone).toContainText(`, ${clock(from, zone)} to `)
        await expect(row, zone).toContainText(new RegExp(`\\(.*${clock(from, "UTC")} to .* UTC\\)`))
        if (zone === "Europe/Berlin") await expect(row).toContainText("18:00 to 20:00")
      }
    }
    // A page that is only read has no React, and still shows the visitor's own clock.
    const away = await (await browser.newContext({ baseURL: server.origin, timezoneId: "Australia/Sydney" })).newPage()
    await away.goto(`/explore/${slug}/proposals/1`)
    await expect(away.getByRole("list", { name: "Times" })).toContainText(`${clock(soon.from, "Australia/Sydney")} to `)
    const bare = await (await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false })).newPage()
    await bare.goto(`/explore/${slug}/proposals/1`)
    await expect(bare.getByRole("list", { name: "Times" })).toContainText(`${clock(soon.from, "UTC")} to `)
    await expect(bare.getByRole("list", { name: "Times" })).toContainText("UTC")
  })

  await test.step("an answer to every time is asked for; three vote", async () => {
    await nadia.page.goto(path)
    await listens(button(nadia.page, "Cast vote"))
    await button(nadia.page, "Cast vote").click()
    await expect(nadia.page.getByRole("alert").getByText("Answer each time with Yes, If need be or No.")).toBeVisible()
    await respond(nadia, path, ["If need be", "Yes"])
    await respond(nadia, path, ["Yes", "Yes"])
    await respond(ruth, path, ["Yes", "No"])
    await respond(marta, path, ["If need be", "Yes"])
    await read(nadia.page, "open")
    await glanceAt(ruth.page, path)
    const calendar = await (await fetch(`${server.origin}/explore/${slug}/calendar.ics`)).text()
    expect(calendar).not.toContain(`UID:date-`)
  })

  await test.step("of times with equally many Yes the one that suits more if need be is chosen, and is in every calendar", async () => {
    await local.advanceClock(25 * HOUR)
    const { page } = ruth
    await expect(async () => {
      await page.goto(path)
      await expect(page.getByText("has most together with If need be.").first()).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expect(page.getByRole("region", { name: `${clock(soon.from, "Asia/Kolkata")} to ` })).toBeVisible()
    await expect(page.getByRole("region", { name: "Who can make which time" })).toContainText("Nadia Rahimi")
    await read(page, "closed")
    await glanceAt(page, path)
    await page.goto(inside)
    await read(page, "overview")
    const dates = page.getByRole("region", { name: "Next 30 days" })
    await expect(dates.getByRole("link", { name: "When do we prune the apple trees?" })).toBeVisible()
    await expect(dates).toContainText(`${clock(soon.from, "Asia/Kolkata")} to `)
    await page.goto("/userDashboard?tab=calendar")
    await expect(page.getByText("“When do we prune the apple trees?”")).toBeVisible()
    await read(page, "calendar")
    const community = inside.split("/").at(-1)
    const file = await (await fetch(`${server.origin}/explore/${slug}/calendar.ics`)).text()
    const start = new Date(soon.from).toISOString().replace(/[-:]|\.\d{3}/g, "")
    const event = file.split("BEGIN:VEVENT").find((part) => part.includes(`UID:date-${community}-1@`))
    expect(event).toContain(`DTSTART:${start}`)
    expect(event).toContain("SUMMARY:When do we prune the apple trees?")
    const ballots = await (await fetch(`${server.origin}/explore/${slug}/proposals/1/ballots.json`)).text()
    expect((await checkFile(ballots)).verdict).toMatch(/^All 4 ballots check out\. The result is /)
  })

  await test.step("its author calls it off with a reason, which the page and every calendar say", async () => {
    const { page } = marta
    await page.goto(path)
    await page.getByText("Call off this date").click()
    await field(page, "Reason").fill("Rain")
    await button(page, "Call it off and notify everybody").click()
    await expect(page.getByText("Reason: 5 to 300 characters.").first()).toBeVisible()
    await expect(field(page, "Reason")).toHaveValue("Rain")
    await read(page, "call-off")
    await field(page, "Reason").fill("The saw is broken.")
    await button(page, "Call it off and notify everybody").click()
    await expect(page.getByText(/^Called off on .* by Marta Lindqvist: The saw is broken\.$/)).toBeVisible()
    await expect(page.getByText("Call off this date")).toHaveCount(0)
    await read(page, "called-off")
    await glanceAt(ruth.page, path)
    await expect(ruth.page.getByText("The saw is broken.")).toBeVisible()
    await ruth.page.goto("/userDashboard?tab=calendar")
    await expect(ruth.page.getByText("Called off: “When do we prune the apple trees?”")).toBeVisible()
    await read(ruth.page, "calendar-called-off")
    const file = await (await fetch(`${server.origin}/explore/${slug}/calendar.ics`)).text()
    expect(file).toContain("STATUS:CANCELLED")
  })
})

test("a new version of a poll in review shows its times by its author's clock, and keeps them", async ({
  browser,
  server
}, testInfo) => {
  test.setTimeout(180_000)
  const { page } = await visitAs(browser, server.origin, "Marta Lindqvist", { timezoneId: "Europe/Berlin" })
  const inside = await found(page, `Ladder Club ${testInfo.repeatEachIndex}`)
  const soon = evening(Date.now() + 7 * DAY_MS)
  const later = firstAfterClocksChange(soon)
  await page.goto(`${inside}/proposals?new=choose`)
  await page.getByRole("link", { name: "Find a date", exact: true }).click()
  await field(page, "Title").fill("When do we mend the ladders?")
  await page.getByLabel("What we meet for").fill("An hour with glue and clamps.")
  await button(page, "Make a draft").click()
  await goOn(page, ["Choices"])
  for (const [at, { day }] of [soon, later].entries()) {
    await field(page, `Time ${at + 1}, starts`).fill(`${day}T18:00`)
    await field(page, `Time ${at + 1}, ends`).fill(`${day}T20:00`)
  }
  await goOn(page, ["Rules"])
  await field(page, "Review before voting").fill("24")
  await goOn(page, ["Action", "Review"])
  await button(page, "Sign and publish").click()
  await expect(page).toHaveURL(/\?p=1$/)
  const times = page.getByRole("list", { name: "Times" })
  await expect(times.getByText("18:00 to 20:00")).toHaveCount(2)
  const before = await times.innerText()

  const path = `${inside}/proposals?p=1&do=edit`
  // The server knows no zone of the reader's.
  expect(await (await page.request.get(path)).text()).toMatch(/name="timeZone"[^>]*value="UTC"/)
  await page.goto(path)
  await expect(field(page, "Time zone of these times")).toHaveValue("Europe/Berlin")
  for (const [at, { day }] of [soon, later].entries()) {
    await expect(field(page, `Time ${at + 1}, starts`)).toHaveValue(`${day}T18:00`)
    await expect(field(page, `Time ${at + 1}, ends`)).toHaveValue(`${day}T20:00`)
  }
  await pictures(page, "edit", (file) => testInfo.outputPath(file))
  await field(page, "Title").fill("When do we mend the long ladders?")
  await expect(field(page, "Time 1, starts")).toHaveValue(`${soon.day}T18:00`)
  await button(page, "Sign and publish the new version").click()
  await expect(page.getByRole("heading", { name: "When do we mend the long ladders?" })).toBeVisible()
  expect(await times.innerText()).toBe(before)
})
