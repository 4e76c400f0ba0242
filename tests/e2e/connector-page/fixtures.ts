/**
 * The page without React, bundled once for each worker and served from the test. Its gateway is scripted: the test
 * decides when a transaction or a pre-authorization is final.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { extname, join } from "node:path"
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test"
import { build } from "vite"
import { installScriptedWallet, type ScriptedWallet } from "../scripted-wallet"
import type { ConnectorWindow } from "./main"

export { expect }
export const DAPP = "account_tdx_2_12yf9gd53yfep7a669fv2t3wm7nz9zeezwd04n02a433ker8vza6rhe"
export const KEY = `rdt:${DAPP}:2:`

const HTML =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>nobody</title><body><main><h1>A page without React</h1></main><script type="module" src="/main.js"></script></body></html>'

const bundle = async (outDir: string) => {
  const root = join(import.meta.dirname, "../../..")
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    resolve: { alias: { "~": join(root, "app") } },
    build: {
      outDir,
      target: "es2022",
      rollupOptions: {
        input: join(import.meta.dirname, "main.ts"),
        output: { entryFileNames: "main.js", chunkFileNames: "[name]-[hash].js" }
      }
    }
  })
}

const serve = (folder: string): Promise<{ readonly origin: string; readonly stop: () => void }> =>
  new Promise((resolve) => {
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://page")
      const isScript = extname(pathname) === ".js"
      response.setHeader("Content-Type", isScript ? "text/javascript" : "text/html; charset=utf-8")
      response.end(isScript ? readFileSync(join(folder, pathname)) : HTML)
    })
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      resolve({ origin: `http://127.0.0.1:${port}`, stop: () => server.close() })
    })
  })

/** The ledger's status of every transaction and every pre-authorization. */
export interface ScriptedGateway {
  transaction: string
  subintent: string
  /** Below 200: the request is aborted. */
  httpStatus: number
}

export const scriptGateway = async (context: BrowserContext): Promise<ScriptedGateway> => {
  const says: ScriptedGateway = { transaction: "CommittedSuccess", subintent: "CommittedSuccess", httpStatus: 200 }
  await context.route("**/gateway/**", async (route) => {
    if (says.httpStatus < 200) return route.abort()
    const { pathname } = new URL(route.request().url())
    const json = pathname.endsWith("/transaction/status")
      ? { status: says.transaction }
      : pathname.endsWith("/transaction/subintent-status")
        ? { subintent_status: says.subintent, finalized_at_transaction_intent_hash: "txid_tdx_2_1parent" }
        : { items: [] }
    // The gateway's own error body, since a status alone may come from a proxy.
    const refusal = { message: "Refused.", code: says.httpStatus, details: { type: "InvalidRequestError" } }
    await route.fulfill({ status: says.httpStatus, json: says.httpStatus < 400 ? json : refusal })
  })
  return says
}

interface Fixtures {
  readonly gateway: ScriptedGateway
  readonly wallet: ScriptedWallet
  readonly problems: ReadonlyArray<string>
}

export const test = base.extend<Fixtures, { readonly site: string }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "connector-page-"))
      await bundle(folder)
      const { origin, stop } = await serve(folder)
      await use(origin)
      stop()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: "worker", timeout: 120_000 }
  ],
  baseURL: async ({ site }, use) => use(site),
  gateway: [async ({ context }, use) => use(await scriptGateway(context)), { auto: true }],
  wallet: async ({ context }, use) => {
    await use(await installScriptedWallet(context, { label: "Ada Main", seed: "connector-page" }))
  },
  problems: [
    async ({ context }, use) => {
      const problems: Array<string> = []
      context.on("weberror", (error) => problems.push(String(error.error())))
      await use(problems)
      expect(problems, "errors nobody caught").toEqual([])
    },
    { auto: true }
  ]
})

/** Opens the page and waits until the connector knows its state. */
export const open = async (page: Page) => {
  await page.goto("/")
  await ready(page)
}
export const ready = (page: Page) =>
  page.waitForFunction(() => (window as Partial<ConnectorWindow> & Window).connector?.snapshot().isInitialized === true)

type Verb =
  | "connect"
  | "sendRequest"
  | "sendOneTimeRequest"
  | "sendTransaction"
  | "sendPreAuthorizationRequest"
  | "updateSharedAccounts"
type Reported = { readonly ok: boolean; readonly value?: unknown; readonly error?: unknown }

/** Calls a method of the handle in the page, and returns its result. */
export const call = (page: Page, verb: Verb, input: Record<string, unknown> = {}): Promise<Reported> =>
  page.evaluate(
    async ({ input, verb }): Promise<Reported> => {
      const { connector } = window as Window & Partial<ConnectorWindow>
      const run: unknown = connector === undefined ? undefined : Reflect.get(connector, verb)
      return typeof run === "function" ? run(input) : { ok: false }
    },
    { input, verb }
  )
/** The same without waiting for the end: the page may be reloaded meanwhile. */
export const start = (page: Page, verb: Verb, input: Record<string, unknown> = {}) => {
  void call(page, verb, input).catch(() => undefined)
}
export const snapshot = (page: Page) =>
  page.evaluate(() => {
    const { connector } = window as Window & Partial<ConnectorWindow>
    const { accounts, persona, proofs, requestItems, status } = connector?.snapshot() ?? {}
    const items = (requestItems ?? []).map((item) => ({ ...item, walletInteraction: undefined }))
    return { accounts: accounts ?? [], persona, proofs: proofs ?? [], items, status }
  })
/** Waits until the newest request matches. */
export const expectNewest = (page: Page, wanted: Record<string, unknown>) =>
  expect.poll(async () => (await snapshot(page)).items.at(-1)).toMatchObject(wanted)
