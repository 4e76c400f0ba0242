import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { endSession } from "~/components/wallet/wallet/session"
import { connectorOptions, type SignInEvents } from "~/components/wallet/wallet/sign-in"
import type { SharedWalletData } from "~/connector/WalletHandle"

const settings = {
  networkId: 2,
  dAppDefinitionAddress: "account_tdx_2_dapp",
  applicationName: "Commonhold",
  applicationVersion: "1.0.0",
  gatewayUrl: "http://127.0.0.1/local/gateway",
  relayUrl: "https://relay.example",
  dashboardUrl: "https://explorer.example",
  canOpenExplorer: true
}
const proof = { publicKey: "aa", signature: "bb", curve: "curve25519" } as const
const shared = (...types: ReadonlyArray<"persona" | "account">): SharedWalletData => ({
  accounts: [{ address: "account_tdx_2_ada", label: "Ada Main", appearanceId: 0 }],
  personaData: [],
  proofs: types.map((type) => ({ type, challenge: "00", address: `${type}_tdx_2_ada`, proof }))
})

/** The server of one test: the requests it received, and its responses in order. */
const asked: Array<{ readonly method: string | undefined; readonly path: string; readonly body: unknown }> = []
let responses: Array<Response | Error> = []
const realFetch = globalThis.fetch
beforeEach(() => {
  asked.length = 0
  globalThis.fetch = async (path, init) => {
    asked.push({ method: init?.method, path: String(path), body: init?.body && JSON.parse(String(init.body)) })
    const next = responses.shift() ?? assert.fail("one request too many")
    if (next instanceof Error) throw next
    return next
  }
})
afterEach(() => {
  globalThis.fetch = realFetch
})

const listener = () => {
  const reported: Array<unknown> = []
  const events: SignInEvents = {
    carryOn: async () => "done" as const,
    onConnected: () => reported.push("connected"),
    onRefused: (refusal) => reported.push(refusal),
    onSignedIn: (account) => reported.push(account)
  }
  return { reported, options: connectorOptions(settings, events) }
}

describe("signing in", () => {
  it("takes the challenge from the server", async () => {
    responses = [Response.json({ challenge: "ab".repeat(32), expiresAt: 1 })]
    assert.strictEqual(await listener().options.generateChallenge?.(), "ab".repeat(32))
    assert.deepStrictEqual(asked, [{ method: "POST", path: "/api/wallet/challenge", body: { purpose: "sign-in" } }])
  })

  it("accepts a login whose session was opened before a reload, for the same account only", async () => {
    const used = { code: "E-USED", message: "This sign-in request was already used. Connect again." }
    const again = () => Response.json(used, { status: 401 })
    responses = [again(), Response.json({ account: "account_tdx_2_ada" })]
    const same = listener()
    assert.isTrue(await same.options.approveLogin?.(shared("persona", "account")))
    assert.deepStrictEqual(same.reported, ["account_tdx_2_ada"])

    for (const account of ["account_tdx_2_ben", null]) {
      responses = [again(), Response.json({ account })]
      const other = listener()
      assert.isFalse(await other.options.approveLogin?.(shared("persona", "account")))
      assert.deepStrictEqual(other.reported, [used])
    }
  })

  it("fails without a challenge, and shows the server's message", async () => {
    const refusal = { code: "E-LIMIT", message: "Too many tries.", requestId: "r1" }
    responses = [Response.json(refusal, { status: 429 })]
    const { options, reported } = listener()
    const failed = await options.generateChallenge?.().catch((error: Error) => error.message)
    assert.strictEqual(failed, "Too many tries.")
    assert.deepStrictEqual(reported, [refusal])
  })

  it("exchanges the proofs for a session, in the agreed wire format", async () => {
    responses = [Response.json({ account: "account_tdx_2_ada", hasProfile: false })]
    const { options, reported } = listener()
    assert.isTrue(await options.approveLogin?.(shared("persona", "account")))
    assert.deepStrictEqual(asked, [
      { method: "POST", path: "/api/wallet/session", body: { proofs: shared("persona", "account").proofs } }
    ])
    assert.deepStrictEqual(reported, ["account_tdx_2_ada"])
  })

  it("is rejected when the server refuses", async () => {
    const refusal = { code: "E-PROOF", message: "The wallet's proof does not fit.", requestId: "r2" }
    responses = [Response.json(refusal, { status: 401 })]
    const { options, reported } = listener()
    assert.isFalse(await options.approveLogin?.(shared("persona", "account")))
    assert.deepStrictEqual(reported, [refusal])
  })

  it.each([
    ["is not reached", new Error("offline")],
    ["answers no JSON", new Response("<h1>", { status: 502 })],
    ["answers something else", Response.json({ hello: 1 })]
  ])("is rejected with a message when a server %s", async (_, response) => {
    responses = [response]
    const { options, reported } = listener()
    assert.isFalse(await options.approveLogin?.(shared("persona", "account")))
    assert.lengthOf(reported, 1)
    assert.match(JSON.stringify(reported[0]), /"message":"The server/)
  })

  it("starts no session when the shared accounts are updated, until the person chose", async () => {
    responses = []
    assert.isTrue(await listener().options.approveLogin?.(shared("account")))
    assert.lengthOf(asked, 0)
  })

  it("links to the explorer of the site's own network", () => {
    assert.deepInclude(listener().options.explorer, { baseUrl: settings.dashboardUrl })
  })

  it("notifies the page once the wallet's response is stored, and only then", () => {
    const { options, reported } = listener()
    options.onConnectResponse?.({ ok: false, error: { error: "rejectedByUser", message: "user rejected request" } })
    options.onConnectResponse?.({ ok: true, value: shared() })
    assert.deepStrictEqual(reported, ["connected"])
  })
})

describe("signing out", () => {
  it("ends the server's session, and reports a failure", async () => {
    responses = [Response.json({ account: null }), new Error("offline"), new Response(null, { status: 204 })]
    assert.isTrue((await endSession()).ok)
    assert.isFalse((await endSession()).ok)
    assert.isTrue((await endSession()).ok)
    assert.deepStrictEqual(
      asked.map(({ method, path }) => `${method} ${path}`),
      Array(3).fill("DELETE /api/wallet/session")
    )
  })
})
