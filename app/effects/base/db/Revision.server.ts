/**
 * The revision of what pages show: a number that changes after every write that a page may show, on whatever server of
 * the database. Two equal readings mean that nothing was said to have changed in between.
 *
 * On Postgres it is a row that servers count up after such a write. An SQLite file has one server, which counts for
 * itself; SQLite says when another program has committed (sqlite.org/pragma.html#pragma_data_version).
 */
import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"

const decodeRows = Schema.decodeUnknown(Schema.Array(Schema.Struct({ revision: Schema.Number })))
const decodeVersion = Schema.decodeUnknown(Schema.Array(Schema.Struct({ dataVersion: Schema.Number })))
const ONLY = 1

export class Revision extends Effect.Service<Revision>()("effects/Revision", {
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
      // As a PRAGMA it is asked of the connection that writes: to the one that reads, each of our own commits, also those
      // that no page shows, would be another program's.
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
      /** To be said after the commit of a write that pages may show; answers the revision it led to. */
      raise: Effect.orDie(raise)
    }
  })
}) {}
