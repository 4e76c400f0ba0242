/**
 * Re-counting a vote (docs/product/publishing.md): in the browser, where nothing leaves it, and by a plain form without
 * scripts.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "@playwright/test"
import { sealedFile } from "../effects/governance/votes/sealedFile"
import { expect, test } from "./fixtures"

const sample = readFileSync(join(import.meta.dirname, "../../public/sample-ballots.json"), "utf8")
const fileOf = (text: string, name = "night-film-18.json") => ({
  name,
  mimeType: "application/json",
  buffer: Buffer.from(text)
})
const changed = sample.replace("Sundays are empty anyway.", "Mondays are empty anyway.")

const steps = (page: Page) => page.locator(".checklist > li")
const verdict = (page: Page) => page.locator(".verdict h2")

test("a file is counted in the browser, one changed character is found, and nothing is sent @short", async ({
  page
}) => {
  await page.goto("/verify")
  // The first check loads the checker; from then on the page works without the network.
  await page.getByLabel("Choose a file").setInputFiles(fileOf(sample))
  await expect(verdict(page)).toHaveText("All 19 ballots check out. The result is Yes.")
  await expect(steps(page)).toHaveCount(7)
  await expect(page.locator(".verdict")).toContainText("on this device")
  await expect(steps(page).nth(3)).toContainText("17 unless the account had replaced its keys; 2 not checked.")
  await expect(steps(page).nth(6)).toContainText("18 of 23 eligible members voted: 78.2%.")

  const sent: Array<string> = []
  page.on("request", (request) => sent.push(`${request.method()} ${request.url()}`))
  await page.context().setOffline(true)
  await page.getByLabel("Choose a file").setInputFiles(fileOf(changed))
  await expect(verdict(page)).toHaveText("1 of 19 ballots fails: number 2.")
  await expect(page.locator(".verdict")).toBeFocused()
  await expect(page.locator(".verdict")).toContainText("Its hash does not match its text.")
  await page.getByLabel("Choose a file").setInputFiles(fileOf("{}", "other.json"))
  await expect(verdict(page)).toContainText("not a ballot file")
  await page.context().setOffline(false)
  // Requests of the connector, which loads at the first input and reads the ledger's entry of this site.
  const ofSite = (request: string) => request.endsWith("/state/entity/page/metadata")
  const others = sent.filter((request) => !ofSite(request))
  expect(others.filter((request) => !request.startsWith("GET ") || request.includes("verify"))).toEqual([])
})

test("the network may go before the first file", async ({ page }) => {
  await page.goto("/verify")
  // The page loads the checker when it is idle.
  await page.waitForFunction(
    (parts) => {
      const here = performance.getEntriesByType("resource").map(({ name }) => name)
      return parts.every((part) => here.some((name) => name.includes(`/assets/${part}`)))
    },
    ["checkFile", "check-here", "confirm-here", "report-view", "secp256k1", "ed25519"]
  )
  await page.context().setOffline(true)
  await page.getByLabel("Choose a file").setInputFiles(fileOf(sample))
  await expect(verdict(page)).toHaveText("All 19 ballots check out. The result is Yes.")
  await page.context().setOffline(false)
})

test("a file of a sealed vote is opened and counted, small or large, when the network goes before the first file", async ({
  page
}) => {
  const sealed = sealedFile()
  expect(sealed).toContain('"schema":"ballots/3"')
  // Workers check files above a megabyte; white space between members does not change the result.
  const large = sealed.replace('"voters":[\n', `"voters":[\n${" ".repeat(1_100_000)}`)
  await page.goto("/verify", { waitUntil: "networkidle" })
  await page.context().setOffline(true)
  for (const [text, name] of [
    [sealed, "small.json"],
    [large, "large.json"]
  ] as const) {
    await page.getByLabel("Choose a file").setInputFiles(fileOf(text, name))
    await expect(page.locator(".verdict")).toContainText(name)
    await expect(page.locator(".verdict")).toContainText("on this device")
    await expect(verdict(page)).toHaveText("All 26 ballots check out. The result is Yes.")
  }
  expect(await page.locator("main").innerText()).not.toMatch(/load the page again/i)
  await page.context().setOffline(false)
})

test("a page without its checker says so, does not blame the file, and continues when the network is back", async ({
  page
}) => {
  let isCut = true
  await page.route(/\/assets\/(checkFile|confirm-here|report-view|secp256k1)/, (route) =>
    isCut ? route.abort("internetdisconnected") : route.continue()
  )
  await page.goto("/verify")
  await page.getByLabel("Choose a file").setInputFiles(fileOf(sample))
  const reported = page.getByRole("alert").filter({ hasText: "checker" })
  await expect(reported).toContainText("the file was not checked", { ignoreCase: true })
  isCut = false
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(verdict(page)).toHaveText("All 19 ballots check out. The result is Yes.")
})

test("another layout is named and counted; an unknown member is refused by name", async ({ page, browser, server }) => {
  const formatted = fileOf(JSON.stringify(JSON.parse(sample), null, 2))
  const more = fileOf(sample.replace('{"ballot":', '{"reason":"Because.","ballot":'))
  await page.goto("/verify")
  await page.getByLabel("Choose a file").setInputFiles(formatted)
  await expect(verdict(page)).toHaveText("All 19 ballots check out. The result is Yes.")
  await expect(page.locator(".verdict")).toContainText("The content is the same; the layout is not the one we publish.")
  await page.getByLabel("Choose a file").setInputFiles(more)
  await expect(page.locator(".verdict")).toContainText("The member “reason” does not belong there.")

  const plain = await (await browser.newContext({ javaScriptEnabled: false, baseURL: server.origin })).newPage()
  for (const [file, words] of [
    [formatted, "The content is the same; the layout is not the one we publish."],
    [more, "The member “reason” does not belong there."]
  ] as const) {
    await plain.goto("/verify")
    await plain.getByLabel("Choose a file").setInputFiles(file)
    await plain.getByRole("button", { name: "Check on this server" }).click()
    await expect(plain.locator(".verdict")).toContainText(words)
  }
  await plain.context().close()
})

test("a dropped file counts like a chosen one, and an address must be a result page's", async ({ page }) => {
  await page.goto("/verify")
  await page.getByLabel("Choose a file").setInputFiles(fileOf(sample))
  await expect(verdict(page)).toBeVisible()
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], "dropped.json", { type: "application/json" }))
    return transfer
  }, changed)
  await page.locator(".verify__files").dispatchEvent("drop", { dataTransfer: data })
  await expect(page.locator(".verdict")).toContainText("dropped.json")
  await expect(verdict(page)).toHaveText("1 of 19 ballots fails: number 2.")

  const address = page.getByLabel("Address of a result page")
  for (const [typed, words] of [
    ["https://elsewhere.example/explore/night-film/proposals/1", "fetches files of this site only"],
    ["/explore/night-film", "not the address of a result page"],
    ["/explore/no-such-club/proposals/1", "There is no ballot file at this address."]
  ] as const) {
    await address.fill(typed)
    await address.press("Enter")
    await expect(page.getByRole("alert")).toContainText(words)
    await expect(address).toHaveValue(typed)
  }
})

test("without JavaScript the same check is a form post", async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.origin })
  const page = await context.newPage()
  await page.goto("/verify")
  const button = page.getByRole("button", { name: "Check on this server" })
  const responded = (status: number) =>
    page.waitForResponse((response) => response.request().method() === "POST" && response.status() === status)

  const nothing = responded(422)
  await button.click()
  await nothing
  await expect(page.getByText("Choose a file first.")).toBeVisible()

  await page.getByLabel("Choose a file").setInputFiles(fileOf(sample))
  await button.click()
  await expect(verdict(page)).toHaveText("All 19 ballots check out. The result is Yes.")
  await expect(page.locator(".verdict")).toContainText("by this server, which stored nothing")

  await page.getByLabel("Choose a file").setInputFiles(fileOf(changed))
  await button.click()
  await expect(verdict(page)).toHaveText("1 of 19 ballots fails: number 2.")

  const tooLarge = responded(413)
  await page.getByLabel("Choose a file").setInputFiles(fileOf(" ".repeat(10_485_761)))
  await button.click()
  await tooLarge
  await expect(page.getByText("The file is larger than 10 MiB, the limit for checks on this server")).toBeVisible()
  await context.close()
})

test("the home page counts the sample in the browser", async ({ page }) => {
  await page.goto("/")
  const panel = page.locator(".recount-panel")
  await expect(async () => {
    await panel.getByRole("button").click()
    await expect(panel.locator(".recount__verdict")).toContainText("All 19 ballots check out. The result is Yes.", {
      timeout: 5_000
    })
  }).toPass()
  await expect(panel.locator(".checklist > li")).toHaveCount(7)
})
