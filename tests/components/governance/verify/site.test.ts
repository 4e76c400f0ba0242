import { afterEach, assert, it, vi } from "vitest"
import { gatewayOf } from "~/components/governance/verify/site"

afterEach(() => vi.unstubAllGlobals())

const ask = gatewayOf("http://gateway.example")

it("the gateway's own 404 means that something does not exist, a proxy's 404 means nothing", async () => {
  const own = { message: "not found", code: 404, details: { type: "TransactionNotFoundError" } }
  vi.stubGlobal("fetch", async () => Response.json(own, { status: 404 }))
  assert.isUndefined(await ask("/transaction/committed-details", {}))
  vi.stubGlobal("fetch", async () => new Response("<html>404</html>", { status: 404 }))
  const end = await ask("/transaction/committed-details", {}).catch((error: unknown) => String(error))
  assert.strictEqual(end, "Error: the gateway responded with 404")
})
