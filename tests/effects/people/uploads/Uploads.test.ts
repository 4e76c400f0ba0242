import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Option, Redacted, TestClock } from "effect"
import { hmacSha256 } from "~/effects/base/text/random.server"
import { Backend } from "~/effects/people/backend/Backend.server"
import { displayImageUrl, fileOfImageUrl } from "~/effects/people/uploads/address"
import { OWN_UPLOADS } from "~/effects/people/uploads/Upload"
import type { UploadForm } from "~/effects/people/uploads/UploadPermissions.server"
import { Uploads } from "~/effects/people/uploads/Uploads.server"
import { describeOnBothDatabases } from "../../../databases"
import { asker, smallPicture, TODAY, world } from "../signup/world"

const ada = asker("ada")

/** A form as the browser sends it, with a fresh signature. */
const form = (who = ada) =>
  Effect.gen(function* () {
    const { expire, signature } = yield* Effect.flatMap(Backend, (backend) => backend.uploadSignature(who))
    const file = new Uint8Array(yield* Effect.promise(() => smallPicture))
    return { publicKey: OWN_UPLOADS.publicKey, signature, expire: String(expire), file } satisfies UploadForm
  })
const upload = (sent: UploadForm, who = ada) => Effect.flatMap(Backend, (backend) => backend.upload(who, sent))
const refusal = (sent: UploadForm, who = ada) => Effect.flip(upload(sent, who))

const stored = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ readonly n: number }>`SELECT COUNT(*) AS n FROM uploads`, (rows) => rows[0]?.n)
)

describeOnBothDatabases("Uploads", (database) => {
  const Live = world(database)
  const scene = <A, E>(program: Effect.Effect<A, E, Effect.Effect.Context<typeof stored> | Backend | Uploads>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Live))

  it.effect("give a permission of ten minutes, in Unix seconds", () =>
    scene(
      Effect.gen(function* () {
        const { expire, signature } = yield* form()
        assert.strictEqual(Number(expire), TODAY / 1_000 + 600)
        assert.match(signature, /^[0-9a-f]{64}$/)
        const sql = yield* SqlClient.SqlClient
        assert.notInclude(JSON.stringify(yield* sql`SELECT * FROM upload_signatures`), signature)
      })
    )
  )

  it.effect("store a picture under a name of ours and show its preview", () =>
    scene(
      Effect.gen(function* () {
        const { file } = yield* upload(yield* form())
        const uploads = yield* Uploads
        assert.match(file, /^[a-z2-7]{26}$/)
        assert.isTrue(Option.isSome(yield* uploads.preview(file)))
        const url = displayImageUrl(OWN_UPLOADS.cdnUrl, file)
        assert.strictEqual(url, `/files/${file}/-/preview/1000x562/`)
        assert.strictEqual(yield* uploads.acceptImage(url), url)
      })
    )
  )

  it.effect("refuse a missing, unknown, changed or expired signature with 401, storing nothing", () =>
    scene(
      Effect.gen(function* () {
        const sent = yield* form()
        for (const changes of [
          { signature: "" },
          { expire: "" },
          { signature: "f".repeat(64) },
          { expire: String(Number(sent.expire) + 1) }
        ]) {
          assert.deepInclude(yield* refusal({ ...sent, ...changes }), { status: 401, code: "E-UPLOAD-SIGNATURE" })
        }
        yield* TestClock.adjust("10 minutes")
        assert.deepInclude(yield* refusal(sent), { status: 401 })
        assert.strictEqual(yield* stored, 0)
      })
    )
  )

  it.effect("refuse another browser's signature and another host's key with 403", () =>
    scene(
      Effect.gen(function* () {
        const sent = yield* form()
        assert.deepInclude(yield* refusal(sent, asker("eve")), { status: 403, code: "E-UPLOAD-FOREIGN" })
        assert.deepInclude(yield* refusal({ ...sent, publicKey: "demopublickey" }), { status: 403 })
        assert.strictEqual(yield* stored, 0)
        assert.match((yield* upload(sent)).file, /^[a-z2-7]{26}$/)
      })
    )
  )

  it.effect("check the signature before they read the file", () =>
    scene(
      Effect.gen(function* () {
        const sent = yield* form()
        const huge = new Uint8Array(6 * 1_048_576)
        assert.deepInclude(yield* refusal({ ...sent, signature: "", file: huge }), { status: 401 })
        assert.deepInclude(yield* refusal({ ...sent, file: huge }), { status: 413 })
      })
    )
  )

  it.effect("use the signature up with a stored picture, but not with a refused one", () =>
    scene(
      Effect.gen(function* () {
        const sent = yield* form()
        assert.deepInclude(yield* refusal({ ...sent, file: Buffer.from("<html>") }), { status: 415 })
        yield* upload(sent)
        assert.deepInclude(yield* refusal(sent), { status: 401 })
        assert.strictEqual(yield* stored, 1)
      })
    )
  )

  it.effect("store one of two pictures sent concurrently with one signature", () =>
    scene(
      Effect.gen(function* () {
        const sent = yield* form()
        const ends = yield* Effect.all([Effect.either(upload(sent)), Effect.either(upload(sent))], {
          concurrency: "unbounded"
        })
        assert.lengthOf(ends.filter(Either.isRight), 1)
        assert.strictEqual(yield* stored, 1)
      })
    )
  )

  it.effect("accept 20 pictures a day from a browser, and from an account whatever its browser", () =>
    scene(
      Effect.gen(function* () {
        for (let n = 0; n < 20; n++) yield* upload(yield* form())
        const refused = yield* refusal(yield* form())
        assert.deepInclude(refused, {
          status: 429,
          message: "You have reached today's limit of 20 pictures. It resets at 12:00 UTC."
        })
        const signedOut = { ...ada, account: null }
        assert.strictEqual((yield* refusal(yield* form(signedOut), signedOut)).status, 429)
        const otherBrowser = { ...ada, browser: "another" }
        assert.strictEqual((yield* refusal(yield* form(otherBrowser), otherBrowser)).status, 429)
        const eve = asker("eve")
        yield* upload(yield* form(eve), eve)
        yield* TestClock.adjust("24 hours")
        yield* upload(yield* form())
      })
    )
  )

  it.effect("limit permissions by browser, and repeated requests do not lengthen the wait", () =>
    scene(
      Effect.gen(function* () {
        for (let n = 0; n < 40; n++) yield* form()
        for (let n = 0; n < 3; n++) assert.deepInclude(yield* Effect.flip(form()), { status: 429, retryAfter: 3_600 })
        yield* TestClock.adjust("1 hour")
        yield* form()
      })
    )
  )
})

describeOnBothDatabases("Uploads to an external host", (database) => {
  const uploadHost = Option.some({
    url: "https://upload.example",
    cdnUrl: "https://cdn.example",
    publicKey: "key",
    secretKey: Redacted.make("the host's secret")
  })
  it.effect("are signed by HMAC-SHA256 of the expiry, and accept only the host's pictures", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      const backend = yield* Backend
      const { expire, signature } = yield* backend.uploadSignature(ada)
      assert.strictEqual(signature, hmacSha256("the host's secret", String(expire)))
      assert.strictEqual(expire, TODAY / 1_000 + 600)
      const uploads = yield* Uploads
      const url = "https://cdn.example/0a1b2c3d-4e5f/-/preview/1000x562/"
      assert.strictEqual(yield* uploads.acceptImage(url), url)
      for (const other of [
        "https://cdn.example.evil/0a1b/-/preview/1000x562/",
        "https://cdn.example/../0a1b/-/preview/1000x562/",
        "https://cdn.example/0a1b/-/preview/2000x2000/",
        "https://cdn.example/0a1b",
        "javascript:alert(1)"
      ]) {
        assert.strictEqual((yield* Effect.flip(uploads.acceptImage(other)))._tag, "InvalidFields", other)
      }
    }).pipe(Effect.provide(world(database, { uploadHost })))
  )
})

it("uploads to an external host find the file at its own address and at no other", () => {
  assert.strictEqual(fileOfImageUrl("/files", displayImageUrl("/files", "abc")), "abc")
  assert.strictEqual(displayImageUrl("https://cdn.example/", "abc"), "https://cdn.example/abc/-/preview/1000x562/")
  for (const url of [
    "",
    "/files/",
    "/files//-/preview/1000x562/",
    "/files/a/b/-/preview/1000x562/",
    "/file/abc/-/preview/1000x562/"
  ]) {
    assert.isUndefined(fileOfImageUrl("/files", url))
  }
})
