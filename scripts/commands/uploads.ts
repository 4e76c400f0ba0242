/**
 * `npm run uploads -- to-s3` copies the pictures of `DATA_DIR/uploads` into the bucket of the `UPLOADS_S3_` settings,
 * `npm run uploads -- to-folder` copies them back. Nothing is removed. Run it again to continue an interrupted copy
 * (docs/operations/uploads.md).
 */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { Effect, Option } from "effect"
import { readUploads } from "~/effects/base/settings/environment.server"
import { bucketOf } from "~/effects/base/settings/s3Bucket.server"
import { copyUploads } from "~/effects/people/uploads/copyUploads.server"
import { UploadStore } from "~/effects/people/uploads/UploadStore.server"
import { CommandRefused, runCommand, say, WrongUsage } from "./shared/runCommand"

const refuse = (message: string) => new CommandRefused({ code: "E-UPLOADS", message })

runCommand((words) =>
  Effect.gen(function* () {
    const [direction, ...more] = words
    if ((direction !== "to-s3" && direction !== "to-folder") || more.length > 0) {
      return yield* new WrongUsage({ message: "Usage: npm run uploads -- to-s3 | to-folder" })
    }
    const env = yield* Effect.mapError(
      readUploads(process.env),
      ({ message }) => new CommandRefused({ code: "E-SETTINGS", message })
    )
    const bucket = bucketOf(env)
    if (Option.isNone(bucket)) {
      return yield* refuse("There is no S3 store: set UPLOADS_S3_ENDPOINT, _REGION, _BUCKET, _KEY_ID and _SECRET.")
    }
    const path = join(env.dataDir, "uploads")
    if (direction === "to-s3" && !existsSync(path)) return yield* refuse(`There is no folder ${path}.`)
    const folder = yield* Effect.provide(UploadStore, UploadStore.layerFolder(path))
    const s3 = yield* Effect.provide(UploadStore, UploadStore.layerS3(bucket.value))
    const [from, to] = direction === "to-s3" ? [folder, s3] : [s3, folder]
    const { alreadyThere, copied } = yield* Effect.mapError(copyUploads(from, to), ({ message }) => refuse(message))
    const place = direction === "to-s3" ? `the bucket ${bucket.value.bucket}` : path
    yield* say(`Copied ${copied} files into ${place}; ${alreadyThere} were there already. All hashes match.`)
  })
)
