/**
 * Files with sealed ballots posted to /verify: opened within bounds, and answered with an explanation whatever they
 * contain.
 */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { checkWithin } from "~/effects/governance/votes/file/checkWithin"
import { MOST_SEALED, tooManySealed } from "~/effects/governance/votes/pages/verify.server"
import { startTestServer, type TestServer } from "../../../server/runtime/server"

const sealed = (count: number, name = '"sealed"') =>
  `{"schema":"ballots/2","beacon":{},"ballots":[${Array.from({ length: count }, (_, at) => `{"ballot":{"account":"${at}",${name}:{}}}`)}]}`

describe("a posted file", () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  }, 60_000)
  afterAll(() => server.stop())

  const posted = async (text: string) => {
    const { action } = await import("~/routes/_site.verify")
    const form = new FormData()
    form.set("file", new File([text], "ballots.json", { type: "application/json" }))
    const response: unknown = await action({
      request: new Request(`${server.origin}/verify`, { method: "POST", body: form }),
      params: {},
      context: { requestId: "a request", nonce: "", address: "192.0.2.7" }
    })
    assert.isTrue(typeof response === "object" && response !== null && "data" in response)
    return JSON.stringify(response)
  }

  it("with more sealed ballots than the site opens is answered with where any number is opened", async () => {
    for (const name of ['"sealed"', '"\\u0073ealed"']) {
      const response = await posted(sealed(MOST_SEALED + 1, name))
      assert.include(response, JSON.stringify(tooManySealed(MOST_SEALED + 1, MOST_SEALED)).slice(1, -1))
      assert.include(response, '"status":422')
    }
  })

  it("with as many as the site opens is checked", async () => {
    assert.include(await posted(sealed(MOST_SEALED)), '"kind":"checked"')
  })
})

describe("the bounds of a check", () => {
  it("count sealed ballots only if they would be opened", async () => {
    assert.deepStrictEqual(await checkWithin(sealed(3), 2), { sealed: 3 })
    const stated = sealed(2).replace('"beacon":{},', '"beacon":{},"tally":{"spoilt":{"ballots":[7]}},')
    assert.deepStrictEqual(await checkWithin(stated, 2), { sealed: 3 })
    for (const text of [
      sealed(2),
      sealed(3).replace('"account":"2"', '"account":"1"'),
      sealed(3).replace('"beacon":{},', ""),
      "[]",
      "null",
      '{"beacon":1,"ballots":[null,1]}'
    ]) {
      assert.notProperty(await checkWithin(text, 2), "sealed")
    }
  })
})
