/** Announcements on behalf of the community: signed with real keys, scheduled with the movable clock. */

import { readFileSync } from "node:fs"
import { checkScreen } from "./approving"
import { axeProblems } from "./axe"
import { openCommunity, visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { PDF, pdf } from "./pdf"
import { picture } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

/** This many seconds ahead, in the format of a datetime field in UTC. */
const localTime = async (origin: string, secondsAhead: number) => {
  const { now } = await (
    await fetch(`${origin}/local/clock`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ advanceSeconds: 0 })
    })
  ).json()
  return new Date(Date.parse(now) + secondsAhead * 1_000).toISOString().slice(0, 16)
}

test("an announcement is scheduled and signed, corrected, limited and withdrawn @short", async ({
  browser,
  local,
  mailbox,
  server
}) => {
  test.setTimeout(180_000)
  const owner = await visitAs(browser, server.origin, "Marta Lindqvist")
  const member = await visitAs(browser, server.origin, "Nadia Rahimi")
  const { page } = owner

  await openCommunity(page, "riverside-garden", "annissue")
  const issue = async (title: string) => {
    await page.getByLabel("Title").fill(title)
    await page.getByLabel("Text").fill("The pump is mended on **Friday**, from nine to noon.")
    await page.getByLabel(/^Important:/).check()
  }
  // The picture goes to our own host and into the text, which `issue` then replaces.
  await page.getByLabel("Picture", { exact: true }).setInputFiles(await picture("pump.png"))
  await expect(page.getByLabel("Text")).toHaveValue(/^!\[pump\]\(\/files\/[^)]+\/-\/preview\/1000x562\/\)$/)
  await issue("Water is off on Friday")
  await page.getByLabel("At a time").check()
  await page.getByLabel("Publish at").fill(await localTime(server.origin, 3_600 + 600))
  await expect(page.getByLabel("Sign with my wallet")).toBeChecked()
  await page.getByRole("button", { name: "Publish", exact: true }).click()
  await expect(page.getByRole("link", { name: "Water is off on Friday" })).toBeVisible()
  await expect(page.getByText("Scheduled for")).toBeVisible()
  const asked = owner.wallet.requests().at(-1)
  expect(asked?.items).toHaveProperty("proofOfOwnership.challenge")

  await openCommunity(member.page, "riverside-garden", "annissued")
  await expect(member.page.getByText("Water is off on Friday")).toHaveCount(0)
  await local.advanceClock(3_700)
  await expect(async () => {
    await member.page.reload()
    await expect(member.page.getByRole("link", { name: "Water is off on Friday" })).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(member.page.getByRole("img", { name: "Unread" })).toBeVisible()
  await member.page.getByRole("link", { name: "Water is off on Friday" }).click()
  await member.page.getByText("Signed with the issuer's wallet").click()
  const download = member.page.waitForEvent("download")
  await member.page.getByRole("link", { name: "Download the signed file" }).click()
  const signed = readFileSync(await (await download).path())
  const file = JSON.parse(signed.toString())
  expect(file).toMatchObject({ statement: { kind: "announcement", title: "Water is off on Friday" } })
  await expect
    .poll(
      async () =>
        (await mailbox.emails()).filter(({ to }) => to === "nadia.rahimi@example.org").map(({ text }) => text),
      {
        timeout: 30_000
      }
    )
    .toContainEqual(expect.stringContaining("Water is off on Friday"))
  await member.context.setOffline(true)
  const offline = member.page.getByText("You are offline. What you write is kept on this device.")
  await expect(offline).toBeVisible()
  await member.page.getByLabel("Your reply").fill("Thank you for telling us.")
  await member.page.getByRole("button", { name: "Reply", exact: true }).last().click()
  await expect(member.page.getByLabel("Your reply")).toHaveValue("Thank you for telling us.")
  await member.context.setOffline(false)
  await expect(offline).toHaveCount(0)
  await member.page.getByRole("button", { name: "Reply", exact: true }).last().click()
  await expect(member.page.getByRole("article").filter({ hasText: "Thank you for telling us." })).toBeVisible()
  expect(await axeProblems(member.page)).toEqual([])

  await page.reload()
  await page.getByRole("link", { name: "Published" }).click()
  await page.getByRole("link", { name: "Water is off on Friday" }).click()
  await page.getByText("Correct it").click()
  const correction = page.getByRole("group").filter({ hasText: "Correct it" })
  await correction.getByLabel("Text").fill("The pump is mended on **Saturday**, from nine to noon.")
  await correction.getByLabel("What was wrong").fill("It is Saturday, not Friday")
  await page.getByRole("button", { name: "Publish the correction" }).click()
  await page.getByText(/^Corrected .*: It is Saturday, not Friday$/).click()
  await expect(page.getByRole("region", { name: "Before" })).toContainText("on Friday")
  await expect(page.getByRole("region", { name: "After" })).toContainText("on Saturday")

  for (const title of ["Seeds have come", "Gate code changes"]) {
    await openCommunity(page, "riverside-garden", "annissue")
    await issue(title)
    await page.getByRole("button", { name: "Publish", exact: true }).click()
    if (title === "Seeds have come") await expect(page.getByRole("heading", { name: title })).toBeVisible()
  }
  await expect(page.getByRole("alert")).toContainText(
    /^Two important announcements this week already\. Send this one as normal or wait until .+ UTC\./
  )
  await expect(page.getByLabel("Title")).toHaveValue("Gate code changes")

  const refused = await member.page.goto(`${new URL(page.url()).pathname}`)
  expect(refused?.status()).toBe(403)
  await expect(member.page.getByText("Only moderators and the owner can issue announcements.")).toBeVisible()

  await openCommunity(page, "riverside-garden", "annissued?a=1")
  await page.getByText("Withdraw it").click()
  await page.getByLabel("Why").fill("The plumber is ill")
  await page.getByRole("button", { name: "Withdraw", exact: true }).click()
  await expect(page.getByText("Withdrawn: The plumber is ill")).toBeVisible()
  expect(await (await fetch(`${server.origin}/explore/riverside-garden/feed.xml`)).text()).toContain(
    "Withdrawn: The plumber is ill"
  )
  await member.page.goto("/userDashboard?tab=notifications")
  await expect(member.page.getByRole("link", { name: /Water is off on Friday/ }).first()).toBeVisible()
  await member.page.goto("/verify")
  await member.page
    .getByLabel("Choose a file")
    .setInputFiles({ name: "signed.json", mimeType: "application/json", buffer: signed })
  await expect(member.page.locator(".verdict h2")).toContainText("This announcement was signed by account_tdx_2_")

  await owner.context.close()
  await member.context.close()
})

test("without JavaScript an announcement is published unsigned, and a refused one keeps what was typed", async ({
  browser,
  server
}) => {
  test.setTimeout(120_000)
  const { context, page } = await visitAs(browser, server.origin, "Ines Carvalho")
  await openCommunity(page, "open-maps", "annissue")
  const address = page.url()
  const plain = await browser.newContext({ javaScriptEnabled: false, storageState: await context.storageState() })
  const reader = await plain.newPage()
  await reader.goto(address)
  await reader.getByLabel("Title").fill("Hey")
  await reader.getByLabel("Text").fill("The round begins on Monday.")
  await reader.getByRole("button", { name: "Publish", exact: true }).click()
  await expect(reader.getByText("Title: 5 to 140 characters.")).toBeVisible()
  await expect(reader.getByLabel("Text")).toHaveValue("The round begins on Monday.")
  await reader.getByLabel("Title").fill("The spring round begins")
  await expect(reader.getByText("Save this as a draft to attach files to it.")).toBeVisible()
  await reader.getByRole("button", { name: "Save as a draft" }).click()
  // A file is attached by a plain form of its own; what lies about its kind is refused.
  const attach = async (text: string) => {
    await reader.getByLabel("Attach a file").setInputFiles(pdf("agenda.pdf", text))
    await reader.getByRole("button", { name: "Attach", exact: true }).click()
  }
  await attach("<script>")
  await expect(reader.getByText(/“agenda.pdf” is neither a PDF nor a picture/)).toBeVisible()
  await expect(reader.getByLabel("Text")).toHaveValue("The round begins on Monday.")
  await attach(PDF)
  await expect(reader.getByRole("link", { name: "agenda.pdf" })).toBeVisible()
  await expect(reader.getByLabel("Title")).toHaveValue("The spring round begins")
  await reader.getByRole("button", { name: "Publish", exact: true }).click()
  await expect(reader.getByRole("heading", { name: "The spring round begins" })).toBeVisible()
  await expect(reader.getByLabel("Attach a file")).toHaveCount(0)
  const download = reader.waitForEvent("download")
  await reader.getByRole("link", { name: "agenda.pdf" }).click()
  expect(readFileSync(await (await download).path(), "utf8")).toBe(PDF)
  await page.goto(reader.url())
  await checkScreen(page, "announcement-files")
  await context.close()
  await plain.close()
})
