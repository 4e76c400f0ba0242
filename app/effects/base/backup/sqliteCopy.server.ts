/**
 * Copies an SQLite database while others write to it, with SQLite's own backup API. All pages are copied in one step
 * from one state: between smaller steps, each write of another program would restart the copy (sqlite.org/backup.html),
 * which would never finish under load. In this journal mode writers do not wait for a reader; the copy blocks only the
 * command's own thread.
 */
import Database from "better-sqlite3"
import { Effect } from "effect"
import { at, type BackupRefused } from "./refusal.server"

const ALL_PAGES = 0x7fff_ffff

export const copySqlite = (file: string, to: string): Effect.Effect<void, BackupRefused> =>
  Effect.acquireUseRelease(
    Effect.try({ try: () => new Database(file, { fileMustExist: true }), catch: (error) => error }),
    (database) =>
      Effect.tryPromise({ try: () => database.backup(to, { progress: () => ALL_PAGES }), catch: (error) => error }),
    (database) => Effect.sync(() => database.close())
  ).pipe(
    Effect.asVoid,
    Effect.catchAll((error) => at(file, error))
  )
