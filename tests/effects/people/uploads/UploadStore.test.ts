import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Option, Stream } from "effect"
import { sha256 } from "~/effects/base/text/random.server"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { s3Server } from "./s3Server"

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "uploads-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)
const inFolder = Layer.unwrapScoped(
  Effect.map(temporaryFolder, (folder) => UploadStore.layerFolder(join(folder, "new")))
)

const inBucket = Layer.unwrapScoped(Effect.map(s3Server, ({ bucket }) => UploadStore.layerS3(bucket)))

describe.each([
  { name: "in a folder", layer: inFolder },
  { name: "in memory", layer: UploadStore.layerMemory },
  { name: "in a bucket", layer: inBucket }
])("UploadStore $name", ({ layer }) => {
  it.effect("returns what was put, and nothing after removal", () =>
    Effect.gen(function* () {
      const store = yield* UploadStore
      const bytes = Uint8Array.from([1, 2, 3])
      assert.isTrue(Option.isNone(yield* store.get("abcd.png")))
      yield* store.put("abcd.png", bytes)
      assert.deepStrictEqual([...Option.getOrThrow(yield* store.get("abcd.png"))], [1, 2, 3])
      yield* store.remove("abcd.png")
      yield* store.remove("abcd.png")
      assert.isTrue(Option.isNone(yield* store.get("abcd.png")))
    }).pipe(Effect.provide(layer))
  )

  it.effect("opens what was put, and lists names and hashes", () =>
    Effect.gen(function* () {
      const store = yield* UploadStore
      const text = "the same in every store"
      for (const name of ["abcd.png", "abce.webp"]) yield* store.put(name, Buffer.from(text))
      const { body, bytes } = Option.getOrThrow(yield* store.open("abcd.png"))
      assert.strictEqual(bytes, text.length)
      assert.strictEqual(yield* Effect.promise(() => new Response(body).text()), text)
      assert.deepStrictEqual([...(yield* Stream.runCollect(store.names))].sort(), ["abcd.png", "abce.webp"])
      assert.deepStrictEqual(yield* store.digest("abcd.png"), Option.some(sha256(text)))
      assert.isTrue(Option.isNone(yield* store.open("none.png")))
      assert.isTrue(Option.isNone(yield* store.digest("none.png")))
      yield* store.probe
      yield* store.checkReads
    }).pipe(Effect.provide(layer))
  )

  it.effect("accepts no name that leads elsewhere", () =>
    Effect.gen(function* () {
      const store = yield* UploadStore
      for (const name of ["../x", "/etc/passwd", "ab/cd", ".hidden", "", "ab\0", "AB.png", "probe.part"]) {
        assert.isTrue(Exit.isFailure(yield* Effect.exit(store.put(name, new Uint8Array(1)))), name)
        assert.isTrue(Exit.isFailure(yield* Effect.exit(store.get(name))), name)
      }
    }).pipe(Effect.provide(layer))
  )
})

describe("UploadStore in a folder", () => {
  it.scoped("leaves only whole files behind, and finds them after a restart", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const put = (name: string, value: number) =>
        Effect.flatMap(UploadStore, (store) => store.put(name, new Uint8Array(50_000).fill(value)))
      yield* Effect.all([put("aaaa.png", 1), put("aaaa.png", 2), put("aabb.png", 3)], {
        concurrency: "unbounded"
      }).pipe(Effect.provide(UploadStore.layerFolder(folder)))
      assert.deepStrictEqual(readdirSync(join(folder, "aa")).sort(), ["aaaa.png", "aabb.png"])
      const kept = yield* Effect.flatMap(UploadStore, (store) => store.get("aaaa.png")).pipe(
        Effect.provide(UploadStore.layerFolder(folder))
      )
      assert.strictEqual(new Set(Option.getOrThrow(kept)).size, 1)
    })
  )
})
