/**
 * A copy of an SQLite database that others go on writing to, by SQLite's own backup. All pages are copied in one step,
 * which sees one state: between steps of a few pages, each write of another program would begin the copy anew
 * (sqlite.org/backup.html), and under load it would never end. Writers do not wait for a reader in this journal mode;
 * the one thread that does is the command's own.
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
