/** The gate: what the HTML of a guarded page contains without a session, and how each visitor gets inside. */
import type { Browser } from "@playwright/test"
import { visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { button } from "./wizard-steps"

const PUBLIC = { name: "Open Maps Fund", person: "Ines Carvalho" }
const PRIVATE = { name: "Quiet Room", person: "Nora Fitzgerald" }

test.use({ serverEnvironment: { SEED: "demo" } })

interface Router {
  readonly revalidate: () => void
}

/** Finds the id by the community's name, as one of its members. */
const idOf = async (browser: Browser, origin: string, person: string, community: string): Promise<string> => {
  const { context, page } = await visitAs(browser, origin, person)
  await page.goto("/myCommunities?tab=owned")
  const href = await page.getByRole("link", { name: community }).first().getAttribute("href")
  await context.close()
  return /\/community\/detail\/([a-z2-7]{12})/.exec(href ?? "")?.[1] ?? ""
}

/** A response without what differs each time: nonce, requested address, time of rendering. */
const sourceOf = async (origin: string, path: string) => {
  const response = await fetch(`${origin}${path}`, { headers: { "User-Agent": "a bot" } })
  const nonce = /'nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "")?.[1] ?? "none"
  const text = (await response.text()).replaceAll(nonce, "")
  const asked = path.replace(/\.data/, "").replace(/\?.*$/, "")
  return { status: response.status, text: text.replaceAll(asked, "").replaceAll(/"url":"[^"]*"/g, "") }
}

test("without a session the HTML of a guarded page is the same shell for every kind of community, and for none", async ({
  browser,
  server
}) => {
  test.slow()
  const open = await idOf(browser, server.origin, PUBLIC.person, PUBLIC.name)
  const hidden = await idOf(browser, server.origin, PRIVATE.person, PRIVATE.name)
  expect([open, hidden].every((id) => id.length === 12)).toBe(true)
  const pages = ["", "?panel=settings", "/treasury", "/members", "/discussion?new=1", "/discussion?thread=1"]
  const more = ["/proposals?new=1", "/proposals?p=1", "/activity", "/annissued?a=1", "/bondissued", "/tokenWithdraw"]
  for (const page of [...pages, ...more]) {
    for (const form of ["", ".data"]) {
      const [part = "", query = ""] = page.split("?")
      const seen = new Map<string, string>()
      for (const id of [open, hidden, "aaaaaaaaaaaa", "not-an-id", "%F0%9F%98%80"]) {
        const path = `/community/detail/${id}${part}${form}${query && `?${query}`}`
        const { status, text } = await sourceOf(server.origin, path)
        expect(status, path).toBe(200)
        expect(text, path).not.toMatch(/Open Maps|Quiet Room|Carvalho|Fitzgerald/)
        seen.set(text.replaceAll(id, ""), id)
      }
      expect([...seen.values()], `${page}${form}`).toHaveLength(1)
    }
  }
  for (const path of [
    "/userDashboard",
    "/userDashboard/edit",
    "/userDashboard/userProfile/nobody",
    "/myCommunities",
    "/create"
  ]) {
    const { status, text } = await sourceOf(server.origin, path)
    expect(status, path).toBe(200)
    expect(text, path).toContain("Connecting to wallet...")
  }
  expect((await sourceOf(server.origin, `/exploreDao/open-maps/deploy`)).text).not.toContain("Open Maps")
})

test("a visitor's link leads through home and the wallet to its page, which is remembered @short", async ({
  browser,
  server
}) => {
  const id = await idOf(browser, server.origin, PUBLIC.person, PUBLIC.name)
  const { context, page } = await visitAs(browser, server.origin, PUBLIC.person)
  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto(`/community/detail/${id}/members?sort=newest`)
  await expect(page).toHaveURL("/")
  await expect(page.getByText(`Connect your wallet to continue to Members · ${PUBLIC.name}.`)).toBeVisible()
  await page.locator("header community-connect").getByRole("button").first().click()
  await expect(page).toHaveURL(`/community/detail/${id}/members?sort=newest`)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Members")
  await expect(page.getByRole("link", { name: PUBLIC.name }).first()).toBeVisible()
  await context.close()
})

test("a connected person without a session is asked for the proof, and then sees the page", async ({
  browser,
  server
}) => {
  const id = await idOf(browser, server.origin, PUBLIC.person, PUBLIC.name)
  const { context, page } = await visitAs(browser, server.origin, PUBLIC.person)
  await context.clearCookies({ name: "__Host-session" })
  await page.goto(`/community/detail/${id}/members`)
  await expect(page.getByRole("heading", { name: "Sign in with your wallet to see this page." })).toBeVisible()
  expect(await page.content()).not.toContain(PUBLIC.name)
  await button(page, "Sign in").click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Members")
  await expect(page.getByRole("link", { name: PUBLIC.name }).first()).toBeVisible()
  await expect(page).toHaveURL(`/community/detail/${id}/members`)

  // The session ends while a person writes: the page asks for the proof next to the text, and keeps the text.
  await page.goto(`/community/detail/${id}/discussion?new=1`)
  await page.getByLabel("Title").fill("A question that outlives its session")
  await context.clearCookies({ name: "__Host-session" })
  await button(page, "Start the thread").click()
  await expect(page.getByRole("alert").filter({ hasText: "Sign in with your wallet" })).toBeVisible()
  await expect(page.getByLabel("Title")).toHaveValue("A question that outlives its session")
  // As a live event does.
  await page.evaluate(() => (window as unknown as { readonly __remixRouter: Router }).__remixRouter.revalidate())
  const over = page.getByText("Your session has ended.")
  await expect(over).toBeVisible()
  await expect(page.getByLabel("Title")).toHaveValue("A question that outlives its session")
  await page.getByRole("status").filter({ has: over }).getByRole("button", { name: "Sign in" }).click()
  await expect(over).toBeHidden()
  await expect(page.getByLabel("Title")).toHaveValue("A question that outlives its session")
  await context.close()
})

test("a form sent without a session and without scripts is refused with a message", async ({ browser, server }) => {
  const id = await idOf(browser, server.origin, PUBLIC.person, PUBLIC.name)
  const response = await fetch(`${server.origin}/community/detail/${id}/discussion?new=1`, {
    method: "POST",
    headers: { Origin: server.origin, "Content-Type": "application/x-www-form-urlencoded", "User-Agent": "a bot" },
    body: "intent=start&title=A+question+of+mine&category=help&body=Where+is+it"
  })
  const html = await response.text()
  expect(response.status).toBe(401)
  expect(html).toContain("Go back: your browser still has what you typed.")
  expect(html).not.toContain(PUBLIC.name)
})
