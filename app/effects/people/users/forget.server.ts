/**
 * A removed account keeps its row, without anything that tells who it was: what others rely on still points to it, and
 * it may come back as somebody new. Runs in the transaction of the removal.
 */
import type { SqlClient } from "@effect/sql"

export const forgetUser = (sql: SqlClient.SqlClient, account: string, shortName: string, now: number) => {
  const gone = `removed:${account}`
  return sql`UPDATE users SET ${sql.update({
    username: shortName,
    usernameKey: gone,
    email: "",
    emailKey: gone,
    emailVerifiedAt: null,
    bio: "",
    displayImage: "",
    tags: "[]",
    workHistory: "[]",
    newsletter: 0,
    personaAddress: null,
    personaLabel: null,
    status: "removed",
    updatedAt: now
  })}, version = version + 1 WHERE account_address = ${account}`
}
