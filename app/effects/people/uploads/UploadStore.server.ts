/**
 * UploadStore: where the bytes of pictures are stored. A port: a folder, a bucket of an S3-compatible store, or memory.
 * The database knows whose a file is; its name here is made by us.
 */
import { constants } from "node:fs"
import {
  access,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  statfs,
  writeFile
} from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { Context, Effect, Layer, Option, Ref, Stream } from "effect"
import { asStorageFailure } from "~/effects/base/db/storageFailure.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import type { S3Bucket } from "~/effects/base/settings/s3Bucket.server"
import { randomId, sha256 } from "~/effects/base/text/random.server"
import { isStoredName, PART, requireName, type UploadStoreShape } from "./uploadStoreShape"

/** If fewer bytes than this can be written, the disk is full. */
const PROBE_BYTES = 64 * 1024

/** A folder of this machine, spread over subfolders by the first two letters so that none grows large. */
const folderStore = Effect.fn("folderStore")(function* (folder: string) {
  yield* onDisk(() => mkdir(folder, { recursive: true }))
  const folderOf = (name: string) => join(folder, name.slice(0, 2))
  const pathOf = (name: string) => join(folderOf(name), requireName(name))
  const get = Effect.fn("UploadStore.get")((name: string) =>
    onDisk(async () => {
      const bytes = await readFile(pathOf(name)).catch(nullIfMissing)
      return Option.fromNullable<Uint8Array | null>(bytes)
    })
  )
  return {
    put: Effect.fn("UploadStore.put")(function* (name: string, bytes: Uint8Array) {
      const temporary = `${pathOf(name)}.${yield* randomId()}${PART}`
      yield* onDisk(async () => {
        await mkdir(folderOf(name), { recursive: true })
        await withFile(temporary, "wx", async (file) => {
          await file.writeFile(bytes)
          await file.sync()
        })
        await rename(temporary, pathOf(name))
        await withFile(folderOf(name), constants.O_RDONLY, (directory) => directory.sync())
      }).pipe(Effect.onError(() => removed(temporary)))
    }),
    get,
    open: Effect.fn("UploadStore.open")((name: string) => onDisk(() => opened(pathOf(name)))),
    remove: Effect.fn("UploadStore.remove")((name: string) => onDisk(() => rm(pathOf(name), { force: true }))),
    names: Stream.unwrap(Effect.map(namesIn(folder), Stream.fromIterable)),
    digest: (name) => Effect.map(get(name), Option.map(sha256)),
    probe: Effect.gen(function* () {
      const file = join(folder, `probe-${yield* randomId()}${PART}`)
      yield* Effect.ensuring(
        onDisk(() => writeFile(file, new Uint8Array(PROBE_BYTES))),
        removed(file)
      )
    }),
    checkReads: onDisk(async () => {
      await access(folder, constants.W_OK)
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < PROBE_BYTES) throw Object.assign(new Error("the disk is full"), { code: "ENOSPC" })
    })
  } satisfies UploadStoreShape
})

/** The file's stream closes it at its end, when it is cancelled, and when it fails. */
const opened = async (path: string) => {
  const file = await open(path, constants.O_RDONLY).catch(nullIfMissing)
  if (file === null) return Option.none()
  const { size } = await file.stat()
  const body = Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array> // a file's chunks are bytes
  return Option.some({ bytes: size, body })
}

const namesIn = (folder: string) =>
  onDisk(async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries.flatMap((entry) => (entry.isFile() && isStoredName(entry.name) ? [entry.name] : []))
  })

const withFile = async (path: string, flags: string | number, use: (file: FileHandle) => Promise<void>) => {
  const file = await open(path, flags)
  await use(file).finally(() => file.close())
}

const nullIfMissing = (cause: unknown): null => {
  if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return null
  throw cause
}

const onDisk = <A>(work: () => Promise<A>): Effect.Effect<A> =>
  Effect.tryPromise({ try: work, catch: (cause) => asStorageFailure(cause) ?? cause }).pipe(Effect.orDie)

/** Ignored: the failure before it is the one to report. */
const removed = (path: string) => Effect.ignore(Effect.tryPromise(() => rm(path, { force: true })))

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
