/** What operators switched away from its usual state: a feature that is off, or a site that is read-only. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

export const siteSwitches = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`CREATE TABLE site_switches (
    name TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    since BIGINT NOT NULL
  )`)
)
