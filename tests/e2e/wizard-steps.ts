/** Goes through sign-up as a person does, for the journeys about other features. */
import { expect, type Page, type TestInfo } from "@playwright/test"
import sharp from "sharp"
import type { LocalEndpoints, Mailbox } from "./fixtures"

/** Ten codes a day are allowed per network, which all tests share: each starts some hours after the one before. */
export const someHoursLater = (local: LocalEndpoints) => local.advanceClock(3 * 3_600)

export const picture = async (name = "ada.png") => ({
  name,
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 320, height: 200, channels: 3, background: "#336699" } })
    .png()
    .toBuffer()
})

/** A person whom no other test of this run uses. */
export const somebody = (testInfo: TestInfo, suffix = "") => {
  const id = `${testInfo.testId}${testInfo.repeatEachIndex}${suffix}`.replace(/[^A-Za-z0-9]/g, "")
  return { name: `Person ${id}`, email: `p${id.toLowerCase()}@example.org` }
}

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
export const tagBox = (page: Page, name: string) => page.getByRole("checkbox", { name, exact: true })

/**
 * From home: clicks connect and waits until the server knows the account and the page shows it. Every wait has a
 * timeout, and a click that a busy machine lost before hydration is repeated.
 */
export const connect = async (page: Page) => {
  await page.goto("/")
  const element = page.locator("header community-connect")
  const isConnected = async () => (await element.getAttribute("connected", { timeout: 5_000 })) !== null
  let isClicked = false
  await expect(async () => {
    if (isClicked && (await isConnected())) return
    isClicked = true
    const [signedIn] = await Promise.all([
      page.waitForResponse(
        (response) => response.url().endsWith("/api/wallet/session") && response.request().method() === "POST",
        { timeout: 15_000 }
      ),
      element.getByRole("button").first().click({ timeout: 10_000 })
    ])
    expect(signedIn.status()).toBe(200)
  }).toPass({ timeout: 60_000 })
  // Home was only read; the page that follows is hydrated.
  await page.waitForFunction(() => "__remixRouter" in window)
  await expect(element).toHaveAttribute("connected", "")
}

export const openWizard = async (page: Page, path = "/signup") => {
  await page.goto(path)
  await expect(page.getByRole("heading", { name: "Personal Details" })).toBeVisible()
}

export const chooseTags = async (page: Page, ...names: ReadonlyArray<string>) => {
  const first = tagBox(page, names[0] ?? "")
  if (!(await first.isVisible())) await page.getByText("Choose 5 communities you might be interested in").click()
  for (const name of names) await tagBox(page, name).check()
}

export const upload = async (page: Page) => {
  await page.getByLabel(/^Choose (a picture|another)$/).setInputFiles(await picture())
  await expect(page.getByText("File uploaded successfully.")).toBeVisible()
}

export const fillProfile = async (page: Page, { email, name }: { readonly name: string; readonly email: string }) => {
  await page.getByLabel("Name", { exact: true }).fill(name)
  await page.getByLabel("E-mail").fill(email)
  await page.getByLabel("Bio").fill("I keep bees and spreadsheets.")
  await chooseTags(page, "Arts", "Music", "Film", "Games", "Sport")
  await upload(page)
}

/** Leaves the wizard on its last step. */
export const toOtp = async (page: Page, person: { readonly name: string; readonly email: string }, path?: string) => {
  await openWizard(page, path)
  await fillProfile(page, person)
  await button(page, "Next").click()
  await expect(page.getByRole("heading", { name: "Employment Details" })).toBeVisible()
  await button(page, "Skip").click()
  await expect(page.getByRole("heading", { name: "Enter the OTP sent to your e-mail:" })).toBeVisible()
}

export const submitCode = async (page: Page, code: string) => {
  await page.getByLabel("Digit 1 of 6").fill(code)
  await button(page, "Submit").click()
}

export const signUp = async (
  page: Page,
  mailbox: Mailbox,
  person: { readonly name: string; readonly email: string }
) => {
  await connect(page)
  await toOtp(page, person)
  await submitCode(page, await mailbox.lastCode(person.email))
  await expect(page).toHaveURL("/userDashboard")
}

/** A code that is not this one. */
export const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0")

/** Puts a text on the clipboard and pastes it where the focus is. */
export const paste = async (page: Page, text: string) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await page.evaluate((value) => navigator.clipboard.writeText(value), text)
  await page.keyboard.press("ControlOrMeta+V")
}
