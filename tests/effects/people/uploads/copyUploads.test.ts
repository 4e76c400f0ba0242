import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option, Stream } from "effect"
import { copyUploads } from "~/effects/people/uploads/copyUploads.server"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { s3Server } from "./s3Server"

const NAMES = ["aa.png", "ab.webp", "ac.jpeg", "ad.png", "ae.png", "af.png"]
const memory = Effect.provide(UploadStore, UploadStore.layerMemory)
const filled = Effect.tap(memory, ({ put }) =>
  Effect.forEach(NAMES, (name) => put(name, Buffer.from(`bytes of ${name}`)))
)
const textOf = (bytes: Option.Option<Uint8Array>) => Buffer.from(Option.getOrThrow(bytes)).toString()
const namesOf = ({ names }: UploadStore["Type"]) => Effect.map(Stream.runCollect(names), (all) => [...all].sort())

describe("copying uploads", () => {
  it.scoped("moves them to an S3 store and back, byte by byte, and copies nothing twice", () =>
    Effect.gen(function* () {
      const server = yield* s3Server
      const s3 = yield* Effect.provide(UploadStore, UploadStore.layerS3(server.bucket))
      const source = yield* filled
      assert.deepStrictEqual(yield* copyUploads(source, s3), { copied: 6, alreadyThere: 0 })
      assert.deepStrictEqual(yield* copyUploads(source, s3), { copied: 0, alreadyThere: 6 })
      const back = yield* memory
      assert.deepStrictEqual(yield* copyUploads(s3, back), { copied: 6, alreadyThere: 0 })
      assert.deepStrictEqual(yield* namesOf(back), NAMES)
      for (const name of NAMES) assert.strictEqual(textOf(yield* back.get(name)), `bytes of ${name}`)
    })
  )

  it.scoped("resumes where it was interrupted, and repairs damaged files", () =>
    Effect.gen(function* () {
      const source = yield* filled
      const target = yield* memory
      let left = 3
      const dying = {
        ...target,
        put: (name: string, bytes: Uint8Array) => (left-- > 0 ? target.put(name, bytes) : Effect.never)
      }
      const first = yield* Effect.fork(copyUploads(source, dying))
      while ((yield* namesOf(target)).length < 3) yield* Effect.yieldNow()
      yield* Fiber.interrupt(first)
      yield* target.put("aa.png", Buffer.from("bytes of"))
      const { alreadyThere, copied } = yield* copyUploads(source, target)
      assert.deepStrictEqual([copied + alreadyThere, alreadyThere], [6, 2])
      assert.strictEqual(textOf(yield* target.get("aa.png")), "bytes of aa.png")
    })
  )

  it.effect("fails if the target stores something else than what was sent", () =>
    Effect.gen(function* () {
      const source = yield* filled
      const target = yield* memory
      const changing = { ...target, put: (name: string) => target.put(name, Buffer.from("made smaller for you")) }
      const { message } = yield* Effect.flip(copyUploads(source, changing))
      assert.match(message, /^a[a-f]\.\w+ differs from what was sent/)
    })
  )
})
