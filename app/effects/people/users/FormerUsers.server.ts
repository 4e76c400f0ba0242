/** Removed accounts. Their row stays, because other rows point to it and the person may sign up again. */
import { Clock, Effect } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"

/** The columns of a removed account, without anything that identifies the person. */
const removedColumns = (account: AccountAddress, shortName: string, now: number) => {
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
    weekly: 0,
    weeklyDay: 1,
    weeklyAt: 0,
    weeklyLastAt: 0,
    personaAddress: null,
    personaLabel: null,
    locale: "en",
    timezone: "UTC",
    lastSeenAt: now,
    status: "removed",
    updatedAt: now
  }
}

export class FormerUsers extends Effect.Service<FormerUsers>()("people/users/FormerUsers", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    return {
      /** Removes from the account's row what identifies the person. Joins the transaction of the removal. */
      forget: Effect.fn("FormerUsers.forget")(function* (account: AccountAddress, shortName: string) {
        const now = yield* Clock.currentTimeMillis
        yield* sql`UPDATE users SET ${sql.update(removedColumns(account, shortName, now))}, version = version + 1
          WHERE account_address = ${account}`
      }),

      /** Deletes the row of a person who signs up again. */
      makeRoom: (account: AccountAddress) =>
        sql`DELETE FROM users WHERE account_address = ${account} AND status = 'removed'`
    }
  })
}) {}
