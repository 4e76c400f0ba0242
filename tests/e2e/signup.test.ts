/** Sign-up from the first visit to the dashboard, and its redirects and failures (docs/product/errors.md). */
import type { Page, Route } from "@playwright/test"
import { expect, test } from "./fixtures"
import { installScriptedWallet } from "./scripted-wallet"
import {
  button,
  chooseTags,
  connect,
  openWizard,
  paste,
  picture,
  signUp,
  somebody,
  someHoursLater,
  submitCode,
  tagBox,
  toOtp
} from "./wizard-steps"

test.beforeEach(({ local }) => someHoursLater(local))

/** Holds requests until it is opened. */
const gate = () => {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), hold: (route: Route) => opened.then(() => route.continue()) }
}

/** Opens a page with its scripts held back, so that the server's HTML can be seen. */
const openWaiting = async (page: Page, path: string) => {
  const scripts = gate()
  await page.route(/\/assets\/.*\.js$/, scripts.hold)
  await page.goto(path, { waitUntil: "commit" })
  await expect(page.getByText("Connecting to wallet...")).toBeVisible()
  scripts.open()
}

/** Every status that the button at the top shows from now on, on this page and on those that follow. */
const statusesOf = async (page: Page): Promise<ReadonlyArray<string | null>> => {
  const statuses: Array<string | null> = []
  await page.exposeFunction("noteStatus", (status: string | null) => void statuses.push(status))
  await page.addInitScript(() =>
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (target instanceof HTMLElement && target.matches("header community-connect")) {
          Object(window).noteStatus(target.getAttribute("status"))
        }
      }
    }).observe(document, { attributeFilter: ["status"], subtree: true })
  )
  return statuses
}

test("a new person connects, fills in three steps and arrives on the dashboard @short", async ({
  mailbox,
  page,
  wallet
}) => {
  // 1
  const connectButton = page.locator("header community-connect")
  const statuses = await statusesOf(page)
  await page.goto("/")
  const held = wallet.hold()
  await connectButton.getByRole("button").first().click()
  await expect(connectButton).toHaveAttribute("status", "pending")
  held.release()
  // The page that follows shows the success for the rest of its time.
  await expect.poll(() => statuses).toEqual(expect.arrayContaining(["pending", "success"]))
  await expect(connectButton).toHaveAttribute("connected", "")
  await expect(connectButton).toHaveAttribute("status", "default")
  await expect(
    page.getByText("You're connected. Create your profile in two minutes to start joining communities.")
  ).toBeVisible()
  await connectButton.getByRole("button").first().click()
  await expect(connectButton.getByText("Ada Main").last()).toBeVisible()

  // 2
  await openWizard(page)
  // The brand comes first, the practice bar below it, as on every page.
  expect(await page.locator("header.masthead").evaluate((head) => head.getBoundingClientRect().top)).toBe(0)
  const progress = page.getByRole("list", { name: "Sign-up steps" }).getByRole("listitem")
  await expect(progress).toHaveText(["Personal Details", "Work History", "OTP"])
  await expect(progress.nth(0)).toHaveAttribute("aria-current", "step")
  const address = page.getByLabel("Public address")
  await expect(address).toHaveValue(wallet.address)
  await expect(address).not.toBeEditable()
  await expect(address).toHaveAttribute("name", "public_address")
  const missing = page.getByText(/^Still missing:/)
  await expect(missing).toHaveText("Still missing: a name, an e-mail address, a bio, five tags, a picture.")
  await expect(button(page, "Next")).toBeDisabled()

  // 3
  const name = page.getByLabel("Name", { exact: true })
  const mistakes = page.locator("form .field__error")
  await name.fill("Al")
  await name.blur()
  await expect(name).toHaveAttribute("aria-invalid", "true")
  await expect(mistakes).toHaveCount(0)
  await page.getByLabel("Same as wallet name").check()
  await expect(name).toHaveValue("Ada Main")
  await expect(name).toBeDisabled()

  // 4
  const email = page.getByLabel("E-mail")
  await email.fill("ada@")
  await expect(email).toHaveAttribute("aria-invalid", "true")
  await email.fill("ada@example.org")
  await expect(email).not.toHaveAttribute("aria-invalid")
  const bio = page.getByLabel("Bio")
  await bio.fill("123456789")
  await expect(bio).toHaveAttribute("aria-invalid", "true")
  await bio.fill("1234567890")
  await expect(bio).not.toHaveAttribute("aria-invalid")
  await expect(mistakes).toHaveCount(0)

  // 5
  await chooseTags(page, "Arts", "Music", "Film", "Games")
  await expect(page.getByText("Select between 5 and 10 tags.")).toBeVisible()
  await expect(missing).toHaveText("Still missing: one tag, a picture.")
  await button(page, "one tag").click()
  await expect(page.locator("summary", { hasText: "Choose 5 communities" })).toBeFocused()
  await button(page, "a picture").click()
  await expect(page.getByLabel("Choose a picture")).toBeFocused()
  await tagBox(page, "Sport").check()
  await expect(page.getByText("Select between 5 and 10 tags.")).toBeHidden()
  const upload = gate()
  await page.route("**/api/image-upload/base/", upload.hold)
  await page.getByLabel("Choose a picture").setInputFiles(await picture())
  await expect(page.getByText("Uploading...", { exact: true })).toBeVisible()
  upload.open()
  await expect(page.getByText("File uploaded successfully.", { exact: true })).toBeVisible()
  await expect(page.getByRole("img", { name: "Your upload" })).toHaveJSProperty("complete", true)
  await expect(button(page, "Next")).toBeEnabled()
  await expect(missing).toHaveCount(0)

  // 6
  const verification = page.waitForRequest("**/api/email-verification**")
  await button(page, "Next").click()
  const asked = await verification
  expect(asked.method()).toBe("POST")
  expect(new URL(asked.url()).search).toBe("?user_email=ada%40example.org")
  expect(asked.postData()).toBe("{}")
  await expect(page.getByRole("heading", { name: "Employment Details" })).toBeFocused()

  // 7
  await page.getByLabel("Company name").fill("Harbour Water Works")
  await page.getByLabel("Starting date").fill("2021-03-01")
  await page.getByLabel("Ending date").fill("2024-02-29")
  await page.getByLabel("I currently work here.").check()
  await expect(page.getByLabel("Ending date")).toHaveValue("")
  await expect(page.getByLabel("Ending date")).toBeDisabled()
  await page.getByLabel("Role").fill("Network planner")
  await expect(button(page, "Next")).toBeDisabled()
  await expect(button(page, "Skip")).toBeDisabled()
  await expect(missing).toHaveText("Still missing: the job description. To skip this step, empty the fields.")
  await page.getByLabel("Job description").fill("Plans pipe renewal.")
  await button(page, "Add another work Experience.").click()
  await expect(button(page, "Remove")).toHaveCount(1)
  await expect(page.getByRole("group", { name: "Work entry 1" }).getByText("Remove")).toHaveCount(0)
  await expect(button(page, "Next")).toBeDisabled()
  await button(page, "Remove").click()
  await expect(page.getByRole("group", { name: /^Work entry/ })).toHaveCount(1)
  await button(page, "Next").click()

  // 8
  const boxes = page.getByLabel(/^Digit \d of 6$/)
  await expect(boxes.first()).toBeFocused()
  const code = await mailbox.lastCode("ada@example.org")
  await paste(page, code)
  for (const [index, digit] of [...code].entries()) await expect(boxes.nth(index)).toHaveValue(digit)
  const signup = gate()
  const calls: Array<string> = []
  page.on("request", (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.route("**/api/user/signup", signup.hold)
  const sent = page.waitForRequest("**/api/user/signup")
  await button(page, "Submit").click()
  await expect(button(page, "Submitting...")).toBeDisabled()
  await expect(button(page, "Previous")).toBeDisabled()
  const body: unknown = (await sent).postDataJSON()
  expect(calls).toEqual(["POST /api/user/signup"])
  expect(body).toEqual({
    username: "Ada Main",
    email: "ada@example.org",
    bio: "1234567890",
    work_history: [
      {
        company_name: "Harbour Water Works",
        start_date: "2021-03-01",
        end_date: null,
        current: true,
        designation: "Network planner",
        description: "Plans pipe renewal."
      }
    ],
    tags: ["Arts", "Music", "Film", "Games", "Sport"],
    display_image: expect.stringMatching(/^\/files\/[^/]+\/-\/preview\/1000x562\/$/),
    public_address: wallet.address,
    newletterOpted: true,
    otp: code
  })

  // 9
  signup.open()
  await expect(page).toHaveURL("/userDashboard")
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await expect(page.getByText(/Join a community/)).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL("/userDashboard")
  expect(calls.filter((call) => call === "POST /api/user/signup")).toHaveLength(1)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("sign-up-draft")))).toEqual(
    []
  )
})

test("a failed verification of the e-mail address is logged, and has no other effect", async ({
  page,
  wallet: _
}, testInfo) => {
  await page.route("**/api/email-verification**", (route) => route.fulfill({ status: 500, json: { message: "down" } }))
  const warned = page.waitForEvent("console", (message) => message.text().includes("e-mail verification failed"))
  await connect(page)
  await toOtp(page, somebody(testInfo))
  await warned
  await expect(page.getByText("down")).toBeHidden()
  await expect(page.locator("form .field__error")).toHaveCount(0)
})

test("a guarded link leads through home and the wallet to its page, once", async ({
  browser,
  mailbox,
  page,
  wallet: _
}, testInfo) => {
  await signUp(page, mailbox, somebody(testInfo))

  const elsewhere = await browser.newContext()
  const fresh = await elsewhere.newPage()
  await installScriptedWallet(fresh, { label: "Ada Main", seed: `${testInfo.testId}-${testInfo.repeatEachIndex}` })
  await openWaiting(fresh, "/userDashboard/edit")
  await expect(fresh).toHaveURL("/")
  const banner = fresh.getByText("Connect your wallet to continue to Edit profile.")
  await expect(banner).toBeVisible()

  await fresh.locator("header community-connect").getByRole("button").first().click()
  await expect(fresh).toHaveURL("/userDashboard/edit")
  await fresh.goBack()
  await expect(fresh).toHaveURL("/")
  await expect(fresh.getByRole("heading", { level: 1 })).toBeVisible()
  await expect(banner).toBeHidden()
  await expect(fresh).toHaveURL("/")
  await elsewhere.close()
})

test("the wizard redirects visitors without an account to home, and explains itself without JavaScript", async ({
  browser,
  page
}) => {
  for (const path of ["/signup", "/temp"]) {
    await openWaiting(page, path)
    await expect(page).toHaveURL("/")
  }
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const still = await plain.newPage()
  await still.goto("/signup")
  const notice = still.locator("noscript .notice")
  await expect(notice).toBeVisible()
  expect(await notice.innerText()).toContain("Signing up needs your wallet and JavaScript.")
  expect(await notice.locator("a").allInnerTexts()).toEqual(["Get the wallet", "How to turn on JavaScript"])
  await plain.close()
})

for (const from of ["//evil.example", "/\\evil.example"]) {
  test(`signing up from ?from=${from} ends on the dashboard`, async ({
    mailbox,
    page,
    server,
    wallet: _
  }, testInfo) => {
    const person = somebody(testInfo)
    await connect(page)
    await toOtp(page, person, `/signup?from=${encodeURIComponent(from)}`)
    await submitCode(page, await mailbox.lastCode(person.email))
    await expect(page).toHaveURL(`${server.origin}/userDashboard`)
  })
}

test("an account with a profile sees the wizard with a notice", async ({ mailbox, page, wallet: _ }, testInfo) => {
  await signUp(page, mailbox, somebody(testInfo))
  await openWizard(page, "/temp")
  await expect(page.getByText("This account already has a profile.")).toBeVisible()
  await page.locator("main").getByRole("link", { name: "Edit profile" }).click()
  await expect(page).toHaveURL("/userDashboard/edit")
})
