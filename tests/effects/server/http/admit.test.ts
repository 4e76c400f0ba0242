import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import { type BodyBudget, makeAdmit } from "~/effects/server/http/admit.server"
import type { GuardRefusal } from "~/effects/server/http/guards.server"

const HALF_MIB = 524_288
const context = { requestId: "r-1", nonce: "", address: "192.0.2.1" }

interface Asked {
  readonly path: string
  readonly bytes: number
  readonly send: number
}

let close = () => {}
afterEach(() => close())

/**
 * A server that admits bodies by the budget and returns 200 once one has arrived; records what was checked before it
 * was read.
 */
const start = async (budget?: BodyBudget, why?: GuardRefusal) => {
  const checked: Array<string> = []
  let read = 0
  const admit = makeAdmit(async (path) => {
    checked.push(path)
    return why
  }, budget)
  const server = createServer(async (request, response) => {
    if (!(await admit(request, response, context))) return
    request.on("data", (chunk: Buffer) => {
      read += chunk.length
    })
    request.on("end", () => response.end("taken"))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo // a TCP server has one
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  /** A request that stays open until the response arrives; its first words. */
  const open = ({ bytes, path, send }: Asked) => {
    const socket = connect(port, "127.0.0.1")
    const reply = new Promise<string>((resolve) => {
      let text = ""
      socket.on("data", (chunk) => {
        text += chunk.toString()
        if (text.includes("\r\n\r\n")) resolve(text)
      })
      socket.on("close", () => resolve(text))
      socket.on("error", () => resolve(text))
    })
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`)
    socket.write(Buffer.alloc(send))
    return { response: reply, end: () => socket.destroy(), finish: () => socket.write(Buffer.alloc(bytes - send)) }
  }
  return { checked, open, isRead: () => read }
}

describe("the admission of bodies", () => {
  it("checks a large one before reading it, and refuses it with a message", async () => {
    const { isRead, checked, open } = await start(undefined, { status: 413, code: "E-SIZE", message: "Sign in." })
    const { response: reply } = open({
      path: "/community/detail/nobody/tokenDistribution",
      bytes: HALF_MIB + 1,
      send: 100_000
    })
    expect(await reply).toMatch(/^HTTP\/1\.1 413 /)
    expect(checked).toEqual(["/community/detail/nobody/tokenDistribution"])
    expect(isRead()).toBe(0)
  })

  it("checks nothing for a form", async () => {
    const { checked, open } = await start(undefined, { status: 413, code: "E-SIZE", message: "Sign in." })
    const form = open({ path: "/support", bytes: HALF_MIB, send: HALF_MIB })
    expect(await form.response).toMatch(/^HTTP\/1\.1 200 /)
    expect(checked).toEqual([])
  })

  it("returns 503 with a wait above the budget, and admits the next one when one has ended", async () => {
    const { open } = await start({ total: 40_000, share: 40_000, free: 1_000 })
    const held = open({ path: "/support", bytes: 30_000, send: 100 })
    const small = open({ path: "/support", bytes: 1_000, send: 1_000 })
    expect(await small.response).toMatch(/^HTTP\/1\.1 200 /)
    const refused = await open({ path: "/support", bytes: 30_000, send: 30_000 }).response
    expect(refused).toMatch(/^HTTP\/1\.1 503 /)
    expect(refused).toMatch(/\r\nRetry-After: 10\r\n/)
    expect(refused).toContain("E-BUSY")
    held.finish()
    expect(await held.response).toMatch(/^HTTP\/1\.1 200 /)
    expect(await open({ path: "/support", bytes: 30_000, send: 30_000 }).response).toMatch(/^HTTP\/1\.1 200 /)
  })

  it("frees the budget of a sender who has left", async () => {
    const { open } = await start({ total: 40_000, share: 40_000, free: 0 })
    const held = open({ path: "/support", bytes: 30_000, send: 100 })
    const isFull = async () =>
      (await open({ path: "/support", bytes: 30_000, send: 30_000 }).response).includes(" 503 ")
    await expect.poll(isFull).toBe(true)
    held.end()
    await expect.poll(isFull).toBe(false)
  })
})
