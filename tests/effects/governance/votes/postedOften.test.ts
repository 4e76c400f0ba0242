/**
 * Files posted to /verify by one network, too often or too many together: refused with an explanation before they take
 * memory.
 */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { LIMITS } from "~/effects/base/limits/Limits.server"
import { TOO_MANY_VALUES } from "~/effects/governance/votes/pages/verify.server"
import { startTestServer, type TestServer } from "../../server/runtime/server"

interface ReceivedResponse {
  readonly data: { readonly kind: string; readonly message?: string; readonly address?: string }
  readonly init: { readonly status?: number; readonly headers: Headers }
}

describe("files posted to /verify", () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  }, 60_000)
  afterAll(() => server.stop())

  const post = async (body: BodyInit, address: string, headers: HeadersInit = {}) => {
    const { action } = await import("~/routes/_site.verify")
    const request = new Request(`${server.origin}/verify`, { method: "POST", body, headers, duplex: "half" })
    const context = { requestId: "a request", nonce: "", address }
    return { request, response: (await action({ request, params: {}, context })) as unknown as ReceivedResponse } // As Remix' data() returns it.
  }
  const fileForm = (text: string) => {
    const form = new FormData()
    form.set("file", new File([text], "ballots.json"))
    return form
  }
  const addressForm = (address: string) => {
    const form = new FormData()
    form.set("address", address)
    return form
  }

  it("are refused above the limit before they are read, and what was typed stays", async () => {
    const from = "198.51.100.1"
    for (let n = 0; n < LIMITS["verify.address"].burst; n++) await post(fileForm(""), from)
    const chunk = new Uint8Array(100_000)
    let made = 0
    const large = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        made++
        if (made > 100) controller.close()
        else controller.enqueue(chunk)
      }
    })
    const before = process.memoryUsage().arrayBuffers
    const { response: reply } = await post(large, from, {
      "Content-Type": "multipart/form-data; boundary=x",
      "Content-Length": "10000000"
    })
    assert.strictEqual(reply.init.status, 429)
    assert.isAbove(Number(reply.init.headers.get("Retry-After")), 0)
    assert.isBelow(process.memoryUsage().arrayBuffers - before, 5_000_000)
    // All of it was read, so that a client that sends to the end receives the response.
    assert.strictEqual(made, 101)
    const typed = await post(addressForm("https://commons.example/x"), from)
    assert.deepInclude(typed.response.data, { kind: "refused", address: "https://commons.example/x" })
    assert.strictEqual(typed.response.init.status, 429)
  })

  it("are not read if they contain more values than memory has room for", async () => {
    for (const text of [
      `[${"[],".repeat(1_000_000)}0]`,
      "[".repeat(1_000_001),
      `{"a":1${',"a":1'.repeat(1_000_000)}}`
    ]) {
      const { response: reply } = await post(fileForm(text), "198.51.101.1")
      assert.deepInclude(reply.data, { kind: "refused", message: TOO_MANY_VALUES })
      assert.strictEqual(reply.init.status, 422)
    }
  })

  it("are checked one at a time while two wait, and others are told when to come back", async () => {
    const text = `{"schema":"ballots/1","ballots":[${Array.from({ length: 60_000 }, () => "{}").join(",")}]}`
    const responses = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => (await post(fileForm(text), `203.0.${n}.1`)).response)
    )
    const busy = responses.filter(({ init }) => init.status === 503)
    // A file whose check ends before the last one arrives makes room for another.
    const checked = responses.filter(({ data }) => data.kind === "checked").length
    assert.isAtLeast(checked, 3)
    assert.isAbove(busy.length, 0)
    assert.strictEqual(checked + busy.length, responses.length)
    for (const { data, init } of busy) {
      assert.strictEqual(init.headers.get("Retry-After"), "30")
      assert.strictEqual(data.message, "Other files are being checked right now. Try again in a minute.")
    }
  })
})
