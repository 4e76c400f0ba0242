import { SqlError } from "@effect/sql/SqlError"
import { Effect, Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startTestServer, type TestServer } from "../../server/runtime/server"

class Taken extends Schema.TaggedError<Taken>()("Taken", {}) {
  readonly status = 409
  readonly code = "E-STALE"
  readonly stored = { title: "Theirs" }
  override get message() {
    return "Someone changed this meanwhile. Your text is kept; compare and save again."
  }
}

let server: TestServer
let post: (body: string) => Promise<unknown>
/** As without JavaScript: the page is rendered after the post, in the same request. Its loader finds no storage. */
let postAndLoad: (body: string) => Promise<unknown>

beforeAll(async () => {
  server = await startTestServer()
  const { respond } = await import("~/effects/server/runtime.server")
  const { pageAction, textOf } = await import("~/effects/base/remix/pageAction.server")
  const { InvalidFields, StorageUnavailable } = await import("~/effects/base/failures/failures")
  const action = pageAction({
    save: (form) =>
      textOf(form, "title") === ""
        ? new InvalidFields({ fields: { title: "Title: 5 to 140 characters." } })
        : Effect.succeed({ to: "/there" }),
    stay: () => Effect.succeed({ message: "Kept." }),
    "fund-escrow": () => Effect.succeed({ to: "/funded" }),
    clash: () => new Taken(),
    full: () => Effect.die(new SqlError({ cause: Object.assign(new Error("disk"), { code: "SQLITE_FULL" }) }))
  })
  post = async (body) => {
    const request = new Request(`${server.origin}/page`, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body
    })
    const context = { requestId: "request-1", nonce: "n", address: "192.0.2.1" }
    return respond({ request, params: {}, context }, action).catch((thrown: unknown) => thrown)
  }
  postAndLoad = async (body) => {
    const request = new Request(`${server.origin}/page`, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body
    })
    const context = { requestId: "request-2", nonce: "n", address: "192.0.2.1" }
    await respond({ request, params: {}, context }, action)
    const get = new Request(`${server.origin}/page`)
    const gone = Effect.die(new StorageUnavailable({ reason: "unreachable", detail: "ECONNREFUSED" }))
    return respond({ request: get, params: {}, context }, gone).catch((thrown: unknown) => thrown)
  }
})
afterAll(() => server.stop())

describe("pageAction", () => {
  it("redirects after success to a page that can be reloaded", async () => {
    const response = await post("intent=save&title=Five+words")
    expect(response).toBeInstanceOf(Response)
    expect(response).toMatchObject({ status: 303 })
  })

  it("accepts the buttons of pages that were opened before an update", async () => {
    expect(await post("intent=park")).toMatchObject({ status: 303 })
    expect(await post("intent=fund-escrow")).toMatchObject({ status: 303 })
    // Today's name of that button is not one of this page; nor is a name that objects have on their own.
    for (const intent of ["unpark", "constructor"]) {
      expect(await post(`intent=${intent}`)).toMatchObject({ data: { code: "E-BODY" } })
    }
  })

  it("strips control characters from input, and refuses invisible text by field", async () => {
    expect(await post("intent=save&title=Five%00%07+words")).toMatchObject({ status: 303 })
    expect(await post("intent=save&title=%00")).toMatchObject({
      data: { fields: { title: "Title: 5 to 140 characters." } }
    })
    expect(await post("intent=save&title=%E2%80%8B%E2%80%8B&body=Text")).toMatchObject({
      init: { status: 422 },
      data: {
        code: "E-FIELDS",
        fields: { title: "Please write something." },
        sent: { body: "Text" }
      }
    })
  })

  it("keeps the input when it refuses, and gives a reason by field", async () => {
    expect(await post("intent=save&title=&tags=Arts&tags=Film")).toMatchObject({
      init: { status: 422 },
      data: {
        intent: "save",
        ok: false,
        code: "E-FIELDS",
        fields: { title: "Title: 5 to 140 characters." },
        sent: { title: "", tags: ["Arts", "Film"] },
        requestId: "request-1"
      }
    })
  })

  it("shows both texts to the second of two editors, and a message to those who stay on the page", async () => {
    expect(await post("intent=clash&title=Mine")).toMatchObject({
      init: { status: 409 },
      data: { sent: { title: "Mine" }, stored: { title: "Theirs" } }
    })
    expect(await post("intent=stay")).toMatchObject({ data: { ok: true, message: "Kept." } })
  })

  it("keeps the input when the storage is unavailable, and says when to try again", async () => {
    const reply = (await post("intent=full&title=Mine")) as { readonly init: { readonly headers: Headers } }
    expect(reply).toMatchObject({
      init: { status: 503 },
      data: { ok: false, code: "E-STORAGE", fields: {}, sent: { title: "Mine" }, requestId: "request-1" }
    })
    expect(reply.init.headers.get("Retry-After")).toBe("5")
  })

  it("keeps the input on the error page when the page around the form no longer exists", async () => {
    expect(await postAndLoad("intent=full&title=Mine&tags=Arts&tags=Film")).toMatchObject({
      init: { status: 503 },
      data: { code: "E-STORAGE", sent: { intent: "full", title: "Mine", tags: ["Arts", "Film"] } }
    })
  })

  it.each(["", "intent=unknown", "intent=constructor", "intent=__proto__"])("%j is malformed", async (body) => {
    expect(await post(body)).toMatchObject({ init: { status: 400 }, data: { code: "E-BODY" } })
  })
})
