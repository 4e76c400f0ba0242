/** Pages served by a real router: one that fails while it is rendered, and one with parts that are loaded later. */
import { createRequestHandler, type ServerBuild } from "@remix-run/node"
import { afterEach, expect, test, vi } from "vitest"
import { ErrorView } from "~/components/base/parts/error-view"
import { later } from "~/components/base/site/later"
import * as entry from "~/entry.server"

const Layout = ({ children }: { readonly children: React.ReactNode }) => (
  <html lang="en">
    <body>{children}</body>
  </html>
)
const Broken = (): never => {
  throw new Error("no such thing")
}
const LONG = "A long text. ".repeat(4_000)
const Part = later(async () => () => <p>{LONG}</p>, "a moment")

const buildOf = (page: () => React.ReactNode) => ({
  entry: { module: entry },
  routes: { root: { id: "root", path: "", module: { default: page, Layout, ErrorBoundary: ErrorView } } },
  assets: {
    entry: { imports: [], module: "/entry.js" },
    routes: { root: { id: "root", path: "", module: "/root.js" } },
    url: "/manifest.js",
    version: "1"
  },
  basename: "/",
  publicPath: "/",
  assetsBuildDirectory: "",
  future: { v3_singleFetch: true },
  isSpaMode: false,
  mode: "production"
})
const ask = (page: () => React.ReactNode) => {
  const build = buildOf(page) as unknown as ServerBuild // a real one has types of its own; these are the fields that are read
  const context = { requestId: "r-1", nonce: "n", address: "127.0.0.1", span: undefined }
  return createRequestHandler(build)(new Request("http://127.0.0.1/"), context)
}

afterEach(() => void vi.restoreAllMocks())

test("a page that fails while it is rendered shows a message with the reference of the log entry", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined)
  const response = await ask(Broken)
  expect(response.status).toBe(500)
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8")
  const html = await response.text()
  for (const part of ["We could not load this page.", "Something went wrong.", "r-1", "Try again"]) {
    expect(html).toContain(part)
  }
  expect(html).not.toContain("no such thing")
  expect(said.mock.calls.map(([line]) => JSON.parse(String(line)))).toContainEqual({
    message: "render failed",
    requestId: "r-1",
    error: "Error: no such thing"
  })
})

test("a part that is loaded later is in its place, so that it is read without scripts", async () => {
  const html = await (
    await ask(() => (
      <main>
        <Part />
      </main>
    ))
  ).text()
  expect(html.replace(/<!--.*?-->/g, "")).toContain(`<main><p>${LONG}</p></main>`)
  expect(html).not.toContain("a moment")
  expect(html).not.toMatch(/<template|hidden/)
})
