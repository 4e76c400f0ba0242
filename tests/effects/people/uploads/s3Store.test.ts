/** Uploads in an S3-compatible store: signed, in chunks, and with the failures of such a store. */
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Option, Redacted, Stream } from "effect"
import { storageFailureIn } from "~/effects/base/db/storageFailure.server"
import { bucketUrl, codeOf, namesPage, type Pace } from "~/effects/base/s3/requests.server"
import type { S3Bucket } from "~/effects/base/settings/s3Bucket.server"
import { s3Store } from "~/effects/people/uploads/s3/s3Store.server"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { startProblem } from "~/effects/server/startProblem.server"
import { type Mood, type S3Server, s3Server } from "./s3Server"
import { signerOf } from "./s3Signature"

const QUICK: Pace = { limit: "1 second", pause: "5 millis", body: "1 second" }
const open = (server: S3Server, changes: Partial<S3Bucket> = {}) => s3Store({ ...server.bucket, ...changes }, QUICK)
const bytes = Uint8Array.from({ length: 3_000 }, (_, n) => n % 251)
const digest = createHash("sha256").update(bytes).digest("hex")

/** The storage failure that a program dies of. */
const failureOf = <A>(program: Effect.Effect<A>) =>
  Effect.map(Effect.flip(Effect.sandbox(program)), (cause) => Option.getOrThrow(storageFailureIn(cause)))

const readAll = (body: ReadableStream<Uint8Array>) =>
  Effect.tryPromise(async () => new Uint8Array(await new Response(body).arrayBuffer()))

describe("uploads in an S3 store", () => {
  it.live("are whole when they are acknowledged, below the prefix, with their type and hash", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const server = yield* s3Server
        const store = yield* open(server)
        yield* store.put("abcd.webp", bytes)
        assert.deepStrictEqual([...server.files.keys()], ["commons/abcd.webp"])
        assert.deepStrictEqual(Option.getOrThrow(yield* store.get("abcd.webp")), bytes)
        assert.deepStrictEqual(yield* store.digest("abcd.webp"), Option.some(digest))
        const opened = Option.getOrThrow(yield* store.open("abcd.webp"))
        assert.strictEqual(opened.bytes, 3_000)
        assert.deepStrictEqual(yield* readAll(opened.body), bytes)
        yield* store.remove("abcd.webp")
        yield* store.remove("abcd.webp")
        assert.isTrue(Option.isNone(yield* store.get("abcd.webp")))
        assert.isTrue(Option.isNone(yield* store.open("abcd.webp")))
        assert.isTrue(Option.isNone(yield* store.digest("abcd.webp")))
      })
    )
  )

  it.live("are listed page after page, and only ours", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const server = yield* s3Server
        const store = yield* open(server)
        for (const name of ["aa.png", "bb.png", "cc.png", "dd.png", "ee.png"]) yield* store.put(name, bytes)
        yield* (yield* open(server, { prefix: "" })).put("other.png", bytes)
        server.files.set("commons/probe.part", { bytes: Buffer.alloc(1), digest: undefined })
        server.files.set("commons/a folder/x", { bytes: Buffer.alloc(1), digest: undefined })
        const names = [...(yield* Stream.runCollect(store.names))].sort()
        assert.deepStrictEqual(names, ["aa.png", "bb.png", "cc.png", "dd.png", "ee.png"])
      })
    )
  )

  it.live("have a hash also if another program put them there", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const server = yield* s3Server
        const store = yield* open(server)
        server.files.set("commons/abcd.png", { bytes: Buffer.from(bytes), digest: undefined })
        assert.deepStrictEqual(yield* store.digest("abcd.png"), Option.some(digest))
      })
    )
  )

  it.live("wait for a store that asks for patience, and try three times at most", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const server = yield* s3Server
        const store = yield* open(server)
        server.mood = "busy"
        server.moodFor = 2
        yield* store.put("abcd.png", bytes)
        assert.lengthOf(server.asked, 3)
        server.moodFor = 9
        const failure = yield* failureOf(store.put("abcd.png", bytes))
        assert.deepInclude(failure, { reason: "unreachable", detail: "S3 503 SlowDown", place: "s3" })
        assert.lengthOf(server.asked, 6)
      })
    )
  )

  const troubles: ReadonlyArray<readonly [Mood, "full" | "readOnly" | "unreachable", string, RegExp]> = [
    ["silent", "unreachable", "S3 took too long", /cannot be reached.*UPLOADS_S3_ENDPOINT/],
    ["forbidden", "readOnly", "S3 403 AccessDenied", /refuses this server.*UPLOADS_S3_KEY_ID/],
    ["full", "full", "S3 507 XMinioStorageFull", /no space left in the S3 store/],
    ["bucketless", "unreachable", "S3 404 NoSuchBucket", /cannot be reached.*UPLOADS_S3_BUCKET/],
    ["proxied", "unreachable", "S3 404", /cannot be reached/]
  ]
  it.live.each(troubles)("report the problem when the store is %s", ([mood, reason, detail, words]) =>
    Effect.scoped(
      Effect.gen(function* () {
        const server = yield* s3Server
        const store = yield* open(server)
        yield* store.checkReads
        server.mood = mood
        for (const asked of [store.put("abcd.png", bytes), store.get("abcd.png"), store.remove("abcd.png")]) {
          const failure = yield* failureOf<unknown>(asked)
          assert.deepInclude(failure, { reason, detail, place: "s3", status: 503, code: "E-STORAGE", retryAfter: 5 })
          assert.match(startProblem(Cause.die(failure)), words)
        }
        // A successful check is repeated.
        assert.strictEqual((yield* failureOf(store.checkReads)).reason, reason)
      })
    )
  )

  it.live("report an unreachable store, and wrong keys or a wrong region", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const server = yield* s3Server
        const known = server.bucket
        const refusal = (changes: Partial<S3Bucket>) =>
          Effect.flatMap(s3Store({ ...known, ...changes }, QUICK), (store) =>
            Effect.map(failureOf(store.checkReads), (of) => of.detail)
          )
        assert.strictEqual(yield* refusal({ keyId: "AKIAOTHER" }), "S3 403 InvalidAccessKeyId")
        assert.strictEqual(yield* refusal({ secret: Redacted.make("another") }), "S3 403 SignatureDoesNotMatch")
        assert.strictEqual(yield* refusal({ region: "test-2" }), "S3 400 AuthorizationHeaderMalformed")
        assert.strictEqual(yield* refusal({ bucket: "others" }), "S3 404 NoSuchBucket")
        yield* Effect.promise(server.stop)
        assert.strictEqual(yield* refusal({}), "S3 ECONNREFUSED")
      })
    )
  )

  it.live("never return half a file as a whole one", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const server = yield* s3Server
        const store = yield* open(server)
        yield* store.put("abcd.png", bytes)
        server.mood = "cutting"
        assert.strictEqual((yield* failureOf(store.get("abcd.png"))).reason, "unreachable")
        const { body } = Option.getOrThrow(yield* store.open("abcd.png"))
        yield* Effect.flip(readAll(body))
      })
    )
  )

  it.live("take one request in ten seconds while all is well", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const server = yield* s3Server
        const store = yield* open(server)
        yield* store.checkReads
        yield* store.checkReads
        assert.deepStrictEqual(server.asked, ["GET /pictures/?list-type=2&prefix=commons%2F&max-keys=1"])
        yield* store.probe
        assert.strictEqual(server.files.size, 0)
      })
    )
  )

  it.live("stop the start of a server that could store no picture", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const server = yield* s3Server
        server.mood = "forbidden"
        const started = Effect.provide(UploadStore, UploadStore.layerS3(server.bucket))
        const words = Effect.map(Effect.flip(Effect.sandbox(started)), startProblem)
        assert.match(yield* words, /^The S3 store of uploads refuses this server\..*\(S3 403 AccessDenied\)\.$/)
        server.mood = "garbled"
        assert.match(yield* words, /^The S3 store of uploads returns unexpected responses\./)
      })
    )
  )
})

it("uploads load the store's code only when it is used", () => {
  const app = join(import.meta.dirname, "../../../../app")
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((path) => /\.tsx?$/.test(path))
  const importing = files.filter(
    (path) =>
      !/uploads\/s3\/|base\/s3\/|bucketPlace/.test(path) &&
      /from "[^"]*\/s3\/|aws4fetch/.test(readFileSync(join(app, path), "utf8"))
  )
  assert.deepStrictEqual(importing, [])
})

describe("the response of a store", () => {
  it("is parsed as far as possible", () => {
    assert.strictEqual(codeOf("<Error><Code>NoSuchKey</Code></Error>"), "NoSuchKey")
    assert.strictEqual(codeOf("<html>502 Bad Gateway</html>"), "")
    assert.strictEqual(codeOf("<Code><script></Code>"), "")
    assert.isUndefined(namesPage("<html>Welcome to the hotel's network</html>"))
    assert.deepStrictEqual(namesPage("<ListBucketResult><IsTruncated>true</IsTruncated><Key>a&amp;b</Key>"), {
      keys: ["a&b"],
      folders: [],
      next: undefined
    })
  })

  it("comes from below the endpoint, unless its host is the bucket's own", () => {
    const at = (endpoint: string) => bucketUrl({ endpoint, bucket: "pictures" })
    assert.strictEqual(at("https://s3.example"), "https://s3.example/pictures")
    assert.strictEqual(at("https://pictures.s3.example"), "https://pictures.s3.example")
  })
})

describe("the signatures accepted by the test store", () => {
  const SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
  const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
  const example = (url: string, signature: string, more: Readonly<Record<string, string>> = {}) => {
    const headers = {
      host: "examplebucket.s3.amazonaws.com",
      "x-amz-content-sha256": EMPTY,
      "x-amz-date": "20130524T000000Z",
      ...more
    }
    const names = Object.keys(headers).sort().join(";")
    const scope = "AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request"
    const authorization = `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=${names},Signature=${signature}`
    return { method: "GET", url, headers: { ...headers, authorization } }
  }

  it("are those of the examples in Amazon's guide, and no others", () => {
    const file = example("/test.txt", "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41", {
      range: "bytes=0-9"
    })
    const list = example("/?max-keys=2&prefix=J", "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7")
    for (const request of [file, list]) {
      assert.deepStrictEqual(signerOf(request, SECRET), { keyId: "AKIAIOSFODNN7EXAMPLE", region: "us-east-1" })
      assert.isUndefined(signerOf(request, `${SECRET}x`))
      assert.isUndefined(signerOf({ ...request, url: `${request.url}x` }, SECRET))
    }
  })
})
