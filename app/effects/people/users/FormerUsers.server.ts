/**
 * Removed accounts. One keeps its row: what others rely on still points to it, and its person may come back as a new one.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"

/** What is left of a removed account: nothing that tells who it was. */
const removedColumns = (account: string, shortName: string, now: number) => {
  const gone = `removed:${account}`
  return {
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
    locale: "en",
    timezone: "UTC",
    lastSeenAt: now,
    status: "removed",
    updatedAt: now
  }
}

export class FormerUsers extends Effect.Service<FormerUsers>()("effects/FormerUsers", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    return {
      /** Takes out of the account's row what tells who it was. Joins the transaction of the removal. */
      forget: Effect.fn("FormerUsers.forget")(function* (account: string, shortName: string) {
        const now = yield* Clock.currentTimeMillis
        yield* sql`UPDATE users SET ${sql.update(removedColumns(account, shortName, now))}, version = version + 1
          WHERE account_address = ${account}`
      }, Effect.orDie),

      /** Takes the row away of a person who signs up again. */
      makeRoom: (account: string) =>
        Effect.orDie(sql`DELETE FROM users WHERE account_address = ${account} AND status = 'removed'`)
    }
  })
}) {}
