/**
 * Notifications: an application reaches those who decide it, by bell, inbox and e-mail; one click unsubscribes from the
 * e-mails.
 */
import { openCommunity, visitAs } from "./demo"
import { expect, test } from "./fixtures"

test.use({ serverEnvironment: { SEED: "demo" } })

test("an applicant's moderators are notified, and unsubscribe from the e-mail without signing in @short", async ({
  browser,
  mailbox,
  server
}) => {
  test.setTimeout(180_000)
  // She wants an e-mail for each application, and no digest.
  const ines = await visitAs(browser, server.origin, "Ines Carvalho")
  await ines.page.goto("/userDashboard/edit?tab=notifications")
  const kind = ines.page.getByLabel("Somebody asks to join a community you manage")
  await expect(kind).toHaveValue("digest")
  await kind.selectOption("now")
  await ines.page.getByRole("button", { name: "Save", exact: true }).click()
  await expect(ines.page.getByRole("status").filter({ hasText: "Saved." })).toBeVisible()

  const clara = await visitAs(browser, server.origin, "Clara Monteiro")
  await openCommunity(clara.page, "open-maps", "members")
  await clara.page.locator(".join-menu > summary").click()
  await clara.page.getByLabel(/house rules/i).check()
  await clara.page.locator(".join-menu").getByRole("button").last().click()
  await expect(clara.page.locator(".join-menu > summary").getByText("Your application", { exact: true })).toBeVisible()

  // The bell counts, the inbox names it, and opening it there marks it as read.
  await ines.page.goto("/userDashboard?tab=notifications&show=unread")
  const line = ines.page.getByRole("listitem").filter({ hasText: "Clara Monteiro" })
  await expect(line).toBeVisible()
  await expect(ines.page.getByRole("link", { name: /^Notifications, \d+ unread$/ })).toBeVisible()
  await line.getByRole("button", { name: /^Mark as read/ }).click()
  await expect(line).toBeHidden()

  // The e-mail, and the one click that unsubscribes from its kind: no session, no JavaScript.
  await expect
    .poll(async () => (await mailbox.emails()).some(({ to }) => to === "ines.carvalho@example.org"), {
      timeout: 30_000 // the outbox is sent every few seconds
    })
    .toBe(true)
  const email = (await mailbox.emails()).find(({ to }) => to === "ines.carvalho@example.org")
  const leave = /Unsubscribe: (\S+)/.exec(email?.text ?? "")?.[1] ?? ""
  const stranger = await browser.newContext({ javaScriptEnabled: false })
  const door = await stranger.newPage()
  await door.goto(leave)
  await expect(door.getByRole("heading", { name: "Unsubscribe from these e-mails" })).toBeVisible()
  await door.getByRole("button", { name: "Unsubscribe from these" }).click()
  await expect(door.getByRole("heading", { name: "You have unsubscribed" })).toBeVisible()
  await ines.page.goto("/userDashboard/edit?tab=notifications")
  await expect(kind).toHaveValue("none")
  for (const { context } of [ines, clara]) await context.close()
  await stranger.close()
})
