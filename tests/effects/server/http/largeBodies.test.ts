/** Who may send a body above the limit of forms, decided from the cookie alone. */

import { Effect, Option } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { demoAccount } from "~/effects/local/seed/accounts"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { cookiesOf, startTestServer, type TestServer } from "../runtime/server"

const LIST = "/community/detail/nobodyknows/tokenDistribution"
const UPLOAD = "/api/image-upload/base/"
const context = { requestId: "r-1", nonce: "", address: "192.0.2.1" }

describe("a large body", () => {
  let server: TestServer
  let edge: typeof import("~/effects/server/runtime.server")
  beforeAll(async () => {
    server = await startTestServer()
    edge = await import("~/effects/server/runtime.server")
  }, 60_000)
  afterAll(() => server.stop())

  const refused = (path: string, cookie = "") => edge.largeBodyRefused(path, cookie, context)

  it("with a list of payments is accepted from a session only, whatever else the cookie says", async () => {
    for (const cookie of ["", "__Host-session=", `__Host-session=${"a".repeat(64)}`, "theme=dark"]) {
      for (const path of [LIST, `${LIST}.data`]) {
        assert.deepInclude(await refused(path, cookie), {
          status: 413,
          code: "E-SIZE",
          message: "Requests of this size are accepted only from people who are signed in. Sign in and send it again."
        })
      }
    }
    let token = ""
    const account = demoAccount("Somebody new")
    const open = Effect.flatMap(Sessions, (sessions) =>
      sessions.open({ account, persona: null, userAgent: "a test", replaces: Option.none() })
    )
    await server.call(
      (args) =>
        edge.respondJson(
          args,
          Effect.map(open, (opened) => {
            token = opened
          })
        ),
      "/local/stage"
    )
    assert.isUndefined(await refused(LIST, `__Host-session=${token}`))
  })

  it("with a picture is accepted from a browser with a permission, and from no other", async () => {
    assert.deepInclude(await refused(UPLOAD, `__Host-browser=${"a".repeat(64)}`), { status: 413, code: "E-SIZE" })
    const { loader } = await import("~/routes/api.image-upload.signature")
    const granted = await server.call(loader, "/api/image-upload/signature")
    assert.strictEqual(granted.status, 200)
    assert.isUndefined(await refused(UPLOAD, cookiesOf(granted)))
    assert.deepInclude(await refused(UPLOAD), { status: 413 })
  })

  it("with a ballot file is accepted from anybody", async () => {
    assert.isUndefined(await refused("/verify"))
    assert.isUndefined(await refused("/verify.data"))
  })
})
