/** Files are served as express serves them, and pages without reading the disk. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { FastCheck as fc } from "effect"
import express from "express"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { mayBeFile } from "~/effects/server/http/pageMethods.server"

const folder = mkdtempSync(join(tmpdir(), "files-"))
mkdirSync(join(folder, "pictures/deep"), { recursive: true })
for (const name of ["favicon.ico", "LICENCE", "pictures/one.svg", "pictures/deep/two", ".hidden"]) {
  writeFileSync(join(folder, name), `this is ${name}`)
}

let checks = 0
const serve = (isShort: boolean) => {
  const app = express()
  const files = express.static(folder, { index: false, redirect: false })
  const counted: express.RequestHandler = (request, response, next) => {
    checks += 1
    files(request, response, next)
  }
  const isLookedUp = isShort ? mayBeFile(folder) : () => true
  app.use((request, response, next) => (isLookedUp(request.path) ? counted(request, response, next) : next()))
  app.use((_, response) => void response.status(404).end("a page"))
  return new Promise<Server>((resolve) => {
    const server = createServer(app).listen(0, "127.0.0.1", () => resolve(server))
  })
}

/** As it is written: Node's own client would normalise the address. */
const ask = (server: Server, path: string) =>
  new Promise<string>((resolve, reject) => {
    const address = server.address()
    const socket = connect(typeof address === "object" && address !== null ? address.port : 0, "127.0.0.1")
    let text = ""
    socket.on("data", (data) => {
      text += data.toString("latin1")
    })
    socket.on("end", () => resolve(`${text.split("\r\n")[0]} ${text.split("\r\n\r\n")[1]}`))
    socket.on("error", reject)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  })

const part = fc.constantFrom(
  "favicon.ico",
  "LICENCE",
  "pictures",
  "one.svg",
  "deep",
  "two",
  "..",
  ".",
  "",
  "%2e%2e",
  "%66avicon.ico",
  "explore",
  ".hidden",
  "a-b",
  "x?y=/favicon.ico",
  "FAVICON.ICO"
)

describe("files among pages", () => {
  let plain: Server
  let short: Server
  beforeAll(async () => {
    plain = await serve(false)
    short = await serve(true)
  })
  afterAll(() => {
    plain.close()
    short.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it("get express's response, whatever the address", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 4 }), async (parts) => {
        const path = `/${parts.join("/")}`
        assert.strictEqual(await ask(short, path), await ask(plain, path), path)
      }),
      { numRuns: 300 }
    )
    for (const name of ["favicon.ico", "LICENCE", "pictures/one.svg", "pictures/deep/two"]) {
      assert.include(await ask(short, `/${name}`), `this is ${name}`)
    }
  })

  it("are not looked up for pages", async () => {
    checks = 0
    for (const path of ["/", "/explore", "/community/detail/abc-d_1/activity?topic=a", "/userDashboard/"]) {
      assert.include(await ask(short, path), "a page")
    }
    assert.strictEqual(checks, 0)
  })
})
