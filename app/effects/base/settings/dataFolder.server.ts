/**
 * The files in `DATA_DIR`, and their protection from other users of the machine.
 *
 * New files get their mode from the process (`ownOnly`), including those of SQLite and `pg_dump`. Files that an older
 * release left readable to others are closed at the start (`closeToOthers`).
 */
import { chmodSync, type Dirent, lstatSync, readdirSync } from "node:fs"
import { join } from "node:path"

export const SQLITE_FILE = "commonhold.sqlite"
/** An SQLite database consists of up to three files. */
export const SQLITE_FILES = [SQLITE_FILE, `${SQLITE_FILE}-wal`, `${SQLITE_FILE}-shm`]
export const UPLOADS = "uploads"
/** Offset of local mode's clock; its data is that far in the future. */
export const CLOCK = "clock-offset"

/**
 * The keys, which no backup contains: the file that local mode creates for each, and the settings that replace it
 * elsewhere. The docs and the commands take their names from here.
 */
export const KEYS = [
  { file: "session-secret", settings: ["SESSION_SECRET"] },
  { file: null, settings: ["SEAL_KEY", "SEAL_KEYS_ACCEPTED"] },
  { file: "settler-key", settings: ["RELAYER_KEY"] },
  { file: "vapid-key", settings: ["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY"] },
  { file: "beacon-key", settings: [] }
] as const

export const KEY_FILES = KEYS.flatMap(({ file }) => (file === null ? [] : [file]))
export const KEY_SETTINGS = KEYS.flatMap(({ settings }) => [...settings])
export type KeyFile = (typeof KEY_FILES)[number]

/** From now on this process creates files and folders that only its own user can read. */
export const ownOnly = (): void => void process.umask(0o077)

const OTHERS = 0o077
const STICKY = 0o1000

const close = (path: string): void => {
  const { mode } = lstatSync(path)
  // A shared folder such as /tmp is not ours to close.
  if ((mode & OTHERS) !== 0 && (mode & STICKY) === 0) chmodSync(path, mode & 0o700)
}

const entriesOf = (folder: string): ReadonlyArray<Dirent> => {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return [] // does not exist yet
  }
}

const closeBelow = (folder: string): void => {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) closeBelow(path)
    if (entry.isDirectory() || entry.isFile()) close(path)
  }
}

/**
 * Removes other users' read access to the data folder's files; other files in it are not touched. Links are skipped. If
 * the system refuses, for a file of another user, a warning is logged and the server starts anyway.
 */
export const closeToOthers = (dataDir: string): ReadonlyArray<string> => {
  if (process.platform === "win32") return []
  const problems: Array<string> = []
  const attempt = (work: () => void) => {
    try {
      work()
    } catch (problem) {
      problems.push(String(problem))
    }
  }
  const ours = new Set<string>([...SQLITE_FILES, ...KEY_FILES, CLOCK, UPLOADS])
  for (const entry of entriesOf(dataDir)) {
    if (!ours.has(entry.name) || entry.isSymbolicLink()) continue
    const path = join(dataDir, entry.name)
    if (entry.isDirectory()) attempt(() => closeBelow(path))
    attempt(() => close(path))
  }
  if (entriesOf(dataDir).length > 0) attempt(() => close(dataDir))
  return problems
}
