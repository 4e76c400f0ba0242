/**
 * Which sealed part each ballot has, so that a copy of another member's is refused when it is cast: `U` of the part is drawn
 * for one ballot and differs in all others.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

export const sealedPoints = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const point = sql.onDialectOrElse({ pg: () => "sealed::json ->> 'U'", orElse: () => "json_extract(sealed, '$.U')" })
  const statements = [
    `ALTER TABLE ballots ADD COLUMN sealed_point TEXT`,
    `UPDATE ballots SET sealed_point = ${point} WHERE sealed IS NOT NULL`,
    `CREATE INDEX ballots_by_sealed_point ON ballots (proposal_id, sealed_point) WHERE sealed_point IS NOT NULL`
  ]
  for (const statement of statements) yield* sql.unsafe(statement)
})
