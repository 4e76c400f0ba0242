/** Where the signers of a treasury were last told that a badge of its rule is; NULL where it was when that was proven. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

export const placesOfBadges = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe("ALTER TABLE keeper_seats ADD COLUMN place TEXT")
})
