/**
 * The service worker: pages that were read stay readable without a network, with a mark, and a person's data is deleted
 * when they sign out.
 */
import type { BrowserContext, Page } from "@playwright/test"
import { tooWide } from "./appearance"
import { axeProblems } from "./axe"
import { visitAs } from "./demo"
import { expect, test } from "./fixtures"

test.use({ serverEnvironment: { SEED: "demo" }, serviceWorkers: "allow" })

/** Addresses of all cached entries, with the name of their cache. */
const storedEntries = (page: Page) =>
  page.evaluate(async () => {
    const found: Array<string> = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const { url } of await cache.keys()) found.push(`${name.replace(/^own .*/, "own")} ${new URL(url).pathname}`)
    }
    return found
  })

const isControlled = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
const expectStored = (page: Page, entry: string) =>
  expect.poll(() => storedEntries(page), { timeout: 20_000 }).toContain(entry)

/** No request reaches the server, as in a tunnel. */
const goOffline = (context: BrowserContext) => context.setOffline(true)

test("pages that were read open without a network, marked as such; others say that they were not read @short", async ({
  context,
  page,
  server
}) => {
  test.setTimeout(120_000)
  await page.goto(`${server.origin}/`)
  await isControlled(page)
  await page.goto(`${server.origin}/explore/night-film`)
  await expectStored(page, "pages /explore/night-film")
  // Includes the page that was open before the worker existed, and one reached by client navigation.
  await expectStored(page, "pages /")
  await page.getByRole("link", { name: "Roadmap" }).first().click()
  await expect(page).toHaveURL(/roadmap/)
  await expectStored(page, "pages /roadmap")

  await goOffline(context)
  await page.goto(`${server.origin}/explore/night-film`)
  const mark = page.getByText(/^You are offline\. This page is as of \d\d:\d\d; nothing on it can be sent or signed\.$/)
  await expect(mark).toBeVisible()
  await expect(page.getByRole("heading", { level: 1, name: "Night Film Club" })).toBeVisible()
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    expect(await tooWide(page)).toEqual([])
  }
  await page.goto(`${server.origin}/faq-that-nobody-read`)
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible()
  await page
    .getByRole("link", { name: /Night Film Club/ })
    .first()
    .click()
  await expect(mark).toBeVisible()

  // Back on the network the page comes from the server, never from the cache.
  await context.setOffline(false)
  await page.goto(`${server.origin}/explore/night-film`)
  await expect(mark).toBeHidden()
  await expect(page.locator("community-connect").first()).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
})

test("a person's own pages are cached while they are signed in, and deleted afterwards", async ({
  browser,
  server
}) => {
  test.setTimeout(120_000)
  const { context, page } = await visitAs(browser, server.origin, "Ines Carvalho")
  await isControlled(page)
  await page.goto("/userDashboard")
  await expectStored(page, "own /userDashboard")
  await page.goto("/userDashboard/edit?tab=email")
  await page.goto("/myCommunities")
  await expectStored(page, "own /myCommunities")
  const all = await storedEntries(page)
  expect(all.filter((entry) => /edit|\/api|\/local/.test(entry))).toEqual([])

  await goOffline(context)
  await page.goto("/myCommunities")
  await expect(page.getByText(/^You are offline\. This page is as of/)).toBeVisible()
  await context.setOffline(false)

  await page.goto("/userDashboard/edit?tab=privacy")
  await page.locator("main").getByRole("button", { name: "Sign out", exact: true }).click()
  await expect.poll(async () => (await storedEntries(page)).filter((entry) => entry.startsWith("own "))).toEqual([])
  await goOffline(context)
  await page.goto("/myCommunities").catch(() => undefined)
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible()
  await expect(page.getByText("Ines")).toHaveCount(0)
  await context.close()
})

const SIGNED_OUT = "You are signed out on this computer. We will tell the server as soon as it can be reached."

test("signing out without a network deletes the person's data, and ends the session once there is one", async ({
  browser,
  server
}) => {
  test.setTimeout(120_000)
  const { context, page } = await visitAs(browser, server.origin, "Ines Carvalho")
  await isControlled(page)
  const other = await context.newPage()
  await other.goto("/myCommunities")
  await page.goto("/userDashboard")
  await expectStored(page, "own /userDashboard")
  await page.goto("/userDashboard/edit?tab=privacy")
  const held = (await context.cookies()).find(({ name }) => name === "__Host-session")
  expect(held).toBeDefined()
  await page.evaluate(() => localStorage.setItem("draft:somebody", "typed by Ines"))

  await goOffline(context)
  await page.locator("main").getByRole("button", { name: "Sign out", exact: true }).click()
  await expect(page.getByText(SIGNED_OUT)).toBeVisible()
  await expect(page.getByText("Ines")).toHaveCount(0)
  await expect(other.getByText(SIGNED_OUT)).toBeVisible()
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    expect(await tooWide(page)).toEqual([])
  }
  expect(await axeProblems(page)).toEqual([])
  expect((await storedEntries(page)).filter((entry) => entry.startsWith("own "))).toEqual([])
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, "commonhold:practice-wallet": "" }))
  expect(stored).not.toMatch(/Ines|typed|identity_/)
  await page.goto("/userDashboard").catch(() => undefined)
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible()
  await other.close()

  // The network is back, but the sign-out has not arrived yet: the session's requests are refused already.
  await context.setOffline(false)
  const jar = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ")
  expect(jar).toContain("__Host-signed-out=1")
  const exported = await fetch(`${server.origin}/api/exports/me`, { headers: { Cookie: jar } })
  expect(exported.status).toBe(401)
  // That request ended the session: it is refused without the mark, too.
  const again = { headers: { Cookie: `__Host-session=${held?.value}` } }
  expect((await fetch(`${server.origin}/api/exports/me`, again)).status).toBe(401)
  await page.goto("/")
  await page.getByRole("banner").hover()
  const names = async () => (await context.cookies()).map(({ name }) => name)
  await expect.poll(names).not.toContain("__Host-signed-out")
  expect(await names()).not.toContain("__Host-session")
  await context.close()
})

test("signing out on a cached copy, which has no scripts, works without a network", async ({ browser, server }) => {
  test.setTimeout(120_000)
  const { context, page } = await visitAs(browser, server.origin, "Ines Carvalho")
  await isControlled(page)
  await page.goto("/userDashboard")
  await expectStored(page, "own /userDashboard")
  await goOffline(context)
  await page.goto("/userDashboard")
  await expect(page.getByText(/^You are offline\. This page is as of/)).toBeVisible()
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>("form:has([value=sign-out])")
    form?.requestSubmit(form.querySelector("button"))
  })
  await expect(page.getByText(SIGNED_OUT)).toBeVisible()
  expect((await storedEntries(page)).filter((entry) => entry.startsWith("own "))).toEqual([])
  await context.setOffline(false)
  await expect(page).toHaveURL(`${server.origin}/`)
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Signed out")
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("__Host-session")
  await context.close()
})

test("a session that ended elsewhere leaves no data here either", async ({ browser, server }) => {
  test.setTimeout(120_000)
  const { context, page } = await visitAs(browser, server.origin, "Ines Carvalho")
  await isControlled(page)
  await page.goto("/userDashboard")
  await expectStored(page, "own /userDashboard")
  await context.clearCookies({ name: "__Host-session" })
  await page.goto("/explore")
  await expect.poll(async () => (await storedEntries(page)).filter((entry) => entry.startsWith("own "))).toEqual([])
  await context.close()
})

test("the worker is served for the whole site, and is never cached", async ({ server: { origin } }) => {
  const response = await fetch(`${origin}/service-worker.js`)
  expect(response.status).toBe(200)
  expect(response.headers.get("content-type")).toContain("javascript")
  expect(response.headers.get("cache-control")).toBe("no-cache")
  const script = await response.text()
  // One classic script, for browsers without modules in workers.
  expect(script).not.toMatch(/\b(import|export)\b[\s{"']/)
})
