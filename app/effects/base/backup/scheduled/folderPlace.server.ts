/** Scheduled backups in a folder. */
import { existsSync } from "node:fs"
import { readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { Effect } from "effect"
import { syncFolder, UNFINISHED } from "../copiedFiles.server"
import { MANIFEST } from "../Manifest"
import { onDisk } from "../refusal.server"
import type { BackupStore } from "./BackupStore.server"
import { isBackupName } from "./names"

export const folderPlace = (folder: string): BackupStore => {
  const entries = onDisk(folder, () => readdir(folder))
  const isWhole = (name: string) => existsSync(join(folder, name, MANIFEST))
  /** Without its manifest it no longer counts as a backup, also if the removal is interrupted. */
  const remove = (name: string) =>
    onDisk(folder, async () => {
      await rm(join(folder, name, MANIFEST), { force: true })
      await rm(join(folder, name), { recursive: true, force: true })
      await syncFolder(folder)
    })
  const isLeftover = (name: string) =>
    isBackupName(name) ? !isWhole(name) : name.includes(UNFINISHED) && isBackupName(name.split(UNFINISHED)[0] ?? "")
  return {
    words: `the folder ${folder}`,
    list: Effect.map(entries, (names) => names.filter((name) => isBackupName(name) && isWhole(name)).sort()),
    clear: Effect.flatMap(entries, (names) => Effect.forEach(names.filter(isLeftover), remove, { discard: true })),
    store: (name, take) => take(join(folder, name)),
    remove,
    fetch: (name) => Effect.succeed(join(folder, name))
  }
}
