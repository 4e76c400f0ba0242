/**
 * Following a community without joining it: from its header, in "My communities", and the notifications that follow.
 */

import { tooWide } from "./appearance"
import { axeProblems } from "./axe"
import { openCommunity, visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { found } from "./forms"

test.use({ serverEnvironment: { SEED: "demo" } })

const TITLE = "The tool shed is open"
/** A whole page, and its data as a script requests it. */
const FORMS = ["", ".data"]
const FOLLOWED = "/myCommunities?tab=following"

test("a person follows a community, is notified, finds it in their list, and unfollows it @short", async ({
  browser,
  server
}) => {
  test.setTimeout(120_000)
  const owner = await visitAs(browser, server.origin, "Marta Lindqvist")
  const reader = await visitAs(browser, server.origin, "Ines Carvalho")
  const { page } = reader

  await page.goto(FOLLOWED)
  await expect(page.getByText("You don't follow any community.")).toBeVisible()
  await openCommunity(page, "riverside-garden")
  const inside = new URL(page.url()).pathname
  await page.getByRole("button", { name: "Follow", exact: true }).press("Enter")
  await expect(page.getByRole("button", { name: "Following" })).toHaveAttribute("aria-pressed", "true")

  await openCommunity(owner.page, "riverside-garden", "annissue")
  await owner.page.getByLabel("Title").fill(TITLE)
  await owner.page.getByLabel("Text").fill("Bring back what you borrowed.")
  await owner.page.getByLabel("Sign with my wallet").uncheck()
  await owner.page.getByRole("button", { name: "Publish", exact: true }).click()
  await expect(owner.page.getByRole("heading", { name: TITLE })).toBeVisible()

  await page.goto("/userDashboard?tab=notifications")
  await expect(page.getByRole("link", { name: new RegExp(TITLE) })).toBeVisible()
  await page.goto(FOLLOWED)
  await expect(page.getByRole("link", { name: /^Following 1$/ })).toHaveAttribute("aria-current", "page")
  const row = page.getByRole("listitem").filter({ hasText: "Riverside Garden" })
  await expect(row).toContainText("1 unread")
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    expect(await tooWide(page)).toEqual([])
    expect(await axeProblems(page)).toEqual([])
  }

  // Without JavaScript the same button posts the same form.
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await reader.context.storageState()
  })
  const plainPage = await plain.newPage()
  await plainPage.goto(`${server.origin}${FOLLOWED}`)
  await plainPage.getByRole("button", { name: /^Stop following Riverside Garden/ }).click()
  await expect(plainPage.getByText("You don't follow any community.")).toBeVisible()
  await plain.close()

  await page.goto(inside)
  await page.getByRole("button", { name: "Follow", exact: true }).click()
  await expect(page.getByRole("button", { name: "Following" })).toBeVisible()
  await page.goto(FOLLOWED)
  await page.getByRole("button", { name: /^Stop following Riverside Garden/ }).press("Enter")
  await expect(page.getByText("You don't follow any community.")).toBeVisible()
  await page.goto(inside)
  await expect(page.getByRole("button", { name: "Follow", exact: true })).toBeVisible()
  await owner.context.close()
  await reader.context.close()
})

test("following a private or an archived community is refused with a message, as page and as data", async ({
  browser,
  server
}) => {
  const { origin } = server
  const stranger = await visitAs(browser, origin, "Ines Carvalho")
  const reader = await visitAs(browser, origin, "Nadia Rahimi")
  const { page } = reader
  const posted = async (inside: string, form: string) => {
    const response = await page.request.post(`${inside}/members${form}`, {
      form: { intent: "follow" },
      headers: { Origin: origin },
      maxRedirects: 0
    })
    return { status: response.status(), text: await response.text() }
  }
  // She is a member of this one, and may know of it.
  await page.goto("/myCommunities?q=Quiet")
  const privateOne = await page.getByRole("link", { name: "Quiet Room" }).getAttribute("href")
  const unknown = await stranger.page.request.post(`${privateOne}/members`, {
    form: { intent: "follow" },
    headers: { Origin: origin }
  })
  expect([unknown.status(), (await unknown.text()).includes("Quiet Room")]).toEqual([404, false])
  const words = "A private community cannot be followed."
  for (const form of FORMS) {
    const { status, text } = await posted(privateOne ?? "", form)
    expect([status, text.includes(words)]).toEqual([409, true])
  }

  // Archived while the page with the button was open.
  const inside = await found(stranger.page, "Kettle Club")
  await page.goto(inside)
  const button = page.getByRole("button", { name: "Follow", exact: true })
  await expect(button).toBeVisible()
  await stranger.page.goto(`${inside}?panel=settings&part=archive`)
  await stranger.page.getByLabel("I am sure").check()
  await stranger.page.getByRole("button", { name: "Archive", exact: true }).click()
  await expect(stranger.page.locator(".inside-head").getByText("Archived")).toBeVisible()
  await button.click()
  const late = "This community is archived; following is no longer possible."
  await expect(page.getByText(late)).toBeVisible()
  for (const form of FORMS) {
    const { status, text } = await posted(inside, form)
    expect([status, text.includes(late)]).toEqual([409, true])
  }
  await page.goto(FOLLOWED)
  await expect(page.getByText("You don't follow any community.")).toBeVisible()
  await stranger.context.close()
  await reader.context.close()
})
