/** The rows of the local ledger, as they were at every version. Used in local mode alone; elsewhere they stay empty. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Keys are read in the order of their bytes, whatever language a Postgres server was set up for. */
const statements = (byBytes: string) => [
  `CREATE TABLE ledger_head (version BIGINT NOT NULL)`,
  `INSERT INTO ledger_head (version) VALUES (0)`,
  `CREATE TABLE ledger_rows (
    row_key TEXT ${byBytes} NOT NULL,
    from_version BIGINT NOT NULL,
    to_version BIGINT NOT NULL,
    content TEXT,
    PRIMARY KEY (row_key, from_version)
  )`,
  `CREATE INDEX ledger_rows_by_version ON ledger_rows (from_version)`
]

export const localLedger = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const byBytes = sql.onDialectOrElse({ pg: () => `COLLATE "C"`, orElse: () => "" })
  for (const statement of statements(byBytes)) yield* sql.unsafe(statement)
})
