/**
 * `npm run move -- SOURCE TARGET`: copies everything from one database into another that is empty. Each is the path of
 * an SQLite file or the address of a Postgres database; the password may stand in PGPASSWORD instead. Stop the server
 * first. The uploads are files and stay where they are, in `DATA_DIR`.
 */
import { existsSync } from "node:fs"
import { Cause, Effect, Exit, Layer, Redacted } from "effect"
import { type Moved, moveAll } from "~/effects/base/db/move.server"
import { layerPostgres, layerSqlite } from "~/effects/base/db/Sql.server"

const isPostgres = (place: string) => /^postgres(ql)?:\/\//.test(place)
const databaseAt = (place: string) =>
  Layer.orDie(isPostgres(place) ? layerPostgres(Redacted.make(place)) : layerSqlite(place))

const tell = ({ digest, rows, table }: Moved) =>
  Effect.sync(() => console.info(`${table.padEnd(28)} ${String(rows).padStart(9)} rows  ${digest.slice(0, 16)}`))

const refuse = (message: string) => {
  console.error(message)
  process.exit(1)
}

const [source, target, ...more] = process.argv.slice(2)
if (source === undefined || target === undefined || more.length > 0) {
  refuse("Usage: npm run move -- SOURCE TARGET (each the path of an SQLite file or postgres://…)")
} else if (source === target) {
  refuse("Source and target are the same database.")
} else if (!isPostgres(source) && !existsSync(source)) {
  refuse(`There is no database at ${source}.`)
} else {
  const exit = await Effect.runPromiseExit(moveAll(databaseAt(source), databaseAt(target), tell))
  if (Exit.isSuccess(exit)) {
    const rows = exit.value.reduce((sum, each) => sum + each.rows, 0)
    console.info(`Moved ${rows} rows in ${exit.value.length} tables; every table's sum is the same on both sides.`)
  } else {
    const failure = Cause.squash(exit.cause)
    refuse(`Nothing was moved. ${failure instanceof Error ? failure.message : String(failure)}`)
  }
}
