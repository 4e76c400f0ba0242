import { SqlError } from "@effect/sql/SqlError"
import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { GatewayDown, InvalidFields, NotThere, TooMany } from "~/effects/base/failures/failures"
import { ReplyHeaders } from "~/effects/base/remix/RouteArgs.server"
import { startTestServer, type TestServer } from "./server"

/** Runs each try in a minute of its own. */
let minutes = 0
let server: TestServer
let edge: typeof import("~/effects/server/runtime.server")
beforeAll(async () => {
  server = await startTestServer()
  edge = await import("~/effects/server/runtime.server")
})
afterAll(() => server.stop())

const json = (program: Parameters<typeof edge.respondJson>[1]) =>
  server.call((args) => edge.respondJson(args, program), "/api/x")

const page = (program: Parameters<typeof edge.respond>[1], method = "GET") => {
  const args: LoaderFunctionArgs = {
    request: new Request("http://127.0.0.1/x", { method }),
    params: {},
    context: { requestId: "r-1", nonce: "", address: "192.0.2.1" }
  }
  return edge.respond(args, program)
}

describe("respondJson", () => {
  it("returns the value, uncached", async () => {
    const response = await json(Effect.succeed({ n: 1 }))
    assert.deepStrictEqual([response.status, await response.json()], [200, { n: 1 }])
    assert.strictEqual(response.headers.get("Cache-Control"), "no-store")
    assert.isNull(await (await json(Effect.void)).json())
  })

  it.each([
    [new NotThere({}), 404, "E-NOT-FOUND"],
    [new GatewayDown({ cause: new Error("secret host name") }), 503, "E-GATEWAY"],
    [new InvalidFields({ fields: { name: "short" } }), 422, "E-FIELDS"]
  ])("turns %s into its status, code, message and request id only", async (failure, status, code) => {
    const response = await json(Effect.fail(failure))
    assert.strictEqual(response.status, status)
    const body: unknown = await response.json()
    const fields = "fields" in failure ? { fields: failure.fields } : {}
    assert.deepStrictEqual(body, { code, message: failure.message, requestId: "request-/api/x", ...fields })
  })

  it("says when to try again", async () => {
    const response = await json(new TooMany({ message: "Later.", retryAfter: 7 }))
    assert.deepStrictEqual([response.status, response.headers.get("Retry-After")], [429, "7"])
  })

  it("turns a storage failure in any statement into 503 and logs it once a minute", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined)
    // Another file of this process, or a first try of this test, may have seen a storage failure within the minute.
    minutes += 1
    const later = performance.now() + minutes * 61_000
    const clock = vi.spyOn(performance, "now").mockImplementation(() => later)
    try {
      const cause = Object.assign(new Error("terminating connection"), { code: "57P01" })
      for (let n = 0; n < 3; n++) {
        const response = await json(Effect.die(new SqlError({ cause, message: "secret statement" })))
        assert.deepStrictEqual([response.status, response.headers.get("Retry-After")], [503, "5"])
        const body = (await response.json()) as { readonly code: string; readonly message: string }
        assert.strictEqual(body.code, "E-STORAGE")
        assert.notInclude(body.message, "secret")
      }
      const lines = log.mock.calls.map(([text]) => JSON.parse(String(text)) as Record<string, unknown>)
      assert.strictEqual(lines.length, 1)
      assert.deepInclude(lines[0]?.annotations, { reason: "unreachable", detail: "57P01" })
    } finally {
      clock.mockRestore()
      log.mockRestore()
    }
  })

  it("reveals internal errors to the log only", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined)
    try {
      const response = await json(Effect.die(new Error("the database password is hunter2")))
      assert.strictEqual(response.status, 500)
      const { message } = (await response.json()) as { readonly message: string }
      assert.strictEqual(message, "Something went wrong.")
      const [line] = log.mock.calls.map(([text]) => JSON.parse(String(text)) as Record<string, unknown>)
      assert.strictEqual(line?.logLevel, "ERROR")
      assert.deepInclude(line?.annotations, { requestId: "request-/api/x", method: "GET", path: "/api/x" })
    } finally {
      log.mockRestore()
    }
  })

  it("keeps the secret of a secret address out of the log", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined)
    try {
      const secret = "k7w2q4n6k7w2q4n6.ics"
      const dying = Effect.die(new Error("broken"))
      await server.call((args) => edge.respondJson(args, dying), `/calendar/${secret}`, { params: { secret } })
      const lines = log.mock.calls.map(([text]) => JSON.parse(String(text)) as { readonly annotations: object })
      assert.deepInclude(lines[0]?.annotations, { method: "GET", path: "/calendar/:secret" })
    } finally {
      log.mockRestore()
    }
  })

  it("adds every cookie to a response that a program created itself", async () => {
    const response = await json(
      Effect.map(ReplyHeaders, (headers) => {
        headers.append("Set-Cookie", "a=1")
        headers.append("Set-Cookie", "b=2")
        return new Response("x", { headers: { "Cache-Control": "max-age=9", "Set-Cookie": "c=3" } })
      })
    )
    assert.deepStrictEqual(response.headers.getSetCookie().sort(), ["a=1", "b=2", "c=3"])
    assert.strictEqual(response.headers.get("Cache-Control"), "max-age=9")
  })
})

describe("respond", () => {
  it("returns the value, and throws a failure as data with its status", async () => {
    assert.deepStrictEqual(await page(Effect.succeed({ n: 1 })), { n: 1 })
    const thrown: unknown = await page(new NotThere({})).catch((error: unknown) => error)
    assert.deepInclude(thrown as object, {
      data: { code: "E-NOT-FOUND", message: "This page does not exist.", requestId: "r-1" }
    })
    assert.deepInclude((thrown as { readonly init: object }).init, { status: 404 })
  })

  it("throws a redirect with the cookies set before", async () => {
    const thrown: unknown = await page(
      Effect.zipRight(
        Effect.map(ReplyHeaders, (headers) => headers.append("Set-Cookie", "a=1")),
        Effect.fail(redirect("/signup"))
      )
    ).catch((error: unknown) => error)
    assert.instanceOf(thrown, Response)
    const { headers, status } = thrown as Response
    assert.deepStrictEqual([status, headers.get("Location"), headers.getSetCookie()], [302, "/signup", ["a=1"]])
  })
})

describe("cookies of a page", () => {
  const COOKIE = "theme=dark; Path=/"
  const withCookie = <A>(end: (headers: Headers) => A) =>
    Effect.map(ReplyHeaders, (headers) => {
      headers.append("Set-Cookie", COOKIE)
      return end(headers)
    })

  it("are sent with a loader's value", async () => {
    const sent = (await page(withCookie(() => ({ n: 1 })))) as ReturnType<typeof data>
    assert.deepStrictEqual(sent.data, { n: 1 })
    assert.strictEqual(new Headers(sent.init?.headers).get("Set-Cookie"), COOKIE)
  })

  it("leave an action's own response as it is", async () => {
    const reply = await page(
      withCookie((headers) => data({ ok: false }, { status: 409, headers })),
      "POST"
    )
    assert.deepStrictEqual((reply as ReturnType<typeof data>).data, { ok: false })
  })
})

describe("refuseMethod", () => {
  it("names the allowed methods", async () => {
    const response = await server.call((args) => edge.refuseMethod(args, "GET", "POST"), "/api/x")
    assert.deepStrictEqual([response.status, response.headers.get("Allow")], [405, "GET, POST"])
    const { message } = (await response.json()) as { readonly message: string }
    assert.strictEqual(message, "This address accepts only GET and POST requests.")
  })
})
