/** Real sending (docs/product/webhooks.md): allowed targets, the timeout, and how much of a response is read. */
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { it } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { afterAll, assert, beforeAll, describe } from "vitest"
import type { Resolve } from "~/effects/base/outward/nameServers.server"
import { makeSender } from "~/effects/publishing/webhooks/WebhookSender.server"

const message = (url: string) => ({ url, headers: { "Content-Type": "application/json" }, body: '{"a":"ä"}' })
const LONG = Buffer.alloc(10 * 1_024 * 1_024, "x")

let asked: Array<string> = []
let origin = ""
const answer: RequestListener = (request, response) => {
  const { url = "" } = request
  asked.push(`${request.method} ${url}`)
  if (url === "/long") return void response.writeHead(200).end(LONG)
  if (url === "/away") return void response.writeHead(302, { Location: `${origin}/secret` }).end()
  if (url === "/silent") return
  if (url === "/cut") return void request.socket.destroy()
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => response.writeHead(201).end(`got ${Buffer.concat(chunks)}`))
}
const server = createServer(answer)
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo // a TCP server has one
  origin = `http://127.0.0.1:${port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const practice = makeSender({ allowsPractice: true })
/** Returns these addresses, one set for each query. */
const resolving = (
  ...turns: ReadonlyArray<ReadonlyArray<string>>
): { readonly resolve: Resolve; readonly asked: () => number } => {
  let turn = 0
  return {
    asked: () => turn,
    resolve: (_, __, done) => {
      const found = turns[Math.min(turn++, turns.length - 1)] ?? []
      done(
        null,
        found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
      )
    }
  }
}

describe("the sender", () => {
  it.live("posts the body, and returns status and first bytes", () =>
    Effect.gen(function* () {
      asked = []
      const got = yield* practice.send(message(`${origin}/in?a=1`))
      assert.deepStrictEqual(got, { status: 201, answer: 'got {"a":"ä"}' })
      assert.deepStrictEqual(asked, ["POST /in?a=1"])
    })
  )

  it.live("follows no redirect", () =>
    Effect.gen(function* () {
      asked = []
      assert.strictEqual((yield* practice.send(message(`${origin}/away`))).status, 302)
      assert.deepStrictEqual(asked, ["POST /away"])
    })
  )

  it.live("reads the beginning of ten megabytes, and nothing after it", () =>
    Effect.gen(function* () {
      const got = yield* practice.send(message(`${origin}/long`))
      assert.deepStrictEqual(got, { status: 200, answer: "x".repeat(500) })
    })
  )

  it.live("reports a cut or refused connection", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* Effect.flip(practice.send(message(`${origin}/cut`))), { problem: "connection" })
      assert.deepInclude(yield* Effect.flip(practice.send(message("http://127.0.0.1:1/"))), { problem: "connection" })
    })
  )

  it.effect("gives a slow receiver ten seconds", () =>
    Effect.gen(function* () {
      const sending = yield* Effect.fork(Effect.flip(practice.send(message(`${origin}/silent`))))
      yield* TestClock.adjust("9 seconds")
      assert.isTrue((yield* Fiber.poll(sending))._tag === "None")
      yield* TestClock.adjust("1 second")
      assert.deepInclude(yield* Fiber.join(sending), { problem: "timeout" })
    })
  )

  it.effect("ends at its timeout also in an uninterruptible region", () =>
    Effect.gen(function* () {
      const send = practice.send(message(`${origin}/silent`))
      const sending = yield* Effect.fork(Effect.uninterruptible(Effect.flip(send)))
      yield* TestClock.adjust("10 seconds")
      assert.deepInclude(yield* Fiber.join(sending), { problem: "timeout" })
    })
  )

  it.live("refuses private addresses: by name, as one of several, or as a number", () =>
    Effect.gen(function* () {
      asked = []
      const { port } = new URL(origin)
      for (const addresses of [
        ["127.0.0.1"],
        ["10.0.0.7"],
        ["93.184.216.34", "127.0.0.1"],
        ["::1"],
        ["::ffff:127.0.0.1"],
        []
      ]) {
        const { resolve } = resolving(addresses)
        const { send } = makeSender({ allowsPractice: false, resolve })
        const refused = yield* Effect.flip(send(message("https://hooks.example.org:8443/in")))
        assert.deepInclude(refused, { problem: "private" }, addresses.join(" "))
      }
      const { send } = makeSender({ allowsPractice: false })
      for (const url of [
        `https://127.0.0.1:${port}/`,
        "https://[::1]/",
        "https://169.254.169.254/latest",
        "http://8.8.8.8/",
        `${origin}/in`
      ])
        assert.deepInclude(yield* Effect.flip(send(message(url))), { problem: "private" }, url)
      assert.deepStrictEqual(asked, [])
    })
  )

  it.live("refuses other ports of a public host, also for a stored webhook", () =>
    Effect.gen(function* () {
      const names = resolving(["93.184.216.34"])
      for (const allowsPractice of [false, true]) {
        const { send } = makeSender({ allowsPractice, resolve: names.resolve })
        for (const url of ["https://hooks.example.org:25/", "https://8.8.8.8:22/", "https://hooks.example.org:80/"])
          assert.deepInclude(yield* Effect.flip(send(message(url))), { problem: "port" }, url)
      }
      assert.strictEqual(names.asked(), 0)
    })
  )

  it.live("resolves again for each try, and refuses a name that has become private", () =>
    Effect.gen(function* () {
      asked = []
      const { port } = new URL(origin)
      const names = resolving(["127.0.0.1"], ["192.168.0.1"])
      const { send } = makeSender({ allowsPractice: true, resolve: names.resolve })
      assert.strictEqual((yield* send(message(`http://localhost:${port}/in`))).status, 201)
      assert.strictEqual(names.asked(), 1)
      assert.deepInclude(yield* Effect.flip(send(message(`http://localhost:${port}/in`))), { problem: "private" })
      assert.strictEqual(names.asked(), 2)
      assert.deepStrictEqual(asked, ["POST /in"])
    })
  )

  it.live("reports an unknown name", () =>
    Effect.gen(function* () {
      const resolve: Resolve = (_, __, done) => done(Object.assign(new Error("no name"), { code: "ENOTFOUND" }), [])
      const { send } = makeSender({ allowsPractice: false, resolve })
      assert.deepInclude(yield* Effect.flip(send(message("https://nowhere.example.org/"))), { problem: "name" })
    })
  )
})
