/**
 * `npm run move -- SOURCE TARGET`: copies everything from one database into another, empty one. Each is the path of an
 * SQLite file or the address of a Postgres database; the password may be in PGPASSWORD instead. Stop the server first.
 * The uploads are files and stay in `DATA_DIR`.
 */
import { existsSync } from "node:fs"
import { Effect, Layer, Redacted } from "effect"
import { moveAll } from "~/effects/base/db/move.server"
import { layerPostgres, layerSqlite } from "~/effects/base/db/Sql.server"
import { CommandRefused, runCommand, say, WrongUsage } from "./shared/runCommand"

const isPostgres = (place: string) => /^postgres(ql)?:\/\//.test(place)
const databaseAt = (place: string) =>
  Layer.orDie(isPostgres(place) ? layerPostgres(Redacted.make(place)) : layerSqlite(place))

const refuse = (message: string) => new CommandRefused({ code: "E-MOVE", message: `Nothing was moved. ${message}` })

runCommand((words) =>
  Effect.gen(function* () {
    const [source, target, ...more] = words
    if (source === undefined || target === undefined || more.length > 0) {
      return yield* new WrongUsage({
        message: "Usage: npm run move -- SOURCE TARGET (each the path of an SQLite file or postgres://…)"
      })
    }
    if (source === target) return yield* refuse("Source and target are the same database.")
    if (!isPostgres(source) && !existsSync(source)) return yield* refuse(`There is no database at ${source}.`)
    const moved = yield* moveAll(databaseAt(source), databaseAt(target), ({ digest, rows, table }) =>
      say(`${table.padEnd(28)} ${String(rows).padStart(9)} rows  ${digest.slice(0, 16)}`)
    ).pipe(Effect.mapError(({ message }) => refuse(message)))
    const rows = moved.reduce((sum, each) => sum + each.rows, 0)
    yield* say(`Moved ${rows} rows in ${moved.length} tables; every table has the same hash on both sides.`)
  })
)
