import { assert, describe, it } from "vitest"
import { requestLine } from "~/effects/server/http/requestLog.server"

const request = { method: "GET", route: "/explore/:slug", seconds: 0.0126, status: 200 }
const at = new Date("2026-11-28T12:00:00Z")
const lineOf = (address: string) => JSON.parse(requestLine(request, address, "6a1f", at))

describe("the line of a request", () => {
  it("has what helps to find a slow or failing route", () => {
    assert.deepStrictEqual(lineOf("192.0.2.77"), {
      message: "request",
      logLevel: "INFO",
      timestamp: "2026-11-28T12:00:00.000Z",
      annotations: {
        requestId: "6a1f",
        method: "GET",
        route: "/explore/:slug",
        status: 200,
        milliseconds: 13,
        network: "192.0.2.0/24"
      }
    })
  })

  it("shortens every kind of address", () => {
    for (const [address, network] of [
      ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
      ["::ffff:198.51.100.9", "198.51.100.0/24"],
      ["127.0.0.1", "this machine"],
      ["::1", "this machine"],
      ["garbage", "unknown"]
    ] as const) {
      assert.strictEqual(lineOf(address).annotations.network, network, address)
    }
  })
})
