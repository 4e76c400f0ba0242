/** The shell, the gate and the pages behind it, in a browser: with and without JavaScript, small, dark and slow. */
import type { Browser, Page } from "@playwright/test"
import { isShort } from "../sets"
import { axeInAllThemes, movedByItself, openForChecks, prepareChecks, tooWide, whatMoved } from "./appearance"
import { expect, type Mailbox, test } from "./fixtures"
import { listens } from "./slow-line"
import { button, connect, somebody, someHoursLater, submitCode, toOtp } from "./wizard-steps"

/** The same person's browser without JavaScript. */
const withoutScripts = async (browser: Browser, page: Page) => {
  const storageState = await page.context().storageState()
  const context = await browser.newContext({ javaScriptEnabled: false, storageState })
  return context.newPage()
}

/** Signs up, and waits for the page at each step: the wallet's own state is stored a moment after the session. */
const signUp = async (page: Page, mailbox: Mailbox, person: { readonly name: string; readonly email: string }) => {
  await connect(page)
  await expect(
    page.getByText("You're connected. Create your profile in two minutes to start joining communities.")
  ).toBeVisible()
  await toOtp(page, person)
  await submitCode(page, await mailbox.lastCode(person.email))
  await expect(page).toHaveURL("/userDashboard")
}

const accountButton = (page: Page) => page.locator("header community-connect [part=button]")
/** Waits until the login's popover has closed, then opens the account menu. */
const openAccount = async (page: Page) => {
  await expect(page.locator("header community-connect").getByRole("dialog")).toBeHidden()
  await accountButton(page).click()
}

test("a visitor's page has headings, landmarks, and one theme for server and browser @short", async ({ page }) => {
  await page.goto("/")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Decide together. Fund together. Check everything.")
  await expect(page).toHaveTitle("Decide together. Fund together. Check everything. · Commonhold")
  await button(page, "Dark").first().click()
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
  await page.reload()
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
  await button(page, "System").first().click()
  await expect(page.locator("html")).not.toHaveAttribute("data-theme")
})

test("without JavaScript home reads whole, the theme changes, and the gate says what is missing", async ({
  baseURL,
  browser
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL !== undefined && { baseURL }) })
  const page = await context.newPage()
  await page.goto("/")
  for (const name of ["From idea to result", "Re-count it yourself", "Bonds without a middleman"]) {
    await expect(page.getByRole("heading", { name })).toBeVisible()
  }
  await button(page, "Dark").first().click()
  await expect(page).toHaveURL("/")
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")

  const response = await page.goto("/userDashboard/edit")
  expect(response?.status()).toBe(200)
  await expect(page.getByRole("status").filter({ hasText: "Connecting to wallet..." })).toBeVisible()
  // Text selectors skip <noscript>.
  await expect(page.locator("main noscript p")).toBeVisible()
  await expect(page.locator("main noscript p")).toContainText("You need JavaScript to connect a wallet.")
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex")
  await context.close()
})

test("no page has a style attribute in its HTML, and an unknown one is a 404 with the shell", async ({
  page,
  server
}) => {
  for (const path of ["/", "/userDashboard", "/signup", "/temp", "/nowhere"]) {
    const html = await (await fetch(`${server.origin}${path}`)).text()
    expect(html, path).not.toMatch(/<[^>]+\sstyle=/)
  }
  const response = await page.goto("/nowhere/at/all")
  expect(response?.status()).toBe(404)
  await expect(page.getByRole("heading", { name: "This page does not exist." })).toBeVisible()
  await expect(page.getByRole("contentinfo")).toBeVisible()
})

test("a page that fails to load says so, and trying again works", async ({ expectedErrors, page, wallet: _ }) => {
  expectedErrors.push(/./)
  await connect(page)
  await expect(page.getByText("You're connected. Create your profile")).toBeVisible()
  await page.route(/userDashboard\.data/, (route) => route.abort())
  await page.getByRole("link", { name: "Complete your profile" }).waitFor()
  await openAccount(page)
  await page.getByRole("link", { name: "Dashboard" }).click()
  await expect(page.getByRole("heading", { name: "We could not load this page." })).toBeVisible()
  await page.unroute(/userDashboard\.data/)
  await page.getByRole("link", { name: "Try again" }).click()
  await expect(page.getByRole("heading", { name: "First steps" })).toBeVisible()
})

const UNANSWERED = "The server does not answer. This page stays as it is and tries again automatically."

test("a page that gets no response after the wallet connected stays, says so, and recovers automatically", async ({
  page,
  wallet: _
}) => {
  await page.goto("/")
  // The page asks the server before it leaves for the page that is wanted.
  await page.route("/", (route) => (route.request().method() === "HEAD" ? route.abort() : route.continue()))
  await page.locator("header community-connect").getByRole("button").first().click()
  await expect(page.getByText(UNANSWERED)).toBeVisible()
  await expect(page.getByRole("heading", { name: "Questions" })).toBeVisible()
  await page.unrouteAll()
  await expect(page.getByText("You're connected. Create your profile")).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(UNANSWERED)).toBeHidden()
})

test("if the root cannot load in the browser, its error page still appears under Trusted Types", async ({
  expectedErrors,
  page,
  wallet: _
}) => {
  expectedErrors.push(/Failed to fetch/)
  await connect(page)
  await page.goto("/signup")
  await listens(page.getByRole("banner").getByRole("link", { name: "Commonhold" }))
  await page.route(/\.data/, (route) => route.abort())
  await page.getByRole("banner").getByRole("link", { name: "Commonhold" }).click()
  await expect(page.getByRole("heading", { name: "We could not load this page." })).toBeVisible()
  await expect(page.getByText("The server could not be reached.")).toBeVisible()
  await page.unrouteAll()
  await page.getByRole("link", { name: "Try again" }).click()
  await expect(page.getByRole("heading", { name: "Questions" })).toBeVisible()
})

test("an account without a profile is led from home and dashboard to sign-up; signing out closes the gate", async ({
  page,
  wallet: _
}) => {
  await connect(page)
  await expect(
    page.getByText("You're connected. Create your profile in two minutes to start joining communities.")
  ).toBeVisible()
  await page.goto("/userDashboard")
  await expect(page.getByRole("link", { name: "Complete your profile" })).toBeVisible()
  await openAccount(page)
  await button(page, "Sign out").first().click()
  await expect(page).toHaveURL("/")
  await expect(page.getByText("Connect your wallet to continue")).toBeHidden()
  await expect(button(page, "Connect and start")).toBeVisible()
  const { account } = await page.evaluate(async () => (await fetch("/api/wallet/session")).json())
  expect(account).toBeNull()
})

test("by keyboard the skip link, the menu and the theme work, and the focus follows the page", async ({
  page,
  wallet: _
}) => {
  await connect(page)
  await expect(page.getByText("You're connected. Create your profile")).toBeVisible()
  await page.goto("/")
  await expect(page.locator("header community-connect")).toHaveAttribute("connected", "") // the page is hydrated
  await page.keyboard.press("Tab")
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(page.locator("main")).toBeFocused()

  // One account menu: Tab goes from the page's links into the wallet's tabs, and back.
  const menu = accountButton(page)
  const popover = page.locator("header community-connect").getByRole("dialog")
  const dashboard = page.getByRole("link", { name: "Dashboard" })
  await menu.focus()
  await page.keyboard.press("Enter")
  await page.keyboard.press("Tab")
  await expect(button(page, "Sign out").first()).toBeFocused()
  await page.keyboard.press("Tab")
  await expect(dashboard).toBeFocused()
  await button(page, "System").first().focus()
  await page.keyboard.press("Tab")
  await expect(popover.getByRole("tab", { name: "Sharing" })).toBeFocused()
  await page.keyboard.press("Shift+Tab")
  await expect(button(page, "System").first()).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(menu).toBeFocused()
  await expect(dashboard).toBeHidden()

  await page.keyboard.press("Enter")
  await page.keyboard.press("Tab")
  await page.keyboard.press("Tab")
  await expect(dashboard).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL("/userDashboard")
  await expect(page.locator("main")).toBeFocused()
  await expect(page.getByRole("heading", { name: "First steps" })).toBeVisible()
})

test("a profile is edited, kept as a draft, shown, and posted without JavaScript @short", async ({
  browser,
  local,
  mailbox,
  page,
  wallet
}, testInfo) => {
  await someHoursLater(local)
  const person = somebody(testInfo)
  await signUp(page, mailbox, person)
  // First steps come first, with no empty sections below them.
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(["First steps"])
  await openAccount(page)
  await expect(page.locator("header").getByRole("heading", { name: person.name })).toBeVisible()
  await page.keyboard.press("Escape")
  await button(page, "Dismiss the first steps").click()
  await expect(page.getByRole("heading", { name: "First steps" })).toBeHidden()
  // The focus moves to the heading when its button disappears.
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused()
  await expect(page).toHaveTitle(/^Dashboard/)
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "My votes" }).click()
  await expect(page).toHaveTitle(/^My votes/)
  await page.goBack()
  await expect(page.getByText("You haven't joined a community yet.")).toBeVisible()

  await page.goto("/userDashboard/edit")
  await button(page, "Save").click()
  await expect(page.getByText("Nothing has changed.")).toBeVisible()
  await page.getByLabel("Bio").fill("I look after the water rota <b>now</b>.")
  await expect(page.getByText("You have unsaved changes.")).toBeVisible()
  await page.reload()
  await expect(page.getByText("We restored your unsaved changes.")).toBeVisible()
  await expect(page.getByLabel("Bio")).toHaveValue("I look after the water rota <b>now</b>.")
  await page.getByRole("link", { name: "Commonhold" }).click()
  await expect(page.getByRole("alert").getByText("You have unsaved changes.")).toBeVisible()
  await button(page, "Stay").click()
  await page.getByLabel("Name", { exact: true }).fill("No!")
  await button(page, "Save").click()
  await expect(page.getByRole("alert").filter({ hasText: "Please check the marked fields." })).toBeFocused()
  await page.getByLabel("Name", { exact: true }).fill(person.name)
  await button(page, "Save").click()
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible()

  const plain = await withoutScripts(browser, page)
  await plain.goto(`${new URL(page.url()).origin}/userDashboard/edit`)
  await plain.getByLabel("Bio").fill("short")
  await button(plain, "Save").click()
  await expect(plain.getByText("Write 10 to 300 characters.")).toBeVisible()
  await expect(plain.getByLabel("Bio")).toHaveValue("short")
  await plain.getByLabel("Bio").fill("Written without any script.")
  await button(plain, "Save").click()
  await expect(plain.getByText("Saved.", { exact: true })).toBeVisible()

  await page.goto(`/userDashboard/userProfile/${wallet.address}`)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(person.name)
  await expect(page.getByText("Written without any script.")).toBeVisible()
  // The account menu shows the person their own e-mail address; their profile page must not.
  expect(await page.locator("main").innerHTML()).not.toContain(person.email)
})

test("a conflict shows both texts; an expired session loses neither", async ({
  context,
  local,
  mailbox,
  page,
  wallet: _
}, testInfo) => {
  await someHoursLater(local)
  await signUp(page, mailbox, somebody(testInfo))
  await page.goto("/userDashboard/edit")
  const other = await context.newPage()
  await other.goto("/userDashboard/edit")
  await other.getByLabel("Bio").fill("Written in the other tab.")
  await button(other, "Save").click()
  await expect(other.getByText("Saved.", { exact: true })).toBeVisible()
  await page.getByLabel("Bio").fill("Written in this tab.")
  await button(page, "Save").click()
  const conflict = page.getByRole("alert")
  await expect(conflict).toContainText("Someone changed this meanwhile. Your text is kept; compare and save again.")
  await expect(conflict).toContainText("Written in the other tab.")
  await expect(page.getByLabel("Bio")).toHaveValue("Written in this tab.")
  await button(page, "Save").click()
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible()

  await page.getByLabel("Bio").fill("Typed after the session was gone.")
  await context.clearCookies({ name: "__Host-session" })
  await button(page, "Save").click()
  await expect(page.getByRole("alert")).toContainText("Sign in with your wallet to edit your profile.")
  await expect(page.getByLabel("Bio")).toHaveValue("Typed after the session was gone.")
  await button(page, "Sign in with your wallet").click()
  const signedIn = page.getByText("You are signed in. Nothing has been sent yet; your text is still here.")
  await expect(signedIn).toBeFocused()
  await button(page, "Save").click()
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible()
})

test("a refused sign-in inside a guarded page ends on home, and the text is restored afterwards", async ({
  context,
  local,
  mailbox,
  page,
  wallet
}, testInfo) => {
  await someHoursLater(local)
  await signUp(page, mailbox, somebody(testInfo))
  await page.goto("/userDashboard/edit")
  await page.getByLabel("Bio").fill("Typed before it went wrong.")
  await context.clearCookies({ name: "__Host-session" })
  await button(page, "Save").click()
  wallet.next("refuse")
  await button(page, "Sign in with your wallet").click()
  await expect(page).toHaveURL("/")
  await expect(page.getByText("Connect your wallet to continue to Edit profile.")).toBeVisible()
  await button(page, "Connect and start").click()
  await expect(page).toHaveURL("/userDashboard/edit")
  await expect(page.getByLabel("Bio")).toHaveValue("Typed before it went wrong.")
})

/** Each width needs another layout. */
const WIDTHS = [320, 360, 1280]

test("axe finds nothing in any look and nothing shifts, before and after signing up @short", async ({
  local,
  mailbox,
  page,
  wallet
}, testInfo) => {
  test.slow()
  await someHoursLater(local)
  await prepareChecks(page)
  const check = (path: string) =>
    test.step(path, async () => {
      for (const width of isShort ? WIDTHS.slice(-1) : WIDTHS) {
        await openForChecks(page, path, width)
        expect(await movedByItself(page), `${path} moved at ${width} px: ${await whatMoved(page)}`).toBeLessThan(0.005)
        expect(await tooWide(page), `${path} at ${width} px`).toEqual([])
      }
      await axeInAllThemes(page, WIDTHS)
    })
  for (const path of ["/", "/nowhere"]) await check(path)
  await page.setViewportSize({ width: 1280, height: 800 })
  await signUp(page, mailbox, somebody(testInfo))
  for (const path of [
    "/",
    "/userDashboard",
    "/userDashboard/edit",
    "/userDashboard/edit?tab=work",
    "/userDashboard/edit?tab=email",
    "/userDashboard/edit?tab=privacy",
    `/userDashboard/userProfile/${wallet.address}`
  ]) {
    await check(path)
  }
  // Between phone and desktop, where the masthead is fullest.
  for (const width of [768, 1000, 1119, 1120]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await tooWide(page), `${width} px`).toEqual([])
  }
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByText("Menu", { exact: true }).click()
  await expect(page.getByRole("link", { name: "Edit profile" }).last()).toBeVisible()
  await axeInAllThemes(page, [320, 360])
})

test("the focus stays on a button while its request is in flight", async ({ page }) => {
  await page.goto("/support")
  await button(page, "Dark").first().click()
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark") // the page is hydrated
  await page.getByLabel("Name").fill("Ada")
  let posts = 0
  const held: Array<() => void> = []
  await page.route(/\/support/, async (route) => {
    if (route.request().method() !== "POST") return route.fallback()
    posts += 1
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  const send = page.getByRole("button", { name: "Send", exact: true })
  await send.press("Enter")
  const sending = page.getByRole("button", { name: "Sending…" })
  await expect(sending).toBeFocused()
  await page.keyboard.press("Enter")
  for (const release of held) release()
  await expect(send).toBeVisible()
  expect(posts).toBe(1)
})
