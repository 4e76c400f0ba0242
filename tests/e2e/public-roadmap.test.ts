/** "I want this" on the roadmap: for signed-in visitors, with and without scripts (docs/product/publishing.md). */
import { expect, test } from "./fixtures"
import { connect } from "./wizard-steps"

const WISH = "I want this: Import of a community"

test("a signed-in visitor wants an item, is counted once, and withdraws it without JavaScript @short", async ({
  browser,
  page,
  server,
  wallet: _
}) => {
  await page.goto("/roadmap")
  await expect(page.getByRole("heading", { name: "Import of a community" })).toBeVisible()
  await expect(page.getByRole("button", { name: WISH })).toHaveCount(0)

  await connect(page)
  await page.goto("/roadmap")
  const item = page.locator("#import-community")
  await expect(item.getByRole("button", { name: WISH })).toHaveAttribute("aria-pressed", "false")
  await item.getByRole("button", { name: WISH }).click()
  await expect(item.getByRole("button", { name: WISH })).toHaveAttribute("aria-pressed", "true")
  await expect(item).toContainText("1 person wants this")
  expect(await (await fetch(`${server.origin}/roadmap`)).text(), "visitors see the count").toContain("1 person wants")

  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState()
  })
  const plain = await context.newPage()
  await plain.goto(`${server.origin}/roadmap`)
  await plain.getByRole("button", { name: WISH }).click()
  await expect(plain).toHaveURL(/\/roadmap#import-community$/)
  await expect(plain.getByRole("button", { name: WISH })).toHaveAttribute("aria-pressed", "false")
  await expect(plain.locator("#import-community")).not.toContainText("wants this")
  await context.close()
})

test("visitors without a session, and items that do not exist, are refused with a message", async ({
  page,
  server,
  wallet: _
}) => {
  const post = (item: string, cookie = "") =>
    fetch(`${server.origin}/roadmap`, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: server.origin, Cookie: cookie, "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ item, wanted: "yes" })
    })
  const stranger = await post("import-community")
  expect(stranger.status).toBe(401)
  expect(await stranger.text()).toContain("Sign in with your wallet to choose what you want.")

  await connect(page)
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ")
  expect((await post("import-community", cookie)).status).toBe(303)
  for (const item of ["sign-up", "nonsense", "' OR 1=1"]) {
    const refused = await post(item, cookie)
    expect(refused.status, item).toBe(404)
    expect(await refused.text(), item).toContain("This is no longer on the roadmap.")
  }
})
