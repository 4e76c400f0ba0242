/** Everything a removed account was told, and how it wanted to be. Runs in the transaction of the removal. */
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"

export const forgetNotifications = (sql: SqlClient.SqlClient, account: string) =>
  Effect.gen(function* () {
    yield* sql`DELETE FROM notifications WHERE account_address = ${account}`
    yield* sql`DELETE FROM mail_choices WHERE account_address = ${account}`
    yield* sql`DELETE FROM digests WHERE account_address = ${account}`
  })
