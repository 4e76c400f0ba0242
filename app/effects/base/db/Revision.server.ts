/**
 * The revision of what pages show: a number that changes after every write that a page may show, on any server of the
 * database. Two equal values mean that no change was announced in between.
 *
 * On Postgres it is a row that servers increment after such a write. An SQLite file has one server, which counts for
 * itself; SQLite reports when another program has committed (sqlite.org/pragma.html#pragma_data_version).
 */
import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"

const decodeRows = Schema.decodeUnknown(Schema.Array(Schema.Struct({ revision: Schema.Number })))
const decodeVersion = Schema.decodeUnknown(Schema.Array(Schema.Struct({ dataVersion: Schema.Number })))
const ONLY = 1

export class Revision extends Effect.Service<Revision>()("base/db/Revision", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const decoded = (rows: ReadonlyArray<unknown>) => Effect.map(decodeRows(rows), ([row]) => row?.revision ?? 0)

    const onPostgres = () => ({
      now: Effect.flatMap(sql`SELECT revision FROM site_revision WHERE id = ${ONLY}`, decoded),
      raise: Effect.flatMap(
        sql`INSERT INTO site_revision ${sql.insert({ id: ONLY, revision: 1 })}
          ON CONFLICT (id) DO UPDATE SET revision = site_revision.revision + 1 RETURNING revision`,
        decoded
      )
    })
    const onSqlite = () => {
      let ownWrites = 0
      // The PRAGMA runs on the writing connection: on the reading one, each of our own commits would count as another
      // program's, even those that no page shows.
      const now = Effect.map(
        Effect.flatMap(sql`PRAGMA data_version`, decodeVersion),
        ([row]) => (row?.dataVersion ?? 0) + ownWrites
      )
      return {
        now,
        raise: Effect.zipRight(
          Effect.sync(() => ownWrites++),
          now
        )
      }
    }
    const { now, raise } = sql.onDialectOrElse({ pg: onPostgres, orElse: onSqlite })
    return {
      now: Effect.orDie(now),
      /** Call after the commit of a write that pages may show; returns the new revision. */
      raise: Effect.orDie(raise)
    }
  })
}) {}
