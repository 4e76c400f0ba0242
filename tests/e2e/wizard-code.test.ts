/** The last step of sign-up with wrong codes, taken names and impatience (docs/product/errors.md). */
import { expect, test } from "./fixtures"
import { installScriptedWallet } from "./scripted-wallet"
import { another, button, connect, paste, signUp, somebody, someHoursLater, submitCode, toOtp } from "./wizard-steps"

test.beforeEach(({ local }) => someHoursLater(local))

test("five wrong codes lock sign-up, and nothing that was typed is lost", async ({
  mailbox,
  page,
  wallet: _
}, testInfo) => {
  const person = somebody(testInfo)
  await connect(page)
  await toOtp(page, person)
  const code = await mailbox.lastCode(person.email)
  const problem = page.locator("form .field__error")
  for (const left of [4, 3, 2, 1]) {
    await submitCode(page, another(code))
    await expect(problem).toHaveText(`The code is not right. ${left} tries left.`)
    await page.getByLabel("Digit 2 of 6").press("0")
    await expect(problem).toHaveCount(0)
  }
  await submitCode(page, another(code))
  await expect(problem).toHaveText("Too many tries. Ask for a new code.")
  const refused = page.waitForResponse("**/api/user/signup")
  await submitCode(page, code)
  expect((await refused).status()).toBe(429)
  await expect(problem).toHaveText("Too many tries. Ask for a new code.")

  await page.reload()
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(person.name)
  await expect(page.getByLabel("E-mail")).toHaveValue(person.email)
  await expect(button(page, "Next")).toBeEnabled()
})

test("a code that is not six digits is never sent", async ({ mailbox, page, wallet: _ }, testInfo) => {
  const person = somebody(testInfo)
  const sent: Array<string> = []
  page.on("request", (request) => {
    if (request.url().endsWith("/api/user/signup")) sent.push(request.url())
  })
  await connect(page)
  await toOtp(page, person)
  const boxes = page.getByLabel(/^Digit \d of 6$/)
  const values = () => boxes.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value).join(""))

  // Until the e-mail has left, the boxes cannot be edited.
  await expect(boxes.first()).toBeEditable()
  await boxes.first().pressSequentially("1a2-3")
  expect(await values()).toBe("123")
  await expect(boxes.nth(3)).toBeFocused()
  await paste(page, "12 34 56")
  await paste(page, "1234567")
  expect(await values()).toBe("123")
  await page.keyboard.press("ArrowLeft")
  await expect(boxes.nth(2)).toBeFocused()
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("Backspace")
  await expect(boxes.nth(2)).toBeFocused()
  await page.keyboard.press("Backspace")
  expect(await values()).toBe("12")

  await paste(page, "99999")
  await button(page, "Submit").click()
  await expect(page.getByText("Please enter all 6 digits of the OTP", { exact: true })).toBeVisible()
  await expect(boxes.nth(5)).toBeFocused()
  await page.keyboard.press("9")
  await expect(page.getByText("Please enter all 6 digits of the OTP")).toBeHidden()
  expect(sent).toEqual([])

  // No attempt was counted: four are left after the first code that is sent.
  await submitCode(page, another(await mailbox.lastCode(person.email)))
  await expect(page.getByText("The code is not right. 4 tries left.")).toBeVisible()
})

test("a new code replaces a refused one digit by digit, where digits are equal too", async ({
  page,
  wallet: _
}, testInfo) => {
  await connect(page)
  await toOtp(page, somebody(testInfo))
  const sent: Array<string> = []
  await page.route("**/api/user/signup", (route) => {
    sent.push((route.request().postDataJSON() as { readonly otp: string }).otp)
    return route.fulfill({ status: 422, json: { message: "The code is not right. 4 tries left." } })
  })
  const problem = page.getByText("The code is not right. 4 tries left.")
  await page.getByLabel("Digit 1 of 6").focus()
  const codes = ["999999", "691415", "691415", "111111", "691415", "961145"]
  for (const code of codes) {
    for (const [at, digit] of [...code].entries()) {
      await page.keyboard.press(digit)
      await expect(problem, `${code}, after ${at + 1} digits`).toHaveCount(0)
    }
    await page.keyboard.press("Enter")
    await expect(problem).toBeVisible()
    await expect(page.getByLabel("Digit 1 of 6")).toBeFocused()
  }
  expect(sent).toEqual(codes)
})

test("a refused job is named, and its message links to it", async ({ page, wallet: _ }, testInfo) => {
  await connect(page)
  await toOtp(page, somebody(testInfo))
  const words = "Entry 1, Starting date: Choose a day from 1 January 2000 to today."
  await page.route("**/api/user/signup", (route) =>
    route.fulfill({
      status: 422,
      json: { message: "Please check the marked fields.", fields: { "work_history.0.start_date": words } }
    })
  )
  // Sending the e-mail empties the boxes, which may hold an older code.
  await expect(page.getByText(/^Sent to /)).toBeVisible()
  await submitCode(page, "123456")
  await page.getByRole("link", { name: words }).click()
  await expect(page.getByLabel("Starting date")).toBeFocused()
})

test("a response without a message gets the fallback, and the code can be sent again", async ({
  mailbox,
  page,
  wallet: _
}, testInfo) => {
  const person = somebody(testInfo)
  await connect(page)
  await toOtp(page, person)
  const code = await mailbox.lastCode(person.email)
  for (const reply of ["abort", "no words"]) {
    await page.route("**/api/user/signup", (route) =>
      reply === "abort" ? route.abort() : route.fulfill({ status: 503, body: "" })
    )
    await submitCode(page, code)
    await expect(page.getByText("Failed to verify OTP. Please try again.", { exact: true })).toBeVisible()
    await expect(button(page, "Submit")).toBeEnabled()
    await page.unroute("**/api/user/signup")
    await page.getByLabel("Digit 6 of 6").press("Backspace")
    await expect(page.getByText("Failed to verify OTP. Please try again.")).toBeHidden()
  }
  await submitCode(page, code)
  await expect(page).toHaveURL("/userDashboard")
})

test("a taken name is reported on the last step and corrected on the first", async ({
  browser,
  mailbox,
  page,
  wallet: _
}, testInfo) => {
  const taken = somebody(testInfo)
  await signUp(page, mailbox, taken)

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await installScriptedWallet(other, { label: "Ben Main", seed: `${testInfo.testId}-ben-${testInfo.repeatEachIndex}` })
  const ben = { ...somebody(testInfo, "ben"), name: taken.name.toUpperCase() }
  await connect(other)
  await toOtp(other, ben)
  const code = await mailbox.lastCode(ben.email)
  await submitCode(other, code)
  await expect(other.getByText("This name is already taken.", { exact: true })).toBeVisible()
  await other.getByRole("button", { name: "Choose another name" }).click()
  await expect(other.getByLabel("E-mail")).toHaveValue(ben.email)
  await expect(other.getByLabel("Name", { exact: true })).toBeFocused()
  await other.getByLabel("Name", { exact: true }).fill(somebody(testInfo, "ben").name)
  const again = other.waitForResponse("**/api/email-verification**")
  await button(other, "Next").click()
  expect((await again).status()).toBe(429)
  await button(other, "Skip").click()
  // No second e-mail has left within the minute, and the page does not claim one.
  await expect(other.getByText(/^The code sent to \S+ at \d\d:\d\d is still valid\.$/)).toBeVisible()
  await expect(other.getByText("No new e-mail was sent.")).toBeVisible()
  await expect(other.getByText("This name is already taken.")).toHaveCount(0)
  expect((await mailbox.emails()).filter(({ to }) => to === ben.email)).toHaveLength(1)
  await expect(other.getByLabel("Digit 6 of 6")).toHaveValue(code[5] ?? "")
  await button(other, "Submit").click()
  await expect(other).toHaveURL("/userDashboard")
  await elsewhere.close()
})

test("another code can be requested after a minute", async ({ local, mailbox, page, wallet: _ }, testInfo) => {
  const person = somebody(testInfo)
  await page.clock.install()
  await connect(page)
  await toOtp(page, person)
  const again = button(page, "Send the code again")
  await expect(again).toBeDisabled()
  await expect(page.getByText(/^No e-mail\? Send the code again in (60|5\d) s\.$/)).toBeVisible()
  const first = await mailbox.lastCode(person.email)

  await local.advanceClock(61)
  await page.clock.fastForward(61_000)
  await again.click()
  await expect(page.getByText("We sent a new code.")).toBeVisible()
  await expect(again).toBeDisabled()
  const second = await mailbox.lastCode(person.email)
  if (second !== first) {
    await submitCode(page, first)
    await expect(page.getByText("The code is not right. 4 tries left.")).toBeVisible()
  }
  await submitCode(page, second)
  await expect(page).toHaveURL("/userDashboard")
})

test("a code that is typed before the response to its request arrives stays", async ({
  mailbox,
  page,
  wallet: _
}, testInfo) => {
  const person = somebody(testInfo)
  await connect(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route("**/email-verification?*", async (route) => {
    const response = await route.fetch()
    await held
    await route.fulfill({ response })
  })
  await toOtp(page, person)
  await page.getByLabel("Digit 1 of 6").fill(await mailbox.lastCode(person.email))
  release()
  await expect(page.getByText(`Sent to ${person.email}`)).toBeVisible()
  await button(page, "Submit").click()
  await expect(page).toHaveURL("/userDashboard")
})

test("an account the server does not know is asked to connect again, and stays where it is", async ({
  page,
  context,
  wallet: _
}, testInfo) => {
  const person = somebody(testInfo)
  await connect(page)
  await toOtp(page, person)
  // Sending the e-mail empties the boxes, which may hold an older code.
  await expect(page.getByText(`Sent to ${person.email}`)).toBeVisible()
  await context.clearCookies()
  await submitCode(page, "123456")
  await expect(page.getByText("This wallet account was not proven. Connect again.", { exact: true })).toBeVisible()
  const signedIn = page.waitForResponse(
    (response) => response.url().endsWith("/api/wallet/session") && response.request().method() === "POST"
  )
  await button(page, "Connect again").click()
  expect((await signedIn).status()).toBe(200)
  await expect(page.getByLabel("Digit 6 of 6")).toHaveValue("6")
  await button(page, "Previous").click()
  await button(page, "Previous").click()
  await expect(page.getByLabel("E-mail")).toHaveValue(person.email)
})
