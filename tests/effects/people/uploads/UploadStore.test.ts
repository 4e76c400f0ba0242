import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Option } from "effect"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "uploads-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)
const inFolder = Layer.unwrapScoped(
  Effect.map(temporaryFolder, (folder) => UploadStore.layerFolder(join(folder, "new")))
)

describe.each([
  { name: "in a folder", layer: inFolder },
  { name: "in memory", layer: UploadStore.layerMemory }
])("UploadStore $name", ({ layer }) => {
  it.effect("gives back what was put, and nothing after removal", () =>
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

  it.effect("takes no name that leads elsewhere", () =>
    Effect.gen(function* () {
      const store = yield* UploadStore
      for (const name of ["../x", "/etc/passwd", "ab/cd", ".hidden", "", "ab\0", "AB.png"]) {
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
