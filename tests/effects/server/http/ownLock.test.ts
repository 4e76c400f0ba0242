/** Pages are rendered one at a time. */
import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import express from "express"
import { expect, test } from "vitest"
import { inOwnLock, isPage, makeOwnLock } from "~/effects/server/http/ownLock.server"

test("each page is rendered in its own tick of the event loop, in order, and ends before the next begins", async () => {
  let turn = 0
  let isOver = false
  const count = () => {
    turn += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const ownLock = makeOwnLock()
  const went: Array<string> = []
  const turns = new Set<number>()
  await Promise.all(
    ["a", "b", "c"].map(async (name) => {
      await ownLock()
      turns.add(turn)
      for (const step of [1, 2, 3]) went.push(`${name}${await Promise.resolve(step)}`)
    })
  )
  isOver = true
  expect(went).toEqual(["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"])
  expect(turns.size).toBe(3)
})

test("only requests that render pages wait", () => {
  expect(isPage({ method: "GET", path: "/userDashboard" })).toBe(true)
  expect(isPage({ method: "HEAD", path: "/userDashboard.data" })).toBe(true)
  expect(isPage({ method: "POST", path: "/userDashboard" })).toBe(false)
  for (const path of ["/api/v1/communities", "/files/a/-/preview/1x1/", "/healthz"]) {
    expect(isPage({ method: "GET", path })).toBe(false)
  }
})

test("a page is rendered for a waiting client, and not for one that has left", async () => {
  const made: Array<string> = []
  const app = express()
  // The queue in which a client waits for as long as the test wants.
  app.use((request, response, next) => {
    if (request.path === "/left") response.once("close", next)
    else next()
  })
  app.all(
    "*",
    inOwnLock((request: express.Request, response: express.Response) => {
      made.push(request.path)
      response.end("page")
    })
  )
  const server = createServer(app)
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const { port } = server.address() as AddressInfo // a TCP server has one
  const left = new Promise((closed) => server.once("request", (_, response) => response.once("close", closed)))
  const socket = connect(port, "127.0.0.1", () => socket.write("GET /left HTTP/1.1\r\nHost: x\r\n\r\n"))
  server.once("request", () => socket.destroy())
  await left
  expect(await (await fetch(`http://127.0.0.1:${port}/waits`)).text()).toBe("page")
  expect(made).toEqual(["/waits"])
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
})
