/**
 * What keepers parked together for a bond: `kept` is the rule that the parked account has beside the site's key, as
 * `2 of #1# #2# #3#`; NULL where any one admin badge opens it.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

export const keptBondParkings = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`ALTER TABLE bond_parkings ADD COLUMN kept TEXT`)
})
