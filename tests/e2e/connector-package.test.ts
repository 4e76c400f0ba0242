/** The connector as others get it: packed, installed outside the repository, compiled, built into pages and used. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test as base, expect, type Page } from "@playwright/test"
import { DAPP, scriptGateway } from "./connector-page/fixtures"
import {
  buildPages,
  type Consumer,
  importOnServer,
  makeConsumer,
  servePages,
  typecheck
} from "./packaged-connector/consumer"
import { installScriptedWallet } from "./scripted-wallet"
import { prove } from "./scripted-wallet.keys"

interface Site {
  readonly consumer: Consumer
  readonly origin: string
  readonly challenges: ReadonlyArray<string>
}

const test = base.extend<{ readonly problems: ReadonlyArray<string> }, { readonly site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const consumer = await makeConsumer()
      await buildPages(consumer)
      const { challenges, origin, stop } = await servePages(consumer)
      await use({ consumer, origin, challenges })
      stop()
      consumer.remove()
    },
    { scope: "worker", timeout: 300_000 }
  ],
  problems: [
    async ({ context }, use) => {
      const problems: Array<string> = []
      context.on("weberror", (error) => problems.push(String(error.error())))
      context.on("console", (message) => {
        if (/Content Security Policy/.test(message.text())) problems.push(message.text())
      })
      await use(problems)
      expect(problems, "errors nobody caught, and what the policy refused").toEqual([])
    },
    { auto: true }
  ]
})

test("the package's declarations and the code of its README compile, its libraries included", async ({ site }) => {
  expect(await typecheck(site.consumer)).toBe("")
})

test("a server may import every entry point, and finds what the README names", async ({ site }) => {
  const doors = await importOnServer(site.consumer)
  expect(doors["./browser"]).toEqual(expect.arrayContaining(["createConnector", "openConnector"]))
  expect(doors["./button"]).toEqual(expect.arrayContaining(["buttonProperties", "defineConnectButton", "listen"]))
  expect(doors["./handle"]).toEqual(
    expect.arrayContaining(["EARLY_ANSWERS_SCRIPT", "isWalletStored", "loadingSnapshot"])
  )
  expect(doors["./ports"]).toEqual(expect.arrayContaining(["Storage", "Transport", "WalletMemory", "walletWith"]))
  expect(doors["."]).toEqual(expect.arrayContaining(["ConnectorErrors", "Gateway", "isChallenge", "ownerKeysIn"]))
})

test("the package weighs what docs/connector.md says", ({ site }) => {
  const text = readFileSync(join(import.meta.dirname, "../../docs/connector.md"), "utf8")
  const said = (words: RegExp) => Number(words.exec(text)?.[1])
  const { modules, page, rare, tarball } = site.consumer.sizes
  for (const [written, measured] of [
    [said(/a tarball of (\d+) kB/), tarball],
    [said(/modules are (\d+) kB/), modules],
    [said(/a page's bundle is (\d+) kB/), page],
    [said(/(\d+) kB more/), rare]
  ] as const) {
    // Compressors differ a little between versions of Node.
    expect(Math.abs(written - measured / 1_000), `${written} kB of ${measured} bytes`).toBeLessThan(written * 0.04)
  }
})

const use = async (page: Page, site: Site, path: string) => {
  const gateway = await scriptGateway(page.context())
  const wallet = await installScriptedWallet(page.context(), { label: "Ada Main", seed: "packaged" })
  await page.goto(site.origin + path)
  const button = page.locator("community-connect [part=button]")
  await expect(button).toHaveAccessibleName("Connect")
  return { gateway, wallet, button, output: page.locator("output") }
}

for (const path of ["/plain.html", "/react.html"]) {
  test(`${path} signs in with a proof, pays and signs in advance${path === "/plain.html" ? " @short" : ""}`, async ({
    page,
    site
  }) => {
    const { button, gateway, output, wallet } = await use(page, site, path)
    await button.click()
    await expect(button).toHaveText(/Ada Main/)
    const main = wallet.accounts[0]
    if (main === undefined) throw new Error("the wallet has no account")
    const signed = prove(main.key, site.challenges.at(-1) ?? "", DAPP, site.origin)
    await expect(output).toContainText(signed.signature)

    wallet.next({ items: () => ({ discriminator: "transaction", send: { transactionIntentHash: "txid_tdx_2_1a" } }) })
    await page.getByRole("button", { name: "Pay" }).click()
    await expect(output).toContainText("CommittedSuccess")
    expect(wallet.requests().at(-1)?.items).toMatchObject({ send: { transactionManifest: "CALL_METHOD;", version: 1 } })

    gateway.subintent = "Unknown"
    wallet.next({
      items: () => ({
        discriminator: "preAuthorizationResponse",
        response: {
          signedPartialTransaction: "4d22",
          subintentHash: "subtxid_tdx_2_1a",
          expirationTimestamp: Math.floor(Date.now() / 1_000) + 3_600
        }
      })
    })
    await page.getByRole("button", { name: "Sign in advance" }).click()
    await expect(output).toContainText("subtxid_tdx_2_1a")

    await page.reload()
    await expect(button).toHaveAccessibleName("Ada Main, wallet connected")
  })
}

test("with a swapped layer the package needs neither extension nor ledger", async ({ page, site }) => {
  await page.goto(`${site.origin}/plain.html#scripted`)
  await page.getByRole("button", { name: "Pay" }).click()
  await expect(page.locator("output")).toContainText("rejectedByUser")
})
