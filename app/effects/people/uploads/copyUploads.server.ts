/**
 * Copies every file of one store into another; files with the same hash are skipped. A copy that was interrupted is
 * continued by running it again, and checking a complete one costs one request per file.
 */
import { Effect, Option, Schema, Stream } from "effect"
import type { UploadStoreShape } from "./uploadStoreShape"

/** A copied file differs from what was sent. */
export class CopyDiffers extends Schema.TaggedError<CopyDiffers>()("CopyDiffers", { name: Schema.String }) {
  override get message() {
    return `${this.name} differs from what was sent: the target store changes files, or is not a file store.`
  }
}

const AT_ONCE = 4

export interface Copied {
  readonly copied: number
  readonly alreadyThere: number
}

export const copyUploads = (
  from: Pick<UploadStoreShape, "names" | "digest" | "get">,
  to: Pick<UploadStoreShape, "digest" | "put">
): Effect.Effect<Copied, CopyDiffers> => {
  const copy = Effect.fnUntraced(function* (name: string) {
    const wanted = yield* from.digest(name)
    // Removed since the list was read.
    if (Option.isNone(wanted)) return { copied: 0, alreadyThere: 0 }
    const isSame = Effect.map(to.digest(name), Option.contains(wanted.value))
    if (yield* isSame) return { copied: 0, alreadyThere: 1 }
    const bytes = yield* from.get(name)
    if (Option.isNone(bytes)) return { copied: 0, alreadyThere: 0 }
    yield* to.put(name, bytes.value)
    if (!(yield* isSame)) return yield* new CopyDiffers({ name })
    return { copied: 1, alreadyThere: 0 }
  })
  return from.names.pipe(
    Stream.mapEffect(copy, { concurrency: AT_ONCE, unordered: true }),
    Stream.runFold({ copied: 0, alreadyThere: 0 }, (sum, each) => ({
      copied: sum.copied + each.copied,
      alreadyThere: sum.alreadyThere + each.alreadyThere
    }))
  )
}
