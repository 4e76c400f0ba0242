/**
 * Which state of the database this is: a text that changes with every committed write, whoever made it. Two readings
 * that agree saw the same rows; what was made from the rows in between is still right.
 *
 * SQLite counts the rows our connection changed, and says when another one committed. Postgres names the transactions
 * that can be seen: each write takes a number, on any server. Other databases of one Postgres take numbers too, and
 * then a reading changes for nothing.
 */
import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"

const Reading = Schema.Tuple(Schema.Struct({ revision: Schema.String }))

export class Revision extends Effect.Service<Revision>()("effects/Revision", {
  effect: Effect.map(SqlClient.SqlClient, (sql) => ({
    now: sql
      .onDialectOrElse({
        pg: () => sql`SELECT CAST(pg_current_snapshot() AS TEXT) AS revision`,
        orElse: () => sql`SELECT total_changes() || ' ' || (SELECT data_version FROM pragma_data_version) AS revision`
      })
      .pipe(
        Effect.flatMap(Schema.decodeUnknown(Reading)),
        Effect.map(([{ revision }]) => revision),
        Effect.orDie
      )
  }))
}) {}
