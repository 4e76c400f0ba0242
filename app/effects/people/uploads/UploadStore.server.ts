/**
 * UploadStore: where the bytes of pictures are kept. A port: a folder, or memory. What belongs to whom is in the
 * database; a name here is made by us and is all there is to know.
 */
import { constants } from "node:fs"
import { type FileHandle, mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Context, Effect, Layer, Option, Ref } from "effect"
import { asStorageFailure } from "~/effects/base/db/storageFailure.server"
import { randomId } from "~/effects/base/text/random.server"

/** Less than this is a full disk. */
const PROBE_BYTES = 64 * 1024

export class UploadStore extends Context.Tag("effects/UploadStore")<
  UploadStore,
  {
    /** On disk, whole, when it returns; never half. A disk that refuses is a defect: StorageUnavailable, as for all here. */
    readonly put: (name: string, bytes: Uint8Array) => Effect.Effect<void>
    readonly get: (name: string) => Effect.Effect<Option.Option<Uint8Array>>
    /** Nothing happens when it is not there. */
    readonly remove: (name: string) => Effect.Effect<void>
    /** Whether there is room for a picture: a file is written and removed. */
    readonly probe: Effect.Effect<void>
  }
>() {
  /** Spread over subfolders by the first two letters, so that none grows large. */
  static readonly layerFolder = (folder: string) =>
    Layer.effect(
      UploadStore,
      Effect.gen(function* () {
        yield* onDisk(() => mkdir(folder, { recursive: true }))
        const folderOf = (name: string) => join(folder, name.slice(0, 2))
        const pathOf = (name: string) => join(folderOf(name), name)
        const probe = Effect.gen(function* () {
          const file = join(folder, `probe-${yield* randomId()}.part`)
          yield* Effect.ensuring(
            onDisk(() => writeFile(file, new Uint8Array(PROBE_BYTES))),
            removed(file)
          )
        })
        // A server that could keep no picture says so at its start.
        yield* probe
        return {
          put: Effect.fn("UploadStore.put")(function* (name: string, bytes: Uint8Array) {
            mustBeName(name)
            const temporary = `${pathOf(name)}.${yield* randomId()}.part`
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
          get: Effect.fn("UploadStore.get")((name: string) =>
            onDisk(async () => {
              const bytes = await readFile(pathOf(mustBeName(name))).catch(nullIfMissing)
              return Option.fromNullable<Uint8Array | null>(bytes)
            })
          ),
          remove: Effect.fn("UploadStore.remove")((name: string) =>
            onDisk(() => rm(pathOf(mustBeName(name)), { force: true }))
          ),
          probe
        }
      })
    )

  static readonly layerMemory = Layer.effect(
    UploadStore,
    Effect.map(Ref.make<ReadonlyMap<string, Uint8Array>>(new Map()), (files) => ({
      put: (name, bytes) => Ref.update(files, (now) => new Map(now).set(mustBeName(name), bytes)),
      get: (name) => Effect.map(Ref.get(files), (now) => Option.fromNullable(now.get(mustBeName(name)))),
      remove: (name) => Ref.update(files, (now) => new Map([...now].filter(([key]) => key !== name))),
      probe: Effect.void
    }))
  )
}

/** Our names have no folder in them and do not begin with a dot; anything else is a mistake of ours. */
const mustBeName = (name: string): string => {
  if (/^[a-z0-9]{2}[a-z0-9.-]*$/.test(name)) return name
  throw new TypeError("not a name of the upload store")
}

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

/** Where even that fails, what failed before says why. */
const removed = (path: string) => Effect.ignore(Effect.tryPromise(() => rm(path, { force: true })))
