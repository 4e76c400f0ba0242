/**
 * The table step × reload: each thing a wallet signs, with the page reloaded before the wallet answers, between the answer
 * and the post, and after the server stored it but before the page heard so. Nothing signed is lost, nothing happens
 * twice, and the person is told on the page they have then.
 */
import { bytesToHex } from "@noble/hashes/utils.js"
import type { Page, Request } from "@playwright/test"
import { encodeTransaction, subintentHash, wellKnown, writeHash } from "~/ledger/index"
import { signedPartial } from "../ledger/signing"
import { publishAs } from "./ballots"
import { type DemoVisit, openCommunity, untilSaleIsOpen, visitAs } from "./demo"
import { expect, test } from "./fixtures"
import { field, found, goOn, type } from "./forms"
import { epochOf, manifestOf, naming, sendAs, signerNamed } from "./ledger-signing"
import type { Behaviour } from "./scripted-wallet"
import { button } from "./wizard-steps"

test.use({ serverEnvironment: { SEED: "demo" } })

const OWNER = "Marta Lindqvist"

const reloads = [
  "reloaded before the wallet answers",
  "reloaded after the answer, before the post",
  "reloaded after the server stored it, before the page knew"
] as const
type Reload = (typeof reloads)[number]

interface Step {
  /** Asks the wallet. */
  readonly press: () => Promise<void>
  /** Where the signature goes. */
  readonly post: RegExp
  /** What the wallet answers, once it was asked. */
  readonly answer?: () => Promise<Behaviour>
}

const isPost = (post: RegExp) => (request: Request) => request.method() === "POST" && post.test(request.url())

/** Carries a step out, with the page reloaded at that moment. */
const through = async ({ page, wallet }: DemoVisit, reload: Reload, { answer, post, press }: Step) => {
  const before = wallet.requests().length
  const held = wallet.hold()
  let posts = 0
  const matches = isPost(post)
  page.on("request", (request) => {
    if (matches(request)) posts += 1
  })
  await press()
  await expect.poll(() => wallet.requests().length).toBe(before + 1)
  const said = (await answer?.()) ?? "approve"
  if (reload === reloads[0]) {
    await page.reload()
    held.release(said)
    await expect.poll(() => posts).toBeGreaterThan(0)
    return
  }
  let reached = false
  await page.route(post, async (route) => {
    if (route.request().method() !== "POST") return route.fallback()
    // The answer never comes back; with the third reload the server has taken it all the same.
    if (reload === reloads[2]) await route.fetch().catch(() => undefined)
    reached = true
  })
  held.release(said)
  await expect.poll(() => reached).toBe(true)
  await page.unroute(post)
  const again = page.waitForRequest(matches)
  await page.reload()
  await again
}

/** The notice of a step nobody waits for any more. */
const told = async (page: Page, words: RegExp) => {
  const notice = page.locator(".notices").getByText(words)
  await expect(notice).toBeVisible({ timeout: 20_000 })
  await page.locator(".notices").getByRole("button", { name: "Dismiss" }).first().click()
  await expect(notice).toHaveCount(0)
}

for (const reload of reloads) {
  test(`sign-in, ${reload}`, async ({ browser, server }) => {
    const visit = await visitAs(browser, server.origin, OWNER)
    const { context, page } = visit
    // Signed out everywhere, as on the first visit.
    await context.clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.goto("/")
    const element = page.locator("header community-connect")
    await expect(element.getByRole("button").first()).toBeVisible()
    await through(visit, reload, {
      press: () => element.getByRole("button").first().click(),
      post: /\/api\/wallet\/session$/
    })
    await expect(element).toHaveAttribute("connected", "")
    const session = async () => (await (await page.request.get("/api/wallet/session")).json()) as { account: unknown }
    await expect.poll(async () => (await session()).account).toBe(visit.wallet.address)
    // The page itself knows, without being loaded again.
    await expect(page.getByRole("link", { name: "Dashboard" }).first()).toBeVisible()
    await context.close()
  })
}

test("a vote, an announcement and a proposal", async ({ browser, server }, { repeatEachIndex }) => {
  test.setTimeout(400_000)
  const visit = await visitAs(browser, server.origin, OWNER)
  const { page } = visit
  const inside = await found(page, `Reload Club ${repeatEachIndex}`)
  const poll = await publishAs(visit, OWNER, inside, "Shall we have a second shed?", { voteType: "basic" })

  for (const [at, reload] of reloads.entries()) {
    await test.step(`vote, ${reload}`, async () => {
      const choice = ["Yes", "No", "Abstain"][at] ?? "Yes"
      await page.goto(poll)
      await expect(button(page, "Cast vote")).toBeEnabled()
      await page.getByRole("radio", { name: choice, exact: true }).check()
      await button(page, "Cast vote").click()
      await through(visit, reload, {
        press: () => page.getByRole("button", { name: "Sign with my wallet" }).click(),
        post: /\/api\/ballots$/
      })
      await told(page, /^Your vote on No\. 1: your ballot is in the record\./)
      await expect(page.getByText(`You voted ${choice} on`)).toBeVisible()
    })
    await test.step(`announcement, ${reload}`, async () => {
      await page.goto(`${inside}/annissue`)
      await expect(page.getByLabel("Sign with my wallet")).toBeChecked()
      const title = `The pump is mended, part ${at + 1}`
      await type(page, "Title", title)
      await page.getByLabel("Text").fill("From nine to noon there is no water in the lower beds.")
      await through(visit, reload, {
        press: () => page.getByRole("button", { name: "Publish", exact: true }).click(),
        post: /\/api\/announcements\/[a-z2-7]{12}$/
      })
      await told(page, new RegExp(`^Your announcement “${title}”: it is published\\.`))
      await page.goto(`${inside}/annissued`)
      await expect(page.getByRole("link", { name: title })).toHaveCount(1)
    })
  }
  // Three may be open at once, the one that is voted on is the first.
  for (const [at, reload] of [reloads[0], reloads[2]].entries()) {
    await test.step(`proposal, ${reload}`, async () => {
      await page.goto(`${inside}/proposals?new=1`)
      await expect(page.getByRole("list", { name: "Steps" })).toBeVisible()
      const title = `A longer hose, part ${at + 1}`
      await type(page, "Title", title)
      await page
        .getByRole("textbox", { name: "Text" })
        .fill("The hose we have ends ten metres before the last bed, and everybody carries cans.")
      await goOn(page, ["Choices", "Rules", "Action", "Review"])
      await through(visit, reload, {
        press: () => button(page, "Sign and publish").click(),
        post: /\/api\/proposals\/[a-z2-7]{12}$/
      })
      await told(page, new RegExp(`^Your proposal “${title}”: it is published\\.`))
      await page.goto(`${inside}/proposals`)
      await expect(page.getByRole("link", { name: title })).toHaveCount(1)
    })
  }
  await test.step("a refusal of the server is told as well", async () => {
    await page.goto(poll)
    await expect(button(page, "Change vote").or(button(page, "Cast vote")).first()).toBeEnabled()
    await page.getByRole("radio", { name: "No", exact: true }).check()
    await button(page, "Cast vote").click()
    await page.route(/\/api\/ballots$/, (route) =>
      route.fulfill({
        status: 409,
        json: { code: "E-CLOSED", message: "Voting closed. Your ballot was not counted.", requestId: "r" }
      })
    )
    await through(visit, reloads[0], {
      press: () => page.getByRole("button", { name: "Sign with my wallet" }).click(),
      post: /\/api\/ballots$/
    })
    await told(page, /^Your vote on No\. 1 was not carried out: Voting closed\. Your ballot was not counted\./)
  })
  await visit.context.close()
})

/** The signed part of a swap, as that person's wallet makes it. */
const preAuthorized = async (origin: string, { wallet }: DemoVisit, name: string): Promise<Behaviour> => {
  const { request } = JSON.parse(JSON.stringify(wallet.requests().at(-1)?.items ?? {})) as {
    readonly request: {
      readonly subintentManifest: string
      readonly expiration: { readonly unixTimestampSeconds: number }
    }
  }
  const startEpoch = await epochOf(origin)
  const { unixTimestampSeconds } = request.expiration
  const body = signedPartial(request.subintentManifest, [signerNamed(name)], {
    startEpoch,
    endEpoch: startEpoch + 8000n,
    maxTimestamp: BigInt(unixTimestampSeconds)
  })
  const response = {
    signedPartialTransaction: bytesToHex(encodeTransaction({ kind: "signedPartial", body })),
    expirationTimestamp: unixTimestampSeconds,
    subintentHash: writeHash("subtxid", subintentHash(body.partial.root), 2)
  }
  return { items: () => ({ discriminator: "preAuthorizationResponse", response }) }
}

test("a bond order", async ({ browser, server }) => {
  test.setTimeout(300_000)
  const name = "Nora Fitzgerald"
  const visit = await visitAs(browser, server.origin, name)
  const { page } = visit
  await untilSaleIsOpen(server.origin)
  await openCommunity(page, "solar-roof", "bondissued?series=SUN-2028A")
  const address = page.url()
  const faucet = `CALL_METHOD Address("${wellKnown("faucet", 2)}") "free";\n`
  const deposit = `CALL_METHOD Address("${visit.wallet.address}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") Enum<0u8>();\n`
  await sendAs(server.origin, name, faucet + deposit)
  for (const [at, reload] of reloads.entries()) {
    await test.step(`order, ${reload}`, async () => {
      await page.goto(address)
      await expect(async () => {
        await field(page, "Units").fill("5")
        await page.getByLabel("I have read the terms").check()
        await expect(button(page, "Order")).toBeEnabled({ timeout: 1_000 })
      }).toPass()
      await through(visit, reload, {
        press: () => button(page, "Order").click(),
        post: /\/api\/bonds\/[^/]+\/orders\/[^/]+$/,
        answer: () => preAuthorized(server.origin, visit, name)
      })
      await told(page, /^Your order: it is taken\. Nothing has left your wallet\./)
      await expect(page.getByText("5 units, 500 XRD")).toHaveCount(at + 1)
    })
  }
  await visit.context.close()
})

test("a transaction", async ({ browser, server }) => {
  test.setTimeout(300_000)
  const name = "Theo Marchetti"
  const visit = await visitAs(browser, server.origin, name)
  const { page } = visit
  await page.goto("/exploreDao/night-film/deploy")
  for (const step of ["Admin account", "Token", "Locker", "Links"]) {
    await expect(page.getByRole("heading", { name: step, exact: true })).toBeVisible()
    await button(page, "Next").click()
  }
  await button(page, "Prepare the transaction").click()
  await expect(button(page, "Sign in my wallet")).toBeVisible()
  await through(visit, reloads[0], {
    press: () => button(page, "Sign in my wallet").click(),
    post: /\/api\/ledger-steps\/[^/]+$/,
    answer: async () => naming(await sendAs(server.origin, name, manifestOf(visit)))
  })
  await expect(page.getByText("Deployed.")).toBeVisible({ timeout: 60_000 })
  expect(visit.wallet.requests().filter(({ items }) => items.discriminator === "transaction")).toHaveLength(1)
  await visit.context.close()
})
