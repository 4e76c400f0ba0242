/**
 * `npm run restore -- --try`: restores a backup into a temporary place, checks it there, and compares it with the live
 * data, which is only read. The temporary place is removed in any case.
 */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { Effect, Option } from "effect"
import { databaseIn, type Places, type Report, temporaryPlaces } from "~/effects/base/backup/places.server"
import { BackupRefused } from "~/effects/base/backup/refusal.server"
import { restoreBackup } from "~/effects/base/backup/restoreBackup.server"
import { rowsOf } from "~/effects/base/backup/scheduled/BackupStore.server"
import { NEWEST } from "~/effects/base/db/migrations/index.server"
import { readTables } from "~/effects/base/db/schemaFacts.server"
import { Sql } from "~/effects/base/db/statements.server"
import { SQLITE_FILE } from "~/effects/base/settings/dataFolder.server"
import { counted } from "~/effects/base/text/counted"
import { chainsWithout, checkChains } from "~/effects/governance/votes/ballotChains.server"

/** No row of these is ever deleted while the site runs. */
const ONLY_GROW = ["ballots", "operator_log"]

const countRows = Effect.gen(function* () {
  const sql = yield* Sql
  const tables = yield* readTables
  const rows = yield* Effect.forEach(tables, ({ name }) =>
    Effect.map(
      sql<{ n: number | string }>`SELECT COUNT(*) AS n FROM ${sql(name)}`,
      ([found]) => [name, Number(found?.n ?? 0)] as const
    )
  )
  return new Map(rows)
})

const refuse = (message: string) => new BackupRefused({ code: "E-RESTORE-SOURCE", message })

const hasDatabase = ({ dataDir, databaseUrl }: Places) =>
  Option.isSome(databaseUrl) || existsSync(join(dataDir, SQLITE_FILE))

/** Lines for the operator; fails with the first thing that is wrong. */
export const tryRestore = (live: Places, source: string, report: Report) =>
  Effect.gen(function* () {
    const places = yield* temporaryPlaces(live)
    const manifest = yield* restoreBackup(places, source, NEWEST, report)
    report("Counting the ballots' hash chains again.")
    const { ballots, broken, ends } = yield* Effect.provide(checkChains, databaseIn(places))
    if (broken.length > 0) {
      return yield* refuse(`The hash chain of ${counted(broken.length, "vote")} is broken in it: ${broken.join(", ")}.`)
    }
    const { files, release, schema, tables, takenAt } = manifest
    const restored = [
      `Restored ${counted(rowsOf(manifest), "row")} in ${counted(tables.length, "table")} and ${counted(files.length, "file")}: all match the backup of release ${release}, as of ${takenAt}.`,
      `The hash chains of ${counted(ends.length, "vote")} with ${counted(ballots, "ballot")} are whole.`
    ]
    if (!hasDatabase(live)) return [...restored, `There is no live database in ${live.dataDir} to compare with.`]
    report("Comparing it with the live database.")
    const [now, lost] = yield* Effect.provide(Effect.all([countRows, chainsWithout(ends)]), databaseIn(live))
    if (lost.length > 0) {
      return yield* refuse(
        `The live database lacks ballots that are in the backup, of ${counted(lost.length, "vote")}: ${lost.join(", ")}. Check it before you use either.`
      )
    }
    const shrunk = tables.filter(({ rows, table }) => ONLY_GROW.includes(table) && (now.get(table) ?? 0) < rows)
    if (shrunk.length > 0) {
      const words = shrunk.map(({ rows, table }) => `${table} has ${now.get(table) ?? 0} rows instead of ${rows}`)
      return yield* refuse(`The live database has lost rows that are in the backup: ${words.join(", ")}.`)
    }
    const differing = tables.flatMap(({ rows, table }) => {
      const difference = (now.get(table) ?? 0) - rows
      return difference === 0 ? [] : [`${table} ${difference > 0 ? "+" : "−"}${Math.abs(difference)}`]
    })
    return [
      ...restored,
      differing.length === 0
        ? "The live database has as many rows in every table."
        : `Rows of the live database compared with it: ${differing.join(", ")}.`,
      "Every ballot of the backup is in the live database, at the same place of its chain.",
      ...(schema === NEWEST ? [] : [`A start on it runs the migrations after ${schema}.`])
    ]
  }).pipe(Effect.scoped)
