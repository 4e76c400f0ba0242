/** The responses of a real express server's static files to conditions and ranges that cannot be satisfied. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import express from "express"
import { afterAll, afterEach, assert, beforeAll, describe, it, vi } from "vitest"
import { endFailed } from "~/effects/server/http/failed.server"

const context = { requestId: "r-1", nonce: "n", address: "127.0.0.1", span: undefined }

let folder: string
let server: Server
let origin: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "failed-"))
  writeFileSync(join(folder, "a.js"), "file")
  const app = express()
  // As for a file that exists compressed, too.
  app.use((_, response, next) => {
    response.setHeader("Content-Encoding", "br")
    next()
  })
  app.use(express.static(folder, { immutable: true, maxAge: "1y" }))
  app.get("/broken", () => {
    throw new Error("no such thing")
  })
  app.use((error: unknown, _: express.Request, response: express.Response, __: express.NextFunction) =>
    endFailed(response, context, error)
  )
  server = app.listen(0, "127.0.0.1")
  await new Promise((listening) => server.once("listening", listening))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP server has one
})
afterEach(() => void vi.restoreAllMocks())
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
  rmSync(folder, { recursive: true })
})

describe("failures behind the router", () => {
  it.each([
    ["Range", "bytes=999-", 416, "The file has no such part."],
    ["If-Match", '"another"', 412, "The file is not the one that was requested."],
    ["If-Unmodified-Since", "Fri, 01 Jan 1990 00:00:00 GMT", 412, "The file is not the one that was requested."]
  ])("%s: %s is refused with a message that no cache stores", async (name, value, status, message) => {
    const said = vi.spyOn(console, "error").mockReturnValue()
    const reply = await fetch(`${origin}/a.js`, { headers: { [name]: value } })
    assert.strictEqual(reply.status, status)
    assert.deepStrictEqual(await reply.json(), { code: "E-REQUEST", message, requestId: "r-1" })
    assert.strictEqual(reply.headers.get("cache-control"), "no-store")
    assert.isNull(reply.headers.get("etag"))
    assert.isNull(reply.headers.get("content-encoding"))
    assert.strictEqual(reply.headers.get("content-range"), status === 416 ? "bytes */4" : null)
    assert.strictEqual(said.mock.calls.length, 0)
  })

  it("are logged as defects, and answered with a reference", async () => {
    const said = vi.spyOn(console, "error").mockReturnValue()
    const reply = await fetch(`${origin}/broken`)
    assert.strictEqual(reply.status, 500)
    assert.deepInclude(await reply.json(), { code: "E-SERVER", requestId: "r-1" })
    assert.strictEqual(reply.headers.get("cache-control"), "no-store")
    assert.deepStrictEqual(
      said.mock.calls.map(([line]) => JSON.parse(String(line))),
      [{ message: "request failed", requestId: "r-1", error: "Error: no such thing" }]
    )
  })
})
