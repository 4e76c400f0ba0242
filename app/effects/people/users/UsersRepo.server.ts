/**
 * Users in the database. What a person can correct is a typed error (a name taken, a profile that exists, a newer
 * version); a database that is down or holds unreadable rows is a defect. The row of a removed account stays, because
 * other rows point to it and the person may sign up again.
 */
import { Clock, Effect, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { ProfileExists } from "./errors"
import { emailKey, makeUserNames, type Unique, usernameKey } from "./UserNames.server"
import { WorkHistory } from "./WorkHistory"

interface Unplanned {
  readonly timezone: string
  readonly weeklyDay: number
  readonly weeklyLastAt: number
}

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

/** SQLite has no booleans. */
const Flag = Schema.transform(Schema.Literal(0, 1), Schema.Boolean, {
  strict: true,
  decode: (stored) => stored === 1,
  encode: (flag) => (flag ? 1 : 0)
})

export const User = Schema.Struct({
  accountAddress: AccountAddress,
  username: Schema.String,
  email: Schema.String,
  bio: Schema.String,
  displayImage: Schema.String,
  tags: Schema.parseJson(Schema.Array(Schema.String)),
  workHistory: Schema.parseJson(WorkHistory),
  newsletter: Flag,
  version: Schema.Int,
  createdAt: Schema.Number
})
export type User = typeof User.Type

const { version: _, createdAt: __, accountAddress, ...editable } = User.fields
export const NewUser = Schema.Struct({ accountAddress, ...editable })
export type NewUser = typeof NewUser.Type
const Changes = Schema.partialWith(Schema.Struct(editable), { exact: true })
/** The fields that an edit may set. Absent fields stay. */
export type UserChanges = typeof Changes.Type

const columns =
  "account_address, username, email, bio, display_image, tags, work_history, newsletter, version, created_at"

/** The columns of a new person besides those of the schema. */
const newColumns = ({ email, newsletter, username }: NewUser, now: number) => ({
  weekly: newsletter ? 1 : 0,
  usernameKey: usernameKey(username),
  emailKey: emailKey(email),
  emailVerifiedAt: now,
  lastSeenAt: now,
  createdAt: now,
  updatedAt: now
})
/** The columns that change together with the edited ones. */
const changedColumns = ({ email, username }: Unique, now: number) => ({
  ...(username === undefined ? {} : { usernameKey: usernameKey(username) }),
  ...(email === undefined ? {} : { emailKey: emailKey(email), emailVerifiedAt: now }),
  updatedAt: now
})
export class UsersRepo extends Effect.Service<UsersRepo>()("people/users/UsersRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const names = yield* makeUserNames

    /** Deletes the row of a person who signs up again. */
    const makeRoom = (account: AccountAddress) =>
      sql`DELETE FROM users WHERE account_address = ${account} AND status = 'removed'`
    const fields = sql.literal(columns)

    const selectByAddress = findOne({
      Request: Schema.String,
      Result: User,
      execute: (address) => sql`SELECT ${fields} FROM users WHERE account_address = ${address} AND status = 'active'`
    })
    const findByAddress = Effect.fn("UsersRepo.findByAddress")(selectByAddress)

    const add = (row: Record<string, unknown>) =>
      sql`INSERT INTO users ${sql.insert(row)} ON CONFLICT (account_address) DO NOTHING RETURNING account_address`

    /** Inserts a person. Joins the transaction it is called in. */
    const insert = Effect.fn("UsersRepo.insert")(function* (user: NewUser) {
      const now = yield* Clock.currentTimeMillis
      yield* names.hold(user)
      // A person who removed their account may sign up again.
      yield* makeRoom(user.accountAddress)
      if (yield* names.isKnown(user.accountAddress)) return yield* new ProfileExists()
      yield* names.requireFree(user.accountAddress, user)
      const added = yield* add({ ...(yield* Effect.orDie(Schema.encode(NewUser)(user))), ...newColumns(user, now) })
      if (added.length === 0) return yield* new ProfileExists()
    }, atomically(sql))

    /** Fails if another account has the name or the address. Joins the caller's transaction and locks both. */
    const requireFreeNames = Effect.fn("UsersRepo.requireFreeNames")(function* (user: NewUser) {
      yield* names.hold(user)
      yield* names.requireFree(user.accountAddress, user)
    })

    const change = findOne({
      Request: Schema.Struct({ address: Schema.String, version: Schema.Int, changes: Changes, now: Schema.Number }),
      Result: User,
      execute: ({ address, changes, now, version }) => sql`UPDATE users
        SET ${sql.update({ ...changes, ...changedColumns(changes, now) })}, version = version + 1
        WHERE account_address = ${address} AND version = ${version} AND status = 'active'
        RETURNING ${fields}`
    })

    /**
     * None if the stored version is not the one that was edited, or the account has no profile. `renamed` is what other
     * features write about a changed name, in the same transaction.
     */
    const update = Effect.fn("UsersRepo.update")(function* (
      address: AccountAddress,
      version: number,
      changes: UserChanges,
      renamed: Effect.Effect<void> = Effect.void
    ) {
      const now = yield* Clock.currentTimeMillis
      yield* names.hold(changes)
      yield* names.requireFree(address, changes)
      const changed = yield* change({ address, version, changes, now })
      if (changes.username !== undefined) yield* renamed
      return changed
    }, atomically(sql))

    return {
      findByAddress,
      insert,
      requireFreeNames,
      update,
      /** Removes from the account's row what identifies the person. Joins the transaction of the removal. */
      forget: Effect.fn("UsersRepo.forget")(function* (account: AccountAddress, shortName: string) {
        const now = yield* Clock.currentTimeMillis
        yield* sql`UPDATE users SET ${sql.update(removedColumns(account, shortName, now))}, version = version + 1
          WHERE account_address = ${account}`
      }),
      /**
       * A change of the day or the zone plans the next weekly e-mail again. Turning it on again does not make up for the
       * weeks in between.
       */
      chooseDigest: (
        account: AccountAddress,
        {
          digest,
          now,
          timezone,
          weekly,
          weeklyDay
        }: {
          readonly digest: boolean
          readonly weekly: boolean
          /** 1 is Monday, 7 Sunday. */
          readonly weeklyDay: number
          readonly timezone: string
          readonly now: number
        }
      ) =>
        sql`UPDATE users SET newsletter = ${digest ? 1 : 0}, weekly = ${weekly ? 1 : 0},
        timezone = ${timezone}, weekly_day = ${weeklyDay}, weekly_at = CASE
          WHEN timezone <> ${timezone} OR weekly_day <> ${weeklyDay} OR (weekly = 0 AND weekly_at <= ${now}) THEN 0
          ELSE weekly_at END
        WHERE account_address = ${account}`,
      endDigest: (account: AccountAddress) => sql`UPDATE users SET newsletter = 0 WHERE account_address = ${account}`,
      endWeekly: (account: AccountAddress) => sql`UPDATE users SET weekly = 0 WHERE account_address = ${account}`,
      /** Due times, for all people with the same zone, day and last e-mail together. */
      planWeekly: ({ timezone, weeklyDay, weeklyLastAt }: Unplanned, at: number) =>
        sql`UPDATE users SET weekly_at = ${at}
        WHERE timezone = ${timezone} AND weekly_day = ${weeklyDay} AND weekly_last_at = ${weeklyLastAt}
        AND weekly_at = 0 AND weekly = 1 AND status = 'active'`,
      /**
       * @param last when the last one that was written was due.
       * @returns false if another server or a new choice has moved it from `from` already.
       */
      moveWeekly: (
        account: AccountAddress,
        from: number,
        { last, next }: { readonly last: number; readonly next: number }
      ) =>
        Effect.map(
          sql`UPDATE users SET weekly_at = ${next}, weekly_last_at = ${last}
            WHERE account_address = ${account} AND weekly_at = ${from}
            RETURNING weekly_at`,
          (moved) => moved.length > 0
        )
    }
  })
}) {}
