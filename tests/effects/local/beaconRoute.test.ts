/** The route `local.beacon.$chain.public.$round.ts`: what a beacon answers, by its own address. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { startTestServer, type TestServer } from "../server/runtime/server"

let server: TestServer
let beacon: typeof import("~/routes/local.beacon.$chain.public.$round")
beforeAll(async () => {
  server = await startTestServer()
  beacon = await import("~/routes/local.beacon.$chain.public.$round")
})
afterAll(() => server.stop())

describe("/local/beacon", () => {
  it("answers no chain but its own, and no other method", async () => {
    const path = `/local/beacon/${"00".repeat(32)}/public/1`
    const params = { chain: "00".repeat(32), round: "1" }
    const answer = await server.call(beacon.loader, path, { params })
    assert.strictEqual(answer.status, 404)
    assert.include(await answer.text(), "the beacon has no such round")
    const posted = await server.call(beacon.action, path, { params, json: {} })
    assert.strictEqual(posted.status, 405)
  })
})
