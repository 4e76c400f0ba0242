/** A shared page in a response: whole and with its own nonce, compressed or not. */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { RenderedPage } from "~/effects/server/http/pageCache.server"
import { makeSendShared } from "~/effects/server/http/sendPage.server"

const page: RenderedPage = {
  status: 200,
  headers: [
    ["content-type", "text/html; charset=utf-8"],
    ["cache-control", "private, no-cache"]
  ],
  tag: 'W/"tag"',
  text: ['<script nonce="', `"></script>${"Grüße ".repeat(200)}<script nonce="`, '"></script>']
}
const site = {
  appOrigin: "http://127.0.0.1:1",
  outside: { connect: [], images: [] },
  beginRequest: undefined,
  isTrusted: () => false,
  isStopping: () => false
}
const send = makeSendShared(site)
const server = createServer((request, response) => send(page, request, response))

beforeAll(() => once(server.listen(0, "127.0.0.1"), "listening"))
afterAll(() => server.close())

const ask = async (method: string, encoding: string, more: Readonly<Record<string, string>> = {}) => {
  const { port } = server.address() as AddressInfo
  const reply = await fetch(`http://127.0.0.1:${port}/`, {
    method,
    headers: { "Accept-Encoding": encoding, ...more }
  })
  const nonce = /'nonce-([A-Za-z0-9+/]{22}==)'/.exec(reply.headers.get("content-security-policy") ?? "")?.[1]
  return { response: reply, nonce: nonce ?? "none", text: await reply.text() }
}

describe("a shared page", () => {
  it("has its policy's nonce in every place, compressed or plain, and a new one in each response", async () => {
    const nonces = new Set<string>()
    for (const encoding of ["identity", "gzip", "gzip, br", "identity"]) {
      const { response: reply, nonce, text } = await ask("GET", encoding)
      assert.strictEqual(text, page.text.join(nonce), encoding)
      assert.strictEqual(reply.headers.get("content-encoding"), encoding === "identity" ? null : "gzip")
      assert.strictEqual(reply.headers.get("vary"), "Accept-Encoding, Cookie")
      nonces.add(nonce)
    }
    assert.strictEqual(nonces.size, 4)
  })

  it("responds to HEAD with the length that GET would send, and nothing more", async () => {
    for (const encoding of ["identity", "gzip"]) {
      const { response: reply, nonce, text } = await ask("HEAD", encoding)
      assert.strictEqual(text, "")
      const length = Number(reply.headers.get("content-length"))
      const whole = Buffer.from(page.text.join(nonce))
      if (encoding === "identity") assert.strictEqual(length, whole.length)
      else assert.isBelow(length, whole.length / 4)
    }
  })

  it("is not sent again to a browser that has it, which keeps its policy and nonce", async () => {
    for (const [method, condition] of [
      ["GET", 'W/"tag"'],
      ["GET", '"other", "tag"'],
      ["HEAD", 'W/"tag"']
    ] as const) {
      const { response: reply, text } = await ask(method, "gzip", { "If-None-Match": condition })
      assert.deepStrictEqual([reply.status, text], [304, ""])
      const header = (name: string) => reply.headers.get(name)
      assert.strictEqual(header("etag"), 'W/"tag"')
      assert.strictEqual(header("cache-control"), "private, no-cache")
      assert.strictEqual(header("vary"), "Accept-Encoding, Cookie")
      assert.strictEqual(header("x-content-type-options"), "nosniff")
      for (const name of ["content-security-policy", "content-encoding", "content-type"])
        assert.isNull(header(name), name)
    }
    const { response: reply } = await ask("GET", "gzip", { "If-None-Match": 'W/"older"' })
    assert.deepStrictEqual([reply.status, reply.headers.get("etag")], [200, 'W/"tag"'])
  })
})
