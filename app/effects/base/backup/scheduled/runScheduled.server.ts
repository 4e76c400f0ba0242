/** Takes one scheduled backup and removes those that the schedule no longer keeps. */
import { Effect, Option, Schema } from "effect"
import type { BackupPlan } from "~/effects/base/settings/backups.server"
import type { Places, Report } from "../places.server"
import { takeBackup } from "../takeBackup.server"
import { type BackupStore, bytesOf, rowsOf } from "./BackupStore.server"
import { folderPlace } from "./folderPlace.server"
import { outdated } from "./names"

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
