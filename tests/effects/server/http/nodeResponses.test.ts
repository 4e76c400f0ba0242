/** The responses of a real Node server to malformed requests, and to bodies that nobody reads. */
import { createServer, type Server, type ServerOptions } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { afterAll, assert, beforeAll, describe, test } from "vitest"
import { makeBegin } from "~/effects/server/http/begin.server"
import { respondForNode } from "~/effects/server/http/nodeResponses.server"

const MIB = 1_048_576

const servers: Array<Server> = []
const serve = async (limits: ServerOptions) => {
  const begin = makeBegin({
    isTrusted: () => false,
    appOrigin: "http://127.0.0.1:3000",
    outside: { connect: [], images: [] },
    beginRequest: undefined,
    isStopping: () => false
  })
  const server = createServer({ ...limits, requireHostHeader: false }, (request, response) => {
    if (begin(request, response) === undefined) return
    request.resume()
    response.end("fine")
  })
  respondForNode(server)
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  return (server.address() as AddressInfo).port // a TCP server has one
}

let port = 0
/**
 * A busy machine may need longer for some MiB than the short limits allow, so large bodies go to a server without them.
 */
let patientPort = 0
beforeAll(async () => {
  port = await serve({ headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 })
  patientPort = await serve({})
})
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
})

/** Sends these bytes, and returns everything that came back until the connection closed, and how it closed. */
const sayTo = (port: number, ...parts: ReadonlyArray<string | Buffer>) =>
  new Promise<{ readonly text: string; readonly problem: string | undefined }>((resolve) => {
    let text = ""
    let problem: string | undefined
    const socket = connect({ port, host: "127.0.0.1" }, () => {
      for (const part of parts) socket.write(part)
    })
    socket.on("data", (chunk) => {
      text += chunk.toString()
    })
    socket.on("error", (error: Error & { readonly code?: string }) => {
      problem = error.code
    })
    socket.on("close", () => resolve({ text, problem }))
  })

const say = (...parts: ReadonlyArray<string | Buffer>) => sayTo(port, ...parts)

const partsOf = (text: string) => {
  const [head = "", body = ""] = text.split("\r\n\r\n")
  const headers = new Map(
    head
      .split("\r\n")
      .slice(1)
      .map((line) => [line.split(": ")[0]?.toLowerCase() ?? "", line.split(": ")[1] ?? ""])
  )
  return { status: Number(head.split(" ")[1]), headers, body }
}

const get = "GET / HTTP/1.1\r\nHost: x\r\n"
const cases: Readonly<Record<string, readonly [status: number, code: string, bytes: string]>> = {
  "no request at all": [400, "E-REQUEST", "GARBAGE\r\n\r\n"],
  "a TLS greeting": [400, "E-REQUEST", "\u0016\u0003\u0001\u0002\u0000\u0001"],
  "an unknown method": [400, "E-REQUEST", "BREW / HTTP/1.1\r\nHost: x\r\n\r\n"],
  "no host": [400, "E-REQUEST", "GET / HTTP/1.1\r\n\r\n"],
  "a length that is no number": [400, "E-REQUEST", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: a\r\n\r\n"],
  "two lengths": [400, "E-REQUEST", `${get}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`],
  "a head that is too large": [431, "E-HEADERS", `${get}Cookie: ${"a".repeat(20_000)}\r\n\r\n`],
  "a head that never ends": [408, "E-SLOW", `${get}X: `],
  "a tunnel": [405, "E-METHOD", "CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n"],
  "an odd expectation": [417, "E-EXPECT", `${get}Expect: a banana\r\n\r\n`]
}

describe("Node's own error responses", () => {
  test.each(Object.entries(cases))("get a message, a code and an id for %s", async (_, [status, code, bytes]) => {
    const { problem, text } = await say(Buffer.from(bytes, "latin1"))
    assert.isUndefined(problem)
    const { body, headers, status: got } = partsOf(text)
    const reported = JSON.parse(body)
    assert.deepEqual([got, reported.code], [status, code])
    assert.isAbove(reported.message.length, 10)
    assert.match(reported.requestId, /^[0-9a-f-]{36}$/)
    assert.strictEqual(headers.get("x-request-id"), reported.requestId)
    assert.strictEqual(headers.get("cache-control"), "no-store")
    assert.strictEqual(headers.get("connection"), "close")
    assert.strictEqual(Number(headers.get("content-length")), Buffer.byteLength(body))
  })

  test("are not sent in the middle of another response", async () => {
    const { text } = await say(`${get}\r\n`, "GARBAGE\r\n\r\n")
    assert.match(text, /fine/)
    assert.notMatch(text.split("fine")[0] ?? "", /E-REQUEST/)
  })
})

describe("a preflight request for the read API", () => {
  const ask = (path: string) =>
    say(`OPTIONS ${path} HTTP/1.1\r\nHost: x\r\nOrigin: https://garden.example\r\nConnection: close\r\n\r\n`)

  test("is answered for every address of it, and for nothing else", async () => {
    const { headers, status } = partsOf((await ask("/api/v1/communities?q=a")).text)
    assert.strictEqual(status, 204)
    assert.strictEqual(headers.get("access-control-allow-origin"), "*")
    assert.strictEqual(headers.get("access-control-allow-headers"), "If-None-Match")
    for (const path of ["/api/wallet/session", "/api/v1/../wallet/session", "/api/v10", "/"]) {
      const refused = partsOf((await ask(path)).text)
      assert.strictEqual(refused.status, 405, path)
      assert.isUndefined(refused.headers.get("access-control-allow-origin"))
    }
  })
})

describe("a refused body", () => {
  const post = (bytes: number) =>
    `POST /api/tags HTTP/1.1\r\nHost: x\r\nOrigin: http://127.0.0.1:3000\r\nContent-Length: ${bytes}\r\n\r\n`

  test("gets a message that arrives while all of it is sent", async () => {
    for (let n = 0; n < 5; n++) {
      const { problem, text } = await sayTo(patientPort, post(8 * MIB), Buffer.alloc(8 * MIB, "x"))
      const { body, status } = partsOf(text)
      assert.deepEqual([problem, status, JSON.parse(body).code], [undefined, 413, "E-SIZE"])
    }
  })

  test("gets it immediately, before any of it has come", async () => {
    const begun = performance.now()
    const text = await new Promise<string>((resolve) => {
      const socket = connect({ port: patientPort, host: "127.0.0.1" }, () => socket.write(post(1024 * MIB)))
      socket.once("data", (chunk) => {
        resolve(chunk.toString())
        socket.destroy()
      })
    })
    assert.match(text, /^HTTP\/1.1 413 /)
    assert.isBelow(performance.now() - begun, 5_000)
  })

  test("is not read without end", async () => {
    let sent = 0
    await new Promise<void>((resolve) => {
      const part = Buffer.alloc(MIB, "x")
      const socket = connect({ port: patientPort, host: "127.0.0.1" }, () => {
        socket.write(post(4_096 * MIB))
        const more = () => {
          while (!socket.destroyed && sent < 512) {
            sent += 1
            if (!socket.write(part)) return void socket.once("drain", more)
          }
        }
        more()
      })
      socket.on("error", () => undefined)
      socket.on("close", () => resolve())
    })
    assert.isBelow(sent, 200)
  })
})
