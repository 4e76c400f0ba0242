/** A moderator's template, filled in by a member with and without JavaScript, and shared as a link. */
import { visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { field, found } from "./forms"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

test("a template becomes a draft, and sharing it shares the link", async ({ browser, server }, testInfo) => {
  test.setTimeout(120_000)
  const owner = await visitAs(browser, server.origin, "Marta Lindqvist")
  const { page } = owner
  const inside = await found(page, `Repair Club ${testInfo.repeatEachIndex}`)

  await test.step("the owner creates a template and sees it as authors will", async () => {
    await page.goto(`${inside}/proposals`)
    await page.getByRole("link", { name: "New proposal" }).click()
    await expect(page.getByRole("link", { name: "Rule change" })).toHaveAttribute(
      "href",
      /panel=settings&part=decisions/
    )
    await page.getByRole("link", { name: "Manage templates" }).click()
    await page.getByRole("link", { name: "New template" }).click()
    await field(page, "Name").fill("Repair")
    await page.getByLabel("Question 1", { exact: true }).fill("What is broken?")
    await button(page, "Add a question").click()
    await page.getByLabel("Question 2", { exact: true }).fill("Cost")
    await page.getByLabel("Kind of answer to question 2").selectOption("number")
    await expect(page.getByRole("group", { name: "Preview" }).getByLabel("Cost")).toBeDisabled()
    await button(page, "Save").click()
    await expect(page.getByRole("link", { name: "Repair", exact: true })).toBeVisible()
  })

  await test.step("an invalid answer keeps what was typed; valid ones become the text of the form", async () => {
    await page.getByRole("link", { name: "New proposal" }).click()
    // The page of all templates has links with these names, too.
    await expect(page.getByRole("heading", { level: 1, name: "New proposal" })).toBeVisible()
    await expect(page.getByRole("link", { name: "Rule change" })).toBeVisible()
    await page.getByRole("link", { name: "Repair", exact: true }).click()
    await field(page, "Title").fill("Mend the gate")
    await page.getByLabel("What is broken?").fill("The gate.\n# It passed")
    await page.getByLabel("Cost").fill("many")
    await button(page, "Make a draft").click()
    await expect(page.getByRole("alert")).toBeFocused()
    await expect(page.getByLabel("What is broken?")).toHaveValue("The gate.\n# It passed")
    await page.getByLabel("Cost").fill("420")
    await button(page, "Make a draft").click()
    await expect(field(page, "Title")).toHaveValue("Mend the gate")
    await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue(
      "## What is broken?\n\nThe gate.\n\n\\# It passed\n\n## Cost\n\n420"
    )
    await page.goto(`${inside}/proposals?tab=drafts`)
    await expect(page.getByText("from “Repair”")).toBeVisible()
  })

  await test.step("the same without JavaScript", async () => {
    const plain = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: server.origin,
      storageState: await page.context().storageState()
    })
    const quiet = await plain.newPage()
    await quiet.goto(`${inside}/proposals?new=choose`)
    await quiet.getByRole("link", { name: "Election" }).click()
    await quiet.getByLabel("Title").fill("Elect a treasurer")
    await quiet.getByRole("button", { name: "Make a draft" }).click()
    await expect(quiet.getByText("Please answer: The task.").first()).toBeVisible()
    await quiet.getByLabel("The task").fill("Treasurer")
    await quiet.getByLabel("What it asks of them").fill("An evening a month.")
    await quiet.getByRole("button", { name: "Make a draft" }).click()
    await expect(quiet.getByLabel("Title")).toHaveValue("Elect a treasurer")
    await plain.close()
  })

  await test.step("the system's share sheet gets the link, and without one it is copied", async () => {
    await page.addInitScript(() => {
      const shared: Array<unknown> = []
      Object.assign(navigator, {
        canShare: () => true,
        share: (data: unknown) => {
          shared.push(data)
          document.title = JSON.stringify(data)
          return Promise.resolve()
        }
      })
    })
    await page.goto("/explore/night-film/proposals/1")
    await page.getByRole("button", { name: "Share" }).click()
    await expect(page).toHaveTitle(
      /^\{"title":"[^"]+ · Night Film Club","url":"[^"]+\/explore\/night-film\/proposals\/1"\}$/
    )
    const other = await visitAs(browser, server.origin, "Ruth Okafor")
    await other.page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await other.page.goto("/explore/night-film/proposals/1")
    // The confirmation lasts two seconds, and a click before hydration does nothing.
    await expect(async () => {
      await other.page.getByRole("button", { name: "Copy the link" }).click({ timeout: 1_000 })
      await expect(other.page.getByRole("button", { name: "Copied the link" })).toBeVisible({ timeout: 1_000 })
    }).toPass()
    expect(await other.page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${server.origin}/explore/night-film/proposals/1`
    )
  })
})
