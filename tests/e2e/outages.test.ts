/**
 * Outages: a wallet that refuses, stays silent or sends nonsense, a ledger that does not respond, a mail server that is
 * down. Each shows its message, keeps what was typed, and the person can try again.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { expect, test } from "./fixtures"
import { button, connect, fillProfile, openWizard, somebody, someHoursLater, submitCode, toOtp } from "./wizard-steps"

test.beforeEach(({ local }) => someHoursLater(local))

const connectButton = "header community-connect"

test("a key pressed before hydration does not block hydration", async ({ page, wallet: _ }) => {
  const slow = await page.context().newCDPSession(page)
  await slow.send("Emulation.setCPUThrottlingRate", { rate: 6 })
  for (let visit = 0; visit < 4; visit++) {
    await page.goto("/")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
  }
  await slow.send("Emulation.setCPUThrottlingRate", { rate: 1 })
  await connect(page)
})

test("a missing extension is named after 200 ms, and a later try succeeds", async ({ page, wallet }) => {
  await wallet.setPresent(false)
  await page.goto("/")
  await page.locator(connectButton).getByRole("button").first().click()
  await expect(page.getByText("extension could not be found").first()).toBeVisible()

  await wallet.setPresent(true)
  await page.reload()
  await connect(page)
  await expect(
    page.getByText("You're connected. Create your profile in two minutes to start joining communities.")
  ).toBeVisible()
})

test("a refused login shows the catalogue's words, and the next one is accepted", async ({ page, wallet }) => {
  wallet.next("refuse")
  await page.goto("/")
  const connecting = page.locator(connectButton)
  await connecting.getByRole("button").first().click()
  await expect(connecting).toHaveAttribute("status", "error")
  await expect(page.getByText("user rejected request").first()).toBeVisible()
  await connect(page)
})

test("a nonsensical wallet response fails the request with 'Invalid input'", async ({ page, wallet }) => {
  wallet.next("nonsense")
  await page.goto("/")
  const connecting = page.locator(connectButton)
  await connecting.getByRole("button").first().click()
  await expect(connecting).toHaveAttribute("status", "error")
  await expect(page.getByText("Invalid input").first()).toBeVisible()
  await connect(page)
})

test("a proof by another key opens no session", async ({ page, wallet }) => {
  wallet.next("wrong-key")
  await page.goto("/")
  const refused = page.waitForResponse("**/api/wallet/session")
  await page.locator(connectButton).getByRole("button").first().click()
  expect((await refused).status()).toBe(401)
  await expect(page.getByText("The wallet's signature does not fit this request. Try again.")).toBeVisible()
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("__Host-session")
})

test("a page reloaded after the server opened the session, but before the connector stored it, is connected", async ({
  page,
  wallet: _
}) => {
  await page.goto("/")
  let responded: () => void = () => undefined
  const yes = new Promise<void>((resolve) => {
    responded = resolve
  })
  // The server opens the session; its response never reaches the page.
  await page.route(
    "**/api/wallet/session",
    async (route) => {
      await route.fetch()
      responded()
    },
    { times: 1 }
  )
  await page.locator(connectButton).getByRole("button").first().click()
  await yes
  await page.reload()
  await expect(
    page.getByText("You're connected. Create your profile in two minutes to start joining communities.")
  ).toBeVisible()
  await expect(page.getByText("This sign-in request was already used.")).toBeHidden()
})

test("while the ledger does not respond nobody is signed in, the page says so, and the next attempt works", async ({
  local,
  page,
  wallet: _
}) => {
  await local.setFaults({ gateway: "down" })
  await page.goto("/")
  const refused = page.waitForResponse("**/api/wallet/session")
  await page.locator(connectButton).getByRole("button").first().click()
  expect((await refused).status()).toBe(503)
  await expect(page.getByText("The ledger cannot be reached right now. Try again in a minute.")).toBeVisible()
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("__Host-session")

  await local.setFaults({ gateway: "up" })
  // After repeated failures, calls to the gateway pause for some seconds.
  await local.advanceClock(60)
  await connect(page)
})

test("a mail server that is down loses no e-mail, even if the server is killed meanwhile", async ({
  local,
  mailbox,
  page,
  server,
  wallet: _
}, testInfo) => {
  const person = somebody(testInfo)
  await local.setFaults({ smtp: "down" })
  await connect(page)
  await openWizard(page)
  await fillProfile(page, person)
  const asked = page.waitForResponse("**/api/email-verification**")
  await button(page, "Next").click()
  expect((await asked).status()).toBe(200)
  expect((await mailbox.emails()).filter(({ to }) => to === person.email)).toEqual([])

  await server.crashAndRestart()
  await local.advanceClock(120)
  const code = await mailbox.lastCode(person.email)
  await button(page, "Skip").click()
  await submitCode(page, code)
  await expect(page).toHaveURL("/userDashboard")
})

test("while the server is down the form stays as it was, and the code still works afterwards", async ({
  mailbox,
  page,
  wallet: _
}, testInfo) => {
  const person = somebody(testInfo)
  await connect(page)
  await toOtp(page, person)
  const code = await mailbox.lastCode(person.email)
  await page.route("**/api/user/signup", (route) => route.abort())
  await submitCode(page, code)
  await expect(page.getByText("Failed to verify OTP. Please try again.")).toBeVisible()
  await expect(page.getByLabel("Digit 6 of 6")).toHaveValue(code.slice(-1))
  await page.unroute("**/api/user/signup")
  await button(page, "Submit").click()
  await expect(page).toHaveURL("/userDashboard")
})

/** Runs another program that holds the database's write lock until the returned function is called. */
const holdLock = async (dataDir: string) => {
  const code =
    'const db = new (require("better-sqlite3"))(process.argv[1]); db.exec("BEGIN IMMEDIATE"); console.log("held"); setInterval(() => {}, 1_000)'
  const child = spawn(process.execPath, ["-e", code, join(dataDir, "commonhold.sqlite")])
  await once(child.stdout, "data")
  return async () => {
    child.kill()
    await once(child, "exit")
  }
}

for (const javaScriptEnabled of [true, false]) {
  test(`a form that the storage refuses can be sent again, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async ({
    browser,
    expectedErrors,
    page,
    server,
    wallet: _
  }) => {
    expectedErrors.push(/503/)
    await page.goto("/")
    await connect(page)
    const context = await browser.newContext({
      baseURL: server.origin,
      javaScriptEnabled,
      storageState: await page.context().storageState()
    })
    const at = await context.newPage()
    await at.goto("/roadmap")
    const wish = at
      .getByRole("main")
      .getByRole("listitem")
      .filter({ has: at.getByRole("button", { name: /want/i }) })
    const letGo = await holdLock(server.dataDir)
    await wish.first().getByRole("button").click()
    await expect(at.getByRole("heading", { name: "This was not saved." })).toBeVisible({ timeout: 15_000 })
    await letGo()
    await at.getByRole("button", { name: "Send again" }).click()
    await expect(at).toHaveURL(/\/roadmap#/)
    await expect(wish.first().getByRole("button", { pressed: true })).toBeVisible()
    await context.close()
  })
}
