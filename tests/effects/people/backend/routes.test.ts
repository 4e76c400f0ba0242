/**
 * The five calls of docs/product/people.md as requests: the routes over the real composition, on a database of their
 * own. For each misuse in docs/product/errors.md the expected status, code and message are written here.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ActionFunctionArgs } from "@remix-run/node"
import { Effect, Layer, ManagedRuntime, Option } from "effect"
import sharp from "sharp"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { asAccount } from "../../../addresses"

const origin = "http://127.0.0.1:3149"
const folder = mkdtempSync(join(tmpdir(), "routes-"))
Object.assign(process.env, { LEDGER: "local", SEED: "none", DATA_DIR: folder, PORT: "3149", LOG_LEVEL: "OFF" })
for (const name of ["APP_ORIGIN", "BACKEND_URL", "DATABASE_URL", "SMTP_URL", "UPLOADS_URL"]) delete process.env[name]

const picture = sharp({ create: { width: 60, height: 30, channels: 3, background: "#336699" } })
  .jpeg()
  .toBuffer()

type Handler = (args: ActionFunctionArgs) => Promise<Response>
interface Ask {
  readonly method?: string
  readonly cookie?: string
  readonly body?: string | FormData
  readonly splat?: string
}
/** Calls a loader or action as Remix would, for a request of its own. */
const ask = async (handler: Handler, path: string, { body, cookie = "", method = "POST", splat = "" }: Ask = {}) => {
  const request = new Request(`${origin}${path}`, {
    method,
    headers: cookie === "" ? {} : { Cookie: cookie },
    ...(body === undefined ? {} : { body })
  })
  const context = { requestId: "request-1", nonce: "", address: "127.0.0.1" }
  const response = await handler({ request, params: { "*": splat }, context })
  return {
    status: response.status,
    headers: response.headers,
    body: response.headers.get("Content-Type")?.includes("json") ? await response.json() : undefined
  }
}

const routes = async () => ({
  tags: await import("~/routes/api.tags"),
  verification: await import("~/routes/api.email-verification"),
  signup: await import("~/routes/api.user.signup"),
  signature: await import("~/routes/api.image-upload.signature"),
  base: await import("~/routes/api.image-upload.base"),
  files: await import("~/routes/files.$"),
  mailbox: await import("~/routes/local.mailbox[.]json"),
  clock: await import("~/routes/local.clock"),
  runtime: await import("~/effects/server/runtime.server")
})
let at: Awaited<ReturnType<typeof routes>>
let sessions: ManagedRuntime.ManagedRuntime<Sessions, unknown>

beforeAll(async () => {
  at = await routes()
  const start = await at.runtime.startUp()
  assert.isUndefined(start.problem)
  sessions = ManagedRuntime.make(Sessions.Default.pipe(Layer.provide(layerSqlite(join(folder, "commonhold.sqlite")))))
}, 60_000)
afterAll(async () => {
  await sessions.dispose()
  await at.runtime.disposeRuntime()
  rmSync(folder, { recursive: true })
})

/** A browser with a cookie of its own, signed in if an account is given. */
const browser = async (account?: string) => {
  const { body, headers } = await ask(at.signature.loader, "/api/image-upload/signature", { method: "GET" })
  const own = headers.get("Set-Cookie")?.split(";")[0] ?? ""
  assert.match(own, /^__Host-browser=[0-9a-f]{64}$/)
  const signature = body as { readonly signature: string; readonly expire: number }
  if (account === undefined) return { cookie: own, signature }
  const opening = { account: asAccount(account), persona: null, userAgent: "test", replaces: Option.none() }
  const token = await sessions.runPromise(Effect.flatMap(Sessions, (service) => service.open(opening)))
  return { cookie: `${own}; __Host-session=${token}`, signature }
}
type Browser = Awaited<ReturnType<typeof browser>>

const upload = async (
  who: Browser,
  changes: Readonly<Record<string, string>> = {},
  file?: Buffer,
  path = "/api/image-upload/base/"
) => {
  const form = new FormData()
  const fields = {
    UPLOADCARE_PUB_KEY: "commonhold",
    signature: who.signature.signature,
    expire: String(who.signature.expire)
  }
  for (const [name, value] of Object.entries({ ...fields, ...changes })) form.set(name, value)
  form.set("file", new Blob([new Uint8Array(file ?? (await picture))]), "photo.png")
  return ask(at.base.action, path, { cookie: who.cookie, body: form })
}

const verify = (who: Browser, email: string) =>
  ask(at.verification.action, `/api/email-verification?user_email=${encodeURIComponent(email)}`, {
    cookie: who.cookie,
    body: "{}"
  })

/** The newest code for an address, once the worker has delivered it. */
const codeFor = async (email: string): Promise<string> => {
  for (let round = 0; round < 200; round++) {
    const { body } = await ask(at.mailbox.loader, "/local/mailbox.json", { method: "GET" })
    const message = (body as ReadonlyArray<{ readonly to: string; readonly text: string }>).find(
      ({ to }) => to === email
    )
    if (message !== undefined) return /^ {4}(\d{6})$/m.exec(message.text)?.[1] ?? ""
    await new Promise((resolve) => setImmediate(resolve))
  }
  return "no e-mail"
}

const ready = async (name: string) => {
  const account = `account_tdx_2_${name}`
  const who = await browser(account)
  const email = `${name}@example.org`
  const { file } = (await upload(who)).body as { readonly file: string }
  assert.deepStrictEqual((await verify(who, email)).body, {})
  const body = {
    username: `Person ${name}`,
    email,
    bio: "I like communities",
    work_history: [],
    tags: ["Arts", "Music", "Film", "Games", "Sport"],
    display_image: `/files/${file}/-/preview/1000x562/`,
    public_address: account,
    newletterOpted: true,
    otp: await codeFor(email)
  }
  return { account, body, who }
}
const submit = (who: Browser, body: unknown) =>
  ask(at.signup.action, "/api/user/signup", { cookie: who.cookie, body: JSON.stringify(body) })

const refused = (reply: { readonly status: number; readonly body: unknown }, status: number, fields: object) => {
  assert.strictEqual(reply.status, status)
  assert.deepInclude(reply.body, { requestId: "request-1", ...fields })
}

describe("GET /api/tags", () => {
  it("lists the thirty interests in the product's order", async () => {
    const { body, status } = await ask(at.tags.loader, "/api/tags", { method: "GET" })
    const tags = body as ReadonlyArray<{ readonly id: string; readonly name: string }>
    assert.strictEqual(status, 200)
    assert.lengthOf(tags, 30)
    assert.deepStrictEqual(tags[0], { id: "arts", name: "Arts" })
    assert.deepStrictEqual(tags[29], { id: "co-operatives", name: "Co-operatives" })
  })
})

describe("POST /api/user/signup", () => {
  it("returns the account, and 409 the second time", async () => {
    const { account, body, who } = await ready("ada")
    assert.deepStrictEqual((await submit(who, body)).body, { id: account })
    refused(await submit(who, body), 409, { message: "This account already has a profile. Edit it instead." })
  })

  it("creates one profile for two concurrent requests: 200 and 409", async () => {
    const { body, who } = await ready("twin")
    const responses = await Promise.all([submit(who, body), submit(who, body)])
    assert.deepStrictEqual(responses.map(({ status }) => status).sort(), [200, 409])
  })

  it("takes the account from the session only: 401 and 403", async () => {
    const { body } = await ready("bob")
    const message = "This wallet account was not proven. Connect again."
    refused(await submit(await browser(), body), 401, { message })
    refused(await submit(await browser("account_tdx_2_eve"), body), 403, { message })
  })

  it("counts five wrong codes and then refuses the right one: 429", async () => {
    const { body, who } = await ready("carl")
    const wrong = { ...body, otp: body.otp === "000000" ? "000001" : "000000" }
    for (const left of [4, 3, 2, 1]) {
      refused(await submit(who, wrong), 422, { message: `The code is not right. ${left} tries left.` })
    }
    const message = "Too many tries. Ask for a new code."
    refused(await submit(who, wrong), 429, { message })
    const last = await submit(who, body)
    refused(last, 429, { message })
    assert.isNotNull(last.headers.get("Retry-After"))
  })

  it("counts no try for a malformed code", async () => {
    const { account, body, who } = await ready("dora")
    for (const otp of ["12345", "1234567", "12a456", "12 34 56", "", null]) {
      for (let round = 0; round < 2; round++) {
        refused(await submit(who, { ...body, otp }), 422, {
          fields: { otp: "Please enter all 6 digits of the OTP" }
        })
      }
    }
    assert.deepStrictEqual((await submit(who, body)).body, { id: account })
  })

  it("returns one message per invalid field: 422", async () => {
    const { body, who } = await ready("emil")
    const broken = async (changes: object) => {
      const reply = await submit(who, { ...body, ...changes })
      refused(reply, 422, { code: "E-FIELDS" })
      return (reply.body as { readonly fields: Readonly<Record<string, string>> }).fields
    }
    const tags = (count: number) => Array.from({ length: count }, (_, n) => `tag ${n}`)
    const name = { username: "Use 3 to 60 letters, digits, underscores or spaces." }
    assert.deepStrictEqual(await broken({ username: "ab   " }), name)
    assert.deepStrictEqual(await broken({ username: "<b>Ada</b>" }), name)
    for (const count of [4, 11]) {
      assert.deepStrictEqual(await broken({ tags: tags(count) }), { tags: "Select between 5 and 10 tags." })
    }
    for (const length of [9, 301])
      assert.deepStrictEqual(Object.keys(await broken({ bio: "x".repeat(length) })), ["bio"])
    assert.deepStrictEqual(await broken({ display_image: "" }), { display_image: "Profile image is required." })
    const all = await broken({ username: "", email: "a@b", bio: "", display_image: "", tags: [], otp: "" })
    assert.deepStrictEqual(Object.keys(all).sort(), ["bio", "display_image", "email", "otp", "tags", "username"])
  })

  it("refuses malformed JSON and unknown shapes without crashing", async () => {
    const { who } = await ready("fred")
    for (const body of ["", "{", "null", "[]", "7", '"x"', '{"otp":{}}', '{"__proto__":{"otp":"123456"}}']) {
      const reply = await ask(at.signup.action, "/api/user/signup", { cookie: who.cookie, body })
      assert.include([400, 422], reply.status, body)
      assert.containsAllKeys(reply.body as object, ["code", "message", "requestId"])
    }
  })
})

describe("POST /api/email-verification", () => {
  it("responds the same to known and unknown addresses", async () => {
    const { body, who } = await ready("gina")
    await submit(who, body)
    await ask(at.clock.action, "/local/clock", { body: JSON.stringify({ advanceSeconds: 60 }) })
    const known = await verify(await browser(), "GINA@example.org")
    const unknown = await verify(await browser(), "nobody@example.org")
    assert.deepStrictEqual([known.status, known.body], [unknown.status, unknown.body])
  })

  it("refuses malformed addresses with 422 on the field, and sends no e-mail", async () => {
    const who = await browser()
    for (const email of ["a@b", "a b@c.d", "a@b.c\r\nBcc: eve@example.org", ""]) {
      refused(await verify(who, email), 422, {
        fields: { email: "Enter an e-mail address such as name@example.org." }
      })
    }
    const { body } = await ask(at.mailbox.loader, "/local/mailbox.json", { method: "GET" })
    assert.notInclude(JSON.stringify(body), "eve@example.org")
  })

  it("says when to try again: 429 with Retry-After", async () => {
    const who = await browser()
    await verify(who, "hugo@example.org")
    const again = await verify(who, "hugo@example.org")
    refused(again, 429, { code: "E-CODE-SENT" })
    assert.isAtMost(Number(again.headers.get("Retry-After")), 60)
  })
})

describe("POST /api/image-upload/base/", () => {
  const stored = () => {
    const uploads = join(folder, "uploads")
    return readdirSync(uploads, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
  }

  it("refuses bad files and stores nothing of them", async () => {
    const who = await browser()
    const before = stored()
    refused(await upload(who, {}, Buffer.from("<!doctype html><script>1</script>")), 415, { code: "E-UPLOAD-TYPE" })
    refused(await upload(who, {}, Buffer.from("<svg><script>1</script></svg>")), 415, { code: "E-UPLOAD-TYPE" })
    refused(await upload(who, {}, Buffer.alloc(0)), 422, {})
    refused(await upload(who, {}, Buffer.alloc(6_000_000)), 413, { message: "The picture is larger than 5 MiB." })
    assert.strictEqual(stored(), before)
  })

  it("refuses a missing and a foreign signature", async () => {
    const who = await browser()
    const other = await browser()
    refused(await upload(who, { signature: "" }), 401, { code: "E-UPLOAD-SIGNATURE" })
    refused(await upload(who, { signature: other.signature.signature }), 403, { code: "E-UPLOAD-FOREIGN" })
    refused(await upload(who, { UPLOADCARE_PUB_KEY: "demopublickey" }), 403, {})
  })

  it("accepts the form without the trailing slash too, and refuses other bodies with 400", async () => {
    const who = await browser()
    assert.strictEqual((await upload(who, {}, undefined, "/api/image-upload/base")).status, 200)
    refused(await ask(at.base.action, "/api/image-upload/base/", { cookie: who.cookie, body: "{}" }), 400, {})
  })

  it("serves the picture permanently, as a picture", async () => {
    const { file } = (await upload(await browser())).body as { readonly file: string }
    const get = (splat: string) => ask(at.files.loader, `/files/${splat}`, { method: "GET", splat })
    const { headers, status } = await get(`${file}/-/preview/1000x562/`)
    assert.strictEqual(status, 200)
    assert.strictEqual(headers.get("Content-Type"), "image/webp")
    assert.strictEqual(headers.get("Content-Disposition"), "inline")
    assert.include(headers.get("Cache-Control"), "immutable")
    for (const splat of [
      "",
      file,
      `${file}/`,
      "../commonhold.sqlite",
      `../${file}/-/preview/1000x562/`,
      `${file}/-/preview/1x1/`
    ]) {
      refused(await get(splat), 404, { code: "E-NOT-FOUND" })
    }
  })
})

describe("other methods", () => {
  it("get 405 and the names of the allowed ones", async () => {
    const calls: ReadonlyArray<readonly [handler: Handler, method: string, allowed: string]> = [
      [at.tags.action, "POST", "GET"],
      [at.signature.action, "DELETE", "GET"],
      [at.files.action, "PUT", "GET"],
      [at.base.loader, "GET", "POST"],
      [at.base.action, "PUT", "POST"],
      [at.signup.loader, "GET", "POST"],
      [at.signup.action, "PATCH", "POST"],
      [at.verification.action, "DELETE", "POST"]
    ]
    for (const [handler, method, allowed] of calls) {
      const reply = await ask(handler, "/", { method })
      refused(reply, 405, { code: "E-METHOD" })
      assert.strictEqual(reply.headers.get("Allow"), allowed)
    }
  })
})
