/** What a removed account leaves in activity. Runs in the transaction of the removal. */
import type { SqlClient } from "@effect/sql"

/** In what others did to them, the name becomes the short address too. Names hold no quotes (docs/product/people.md). */
export const forgetName = (sql: SqlClient.SqlClient, account: string, username: string, shortName: string) =>
  sql`UPDATE activity_events
    SET data = REPLACE(data, ${`"name":"${username}"`}, ${`"name":"${shortName}"`})
    WHERE community_id IN (SELECT community_id FROM memberships WHERE account_address = ${account})
    AND data LIKE ${`%"name":"${username}"%`}`
