/** A read-only site: what is refused, with which messages, and what continues. */
import type { ActionFunctionArgs } from "@remix-run/node"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, test } from "vitest"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { startTestServer, type TestServer } from "./server"

const REASON = "We move to another disk."
let server: TestServer
let edge: typeof import("~/effects/server/runtime.server")

const set = (isReadOnly: boolean) =>
  server.call(
    (args) =>
      edge.respondJson(
        args,
        Effect.gen(function* () {
          const flags = yield* FeatureFlags
          yield* isReadOnly ? flags.set("readOnly", REASON) : flags.reset("readOnly")
          yield* flags.refresh
        })
      ),
    "/api/x"
  )

beforeAll(async () => {
  server = await startTestServer()
  edge = await import("~/effects/server/runtime.server")
  await set(true)
}, 60_000)
afterAll(() => server.stop())

interface Thrown {
  readonly data: Readonly<Record<string, unknown>>
  readonly init: { readonly status: number; readonly headers: Headers }
}
const argsOf = (path: string, form?: Readonly<Record<string, string>>): ActionFunctionArgs => ({
  request: new Request(`${server.origin}${path}`, {
    method: form === undefined ? "GET" : "POST",
    ...(form && { body: new URLSearchParams(form) })
  }),
  params: {},
  context: { requestId: "r", nonce: "", address: "192.0.2.1" }
})

describe("while the site is read-only", () => {
  test("a page's own form returns everything that was typed, and when to try again", async () => {
    const { action } = await import("~/routes/_wallet.create")
    const typed = { intent: "open", name: "Night Film Club" }
    const { data, init } = (await action(argsOf("/create", typed))) as unknown as Thrown
    assert.deepEqual([init.status, init.headers.get("Retry-After")], [503, "60"])
    assert.deepInclude(data, { ok: false, code: "E-READ-ONLY", sent: typed })
    assert.strictEqual(
      data.message,
      "This site is read-only for now; nothing was saved. Try again later. We move to another disk."
    )
  })

  test("any other post gets an error page with what was typed", async () => {
    const { action } = await import("~/routes/_site.support")
    const typed = { email: "ada@example.org", message: "My order hangs." }
    const thrown = await action(argsOf("/support", typed)).then(
      () => assert.fail("it was taken"),
      (refusal: Thrown) => refusal
    )
    assert.strictEqual(thrown.init.status, 503)
    assert.deepInclude(thrown.data, { code: "E-READ-ONLY", sent: typed })
  })

  test("programs get the code", async () => {
    const { action } = await import("~/routes/api.ballots._index")
    const response = await server.call(action, "/api/ballots", { json: { ballot: 1 } })
    assert.deepEqual([response.status, response.headers.get("Retry-After")], [503, "60"])
    assert.strictEqual((await response.json()).code, "E-READ-ONLY")
  })

  test("every write is refused except those that let people sign in and read", async () => {
    const names = Object.keys(import.meta.glob("/app/routes/api.*.ts")).map((file) =>
      file.slice("/app/routes/".length, -3)
    )
    const open: Array<string> = []
    for (const name of names) {
      const { action } = (await import(`../../../../app/routes/${name}.ts`)) as {
        readonly action: (args: ActionFunctionArgs) => Promise<Response>
      }
      const path = `/${name.replace(/\._index$/, "").replaceAll(".", "/")}`
      const response = await server.call(action, path, { json: {} })
      const { code } = await response.json().catch(() => ({ code: "" }))
      if (code !== "E-READ-ONLY") open.push(name)
    }
    assert.deepEqual(open.sort(), ["api.csp-report", "api.preview", "api.wallet.challenge", "api.wallet.session"])
  })

  test("pages show a notice, and posts are accepted again afterwards", async () => {
    const { loader } = await import("~/root")
    const page = await loader(argsOf("/"))
    assert.strictEqual(
      page.notice,
      "This site is read-only for now: everything can be read, nothing can be saved. We move to another disk."
    )
    await set(false)
    assert.isNull((await loader(argsOf("/"))).notice)
    const { action } = await import("~/routes/api.ballots._index")
    assert.strictEqual((await server.call(action, "/api/ballots", { json: {} })).status, 401)
  })
})
