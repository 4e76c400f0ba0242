/**
 * UploadStore: where the bytes of pictures are stored. A port: a folder, a bucket of an S3-compatible store, or memory.
 * The database knows whose a file is; its name here is made by us.
 */
import { Context, Effect, Layer, Option, Ref, Stream } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"
import type { S3Bucket } from "~/effects/base/settings/s3Bucket.server"
import { sha256 } from "~/effects/base/text/random.server"
import { folderStore } from "./folderStore.server"
import { requireName, type UploadStoreShape } from "./uploadStoreShape"

export class UploadStore extends Context.Tag("people/uploads/UploadStore")<UploadStore, UploadStoreShape>() {
  /** Fails at the start of the server if no picture could be stored. */
  static readonly layerFolder = (folder: string) =>
    Layer.effect(
      UploadStore,
      Effect.tap(folderStore(folder), ({ probe }) => probe)
    )

  /** Its code is loaded only if it is used. Fails at the start if the store cannot be used. */
  static readonly layerS3 = (bucket: S3Bucket) =>
    Layer.effect(
      UploadStore,
      Effect.promise(() => import("./s3/s3Store.server")).pipe(
        Effect.flatMap(({ s3Store }) => s3Store(bucket)),
        Effect.tap(({ probe }) => probe)
      )
    )

  /** The store that the settings name. */
  static readonly layer = Layer.unwrapEffect(
    Effect.map(Settings, ({ dataDir, uploadBucket }) =>
      Option.match(uploadBucket, {
        onNone: () => UploadStore.layerFolder(`${dataDir}/uploads`),
        onSome: UploadStore.layerS3
      })
    )
  )

  static readonly layerMemory = Layer.effect(
    UploadStore,
    Effect.map(Ref.make<ReadonlyMap<string, Uint8Array>>(new Map()), (files) => {
      const get = (name: string) => Effect.map(Ref.get(files), (now) => Option.fromNullable(now.get(requireName(name))))
      return {
        put: (name, bytes) => Ref.update(files, (now) => new Map(now).set(requireName(name), bytes)),
        get,
        open: (name) =>
          Effect.map(
            get(name),
            Option.map((bytes) => ({ bytes: bytes.length, body: new Blob([new Uint8Array(bytes)]).stream() }))
          ),
        remove: (name) => Ref.update(files, (now) => new Map([...now].filter(([key]) => key !== name))),
        names: Stream.unwrap(Effect.map(Ref.get(files), (now) => Stream.fromIterable(now.keys()))),
        digest: (name) => Effect.map(get(name), Option.map(sha256)),
        probe: Effect.void,
        checkReads: Effect.void
      }
    })
  )
}
