/**
 * Traces of the whole server: what a sign-in, a code by e-mail and a refused page send to the collector, and what they
 * omit.
 */
import { randomUUID } from "node:crypto"
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import type { ActionFunctionArgs } from "@remix-run/node"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { LOCAL_DAPP_DEFINITION } from "~/effects/base/settings/networks"
import type { BeginRequest } from "~/effects/base/tracing/requestSpan.server"
import { ed25519Key, prove } from "../../people/wallet-session/keys"
import { cookiesOf, startTestServer, type TestServer } from "../../server/runtime/server"
import { reported, startCollector } from "./collector"

let collector: Awaited<ReturnType<typeof startCollector>>
let server: TestServer
let begin: BeginRequest | undefined

beforeAll(async () => {
  collector = await startCollector()
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `${collector.address}/`
  process.env.LOG_LEVEL = "OFF"
  server = await startTestServer()
  const start = await (await import("~/effects/server/runtime.server")).startUp()
  begin = start.problem === undefined ? start.beginRequest : assert.fail(start.problem)
}, 60_000)
afterAll(async () => {
  await server.stop()
  await collector.stop()
})

const newResponse = () => new ServerResponse(new IncomingMessage(new Socket()))

type Handler = (args: ActionFunctionArgs) => Promise<Response>
interface Ask {
  readonly json?: unknown
  readonly cookie?: string
  readonly params?: Readonly<Record<string, string>>
}

/** As server.ts calls a route: inside the span of its request. */
const ask = async (handler: Handler, path: string, { cookie = "", json, params = {} }: Ask = {}) => {
  const method = json === undefined ? "GET" : "POST"
  const whole = newResponse()
  const requestId = randomUUID()
  const span =
    begin?.({ method, path: new URL(path, server.origin).pathname, requestId }, whole) ??
    assert.fail("no span was begun")
  const request = new Request(`${server.origin}${path}`, {
    method,
    headers: cookie === "" ? {} : { Cookie: cookie },
    ...(json === undefined ? {} : { body: JSON.stringify(json) })
  })
  const response = await handler({ request, params, context: { requestId, nonce: "", address: "192.0.2.1", span } })
  whole.statusCode = response.status
  whole.emit("close")
  return response
}

describe("traces of the server", () => {
  it("track requests into statements and ledger calls, and contain nothing that anybody typed or signed", async () => {
    const challenges = await import("~/routes/api.wallet.challenge")
    const sessions = await import("~/routes/api.wallet.session")
    const verification = await import("~/routes/api.email-verification")
    const calendar = await import("~/routes/calendar.$secret")
    const runtime = await import("~/effects/server/runtime.server")
    const mailbox = await import("~/routes/local.mailbox[.]json")

    const asked = await ask(challenges.action, "/api/wallet/challenge", { json: { purpose: "sign-in" } })
    const own = cookiesOf(asked)
    const { challenge } = (await asked.json()) as { readonly challenge: string }
    const context = { origin: server.origin, dAppDefinitionAddress: LOCAL_DAPP_DEFINITION }
    const proof = prove(ed25519Key("ada"), challenge, { context })
    const signedIn = await ask(sessions.action, "/api/wallet/session", { json: { proofs: [proof] }, cookie: own })
    assert.strictEqual(signedIn.status, 200)
    const cookie = `${own}; ${cookiesOf(signedIn)}`
    const email = "ada.of.the.test@example.org"
    const path = `/api/email-verification?user_email=${encodeURIComponent(email)}`
    assert.strictEqual((await ask(verification.action, path, { json: {}, cookie })).status, 200)
    const emails = await (await ask(mailbox.loader, "/local/mailbox.json")).text()
    const secret = "0123456789abcdef0123456789abcdef.ics"
    assert.strictEqual((await ask(calendar.loader, `/calendar/${secret}`, { params: { secret } })).status, 404)
    const dying = Effect.die(new Error(email))
    assert.strictEqual((await ask((args) => runtime.respondJson(args, dying), "/api/x")).status, 500)
    assert.isUndefined(begin?.({ method: "GET", path: "/assets/a.js", requestId: "r" }, newResponse()))
    await server.stop()

    const spans = collector.spans()
    const routes = spans.filter(({ kind }) => kind === 2).map((span) => [span.name, reported(span, "http.route")])
    assert.includeDeepMembers(routes, [
      ["POST", "/api/wallet/session"],
      ["POST", "/api/email-verification"],
      ["GET", "/calendar/:secret"]
    ])
    const signIn = spans.find((span) => reported(span, "http.route") === "/api/wallet/session")
    const inside = spans.filter(({ traceId }) => traceId === signIn?.traceId)
    assert.strictEqual(reported(signIn ?? assert.fail("no span of the sign-in"), "http.response.status_code"), 200)
    assert.isTrue(inside.some((span) => String(reported(span, "ledger.call")).endsWith("/state/entity/details")))
    assert.isTrue(inside.some((span) => /^INSERT INTO sessions/i.test(String(reported(span, "db.query.text")).trim())))
    assert.isTrue(spans.some((span) => reported(span, "http.route") === "/api/x" && span.status.code === 2))

    const code = /\b\d{6}\b/.exec(emails)?.[0] ?? "no code was sent"
    const secrets = [email, "ada.of", code, secret, challenge, proof.proof.signature, proof.proof.publicKey]
    const tokens = cookie.split(/[;=] ?/).filter((text) => text.length > 20)
    assert.isAtLeast(tokens.length, 2)
    for (const each of [...secrets, ...tokens]) for (const body of collector.bodies) assert.notInclude(body, each)
  })
})
