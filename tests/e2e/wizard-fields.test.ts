/**
 * The first two steps of sign-up with invalid input (docs/product/people.md, docs/product/safety.md,
 * docs/product/errors.md).
 */
import { expect, test } from "./fixtures"
import { button, chooseTags, connect, openWizard, picture, somebody, someHoursLater, tagBox } from "./wizard-steps"

test.beforeEach(async ({ local, page, wallet: _ }) => {
  await someHoursLater(local)
  await connect(page)
  await openWizard(page)
})

test("invalid values get a red border, stay, and disable Next @short", async ({ page }) => {
  const sent: Array<string> = []
  page.on("request", (request) => sent.push(new URL(request.url()).pathname))
  const cases = [
    ["Name", ["Al ", " A ", "<b>Ada</b>", "Ada-Main", ""], "Ada Main"],
    ["E-mail", ["a@b", "a b@c.d", "@c.d", "a@c.", "ada"], "ada@example.org"],
    ["Bio", ["123456789", "b".repeat(301), "   short   "], "b".repeat(300)]
  ] as const
  for (const [label, wrong, right] of cases) {
    const field = page.getByLabel(label, { exact: true })
    for (const value of wrong) {
      await field.fill(value)
      await field.blur()
      await expect(field).toHaveAttribute("aria-invalid", "true")
      await expect(field).toHaveCSS("border-top-width", "2px")
    }
    await field.fill(right)
    await expect(field).not.toHaveAttribute("aria-invalid")
  }
  await expect(page.locator("form .field__error")).toHaveCount(0)
  await expect(page.getByText("300/300")).toBeVisible()

  const tags = ["Arts", "Music", "Film", "Games", "Sport", "Science", "Climate", "Energy", "Farming", "Food", "Health"]
  const words = page.getByText("Select between 5 and 10 tags.", { exact: true })
  await chooseTags(page, ...tags.slice(0, 4))
  await expect(words).toBeVisible()
  await chooseTags(page, ...tags.slice(4, 10))
  await expect(words).toBeHidden()
  await chooseTags(page, ...tags.slice(10))
  await expect(words).toBeVisible()
  await tagBox(page, "Health").uncheck()
  await expect(words).toBeHidden()
  await expect(button(page, "Next")).toBeDisabled()
  expect(sent.filter((path) => path.startsWith("/api/email-verification"))).toEqual([])
})

test("Enter marks what is missing and goes to the first of it", async ({ page }) => {
  await page.getByLabel("E-mail").fill("ada@example.org")
  await page.getByLabel("E-mail").press("Enter")
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused()
  await expect(page.getByLabel("Name", { exact: true })).toHaveAttribute("aria-invalid", "true")
  await expect(page.getByLabel("Bio")).toHaveAttribute("aria-invalid", "true")
  await expect(page.getByText("Select between 5 and 10 tags.")).toBeVisible()
  await expect(page.getByText("Profile image is required.")).toBeVisible()
})

test("a file that is not a picture is refused with a message, and the next one works", async ({ page }) => {
  const input = page.getByLabel("Choose a picture")
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const bad = [
    [
      "photo.png",
      "image/png",
      Buffer.from("<html><script>alert(1)</script></html>"),
      "Use a PNG, JPEG or WebP picture."
    ],
    ["photo.svg", "image/svg+xml", Buffer.from(svg), "Use a PNG, JPEG or WebP picture."],
    ["empty.png", "image/png", Buffer.alloc(0), undefined],
    ["large.png", "image/png", Buffer.alloc(6 * 1_048_576, 1), "The picture is larger than 5 MiB."]
  ] as const
  for (const [name, mimeType, buffer, words] of bad) {
    await input.setInputFiles({ name, mimeType, buffer })
    await expect(page.getByText("File upload failed.", { exact: true })).toBeVisible()
    if (words !== undefined) await expect(page.getByText(words, { exact: true })).toBeVisible()
    await expect(page.getByRole("img", { name: "Your upload" })).toHaveCount(0)
  }
  await input.setInputFiles(await picture("good.png"))
  await expect(page.getByText("File uploaded successfully.")).toBeVisible()
  await expect(page.getByText("File upload failed.")).toBeHidden()
})

test("the permission to upload is requested once, reported when it fails, and renewed when it has expired", async ({
  page
}) => {
  let asked = 0
  page.on("request", (request) => {
    if (request.url().endsWith("/api/image-upload/signature")) asked += 1
  })
  await page.route("**/api/image-upload/signature", (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByText("Failed to fetch upload signature.", { exact: true })).toBeVisible()
  expect(asked).toBe(1)
  await page.getByLabel("Choose a picture").setInputFiles(await picture())
  await expect(page.getByText("Failed to get upload signature. Please try again.", { exact: true })).toBeVisible()

  await page.unroute("**/api/image-upload/signature")
  await page.reload()
  asked = 0
  for (const label of ["Choose a picture", "Choose another"]) {
    const stored = page.waitForResponse("**/api/image-upload/base/")
    await page.getByLabel(label).setInputFiles(await picture())
    expect((await stored).status()).toBe(200)
    await expect(page.getByText("File uploaded successfully.")).toBeVisible()
  }
  expect(asked).toBeLessThanOrEqual(2)
})

test("tags that fail to load are reported, and can be requested again", async ({ page }) => {
  await page.route("**/api/tags", (route) => route.abort())
  await page.reload()
  await expect(page.getByText("Error loading tags", { exact: true })).toBeVisible()
  await page.unroute("**/api/tags")
  await button(page, "Try again").click()
  await chooseTags(page, "Radix")
  await expect(page.getByText("Error loading tags")).toBeHidden()
})

test("a reload loses only the code, and another account starts empty", async ({ page, wallet }, testInfo) => {
  const person = somebody(testInfo)
  await page.getByLabel("Name", { exact: true }).fill(person.name)
  await page.getByLabel("E-mail").fill("not yet an addr")
  await page.getByLabel("Bio").fill("short")
  await chooseTags(page, "Law", "Radix")
  await expect(page.getByText(/^Saved \d\d:\d\d on this device$/)).toBeVisible()
  await page.getByLabel("Bio").fill("short, and left at once")
  await page.reload()
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(person.name)
  await expect(page.getByLabel("E-mail")).toHaveValue("not yet an addr")
  await expect(page.getByLabel("E-mail")).not.toHaveAttribute("aria-invalid")
  await expect(page.getByLabel("Bio")).toHaveValue("short, and left at once")
  await expect(page.getByRole("list", { name: "Chosen tags" }).getByRole("listitem")).toHaveText(["Law", "Radix"])

  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (!key.includes("sign-up-draft")) localStorage.removeItem(key)
  })
  wallet.next({ approve: { accounts: ["Ada Savings"] } })
  // The session lives on without a connected wallet: a click opens the account menu, which offers to connect.
  await page.goto("/")
  const element = page.locator("header community-connect")
  await element.locator("[part=button]").click()
  await element.getByRole("dialog").getByRole("button", { name: "Connect", exact: true }).click()
  await expect(element).toHaveAttribute("connected", "")
  await openWizard(page)
  await expect(page.locator('[name="public_address"]')).not.toHaveValue(wallet.address)
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("")
  await expect(page.getByLabel("Bio")).toHaveValue("")
  expect(
    await page.evaluate((key) => localStorage.getItem(key), `commonhold:sign-up-draft:${wallet.address}`)
  ).toContain(person.name)
})

test("the work history requires that an entry is finished or removed", async ({ page }, testInfo) => {
  const person = somebody(testInfo)
  await page.getByLabel("Name", { exact: true }).fill(person.name)
  await page.getByLabel("E-mail").fill(person.email)
  await page.getByLabel("Bio").fill("I keep bees and spreadsheets.")
  await chooseTags(page, "Arts", "Music", "Film", "Games", "Sport")
  await page.getByLabel("Choose a picture").setInputFiles(await picture())
  await button(page, "Next").click()

  await expect(button(page, "Skip")).toBeEnabled()
  await expect(button(page, "Next")).toBeEnabled()
  await page.getByLabel("Company name").fill("W")
  await expect(button(page, "Skip")).toBeDisabled()
  await page.getByLabel("Company name").press("Enter")
  await expect(page.getByLabel("Starting date")).toBeFocused()
  await expect(page.getByText("Please fill in your role.")).toBeVisible()
  await page.getByLabel("Starting date").fill("1999-12-31")
  await expect(page.getByLabel("Starting date")).toHaveAttribute("aria-invalid", "true")
  await page.getByLabel("Starting date").fill("2020-01-01")
  await page.getByLabel("Ending date").fill("2019-12-31")
  await expect(page.getByLabel("Ending date")).toHaveAttribute("aria-invalid", "true")
  await page.getByLabel("Ending date").fill("2020-01-02")
  await page.getByLabel("Role").fill("Planner")
  await page.getByLabel("Job description").fill("Plans.")
  await expect(button(page, "Next")).toBeEnabled()
  await button(page, "Previous").click()
  await button(page, "Next").click()
  await expect(page.getByLabel("Role")).toHaveValue("Planner")
  await button(page, "Skip").click()
  await button(page, "Previous").click()
  await expect(page.getByLabel("Role")).toHaveValue("")
})
