/** What a removed account followed and how far it had read. Its posts stay. Runs in the transaction of the removal. */
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"

export const forgetMarks = (sql: SqlClient.SqlClient, account: string) =>
  Effect.gen(function* () {
    yield* sql`DELETE FROM follows WHERE account_address = ${account}`
    yield* sql`DELETE FROM read_marks WHERE account_address = ${account}`
  })
