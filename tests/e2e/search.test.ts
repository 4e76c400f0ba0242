/** Searching a community and the site, and keyboard shortcuts. */
import { demoCommunityId } from "~/effects/local/seed/DemoSeed.server"
import { tooWide } from "./appearance"
import { axeProblems } from "./axe"
import { visitAs } from "./demo"
import { expect, test } from "./fixtures"

test.use({ serverEnvironment: { SEED: "demo" } })

const garden = `/community/detail/${demoCommunityId("riverside-garden")}`

test("a member searches a community by words, mistakes and kinds @short", async ({ browser, server }) => {
  const { page } = await visitAs(browser, server.origin, "Ruth Okafor")
  await page.goto(`${garden}/members`)
  await page.getByRole("link", { name: "Search Riverside Garden Co-op" }).click()
  const box = page.getByRole("searchbox", { name: "Search in this community" })
  await box.fill("water tank")
  await box.press("Enter")
  await expect(page.getByRole("link", { name: "The north tank loses a third of its water" }).first()).toBeVisible()
  await expect(page.locator(".hits mark").first()).toBeVisible()

  await test.step("narrowed to one kind, with what was typed", async () => {
    await page
      .getByRole("navigation", { name: "Kinds" })
      .getByRole("link", { name: /^Proposals/ })
      .click()
    await expect(page).toHaveURL(/kind=proposals/)
    await expect(box).toHaveValue("water tank")
    await expect(page.locator(".hits .eyebrow").first()).toContainText("Proposal")
  })

  await test.step("one letter is wrong", async () => {
    await page.goto(`${garden}/search?q=watre`)
    await expect(page.getByText("These results have similar words.")).toBeVisible()
    await expect(page.locator(".hits > li").first()).toBeVisible()
  })

  await test.step("nothing has both words, but one has results alone", async () => {
    await page.goto(`${garden}/search?q=water+zeppelin`)
    await expect(page.getByText("Nothing you can see in this community mentions water zeppelin.")).toBeVisible()
    await page.getByRole("link", { name: "Search for water" }).click()
    await expect(page.locator(".hits > li").first()).toBeVisible()
  })

  await test.step("on the public site each word alone has as many results as it promises", async () => {
    await page.goto("/search?q=film+zeppelin")
    const promised = await page.getByText(/^film alone has \d+ results?\.$/).textContent()
    await page.getByRole("link", { name: "Search for film" }).click()
    const all = page.getByRole("navigation", { name: "Kinds" }).getByRole("link", { name: /^All/ })
    await expect(all).toHaveText(new RegExp(`^All\\s*${/\d+/.exec(promised ?? "")?.[0]}$`))
  })

  await test.step("signs alone are explained", async () => {
    await page.goto(`${garden}/search?q=${encodeURIComponent(`"*" AND (`)}`)
    await expect(page.locator(".hits, .empty").first()).toBeVisible()
    await page.goto(`${garden}/search?q=${encodeURIComponent(`"*":()`)}`)
    await expect(page.getByText("Signs alone cannot be searched for.")).toBeVisible()
    await expect(box).toHaveValue(`"*":()`)
  })

  await test.step("on a phone", async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto(`${garden}/search?q=water`)
    expect(await tooWide(page)).toEqual([])
    expect(await axeProblems(page)).toEqual([])
  })
})

test("shortcuts search, go to places and help, and can be turned off", async ({ browser, page, server }) => {
  await page.goto("/explore")
  await page.waitForLoadState("load")
  await page.keyboard.press("/")
  const box = page.getByRole("searchbox", { name: /^Search on the public pages/ })
  await expect(box).toBeFocused()
  // In a field, the signs are typed.
  await page.keyboard.type("night/g?")
  await expect(box).toHaveValue("night/g?")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/q=night/)

  const member = await visitAs(browser, server.origin, "Ruth Okafor")
  await member.page.goto(`${garden}/members`)
  await expect(member.page.getByRole("button", { name: "Keyboard shortcuts" })).toBeEnabled()
  await member.page.keyboard.press("g")
  await member.page.keyboard.press("p")
  await expect(member.page).toHaveURL(/\/proposals$/)
  await member.page.keyboard.press("?")
  const help = member.page.getByRole("dialog", { name: "Keyboard shortcuts" })
  await expect(help.getByText("Proposals")).toBeVisible()
  expect(await axeProblems(member.page)).toEqual([])
  await help.getByRole("checkbox", { name: "Use these shortcuts on this device" }).uncheck()
  await member.page.keyboard.press("Escape")
  await expect(help).toBeHidden()
  await member.page.keyboard.press("?")
  await member.page.getByRole("button", { name: "Keyboard shortcuts" }).click()
  await expect(help).toHaveCount(1)
  await help.getByRole("checkbox", { name: "Use these shortcuts on this device" }).check()
  await help.getByRole("button", { name: "Close" }).click()
  await member.page.keyboard.press("/")
  await expect(member.page.getByRole("searchbox", { name: "Search in this community" })).toBeFocused()
})
