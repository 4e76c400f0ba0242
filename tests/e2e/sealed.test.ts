/**
 * A sealed vote: chosen in the settings, sealed by two voters, opened by the beacon after the close, counted again by a
 * stranger.
 */
import { readFileSync } from "node:fs"
import { bls12_381 } from "@noble/curves/bls12-381.js"
import { ed25519 } from "@noble/curves/ed25519.js"
import type { Page } from "@playwright/test"
import { LOCAL_DAPP_DEFINITION } from "~/effects/base/settings/networks"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { demoSecret } from "~/effects/local/seed/accounts"
import { rolaHash } from "~/effects/people/wallet-session/proof/rola"
import { checkAppearance, prepareChecks } from "./appearance"
import { publishAs } from "./ballots"
import { type DemoVisit, visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { field, found } from "./forms"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const HOUR = 3_600

/** Chooses, seals and signs. Returns the receipt that shows what was sealed. */
const seal = async ({ page, wallet }: DemoVisit, path: string, choice: string, reason: string) => {
  await page.goto(path)
  await page.getByRole("radio", { name: choice, exact: true }).check()
  await field(page, "Reason (optional)").fill(reason)
  const posted = page.waitForRequest((request) => request.url().endsWith("/api/ballots/prepare"))
  await page.getByRole("button", { name: /^Seal and (cast|change) vote$/ }).click()
  const body = (await posted).postData() ?? ""
  expect(body).toContain('"sealed"')
  expect(body).not.toContain(reason)
  const summary = page.getByRole("dialog", { name: "Your ballot", exact: true })
  await expect(summary).toContainText("It was sealed in this page.")
  const code = (await summary.locator(".digest").textContent()) ?? ""
  const [head = "", tail = ""] = code.split("…")
  await summary.getByRole("button", { name: "Sign with my wallet" }).click()
  const receipt = page.getByRole("dialog", { name: "Your ballot is in the record" })
  await expect(receipt).toContainText(choice)
  await expect(receipt).toContainText("this browser does not store it: download it now")
  const stored = await storedIn(page)
  expect(stored).toContain("rdt:")
  for (const word of [reason, '"opens', '\\"opens', '"sigma', '\\"sigma']) expect(stored).not.toContain(word)
  expect(wallet.requests().at(-1)?.items).toHaveProperty(
    "proofOfOwnership.challenge",
    expect.stringMatching(new RegExp(`^${head}.*${tail}$`))
  )
  const download = page.waitForEvent("download")
  await receipt.getByRole("button", { name: "Download .json" }).click()
  const file = readFileSync(await (await download).path(), "utf8")
  await receipt.getByRole("button", { name: "Done" }).click()
  await expect(page.getByText("You sealed a ballot on")).toBeVisible()
  return file
}

/** Everything that the site has stored in this browser and that outlives the page. */
const storedIn = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).map(async (name) => (await caches.open(name)).matchAll())
    const pages = (await Promise.all(names)).flat().map((page) => page.clone().text())
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, await Promise.all(pages)])
  })

/** Casts a ballot whose sealed part is random bytes of the right length, with a valid signature. */
const spoil = async ({ page }: DemoVisit, name: string, file: string) => {
  const { origin } = new URL(page.url())
  const headers = { Origin: origin }
  const { ballots, proposal } = JSON.parse(file)
  const { body, nonce } = ballots[0].ballot.sealed
  // A point of its own: one that another ballot has is refused as a copy.
  const U = bls12_381.G2.Point.BASE.multiply(7n).toHex(true)
  const sealed = { U, V: "00".repeat(32), W: "00".repeat(32), nonce, body: "0".repeat(body.length) }
  const asked = await page.request.post("/api/ballots/prepare", {
    data: { proposal: proposal.proposal, sealed },
    headers
  })
  expect(asked.status(), await asked.text()).toBe(200)
  const { ballot, digest } = await asked.json()
  const secret = demoSecret(name)
  const hash = rolaHash(digest, { origin, dAppDefinitionAddress: LOCAL_DAPP_DEFINITION })
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")
  const signature = hex(ed25519.sign(hash, secret))
  const proof = { curve: "curve25519", publicKey: hex(ed25519.getPublicKey(secret)), signature }
  const sent = await page.request.post("/api/ballots", { data: { ballot, proof }, headers })
  expect(sent.status(), await sent.text()).toBe(200)
}

const isShown = async (page: Page, path: string, words: string) =>
  expect(async () => {
    await page.goto(path)
    await expect(page.getByText(words).first()).toBeVisible({ timeout: 1_000 })
  }).toPass()

test("a community seals its votes: nobody reads a ballot before the beacon, then anyone counts again @short", async ({
  browser,
  local,
  server
}, testInfo) => {
  test.setTimeout(300_000)
  const names = ["Marta Lindqvist", "Nadia Rahimi", "Ruth Okafor"] as const
  const [owner, ben, ruth] = await Promise.all(names.map((name) => visitAs(browser, server.origin, name)))
  if (owner === undefined || ben === undefined || ruth === undefined) throw new Error("three people were asked for")
  const name = `Sealed Club ${testInfo.repeatEachIndex}`
  const slug = `sealed-club-${testInfo.repeatEachIndex}`
  const file = `/explore/${slug}/proposals/1/ballots.json`
  const inside = await found(owner.page, name)
  for (const { page } of [ben, ruth]) {
    const html = await (await page.request.get(`${inside}/members`)).text()
    const key = /name="key" value="([^"]+)"/.exec(html)?.[1] ?? ""
    await page.request.post(`${inside}/members`, {
      form: { key, intent: "join", rules: "yes" },
      headers: { Origin: server.origin }
    })
  }
  await local.advanceClock(25 * HOUR)
  const { page } = owner

  await test.step("the settings offer it", async () => {
    await page.goto(`${inside}?panel=settings&part=decisions`)
    await field(page, "When results are shown").selectOption("sealed")
    await button(page, "Save").click()
    await expect(async () => {
      await page.goto(`${inside}?panel=settings&part=decisions`)
      await expect(field(page, "When results are shown")).toHaveValue("sealed", { timeout: 1_000 })
    }).toPass()
  })

  const path = await publishAs(owner, "Marta Lindqvist", inside, "A bench by the pond", { voteType: "basic" })

  await test.step("members read what sealed means before they vote", async () => {
    await page.goto(path)
    await expect(page.getByRole("heading", { name: "What sealed means" })).toBeVisible()
    await expect(page.getByText("Nobody, not even the operator of this site, can read a ballot before")).toBeVisible()
    await page.getByText("How sealing works, and its limits").click()
    await expect(page.getByText("A ballot you replaced is not counted and not opened here")).toBeVisible()
    await expect(page.getByText("somebody could demand it from you")).toBeVisible()
  })

  await test.step("two members seal, one of them again, and no choice is visible", async () => {
    const first = await seal(owner, path, "No", "the heron would not like it")
    const report = await checkFile(first)
    expect(report.holds, report.verdict).toBe(true)
    expect(JSON.stringify(report.steps)).toContain("the heron would not like it")
    await seal(ben, path, "Yes", "the otter would")
    await seal(owner, path, "Yes", "the heron has moved")
    await spoil(ruth, "Ruth Okafor", await (await fetch(`${server.origin}${file}`)).text())
    await page.getByText("Show what I sealed").click()
    await expect(page.getByText("Yes: the heron has moved")).toBeVisible()
    await page.goto(path)
    await expect(page.getByText("This browser does not store what your ballot says.")).toBeVisible()
    for (const address of [`/explore/${slug}/proposals/1`, file]) {
      expect(await (await fetch(`${server.origin}${address}`)).text(), address).not.toMatch(/heron|otter/)
    }
    const rows = page.getByRole("table", { name: "Ballots" }).getByRole("row")
    await expect(rows).toHaveCount(5)
    await expect(rows.nth(1)).toContainText("Marta Lindqvist")
    await expect(rows.nth(1)).toContainText("Sealed")
  })

  await test.step("the page passes axe in all looks", async () => {
    // Local times are longer there than those in UTC, and may be of another day.
    const context = await browser.newContext({ baseURL: server.origin, timezoneId: "Asia/Kolkata" })
    const stranger = await context.newPage()
    await prepareChecks(stranger)
    await stranger.goto(`/explore/${slug}/proposals/1`)
    await expect(stranger.getByRole("heading", { name: "What sealed means" })).toBeVisible()
    await checkAppearance(stranger)
    await context.close()
  })

  await test.step("while the beacon is late the page says since when it waits", async () => {
    await local.setFaults({ beacon: "down" })
    await local.advanceClock(24 * HOUR + 120)
    await isShown(page, path, "The beacon’s signature is late.")
    await expect(page.getByText("Closed, being opened").first()).toBeVisible()
  })

  await test.step("then the vote is opened and counted, and shows what was sealed", async () => {
    const context = await browser.newContext({ baseURL: server.origin })
    const reader = await context.newPage()
    await reader.goto(`/explore/${slug}/proposals/1`)
    await expect(reader.getByText("The beacon’s signature is late.")).toBeVisible()
    await local.setFaults({ beacon: "up" })
    await local.advanceClock(HOUR)
    // The page updates automatically, without input.
    await expect(reader.getByText("2 of 3 eligible members voted").first()).toBeVisible({ timeout: 30_000 })
    await context.close()
    await isShown(page, path, "2 of 3 eligible members voted")
    const verdict = page.getByRole("region", { name: "Passed" })
    await expect(verdict).toContainText("Yes 2, No 0")
    await expect(verdict).toContainText("1 ballot is spoilt and not counted: number 4.")
    await expect(verdict).toContainText("It could not have changed the result.")
    const rows = page.getByRole("table", { name: "Ballots" }).getByRole("row")
    await expect(rows.nth(1)).toContainText("Not opened because it was replaced.")
    await expect(rows.nth(1)).toContainText("(replaced later)")
    await expect(rows.nth(4)).toContainText(/Spoilt.*Not counted\. It does not open/)
    const reported = await (await ruth.page.request.get("/userDashboard?tab=notifications")).text()
    expect(reported).toContain("Your ballot in “A bench by the pond” is spoilt and was not counted.")
    await expect(page.getByRole("heading", { name: "Opened with" })).toBeVisible()
  })

  await test.step("a stranger opens and counts the file in the browser, and without JavaScript", async () => {
    const context = await browser.newContext({ baseURL: server.origin })
    const stranger = await context.newPage()
    await stranger.goto(`/verify?page=${encodeURIComponent(`/explore/${slug}/proposals/1`)}`)
    await expect(stranger.locator(".verdict h2")).toHaveText("All 4 ballots check out. The result is Yes.")
    await context.close()
    const plain = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false })
    const reader = await plain.newPage()
    await reader.goto("/verify")
    const buffer = Buffer.from(await (await fetch(`${server.origin}${file}`)).text())
    await reader
      .getByLabel("Choose a file")
      .setInputFiles({ name: "ballots.json", mimeType: "application/json", buffer })
    await reader.getByRole("button", { name: "Check on this server" }).click()
    await expect(reader.locator(".verdict h2")).toHaveText("All 4 ballots check out. The result is Yes.")
    await plain.close()
  })
  await owner.context.close()
  await ben.context.close()
  await ruth.context.close()
})
