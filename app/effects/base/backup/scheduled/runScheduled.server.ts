/** Takes one scheduled backup and removes those that the schedule no longer keeps. */

import { existsSync } from "node:fs"
import { readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Option, Schema } from "effect"
import type { BackupPlan } from "~/effects/base/settings/backups.server"
import { syncFolder, UNFINISHED } from "../copiedFiles.server"
import { MANIFEST } from "../Manifest"
import type { Places, Report } from "../places.server"
import { onDisk } from "../refusal.server"
import { takeBackup } from "../takeBackup.server"
import { type BackupStore, bytesOf, rowsOf } from "./BackupStore.server"
import { isBackupName, outdated } from "./names"

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

/** What was stored. */
export const Ran = Schema.Struct({
  bytes: Schema.NonNegativeInt,
  rows: Schema.NonNegativeInt,
  files: Schema.NonNegativeInt,
  /** Backups in the place afterwards. */
  stored: Schema.NonNegativeInt,
  /** Why older backups could not be removed; null if they were. */
  problem: Schema.NullOr(Schema.String)
})
export type Ran = typeof Ran.Type

/** @param temporaryFolder for backups on their way to a bucket or back. */
export const storeOf = ({ place }: BackupPlan, temporaryFolder: string): Effect.Effect<BackupStore> =>
  place.kind === "folder"
    ? Effect.succeed(folderPlace(place.folder))
    : // Its code is loaded only if it is used.
      Effect.map(
        Effect.promise(() => import("./bucketPlace.server")),
        ({ bucketPlace }) => bucketPlace(place.bucket, temporaryFolder)
      )

export const runScheduled = Effect.fnUntraced(function* (
  store: BackupStore,
  { daily, weekly }: Pick<BackupPlan, "daily" | "weekly">,
  places: Places,
  asked: { readonly name: string; readonly release: string; readonly report: Report }
) {
  const { name, release, report } = asked
  yield* store.clear
  const manifest = yield* store.store(name, (target) => takeBackup(places, target, release, report), report)
  const names = yield* store.list
  const gone = outdated(names, { daily, weekly })
  const removed = yield* Effect.option(Effect.flip(Effect.forEach(gone, store.remove, { discard: true })))
  return {
    bytes: bytesOf(manifest),
    rows: rowsOf(manifest),
    files: manifest.files.length,
    stored: names.length - gone.length,
    problem: Option.match(removed, {
      onNone: () => null,
      onSome: ({ message }) => `The backup is stored, but older ones could not be removed: ${message}`
    })
  } satisfies Ran
})
