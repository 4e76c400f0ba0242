import { afterAll, afterEach, assert, beforeAll, beforeEach, describe, it, type MockInstance, vi } from "vitest"
import { LOCAL_DAPP_DEFINITION } from "~/effects/base/settings/networks"
import { cookiesOf, type RequestOptions, startTestServer, type TestServer } from "../../server/runtime/server"
import { addressOf, ed25519Key, prove } from "./keys"

let server: TestServer
let challenges: typeof import("~/routes/api.wallet.challenge")
let sessions: typeof import("~/routes/api.wallet.session")
let faults: typeof import("~/routes/local.faults")
let clock: typeof import("~/routes/local.clock")
let log: MockInstance<typeof console.log>

beforeAll(async () => {
  server = await startTestServer()
  challenges = await import("~/routes/api.wallet.challenge")
  sessions = await import("~/routes/api.wallet.session")
  faults = await import("~/routes/local.faults")
  clock = await import("~/routes/local.clock")
})
afterAll(() => server.stop())
beforeEach(() => {
  log = vi.spyOn(console, "log").mockImplementation(() => undefined)
})
afterEach(() => log.mockRestore())

interface Body {
  readonly account: string | null
  readonly code: string
  readonly message: string
  readonly requestId: string
  readonly challenge: string
  readonly expiresAt: string
  readonly hasProfile: boolean
  readonly now: string
}
const bodyOf = (response: Response) => response.json() as Promise<Body>

const ada = ed25519Key("ada")
const context = () => ({ origin: server.origin, dAppDefinitionAddress: LOCAL_DAPP_DEFINITION })

const askChallenge = (options: RequestOptions = {}) =>
  server.call(challenges.action, "/api/wallet/challenge", { json: { purpose: "sign-in" }, ...options })
const post = (json: unknown, options: RequestOptions = {}) =>
  server.call(sessions.action, "/api/wallet/session", { json, ...options })
const whoIs = async (cookie: string) =>
  (await bodyOf(await server.call(sessions.loader, "/api/wallet/session", { cookie }))).account

/** A browser that requested a challenge: its cookie, and the challenge. */
const newBrowser = async () => {
  const reply = await askChallenge()
  return { cookie: cookiesOf(reply), challenge: (await bodyOf(reply)).challenge }
}
const signIn = async () => {
  const { challenge, cookie } = await newBrowser()
  const reply = await post({ proofs: [prove(ada, challenge, { context: context() })] }, { cookie })
  return { response: reply, cookie: `${cookie}; ${cookiesOf(reply)}` }
}

describe("POST /api/wallet/challenge", () => {
  it("gives 64 hex digits for 5 minutes, and the browser a cookie", async () => {
    const reply = await askChallenge()
    const { challenge, expiresAt } = await bodyOf(reply)
    assert.match(challenge, /^[0-9a-f]{64}$/)
    assert.strictEqual(new Date(expiresAt).toISOString(), expiresAt)
    const [cookie = "", ...others] = reply.headers.getSetCookie()
    assert.match(cookie, /^__Host-browser=[0-9a-f]{64}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=2592000$/)
    assert.isEmpty(others)
    assert.isEmpty((await askChallenge({ cookie: cookiesOf(reply) })).headers.getSetCookie())
  })

  it.each([
    [{ body: "" }, 400],
    [{ body: "{" }, 400],
    [{ json: null }, 422],
    [{ json: [] }, 422],
    [{ json: {} }, 422],
    [{ json: { purpose: "vote" } }, 422]
  ] as const)("refuses %j with %i", async (options, status) => {
    const reply = await server.call(challenges.action, "/api/wallet/challenge", { method: "POST", ...options })
    assert.strictEqual(reply.status, status)
    const { code, message, requestId } = await bodyOf(reply)
    assert.isTrue([code, message, requestId].every((text) => typeof text === "string" && text !== ""))
  })

  it("returns 429 with a wait to a browser that repeats the request endlessly", async () => {
    const { cookie } = await newBrowser()
    const statuses: Array<number> = []
    for (let n = 0; n < 32; n++) statuses.push((await askChallenge({ cookie, address: "198.51.100.7" })).status)
    assert.isTrue(statuses.slice(0, 29).every((status) => status === 200))
    const reply = await askChallenge({ cookie, address: "198.51.100.7" })
    assert.strictEqual(reply.status, 429)
    assert.isAbove(Number(reply.headers.get("Retry-After")), 0)
  })
})

describe("/api/wallet/session", () => {
  it("signs in, returns who is signed in, and signs out on the server too", async () => {
    const { response: reply, cookie } = await signIn()
    assert.deepStrictEqual(await bodyOf(reply).then(({ account, hasProfile }) => [account, hasProfile]), [
      addressOf(ada),
      false
    ])
    const [set = ""] = reply.headers.getSetCookie()
    assert.match(set, /^__Host-session=[0-9a-f]{64}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=2592000$/)
    assert.strictEqual(await whoIs(cookie), addressOf(ada))
    assert.isNull(await whoIs(""))

    const left = await server.call(sessions.action, "/api/wallet/session", { method: "DELETE", cookie })
    assert.match(left.headers.getSetCookie()[0] ?? "", /^__Host-session=; .*Max-Age=0$/)
    assert.isNull(await whoIs(cookie))
  })

  it("gives a new token at every sign-in and ends the old one's session", async () => {
    const first = await signIn()
    const asked = await askChallenge({ cookie: first.cookie })
    const proofs = [prove(ada, (await bodyOf(asked)).challenge, { context: context() })]
    const second = await post({ proofs }, { cookie: first.cookie })
    assert.notStrictEqual(cookiesOf(second), cookiesOf(first.response))
    assert.isNull(await whoIs(cookiesOf(first.response)))
    assert.strictEqual(await whoIs(cookiesOf(second)), addressOf(ada))
  })

  it("refuses a proof from a browser that did not request the challenge", async () => {
    const { challenge } = await newBrowser()
    const other = await newBrowser()
    const proofs = [prove(ada, challenge, { context: context() })]
    const reply = await post({ proofs }, { cookie: other.cookie })
    assert.deepStrictEqual([reply.status, (await bodyOf(reply)).code], [401, "E-CHALLENGE"])
    assert.notInclude(cookiesOf(reply), "__Host-session")
  })

  it("refuses a malformed challenge with 400", async () => {
    const { challenge, cookie } = await newBrowser()
    for (const bad of [challenge.slice(1), `0x${challenge}`, "z".repeat(64)]) {
      const proof = { ...prove(ada, challenge, { context: context() }), challenge: bad }
      const reply = await post({ proofs: [proof] }, { cookie })
      assert.deepStrictEqual([reply.status, (await bodyOf(reply)).message], [400, "challenge is invalid"])
    }
  })

  it("returns 400, 401 or 422 for random input, and never a 5xx", async () => {
    const { challenge, cookie } = await newBrowser()
    const right = prove(ada, challenge, { context: context() })
    for (const json of [
      null,
      [],
      {},
      { proofs: [] },
      { proofs: "x" },
      { proofs: [null] },
      { proofs: [{ ...right, type: "wallet" }] },
      { proofs: [{ ...right, proof: { ...right.proof, curve: "p256" } }] },
      { proofs: [{ ...right, type: "persona" }] },
      { proofs: Array.from({ length: 41 }, () => right) },
      { proofs: [{ ...right, address: "a".repeat(301) }] }
    ]) {
      assert.strictEqual((await post(json, { cookie })).status, 422, JSON.stringify(json)?.slice(0, 80))
    }
    for (const proof of [{ publicKey: "" }, { signature: "zz" }, { publicKey: "00".repeat(32) }]) {
      const { challenge, cookie } = await newBrowser()
      const made = prove(ada, challenge, { context: context() })
      const reply = await post({ proofs: [{ ...made, proof: { ...made.proof, ...proof } }] }, { cookie })
      assert.deepStrictEqual([reply.status, (await bodyOf(reply)).code], [401, "E-PROOF"])
    }
  })

  it("returns 503 while the gateway is down, and works again afterwards with a new challenge", async () => {
    await server.call(faults.action, "/local/faults", { json: { gateway: "down" } })
    const { response: reply } = await signIn()
    assert.strictEqual(reply.status, 503)
    assert.deepInclude(await bodyOf(reply), {
      code: "E-GATEWAY",
      message: "The ledger cannot be reached right now. Try again in a minute."
    })
    await server.call(faults.action, "/local/faults", { json: { gateway: "up" } })
    assert.strictEqual((await signIn()).response.status, 200)
  })

  it("expires challenges and idle sessions by the movable clock", async () => {
    const advance = (advanceSeconds: unknown) => server.call(clock.action, "/local/clock", { json: { advanceSeconds } })
    const { cookie: signedIn } = await signIn()
    const { challenge, cookie } = await newBrowser()
    await advance(301)
    const late = await post({ proofs: [prove(ada, challenge, { context: context() })] }, { cookie })
    assert.deepStrictEqual([late.status, (await bodyOf(late)).code], [401, "E-CHALLENGE"])
    assert.strictEqual(await whoIs(signedIn), addressOf(ada))
    const { now } = await bodyOf(await advance(8 * 86_400))
    assert.isAbove(Date.parse(now), Date.now() + 8 * 86_400_000)
    assert.isNull(await whoIs(signedIn))
    for (const bad of [-1, null, "1", 1e12]) assert.strictEqual((await advance(bad)).status, 422)
    const nan = await server.call(clock.action, "/local/clock", { body: '{"advanceSeconds":NaN}' })
    assert.strictEqual(nan.status, 400)

    // The button above every page, without JavaScript.
    const skip = (advanceSeconds: string) =>
      clock.action({
        request: new Request(`${server.origin}/local/clock`, {
          method: "POST",
          headers: { Referer: `${server.origin}/explore?q=film` },
          body: new URLSearchParams({ advanceSeconds })
        }),
        params: {},
        context: { requestId: "skip", nonce: "nonce", address: "192.0.2.1" }
      })
    const skipped = await skip("86400")
    assert.deepStrictEqual([skipped.status, skipped.headers.get("location")], [303, "/explore?q=film"])
    const later = (await bodyOf(await advance(0))).now
    assert.isAtLeast(Date.parse(later) - Date.parse(now), 86_400_000)
    for (const bad of ["-1", "", "x", "1e99"]) assert.strictEqual((await skip(bad)).status, 422)
  })

  it("refuses other methods", async () => {
    for (const [handler, path] of [
      [challenges.loader, "/api/wallet/challenge"],
      [challenges.action, "/api/wallet/challenge"],
      [sessions.action, "/api/wallet/session"]
    ] as const) {
      const reply = await server.call(handler, path, handler === challenges.loader ? {} : { method: "PUT", json: {} })
      assert.strictEqual(reply.status, 405)
      assert.isNotNull(reply.headers.get("Allow"))
    }
  })

  it("logs each line with its request id, and no challenge, proof or cookie", async () => {
    const { challenge, cookie } = await newBrowser()
    const proof = prove(ada, challenge, { context: context() })
    const reply = await post({ proofs: [proof] }, { cookie })
    await post({ proofs: [proof] }, { cookie })
    const lines = log.mock.calls.map(([line]) => String(line))
    assert.isNotEmpty(lines)
    const secrets = [challenge, proof.proof.signature, proof.proof.publicKey, `${cookie}; ${cookiesOf(reply)}`]
    for (const line of lines) {
      const { annotations } = JSON.parse(line) as { readonly annotations: { readonly requestId?: string } }
      assert.isString(annotations.requestId)
      for (const secret of secrets.flatMap((text) => text.split(/[;=] ?/)).filter((text) => text.length > 20)) {
        assert.notInclude(line, secret)
      }
    }
  })
})
