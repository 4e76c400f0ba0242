/** A page that fails while it is rendered, served by a real router. */
import { createRequestHandler, type ServerBuild } from "@remix-run/node"
import { afterEach, expect, test, vi } from "vitest"
import { ErrorView } from "~/components/base/parts/error-view"
import * as entry from "~/entry.server"

const Layout = ({ children }: { readonly children: React.ReactNode }) => (
  <html lang="en">
    <body>{children}</body>
  </html>
)
const Broken = (): never => {
  throw new Error("no such thing")
}
const root = { default: Broken, Layout, ErrorBoundary: ErrorView }

const build = {
  entry: { module: entry },
  routes: { root: { id: "root", path: "", module: root } },
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
  // The build of a real site has types of its own; this one has the fields that the server reads.
} as unknown as ServerBuild

afterEach(() => void vi.restoreAllMocks())

test("a page that fails while it is rendered shows a message with the reference of the log entry", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined)
  const context = { requestId: "r-1", nonce: "n", address: "127.0.0.1", span: undefined }
  const answer = await createRequestHandler(build)(new Request("http://127.0.0.1/"), context)
  expect(answer.status).toBe(500)
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8")
  const html = await answer.text()
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
