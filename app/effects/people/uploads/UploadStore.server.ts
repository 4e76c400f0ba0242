/**
 * UploadStore: where the bytes of pictures are kept. A port: a folder, a bucket of an S3-compatible store, or memory.
 * What belongs to whom is in the database; a name here is made by us and is all there is to know.
 */
import { Context, Effect, Layer, Option, Ref, Stream } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"
import type { UploadBucket } from "~/effects/base/settings/uploadBucket.server"
import { sha256 } from "~/effects/base/text/random.server"
import { folderStore } from "./folderStore.server"
import { mustBeName } from "./storedName"

/** A stored file on its way out. Whoever does not read the body to its end cancels it. */
export interface OpenFile {
  readonly bytes: number
  readonly body: ReadableStream<Uint8Array>
}

/** A store that refuses or does not answer is a defect, StorageUnavailable, as for all that is kept. */
export interface UploadStoreShape {
  /** Stored, whole, when it returns; never half. */
  readonly put: (name: string, bytes: Uint8Array) => Effect.Effect<void>
  readonly get: (name: string) => Effect.Effect<Option.Option<Uint8Array>>
  /** The same as a stream, for an answer. */
  readonly open: (name: string) => Effect.Effect<Option.Option<OpenFile>>
  /** Nothing happens when it is not there. */
  readonly remove: (name: string) => Effect.Effect<void>
  /** Of every file that is there, in no order. */
  readonly names: Stream.Stream<string>
  /** SHA-256 of what is stored, in hex. */
  readonly digest: (name: string) => Effect.Effect<Option.Option<string>>
  /** Whether there is room for a picture: a file is written and removed. */
  readonly probe: Effect.Effect<void>
  /** The same without writing. */
  readonly look: Effect.Effect<void>
}

export class UploadStore extends Context.Tag("effects/UploadStore")<UploadStore, UploadStoreShape>() {
  /** A server that could keep no picture says so at its start. */
  static readonly layerFolder = (folder: string) =>
    Layer.effect(
      UploadStore,
      Effect.tap(folderStore(folder), ({ probe }) => probe)
    )

  /** Its code is loaded where it is used. Says at the start when the store cannot be used. */
  static readonly layerS3 = (bucket: UploadBucket) =>
    Layer.effect(
      UploadStore,
      Effect.promise(() => import("./s3/s3Store.server")).pipe(
        Effect.flatMap(({ s3Store }) => s3Store(bucket)),
        Effect.tap(({ probe }) => probe)
      )
    )

  /** The one that the settings name. */
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
      const get = (name: string) => Effect.map(Ref.get(files), (now) => Option.fromNullable(now.get(mustBeName(name))))
      return {
        put: (name, bytes) => Ref.update(files, (now) => new Map(now).set(mustBeName(name), bytes)),
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
        look: Effect.void
      }
    })
  )
}
