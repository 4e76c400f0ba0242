import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type BackendClient, backendClient } from "~/components/people/signup/backend-client"
import type { SignupBody } from "~/effects/people/signup/forms"

interface Heard {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly type: string
  readonly body: string
}

const heard: Array<Heard> = []
let reply: { status: number; body: string } = { status: 200, body: "{}" }
let server: Server
let client: BackendClient

const read = async (request: IncomingMessage) => {
  const parts: Array<Buffer> = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString("utf8")
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = await read(request)
    heard.push({ method: request.method, url: request.url, type: request.headers["content-type"] ?? "", body })
    response.writeHead(reply.status, { "Content-Type": "application/json" }).end(reply.body)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  client = backendClient({ url: `${origin}/uploads`, cdnUrl: "/files", publicKey: "our-key" }, `${origin}/api`)
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const responding = (status: number, body: unknown) => {
  reply = { status, body: typeof body === "string" ? body : JSON.stringify(body) }
  heard.length = 0
}
const body: SignupBody = {
  username: "Ada Main",
  email: "ada@example.org",
  bio: "I keep bees.",
  work_history: [],
  tags: ["Arts", "Music", "Film", "Games", "Sport"],
  display_image: "/files/a/-/preview/1000x562/",
  public_address: "account_tdx_2_x",
  newletterOpted: true,
  otp: "123456"
}

describe("the calls of docs/product/people.md", () => {
  it("GET tags", async () => {
    responding(200, [{ id: "arts", name: "Arts" }])
    assert.deepStrictEqual(await client.getTags(), { ok: true, value: [{ id: "arts", name: "Arts" }] })
    assert.deepStrictEqual(heard, [{ method: "GET", url: "/api/tags", type: "", body: "" }])
  })

  it("GET image-upload/signature: any status but 200 is an error", async () => {
    responding(200, { signature: "s", expire: "1800000000" })
    assert.deepStrictEqual(await client.getUploadSignature(), {
      ok: true,
      value: { signature: "s", expire: 1_800_000_000 }
    })
    assert.strictEqual(heard[0]?.url, "/api/image-upload/signature")
    responding(201, { signature: "s", expire: 1 })
    assert.isFalse((await client.getUploadSignature()).ok)
  })

  it("POST {uploads}/base/ with key, signature, expire and file", async () => {
    responding(200, { file: "abc" })
    const file = new File(["pixels"], "ada.png", { type: "image/png" })
    assert.deepStrictEqual(await client.uploadFile(file, { signature: "s", expire: 7 }), { ok: true, value: "abc" })
    const [call] = heard
    assert.strictEqual(`${call?.method} ${call?.url}`, "POST /uploads/base/")
    assert.match(call?.type ?? "", /^multipart\/form-data; boundary=/)
    const names = [...(call?.body ?? "").matchAll(/ name="([^"]+)"/g)].map(([, name]) => name)
    assert.deepStrictEqual(names, ["UPLOADCARE_PUB_KEY", "signature", "expire", "file"])
    assert.include(call?.body, "our-key")
  })

  it("POST email-verification with the address in the query and an empty JSON body", async () => {
    responding(200, {})
    assert.deepStrictEqual(await client.sendCode("ada+1@example.org"), { ok: true, value: undefined })
    assert.deepStrictEqual(heard, [
      {
        method: "POST",
        url: "/api/email-verification?user_email=ada%2B1%40example.org",
        type: "application/json",
        body: "{}"
      }
    ])
  })

  it("POST user/signup with the body as it is", async () => {
    responding(200, { id: "account_tdx_2_x" })
    assert.deepStrictEqual(await client.signUp(body), { ok: true, value: undefined })
    assert.strictEqual(`${heard[0]?.method} ${heard[0]?.url}`, "POST /api/user/signup")
    assert.deepStrictEqual(JSON.parse(heard[0]?.body ?? ""), body)
  })
})

describe("a refusal", () => {
  it.each<[name: string, status: number, answer: unknown, message: string | undefined]>([
    [
      "carries the server's words",
      409,
      { code: "E", message: "This name is already taken." },
      "This name is already taken."
    ],
    ["without words has none", 500, {}, undefined],
    ["with words that are no text has none", 500, { message: { a: 1 } }, undefined],
    ["that is no JSON has none", 502, "<html>Bad gateway</html>", undefined]
  ])("%s", async (_, status, result, message) => {
    responding(status, result)
    assert.deepStrictEqual(await client.signUp(body), { ok: false, status, message })
  })

  it("may be a response of the wrong shape", async () => {
    responding(200, [{ id: 1, name: "Arts" }])
    assert.isFalse((await client.getTags()).ok)
    responding(200, { signature: 4 })
    assert.isFalse((await client.getUploadSignature()).ok)
    responding(200, {})
    assert.isFalse((await client.uploadFile(new File([], "a"), { signature: "s", expire: 1 })).ok)
  })

  it("may be a missing response", async () => {
    const nobody = backendClient({ url: "", cdnUrl: "", publicKey: "" }, "http://127.0.0.1:1")
    assert.deepStrictEqual(await nobody.getTags(), { ok: false, status: 0, message: undefined })
  })
})
