/** Copies files, flushes them to disk and returns their hashes. */
import { createHash } from "node:crypto"
import { constants } from "node:fs"
import { type FileHandle, mkdir, mkdtemp, open, readdir, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Effect } from "effect"
import type { CopiedFile } from "./Manifest"
import { type BackupRefused, onDisk } from "./refusal.server"

const CHUNK_BYTES = 1 << 20
/** Backups contain personal data, so only the operator's user can read them. */
export const PRIVATE_FOLDER = 0o700
export const PRIVATE_FILE = 0o600

const using = async <A>(path: string, flags: string | number, use: (file: FileHandle) => Promise<A>) => {
  const file = await open(path, flags, PRIVATE_FILE)
  return use(file).finally(() => file.close())
}

/** In the name of a folder of a run that has not ended. */
export const UNFINISHED = ".unfinished-"

/** A new folder whose path begins with `prefix`. It is removed when the scope ends, unless it was renamed. */
export const temporaryFolder = (prefix: string) =>
  Effect.acquireRelease(
    onDisk(dirname(prefix), () => mkdtemp(prefix)),
    (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
  )

/** Syncs a folder, so that created and renamed entries survive a power loss. */
export const syncFolder = (path: string) => using(path, constants.O_RDONLY, (folder) => folder.sync())

const hashing = async (from: FileHandle, use: (chunk: Uint8Array) => Promise<unknown>) => {
  const hash = createHash("sha256")
  const chunk = new Uint8Array(CHUNK_BYTES)
  let bytes = 0
  for (;;) {
    const { bytesRead } = await from.read(chunk, 0, CHUNK_BYTES)
    if (bytesRead === 0) return { bytes, sha256: hash.digest("hex") }
    bytes += bytesRead
    hash.update(chunk.subarray(0, bytesRead))
    await use(chunk.subarray(0, bytesRead))
  }
}

/** Flushes a file that another program wrote to disk, and returns its hash and size. */
export const settleFile = (path: string) =>
  using(path, "r+", async (file) => {
    await file.chmod(PRIVATE_FILE)
    await file.sync()
    return hashing(file, () => Promise.resolve())
  })

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT"

const openIfThere = (path: string) =>
  open(path, "r").catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })

const copyFile = async (from: string, to: string) => {
  const source = await openIfThere(from)
  if (source === undefined) return undefined
  try {
    await mkdir(dirname(to), { recursive: true, mode: PRIVATE_FOLDER })
    return await using(to, "wx", async (target) => {
      const copied = await hashing(source, (chunk) => target.writeFile(chunk))
      await target.sync()
      return copied
    })
  } finally {
    await source.close()
  }
}

/** Copies a file from one folder to the same path in another. Undefined if it does not exist. */
export const copyBelow = (
  from: string,
  to: string,
  path: string
): Effect.Effect<CopiedFile | undefined, BackupRefused> =>
  Effect.map(
    onDisk(join(to, path), () => copyFile(join(from, path), join(to, path))),
    (copied) => (copied === undefined ? undefined : { path, ...copied })
  )

/** Paths below a folder; empty if it does not exist. Files that are still being written (`.part`) are left out. */
export const filesBelow = (folder: string): Effect.Effect<ReadonlyArray<string>, BackupRefused> =>
  onDisk(folder, async () => {
    const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
    return found
      .filter((entry) => entry.isFile() && !entry.name.endsWith(".part"))
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .sort()
  })
