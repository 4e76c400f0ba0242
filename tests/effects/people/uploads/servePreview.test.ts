/** A picture's address, for every store. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { servePreview } from "~/effects/people/uploads/servePreview.server"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { Uploads } from "~/effects/people/uploads/Uploads.server"
import { settings } from "../signup/world"
import { s3Server } from "./s3Server"

const FILE = "abcdefghijklmnopqrstuvwxyz"
const PATH = `${FILE}/-/preview/1000x562/`

const database = MigrationsLive.pipe(Layer.provideMerge(layerSqlite(":memory:")), Layer.orDie)
const world = (store: Layer.Layer<UploadStore>) =>
  Uploads.Default.pipe(Layer.provideMerge(Layer.mergeAll(store, settings(), database)))
const ask = (path: string, init: RequestInit = {}) => servePreview(path, new Request("http://site/files", init))
const text = (response: Response) => Effect.promise(() => response.text())

const inFolder = Layer.unwrapScoped(
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "uploads-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
    ),
    (folder) => UploadStore.layerFolder(join(folder, "new"))
  )
)

describe.each([
  { name: "in memory", store: UploadStore.layerMemory },
  { name: "in a folder", store: inFolder },
  {
    name: "in an S3 store",
    store: Layer.unwrapScoped(Effect.map(s3Server, ({ bucket }) => UploadStore.layerS3(bucket)))
  }
])("A picture $name", ({ store }) => {
  it.effect("is sent with its length and a tag, and not again to those who have it", () =>
    Effect.gen(function* () {
      yield* Effect.flatMap(UploadStore, ({ put }) => put(`${FILE}.preview.webp`, Buffer.from("a picture")))
      const whole = yield* ask(PATH)
      assert.deepInclude(Object.fromEntries(whole.headers), {
        "content-length": "9",
        "content-type": "image/webp",
        "cache-control": "public, max-age=31536000, immutable",
        etag: `"${FILE}"`
      })
      assert.strictEqual(yield* text(whole), "a picture")
      const known = yield* ask(PATH, { headers: { "If-None-Match": `"${FILE}"` } })
      assert.deepStrictEqual([known.status, yield* text(known)], [304, ""])
      // Ranges are not served: such a request gets the whole picture, which its status says.
      for (const range of ["bytes=0-3", "bytes=-4", "bytes=5-", "bytes=90-99", "bytes=0-0,4-5", "lines=1"]) {
        const part = yield* ask(PATH, { headers: { Range: range } })
        assert.deepStrictEqual(
          [part.status, part.headers.get("Content-Range"), part.headers.get("Content-Length"), yield* text(part)],
          [200, null, "9", "a picture"]
        )
      }
      const head = yield* ask(PATH, { method: "HEAD" })
      assert.deepStrictEqual([head.headers.get("Content-Length"), yield* text(head)], ["9", ""])
      assert.deepInclude(yield* Effect.flip(ask(PATH.replace("a", "b"))), { status: 404, code: "E-NOT-FOUND" })
    }).pipe(Effect.provide(world(store)))
  )
})
