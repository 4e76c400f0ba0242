/** However an upload is interrupted, no file stays in the store without a row. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option, Stream, TestClock } from "effect"
import { storageFailureIn } from "~/effects/base/db/storageFailure.server"
import { OWN_UPLOADS } from "~/effects/people/uploads/Upload"
import { leftoversJob } from "~/effects/people/uploads/UploadLeftovers.server"
import { UploadPermissions } from "~/effects/people/uploads/UploadPermissions.server"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { Uploads } from "~/effects/people/uploads/Uploads.server"
import { describeOnBothDatabases } from "../../../databases"
import { asker, settings, smallPicture, TODAY } from "../signup/world"
import { s3Server } from "./s3Server"

const ada = asker("ada")

const upload = Effect.gen(function* () {
  const { expire, signature } = yield* Effect.flatMap(UploadPermissions, ({ grant }) => grant(ada))
  const file = new Uint8Array(yield* Effect.promise(() => smallPicture))
  const form = { publicKey: OWN_UPLOADS.publicKey, signature, expire: String(expire), file }
  return yield* Effect.flatMap(Uploads, ({ receive }) => receive(ada, form))
})
const rows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [uploads, leftovers, used] = [
    yield* sql`SELECT file FROM uploads`,
    yield* sql`SELECT file FROM upload_leftovers`,
    yield* sql`SELECT 1 FROM upload_signatures WHERE used_at IS NOT NULL`
  ]
  return [uploads.length, leftovers.length, used.length]
})
const runJob = Effect.flatMap(leftoversJob, ({ run }) => run)

describeOnBothDatabases("An interrupted upload", (database) => {
  const world = (store: Layer.Layer<UploadStore>) =>
    Layer.mergeAll(Uploads.Default, UploadPermissions.Default).pipe(
      Layer.provideMerge(Layer.mergeAll(store, settings(), database))
    )

  it.scoped("leaves no row and no file after a failure of the store, and can be sent again", () =>
    Effect.gen(function* () {
      const server = yield* s3Server
      yield* Effect.gen(function* () {
        yield* TestClock.setTime(TODAY)
        // The picture is stored, its preview is not, and the picture cannot be deleted.
        server.mood = "forbidden"
        server.wellFor = 1
        const cause = yield* Effect.flip(Effect.sandbox(upload))
        assert.deepInclude(Option.getOrThrow(storageFailureIn(cause)), { status: 503, code: "E-STORAGE" })
        assert.strictEqual(server.files.size, 1)
        assert.deepStrictEqual(yield* rows, [0, 1, 0])
        // Not before the upload could have ended, and not while the store still fails.
        yield* runJob
        assert.deepStrictEqual(yield* rows, [0, 1, 0])
        yield* TestClock.adjust("1 hour")
        assert.isTrue(Option.isSome(storageFailureIn(yield* Effect.flip(Effect.sandbox(runJob)))))
        server.mood = "well"
        yield* runJob
        assert.strictEqual(server.files.size, 0)
        assert.deepStrictEqual(yield* rows, [0, 0, 0])
        yield* upload
        assert.deepStrictEqual(yield* rows, [1, 0, 1])
        assert.strictEqual(server.files.size, 2)
        yield* TestClock.adjust("2 hours")
        yield* runJob
        assert.strictEqual(server.files.size, 2)
      }).pipe(Effect.provide(world(UploadStore.layerS3(server.bucket))))
    })
  )

  it.effect("is deleted immediately when its last check refuses it", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(TODAY)
      const sql = yield* SqlClient.SqlClient
      yield* sql`ALTER TABLE uploads RENAME TO uploads_gone`
      const done = yield* Effect.exit(upload)
      assert.strictEqual(done._tag, "Failure")
      yield* sql`ALTER TABLE uploads_gone RENAME TO uploads`
      assert.deepStrictEqual(yield* rows, [0, 0, 0])
      const { names } = yield* UploadStore
      assert.strictEqual(yield* Stream.runCount(names), 0)
    }).pipe(Effect.provide(world(UploadStore.layerMemory)))
  )
})
