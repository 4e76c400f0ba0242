/** Joining and managing members: applications, acceptance and invitations (founding is in founding.test.ts). */
import type { Page } from "@playwright/test"
import { openCommunity, visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const joinMenu = (page: Page) => page.locator(".join-menu").first()

/** Clicks until the box is open: a click before hydration may be lost. */
const openJoinBox = async (page: Page, name: string) => {
  await expect(async () => {
    if ((await joinMenu(page).getAttribute("open")) === null) await joinMenu(page).locator("summary").click()
    await expect(button(page, name)).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

test("Zoe asks to join, Marta accepts, and Zoe is notified without reloading @short", async ({ browser, server }) => {
  test.setTimeout(180_000)
  const zoe = await visitAs(browser, server.origin, "Zoe Papadaki")
  const marta = await visitAs(browser, server.origin, "Marta Lindqvist")

  await test.step("the house rules come first", async () => {
    await zoe.page.goto("/explore?q=riverside")
    await zoe.page.getByRole("link", { name: "Riverside Garden Co-op", exact: true }).first().click()
    // Signed in, she is redirected to the community's own pages.
    await expect(zoe.page).toHaveURL(/\/community\/detail\/[a-z2-7]{12}$/)
    await openCommunity(zoe.page, "riverside-garden")
    // Sent before hydration, the form leads to the page of members, as it does without JavaScript.
    await expect(zoe.page.locator(".live-line[data-live=live]").first()).toBeVisible({ timeout: 30_000 })
    await openJoinBox(zoe.page, "Send the application")
    await zoe.page.getByLabel("Note to the moderators").fill("I live across the river and bring a wheelbarrow.")
    await button(zoe.page, "Send the application").click()
    await expect(zoe.page.getByText("Please accept the house rules.")).toBeVisible()
    await expect(zoe.page.getByLabel("Note to the moderators")).toHaveValue(/wheelbarrow/)
    await zoe.page.getByLabel(/I accept the/).check()
    await button(zoe.page, "Send the application").click()
    await expect(zoe.page.locator(".join-menu > summary").getByText("Your application", { exact: true })).toBeVisible()
    await openJoinBox(zoe.page, "Withdraw the application")
    await expect(zoe.page.getByText("Your application is with the moderators.")).toBeVisible()
  })

  // Her page is subscribed to live events.
  await expect(zoe.page.locator(".live-line[data-live=live]").first()).toBeVisible({ timeout: 30_000 })
  const bell = zoe.page.getByRole("banner").getByRole("link", { name: /^Notifications/ })
  const quiet = (await bell.getAttribute("aria-label")) ?? "Notifications"

  await test.step("Marta's dashboard lists it under To do; she reads the note and accepts", async () => {
    await marta.page.goto("/userDashboard")
    const needs = marta.page.getByRole("region", { name: "To do" })
    await needs.getByRole("listitem").filter({ hasText: "applications to decide" }).getByRole("link").last().click()
    await expect(marta.page).toHaveURL(/members\?tab=applications/)
    await expect(marta.page.getByText("I live across the river and bring a wheelbarrow.")).toBeVisible()
    await button(marta.page, "Accept Zoe Papadaki").click()
    await expect(button(marta.page, "Accept Zoe Papadaki")).toHaveCount(0)
    await marta.page
      .getByRole("navigation", { name: "Lists of members" })
      .getByRole("link", { name: "Members" })
      .click()
    await expect(marta.page.getByText("15 in all")).toBeVisible()
    await expect(marta.page.getByRole("row", { name: /Zoe Papadaki/ })).toBeVisible()
  })

  await test.step("Zoe's open page shows it, and she is a member", async () => {
    await expect(bell).not.toHaveAccessibleName(quiet, { timeout: 30_000 })
    await expect(bell).toHaveAccessibleName(/unread/)
    await openCommunity(zoe.page, "riverside-garden")
    await expect(
      zoe.page.locator(".community-head .join-menu > summary").getByText("Membership", { exact: true })
    ).toBeVisible()
  })

  await test.step("the activity log shows both events to those who may see them", async () => {
    await openCommunity(marta.page, "riverside-garden", "activity")
    await expect(marta.page.getByText("accepted Zoe Papadaki").first()).toBeVisible()
    await expect(marta.page.getByText("asked to join").first()).toBeVisible()
  })
  await zoe.context.close()
  await marta.context.close()
})

test("an invitation admits to a private community, without JavaScript too", async ({ browser, server }) => {
  test.setTimeout(120_000)
  const nora = await visitAs(browser, server.origin, "Nora Fitzgerald")
  await nora.page.goto("/myCommunities?tab=owned")
  await nora.page.getByRole("link", { name: "Quiet Room", exact: true }).first().click()
  await expect(nora.page).toHaveURL(/\/community\/detail\/[a-z2-7]{12}/)
  await nora.page.goto(`${new URL(nora.page.url()).pathname}/members?tab=invitations`)
  await nora.page.getByLabel("For how many people").fill("1")
  await button(nora.page, "Create invitation").click()
  const link = (await nora.page.locator(".invite-line .digest").first().textContent()) ?? ""
  expect(link).toMatch(/\/community\/detail\/[a-z2-7]{12}\?invite=[a-z2-7]{16}$/)

  // Signed in by session alone: a browser without scripts has no wallet.
  const theo = await visitAs(browser, server.origin, "Theo Marchetti")
  const plain = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false })
  await plain.addCookies(await theo.context.cookies())
  const page = await plain.newPage()
  expect((await page.goto(link.replace(/invite=.*/, "invite=aaaaaaaaaaaaaaaa")))?.status()).toBe(404)
  await page.goto(link)
  await expect(page.getByRole("heading", { name: "Quiet Room", exact: true })).toBeVisible()
  await expect(page.getByText("Nothing leaves this room.")).toBeVisible()
  await button(page, "Join").click()
  await expect(page.getByText("Please accept the house rules.")).toBeVisible()
  await page.getByLabel(/I accept the/).check()
  await button(page, "Join").click()
  await expect(page).toHaveURL(/\/community\/detail\/[a-z2-7]{12}\?joined=1$/)
  await expect(page.getByText(/^You are now a member of /)).toBeVisible()
  await expect(
    page.locator(".community-head .join-menu > summary").getByText("Membership", { exact: true })
  ).toBeVisible()
  // The invitation's last place is taken.
  const late = await visitAs(browser, server.origin, "Elin Strand")
  expect((await late.page.goto(link))?.status()).toBe(404)
  for (const context of [plain, nora.context, theo.context, late.context]) await context.close()
})

test("on a phone each member is one line that expands", async ({ browser, server }) => {
  test.setTimeout(120_000)
  const { context, page } = await visitAs(browser, server.origin, "Marta Lindqvist")
  await openCommunity(page, "riverside-garden", "members")
  await page.getByRole("link", { name: "Manage Piet van Dam" }).click()
  const card = page.getByRole("region", { name: "Manage Piet van Dam" })
  await card.getByLabel("Reason").first().fill("Sells shoes in every thread.")
  await button(page, "Suspend").click()
  const piet = page.getByRole("row", { name: /Piet van Dam/ })
  await expect(piet.getByText("Suspended until")).toBeVisible()

  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(`${new URL(page.url()).pathname}?sort=name`)
  const row = page.getByRole("row", { name: /Amir Haddad/ })
  const joined = row.locator("time")
  expect((await row.boundingBox())?.height).toBeLessThan(50)
  await expect(row.getByText("8", { exact: true })).toBeVisible()
  await expect(joined).toBeHidden()
  await expect(page.getByRole("row", { name: /Joaquim Teles/ }).getByText("Moderator")).toBeVisible()
  await expect(piet.getByText("Suspended until")).toBeVisible()
  await expect(piet.getByText("Manage")).toBeHidden()
  await row.locator("summary").focus()
  await page.keyboard.press("Enter")
  await expect(joined).toBeVisible()
  await expect(row.getByRole("link", { name: "Manage Amir Haddad" })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(row.locator("summary")).toBeHidden()
  await expect(piet.getByRole("cell")).toHaveCount(5)

  const plain = await browser.newContext({
    baseURL: server.origin,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 800 }
  })
  await plain.addCookies(await context.cookies())
  const still = await plain.newPage()
  await still.goto(page.url())
  const member = still.getByRole("row", { name: /Amir Haddad/ })
  // Clicks on the line, not on the name, which links to the profile.
  await member.getByText("8", { exact: true }).click({ force: true })
  await expect(member.locator("time")).toBeVisible()
  for (const each of [plain, context]) await each.close()
})
