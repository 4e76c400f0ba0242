/** Restores a dump into an empty Postgres database, and removes it again if it differs from the backup. */
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { layerPostgres } from "~/effects/base/db/Sql.server"
import { OWN_TABLE, readTables, schemaNumber } from "~/effects/base/db/schemaFacts.server"
import { type Held, readHeld } from "./databaseSums.server"
import { type PostgresPlace, undump } from "./postgresTools.server"
import { BackupRefused } from "./refusal.server"

const inside = <A, E>({ url }: PostgresPlace, program: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.provide(program, Layer.orDie(layerPostgres(url)))

export const requireEmptyDatabase = (place: PostgresPlace) =>
  inside(
    place,
    Effect.gen(function* () {
      const tables = yield* readTables
      if (tables.length === 0 && (yield* schemaNumber) === 0) return
      const message = "There are tables in the database at DATABASE_URL already. Restore into an empty one (createdb)."
      return yield* new BackupRefused({ code: "E-RESTORE-TARGET", message })
    })
  )

/** Drops everything that the dump created; the database was empty before. */
const emptyAgain = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* readTables
  for (const name of [...tables.map((table) => table.name), OWN_TABLE]) {
    yield* sql`DROP TABLE IF EXISTS ${sql(name)} CASCADE`
  }
}).pipe(Effect.orDie)

/** Restores everything or nothing: if `check` fails, the restored tables are removed again. */
export const restoreDump = (
  place: PostgresPlace,
  file: string,
  check: (held: Held) => Effect.Effect<void, BackupRefused>
) =>
  Effect.zipRight(
    undump(place, file),
    inside(place, Effect.flatMap(readHeld, check).pipe(Effect.onError(() => emptyAgain)))
  )
