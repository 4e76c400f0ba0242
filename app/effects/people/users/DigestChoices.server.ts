/** Whether an account gets the digest, and the time zone of its morning. Both writes join the caller's transaction. */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

export class DigestChoices extends Effect.Service<DigestChoices>()("people/users/DigestChoices", {
  effect: Effect.map(SqlClient.SqlClient, (sql) => ({
    choose: (account: string, digest: boolean, timezone: string) =>
      Effect.orDie(sql`UPDATE users SET newsletter = ${digest ? 1 : 0}, timezone = ${timezone}
        WHERE account_address = ${account}`),
    end: (account: string) => Effect.orDie(sql`UPDATE users SET newsletter = 0 WHERE account_address = ${account}`)
  }))
}) {}
