/** Another product backend, simulated by a real HTTP server (BACKEND_URL). */
import { createServer, type IncomingMessage } from "node:http"
import { FetchHttpClient } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Fiber, Layer, Option, TestClock } from "effect"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { checkForm } from "~/effects/base/remix/form"
import { Backend } from "~/effects/people/backend/Backend.server"
import { layerHttp } from "~/effects/people/backend/BackendHttp.server"
import { SignupForm } from "~/effects/people/signup/forms"
import { Profiles } from "~/effects/people/signup/Profiles.server"
import { SignupModes } from "~/effects/people/signup/SignupModes.server"
import { SignupRequests } from "~/effects/people/signup/SignupRequests.server"
import { OWN_UPLOADS } from "~/effects/people/uploads/Upload"
import { asAccount } from "../../../addresses"
import { asker, smallPicture, TODAY, uploadPicture, world } from "../signup/world"

const ada = asker("ada")

interface Reply {
  readonly status?: number
  readonly body?: unknown
  /** Sent instead of a JSON body. */
  readonly raw?: string
  /** Never responds. */
  readonly hangs?: boolean
}
type Replies = { [request: string]: Reply }

const bodyOf = (request: IncomingMessage) =>
  new Promise<string>((resolve) => {
    let text = ""
    request.on("data", (part: Buffer) => {
      text += part.toString()
    })
    request.on("end", () => resolve(text))
  })

const wellBehaved: Replies = {
  "GET /base/tags": { body: [{ id: "1", name: "Elsewhere" }] },
  "GET /base/image-upload/signature": { body: { signature: "given over there", expire: String(TODAY / 1_000 + 600) } },
  "POST /base/email-verification?user_email=ada%40example.org": { body: {} },
  "POST /base/user/signup": { body: { ok: true } }
}

const otherBackend = Effect.acquireRelease(
  Effect.promise(async () => {
    const replies: Replies = { ...wellBehaved }
    const seen: Array<{ readonly request: string; readonly body: string }> = []
    const server = createServer(async (request, response) => {
      const name = `${request.method} ${request.url}`
      seen.push({ request: name, body: await bodyOf(request) })
      const { body, hangs, raw, status = 200 } = replies[name] ?? { status: 404, body: {} }
      if (hangs) return
      response.writeHead(status, { "Content-Type": "application/json" })
      response.end(raw ?? JSON.stringify(body))
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    return { replies, seen, server, url: `http://127.0.0.1:${port}/base` }
  }),
  ({ server }) =>
    Effect.async<void>((resume) => {
      server.closeAllConnections()
      server.close(() => resume(Effect.void))
    })
)

const over = (url: string) => {
  const database = Layer.orDie(MigrationsLive.pipe(Layer.provideMerge(layerSqlite(":memory:"))))
  // The other backend's port replaces this server's own services.
  return layerHttp(url).pipe(
    Layer.provide(FetchHttpClient.layer),
    Layer.provideMerge(world(database, { backendUrl: Option.some(url) }))
  )
}

const scene = <A, E>(
  program: (
    other: Effect.Effect.Success<typeof otherBackend>
  ) => Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof over>>>
) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(TODAY)
    const other = yield* otherBackend
    return yield* program(other).pipe(Effect.provide(over(other.url)))
  })

const signupBody = (display_image: string) => ({
  username: "Ada L",
  email: "ada@example.org",
  bio: "I like communities",
  work_history: [],
  tags: ["Elsewhere", "b", "c", "d", "e"],
  display_image,
  public_address: ada.account ?? "",
  newletterOpted: true,
  otp: "123456"
})
const formOf = (body: ReturnType<typeof signupBody>) => Either.getOrThrow(checkForm(SignupForm, body))

describe("BackendHttp", () => {
  it.scoped("requests tags, a signature and a verification in the terms of that contract", () =>
    scene(({ seen }) =>
      Effect.gen(function* () {
        const backend = yield* Backend
        assert.deepEqual<unknown>(yield* backend.tags, [{ id: "1", name: "Elsewhere" }])
        assert.deepEqual(yield* backend.uploadSignature(ada), {
          signature: "given over there",
          expire: TODAY / 1_000 + 600
        })
        yield* backend.emailVerification("ada@example.org", ada)
        assert.deepStrictEqual(seen, [
          { request: "GET /base/tags", body: "" },
          { request: "GET /base/image-upload/signature", body: "" },
          { request: "POST /base/email-verification?user_email=ada%40example.org", body: "{}" }
        ])
      })
    )
  )

  it.scoped("accepts the other backend's signature for our own file host, once and from one browser", () =>
    scene(() =>
      Effect.gen(function* () {
        const backend = yield* Backend
        const { expire, signature } = yield* backend.uploadSignature(ada)
        const file = new Uint8Array(yield* Effect.promise(() => smallPicture))
        const form = { publicKey: OWN_UPLOADS.publicKey, signature, expire: String(expire), file }
        assert.strictEqual((yield* Effect.flip(backend.upload(asker("eve"), form))).status, 403)
        assert.match((yield* backend.upload(ada, form)).file, /^[a-z2-7]{26}$/)
        assert.strictEqual((yield* Effect.flip(backend.upload(ada, form))).status, 401)
      })
    )
  )

  it.scoped("passes on the nine fields, and knows the person afterwards", () =>
    scene(({ seen }) =>
      Effect.gen(function* () {
        const backend = yield* Backend
        const body = signupBody(yield* uploadPicture(ada))
        assert.strictEqual(yield* backend.signup(formOf(body), ada, null), ada.account)
        assert.deepStrictEqual(JSON.parse(seen.at(-1)?.body ?? ""), {
          ...body,
          display_image: `http://127.0.0.1:3000${body.display_image}`
        })
        const kept = yield* Effect.flatten((yield* Profiles).profile(asAccount(ada.account ?? "")))
        assert.deepInclude(kept, { username: "Ada L", displayImage: body.display_image })
      })
    )
  )

  it.scoped("passes a refusal on with its status and message, and stores nobody", () =>
    scene(({ replies }) =>
      Effect.gen(function* () {
        const backend = yield* Backend
        const form = formOf(signupBody(yield* uploadPicture(ada)))
        replies["POST /base/user/signup"] = { status: 418, body: { message: "Not today." } }
        assert.deepInclude(yield* Effect.flip(backend.signup(form, ada, null)), { status: 418, message: "Not today." })
        for (const reply of [{ body: {} }, { body: { message: 7 } }]) {
          replies["POST /base/user/signup"] = { status: 400, ...reply }
          const refused = yield* Effect.flip(backend.signup(form, ada, null))
          assert.strictEqual(refused.message, "Failed to verify OTP. Please try again.")
        }
        // A proxy's page is not a response of the backend: whether it stored the person is unknown.
        for (const status of [400, 403, 502]) {
          replies["POST /base/user/signup"] = { status, raw: "<html>" }
          assert.deepInclude(yield* Effect.flip(backend.signup(form, ada, null)), { _tag: "BackendDown", status: 503 })
        }
        assert.isTrue(Option.isNone(yield* (yield* Profiles).profile(asAccount(ada.account ?? ""))))
      })
    )
  )

  it.scoped("sends no request about an account that was not proven", () =>
    scene(({ seen }) =>
      Effect.gen(function* () {
        const backend = yield* Backend
        const form = formOf(signupBody(yield* uploadPicture(ada)))
        const before = seen.length
        assert.strictEqual((yield* Effect.flip(backend.signup(form, asker("eve"), null))).status, 403)
        assert.strictEqual((yield* Effect.flip(backend.signup(form, { ...ada, account: null }, null))).status, 401)
        assert.lengthOf(seen, before)
      })
    )
  )

  it.scoped("sends no sign-up that this site does not admit, and lets one wait for approval here", () =>
    scene(({ seen }) =>
      Effect.gen(function* () {
        const backend = yield* Backend
        const modes = yield* Effect.provide(SignupModes, SignupModes.Default)
        const requests = yield* Effect.provide(SignupRequests, SignupRequests.Default)
        const form = formOf(signupBody(yield* uploadPicture(ada)))
        const before = seen.length
        yield* modes.set("invitation", "")
        assert.strictEqual((yield* Effect.flip(backend.signup(form, ada, null))).code, "E-INVITATION")
        assert.lengthOf(seen, before)
        yield* modes.set("approval", "")
        yield* backend.signup(form, ada, null)
        assert.isTrue(Option.isNone(yield* (yield* Profiles).profile(asAccount(ada.account ?? ""))))
        assert.isTrue(Option.isSome(yield* requests.find(asAccount(ada.account ?? ""))))
        const sent = seen.length
        assert.strictEqual((yield* Effect.flip(backend.signup(form, ada, null))).code, "E-SIGNUP-WAITING")
        assert.lengthOf(seen, sent)
      })
    )
  )

  it.scoped("returns 503 after three seconds without a response", () =>
    scene(({ replies, server }) =>
      Effect.gen(function* () {
        const backend = yield* Backend
        const request = "POST /base/email-verification?user_email=ada%40example.org"
        replies[request] = { hangs: true }
        const heard = Effect.async<void>((resume) => {
          server.once("request", () => resume(Effect.void))
        })
        const listening = yield* Effect.fork(heard)
        yield* Effect.yieldNow()
        const waiting = yield* Effect.fork(Effect.flip(backend.emailVerification("ada@example.org", ada)))
        yield* Fiber.join(listening)
        yield* TestClock.adjust("2999 millis")
        assert.isTrue(Option.isNone(yield* Fiber.poll(waiting)))
        yield* TestClock.adjust("1 millis")
        assert.deepInclude(yield* Fiber.join(waiting), { _tag: "BackendDown", status: 503 })
      })
    )
  )

  it.scoped("treats an unreadable response as no response", () =>
    scene(({ replies }) =>
      Effect.gen(function* () {
        const backend = yield* Backend
        replies["GET /base/tags"] = { raw: "<html>" }
        assert.strictEqual((yield* Effect.flip(backend.tags))._tag, "BackendDown")
        replies["GET /base/tags"] = { body: [{ id: 1 }] }
        assert.strictEqual((yield* Effect.flip(backend.tags))._tag, "BackendDown")
      })
    )
  )

  it.scoped("leaves a failing backend alone after five timeouts, and recovers when it is back", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      const gone = yield* Effect.scoped(Effect.map(otherBackend, ({ url }) => url))
      yield* Effect.gen(function* () {
        const backend = yield* Backend
        const ask = Effect.flip(backend.emailVerification("ada@example.org", ada))
        for (let n = 0; n < 5; n++) assert.strictEqual((yield* ask)._tag, "BackendDown")
        const left = yield* ask
        assert.strictEqual(left._tag === "BackendDown" && (left.cause as { _tag?: string })._tag, "CircuitOpen")
        yield* TestClock.adjust("5 seconds")
        const tried = yield* ask
        assert.strictEqual(tried._tag === "BackendDown" && (tried.cause as { _tag?: string })._tag, "RequestError")
      }).pipe(Effect.provide(over(gone)))
    })
  )
})
