/** The route `local.beacon.$chain.public.$round.ts`: the responses of a beacon at its own address. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import { startTestServer, type TestServer } from "../server/runtime/server"

let server: TestServer
let beacon: typeof import("~/routes/local.beacon.$chain.public.$round")
beforeAll(async () => {
  server = await startTestServer()
  beacon = await import("~/routes/local.beacon.$chain.public.$round")
})
afterAll(() => server.stop())

describe("/local/beacon", () => {
  it("serves no chain but its own, and no other method", async () => {
    const path = `/local/beacon/${"00".repeat(32)}/public/1`
    const params = { chain: "00".repeat(32), round: "1" }
    const response = await server.call(beacon.loader, path, { params })
    assert.strictEqual(response.status, 404)
    assert.include(await response.text(), "the beacon has no such round")
    const posted = await server.call(beacon.action, path, { params, json: {} })
    assert.strictEqual(posted.status, 405)
  })

  it("never returns a 5xx for any address, also with its own chain", async () => {
    const { LocalBeacon } = await import("~/effects/local/LocalBeacon.server")
    const { respondJson } = await import("~/effects/server/runtime.server")
    const own = await server.call(
      (args) =>
        respondJson(
          args,
          Effect.map(LocalBeacon, ({ chain }) => chain)
        ),
      "/"
    )
    const { chain } = (await own.json()) as { readonly chain: string } // LocalBeacon's
    const odd = fc.oneof(
      fc.constantFrom("", "0", "-1", "1.5", "1e309", "NaN", "0x10", "9".repeat(400), "\u0000", "\ud800", "../1", "1"),
      fc.string({ unit: "binary" })
    )
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.constant(chain), odd), odd, async (asked, round) => {
        const response = await server.call(beacon.loader, "/local/beacon", { params: { chain: asked, round } })
        assert.include([200, 404], response.status, `${asked} ${round}`)
      }),
      { numRuns: 60, examples: [[chain, "1"]] }
    )
  })
})
