/** Types of the port `UploadStore`. */
import type { Effect, Option, Stream } from "effect"

// Names of stored files.

/** Suffix of probes and of files that are still being written; such a file never counts as stored. */
export const PART = ".part"

export const isStoredName = (name: string): boolean => /^[a-z0-9]{2}[a-z0-9.-]*$/.test(name) && !name.endsWith(PART)

/** Our names contain no folder and do not begin with a dot; anything else is a bug. */
export const requireName = (name: string): string => {
  if (isStoredName(name)) return name
  throw new TypeError("not a name of the upload store")
}

/** A stored file as a stream. A reader who stops before the end must cancel it. */
export interface OpenFile {
  readonly bytes: number
  readonly body: ReadableStream<Uint8Array>
}

/** A store that refuses or does not respond is a defect, StorageUnavailable, as for all storage. */
export interface UploadStoreShape {
  /** Stored completely when it returns; never in part. */
  readonly put: (name: string, bytes: Uint8Array) => Effect.Effect<void>
  readonly get: (name: string) => Effect.Effect<Option.Option<Uint8Array>>
  /** The same as a stream, for a response. */
  readonly open: (name: string) => Effect.Effect<Option.Option<OpenFile>>
  /** Does nothing if the file does not exist. */
  readonly remove: (name: string) => Effect.Effect<void>
  /** The names of all files, in no order. */
  readonly names: Stream.Stream<string>
  /** SHA-256 of the stored bytes, in hex. */
  readonly digest: (name: string) => Effect.Effect<Option.Option<string>>
  /** Checks that a picture could be stored, by writing and removing a file. */
  readonly probe: Effect.Effect<void>
  /** The same without writing. */
  readonly checkReads: Effect.Effect<void>
}
