/** Serves the page on the product's own origin, so that both use one practice wallet and one ledger. */
import { join } from "node:path"
import { expect, type Page } from "@playwright/test"
import { build } from "vite"
import type { LedgerWindow } from "./main"

const PAGE = "/a-page-with-a-ledger"
const HTML = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page with a ledger</title><link rel="icon" href="data:,"><body><h1>A page</h1><script type="module" src="${PAGE}.js"></script></body></html>`

/** Bundles the page's script into one file. */
export const bundlePage = async (): Promise<string> => {
  const root = join(import.meta.dirname, "../../..")
  const result = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    resolve: { alias: { "~": join(root, "app") } },
    build: {
      write: false,
      target: "es2022",
      rollupOptions: { input: join(import.meta.dirname, "main.ts"), output: { inlineDynamicImports: true } }
    }
  })
  const outputs = Array.isArray(result) ? result : "output" in result ? [result] : []
  const chunk = outputs.flatMap(({ output }) => output).find((each) => each.type === "chunk")
  if (chunk?.type !== "chunk") throw new Error("the page was not bundled")
  return chunk.code
}

export const openLedgerPage = async (page: Page, script: string): Promise<void> => {
  await page.route(`**${PAGE}`, (route) => route.fulfill({ contentType: "text/html", body: HTML }))
  await page.route(`**${PAGE}.js`, (route) => route.fulfill({ contentType: "text/javascript", body: script }))
  await page.goto(PAGE)
  await page.waitForFunction(() => {
    const { wallet } = window as Window & Partial<LedgerWindow>
    return wallet?.snapshot().isInitialized === true && wallet.snapshot().isExtensionAvailable
  })
}

/** The result of a method of the wallet's handle. */
export interface Reported {
  readonly ok: boolean
  readonly value?: Readonly<Record<string, unknown>>
  readonly error?: { readonly message: string }
}

/** Calls a method of the handle in the page; `answer` resolves when the person and the ledger have finished. */
export const ask = (page: Page, verb: "sendTransaction" | "sendPreAuthorizationRequest", input: object) => {
  const response = page.evaluate(
    async ({ input, verb }): Promise<Reported> => {
      const { wallet } = window as Window & Partial<LedgerWindow>
      const run: unknown = wallet === undefined ? undefined : Reflect.get(wallet, verb)
      if (typeof run !== "function") return { ok: false }
      return (await run(input)) as Reported
    },
    { input, verb }
  )
  return { response }
}

/** Waits until the newest request, as the page's button shows it, matches. */
export const expectNewest = (page: Page, wanted: Record<string, unknown>) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const { wallet } = window as Window & Partial<LedgerWindow>
        const [newest] = [...(wallet?.snapshot().requests ?? [])].sort((one, other) => other.createdAt - one.createdAt)
        return newest ?? null
      })
    )
    .toMatchObject(wanted)
