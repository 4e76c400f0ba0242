/** Proposals for the journeys: published with a person's own key, and voted on by keyboard. */
import AxeBuilder from "@axe-core/playwright"
import { ed25519 } from "@noble/curves/ed25519.js"
import { expect, type Locator, type Page } from "@playwright/test"
import { LOCAL_DAPP_DEFINITION } from "~/effects/base/settings/networks"
import { demoSecret } from "~/effects/local/seed/accounts"
import { rolaHash } from "~/effects/people/wallet-session/proof/rola"
import { tooWide } from "./appearance"
import type { DemoVisit } from "./demo"
import { listens } from "./slow-line"

type Form = Readonly<Record<string, string | ReadonlyArray<string>>>

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")

const formOf = (title: string, changes: Form): Form => ({
  title,
  summary: "",
  body: "Asked so that there is something to decide in every way that votes are counted here.",
  kind: "decision",
  periodHours: "24",
  reviewHours: "0",
  quorumPct: "10",
  thresholdPct: "50",
  when: "now",
  ...changes
})

/** Publishes as the page does, but signs with the key here instead of in a wallet. Returns the proposal's path. */
export const publishAs = async ({ page }: DemoVisit, name: string, inside: string, title: string, changes: Form) => {
  const { origin } = new URL(page.url())
  const headers = { Origin: origin }
  const html = await (await page.request.get(`${inside}/proposals?new=1`)).text()
  const id = /name="id" value="([a-z2-7]{12})"/.exec(html)?.[1] ?? ""
  const form: Form = { ...formOf(title, changes), id }
  const community = inside.split("/").at(-1)
  const asked = await page.request.post(`/api/proposals/${community}/prepare`, { data: form, headers })
  expect(asked.status(), await asked.text()).toBe(200)
  const { digest, statement } = (await asked.json()) as {
    readonly digest: string
    readonly statement: { readonly nonce: string; readonly publishAt: string }
  }
  const site = { origin, dAppDefinitionAddress: LOCAL_DAPP_DEFINITION }
  const proof = {
    curve: "curve25519",
    publicKey: hex(ed25519.getPublicKey(demoSecret(name))),
    signature: hex(ed25519.sign(rolaHash(digest, site), demoSecret(name)))
  }
  const signature = JSON.stringify({ publishAt: Date.parse(statement.publishAt), nonce: statement.nonce, proof })
  const fields = new URLSearchParams()
  for (const [field, value] of Object.entries({ ...form, intent: "publish", signature })) {
    for (const text of [value].flat()) fields.append(field, text)
  }
  const sent = await page.request.post(`${inside}/proposals`, {
    data: fields.toString(),
    headers: { ...headers, "Content-Type": "application/x-www-form-urlencoded" },
    maxRedirects: 0
  })
  expect(sent.status(), await sent.text()).toBe(303)
  return sent.headers().location ?? ""
}

const MOST_STEPS = 150

/** Presses Tab until this has the focus, so that a control out of the keyboard's reach fails the test. */
export const tabTo = async (page: Page, target: Locator) => {
  for (let step = 0; step < MOST_STEPS; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press("Tab")
  }
  throw new Error("the keyboard does not get there")
}

/** Casts, reads the summary, signs and saves the receipt, all by keyboard. */
export const castByKeys = async (page: Page, words: string) => {
  const click = async (name: string | RegExp) => {
    await tabTo(page, page.getByRole("button", { name }))
    await page.keyboard.press("Enter")
  }
  const cast = page.getByRole("button", { name: /(cast|change) vote$/i })
  await click(/(cast|change) vote$/i)
  await expect(page.getByRole("dialog", { name: "Your ballot", exact: true })).toBeVisible()
  // Closing the dialog returns the focus to the button that opened it.
  await page.keyboard.press("Escape")
  await expect(cast).toBeFocused()
  await click(/(cast|change) vote$/i)
  await click("Sign with my wallet")
  await expect(page.getByRole("dialog", { name: "Your ballot is in the record" })).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(page.getByText(`You voted ${words} on`)).toBeVisible()
  await expect(cast).toBeFocused()
}

/** The wallet refuses: the message gets the focus, and the next Tab reaches the button to try again. */
export const refuseByKeys = async (page: Page) => {
  const click = async (name: string | RegExp) => {
    await tabTo(page, page.getByRole("button", { name }))
    await page.keyboard.press("Enter")
  }
  await click(/(cast|change) vote$/i)
  await expect(page.getByRole("dialog", { name: "Your ballot", exact: true })).toBeVisible()
  await click("Sign with my wallet")
  const words = page.getByRole("alert").filter({ hasText: "user rejected request" })
  await expect(words).toBeVisible()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("user rejected request")
  await page.keyboard.press("Tab")
  await expect(page.getByRole("button", { name: /(cast|change) vote$/i })).toBeFocused()
}

/** Marta publishes one proposal of each kind, and a voter votes in all of them by keyboard. Returns their paths. */
export const voteInOtherWays = async (owner: DemoVisit, voter: DemoVisit, inside: string) => {
  const keys = voter.page
  /** Includes React's error 421: it gave up hydrating a boundary. */
  const problems: Array<string> = []
  keys.on("pageerror", (error) => problems.push(String(error)))
  const choice = ["Lake", "Hall", "Roof"]
  const publish = (title: string, voteType: string, more = {}) =>
    publishAs(owner, "Marta Lindqvist", inside, title, { voteType, choice, choiceNote: ["", "", ""], ...more })
  const ranked = await publish("Where do we meet first?", "ranked")
  const weighted = await publish("How do we share the shed?", "weighted")
  const approval = await publish("Which doors get a new lock?", "approval", { maxSelections: "2" })
  const quadratic = await publish("What is worth most to us?", "quadratic")
  const scores = await publish("How good is each place?", "score5")
  const named = (name: string) => keys.getByRole("button", { name, exact: true })
  const open = async (path: string) => {
    await keys.goto(path)
    await listens(keys.getByRole("button", { name: /(cast|change) vote$/i }))
  }

  await open(ranked)
  await expect(named("Add Lake")).toBeVisible()
  for (const name of ["Add Lake", "Add Hall", "Move Hall up"]) {
    await tabTo(keys, named(name))
    await keys.keyboard.press("Enter")
  }
  await expect(keys.getByLabel("Place of Hall")).toHaveValue("1")
  voter.wallet.next("refuse")
  await refuseByKeys(keys)
  await castByKeys(keys, "1 Hall, 2 Lake")

  await open(weighted)
  const points = async (name: string, typed: string) => {
    await tabTo(keys, keys.getByLabel(name, { exact: true }))
    await keys.keyboard.press("ControlOrMeta+A")
    await keys.keyboard.type(typed)
  }
  await expect(keys.getByLabel("Roof", { exact: true })).toBeVisible()
  await points("Lake", "60")
  await points("Roof", "30")
  await expect(keys.getByText("10 points left")).toBeVisible()
  await tabTo(keys, named("Cast vote"))
  await keys.keyboard.press("Enter")
  await expect(keys.getByRole("alert").getByText("Points must add up to 100.")).toBeVisible()
  await points("Roof", "40")
  await castByKeys(keys, "Lake 60, Roof 40")

  await open(quadratic)
  await expect(named("One point more for Roof")).toBeVisible()
  await points("Lake", "10")
  await tabTo(keys, named("One point more for Roof"))
  await keys.keyboard.press("Enter")
  await expect(keys.getByText("1 credit too many")).toBeVisible()
  await tabTo(keys, named("Cast vote"))
  await keys.keyboard.press("Enter")
  await expect(keys.getByRole("alert").getByText("Your points cost 101 credits, but you have 100.")).toBeVisible()
  await tabTo(keys, keys.getByRole("slider", { name: "Points for Lake, as a slider" }))
  for (let step = 0; step < 4; step++) await keys.keyboard.press("ArrowLeft")
  await expect(keys.getByLabel("Lake", { exact: true })).toHaveValue("6")
  await expect(keys.getByText("63 credits left")).toBeVisible()
  await castByKeys(keys, "Lake 6, Roof 1")

  await open(scores)
  const score = async (name: string, given: string) => {
    await tabTo(keys, keys.getByLabel(name, { exact: true }))
    await keys.keyboard.type(given)
  }
  await score("Lake", "5")
  await score("Hall", "0")
  await tabTo(keys, named("Cast vote"))
  await keys.keyboard.press("Enter")
  await expect(keys.getByRole("alert").getByText("Give every choice a whole number from 0 to 5.")).toBeVisible()
  await score("Roof", "3")
  await castByKeys(keys, "Lake 5, Hall 0, Roof 3")

  await open(approval)
  for (const name of ["Lake", "Hall"]) {
    await tabTo(keys, keys.getByRole("checkbox", { name }))
    await keys.keyboard.press("Space")
  }
  await expect(keys.getByRole("checkbox", { name: "Roof" })).toBeDisabled()
  await castByKeys(keys, "Lake, Hall")
  for (const path of [ranked, weighted, quadratic, scores, approval]) await open(path)
  expect(problems).toEqual([])
  return [ranked, weighted, quadratic, scores, approval]
}

/** Checks a page once in each theme and at 320 px: a shorter checkAppearance. */
export const glanceAt = async (page: Page, path: string) => {
  await page.goto(path)
  await expect(page.getByRole("navigation", { name: "You are here" })).toBeVisible()
  for (const [colorScheme, width] of [
    ["light", 1280],
    ["dark", 360]
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    await page.setViewportSize({ width, height: 800 })
    const { violations } = await new AxeBuilder({ page }).exclude("community-connect").analyze()
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
    expect(found, `${path}, ${colorScheme}`).toEqual([])
  }
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await tooWide(page), `${path} in 320 px`).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
}
