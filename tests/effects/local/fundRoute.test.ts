/** The route `local.fund.ts`: test XRD for a treasury with one click. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { wellKnown } from "~/ledger/index"
import { accountOf, signer } from "../../ledger/signing"
import { startTestServer, type TestServer } from "../server/runtime/server"

const TREASURY = accountOf(signer(77))

let server: TestServer
let fund: typeof import("~/routes/local.fund")
beforeAll(async () => {
  server = await startTestServer()
  fund = await import("~/routes/local.fund")
})
afterAll(() => server.stop())

const posted = (account: string) =>
  server.call(
    (args) =>
      fund.action({
        ...args,
        request: new Request(`${server.origin}/local/fund`, {
          method: "POST",
          headers: { Referer: `${server.origin}/community/detail/x/tokenDistribution?d=1` },
          body: new URLSearchParams({ account })
        })
      }),
    "/local/fund"
  )

describe("POST /local/fund", () => {
  it("puts 10,000 XRD from the faucet into the account, and returns to the page", async () => {
    const response = await posted(TREASURY)
    assert.strictEqual(response.status, 303)
    assert.strictEqual(response.headers.get("location"), "/community/detail/x/tokenDistribution?d=1")
    const { Ledger } = await import("~/effects/chain/ledger/Ledger.server")
    const { respondJson } = await import("~/effects/server/runtime.server")
    const held = await server.call(
      (args) =>
        respondJson(
          args,
          Effect.gen(function* () {
            const { byAccount } = yield* (yield* Ledger).balances([TREASURY])
            return byAccount.get(TREASURY)?.get(wellKnown("xrd", 2)) ?? "0"
          })
        ),
      "/"
    )
    assert.strictEqual(await held.json(), "10000")
  })

  it("refuses anything but an account, and other methods", async () => {
    for (const account of ["", "account_rdx1", "resource_tdx_2_1", "\u0000"]) {
      assert.strictEqual((await posted(account)).status, 422, account)
    }
    assert.strictEqual((await server.call(fund.loader, "/local/fund")).status, 405)
  })
})
