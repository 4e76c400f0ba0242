/**
 * Users on disk. What a person can mend is typed (a name taken, a profile that exists, a version that moved on); a
 * database that is down or holds rows we cannot read is a defect.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { EmailTaken, NameTaken, ProfileExists } from "./errors"
import { WorkHistory } from "./WorkHistory"

/** SQLite has no booleans. */
const Flag = Schema.transform(Schema.Literal(0, 1), Schema.Boolean, {
  strict: true,
  decode: (stored) => stored === 1,
  encode: (flag) => (flag ? 1 : 0)
})

export const User = Schema.Struct({
  accountAddress: Schema.String,
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
const NewUser = Schema.Struct({ accountAddress, ...editable })
export type NewUser = typeof NewUser.Type
const Changes = Schema.partialWith(Schema.Struct(editable), { exact: true })
/** What an edit may touch. Absent fields stay. */
export type UserChanges = typeof Changes.Type

/** Two names that differ in case or spacing only are one name (docs/product/people.md, 3.3). */
export const usernameKey = (username: string): string => username.trim().toLowerCase().replace(/ +/g, " ")
export const emailKey = (email: string): string => email.trim().toLowerCase()

const columns =
  "account_address, username, email, bio, display_image, tags, work_history, newsletter, version, created_at"

export class UsersRepo extends Effect.Service<UsersRepo>()("effects/UsersRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const fields = sql.literal(columns)

    const selectByAddress = SqlSchema.findOne({
      Request: Schema.String,
      Result: User,
      execute: (address) => sql`SELECT ${fields} FROM users WHERE account_address = ${address} AND status = 'active'`
    })
    const findByAddress = Effect.fn("UsersRepo.findByAddress")((address: string) =>
      Effect.orDie(selectByAddress(address))
    )

    const exists = (column: "account_address" | "username_key" | "email_key", value: string, except = "") =>
      Effect.map(
        sql`SELECT 1 AS found FROM users WHERE ${sql(column)} = ${value} AND account_address <> ${except}`,
        (rows) => rows.length > 0
      )

    /** Names and addresses are looked up, then written: one writer per name at a time. */
    const holdNames = (username: string | undefined, email: string | undefined) =>
      takeTurns(sql, [
        ...(username === undefined ? [] : [`username:${usernameKey(username)}`]),
        ...(email === undefined ? [] : [`user-email:${emailKey(email)}`])
      ])

    const conflict = (address: string, username: string | undefined, email: string | undefined) =>
      Effect.gen(function* () {
        if (username !== undefined && (yield* Effect.orDie(exists("username_key", usernameKey(username), address)))) {
          return yield* new NameTaken()
        }
        if (email !== undefined && (yield* Effect.orDie(exists("email_key", emailKey(email), address)))) {
          return yield* new EmailTaken()
        }
      })

    /** Stores a person once. Joins the transaction it is called in. */
    const insert = Effect.fn("UsersRepo.insert")(
      function* (user: NewUser) {
        const now = yield* Clock.currentTimeMillis
        yield* Effect.orDie(holdNames(user.username, user.email))
        // Whoever removed their account may come back as somebody new.
        yield* Effect.orDie(sql`DELETE FROM users
          WHERE account_address = ${user.accountAddress} AND status = 'removed'`)
        if (yield* Effect.orDie(exists("account_address", user.accountAddress))) return yield* new ProfileExists()
        yield* conflict(user.accountAddress, user.username, user.email)
        const row = {
          ...(yield* Effect.orDie(Schema.encode(NewUser)(user))),
          usernameKey: usernameKey(user.username),
          emailKey: emailKey(user.email),
          emailVerifiedAt: now,
          lastSeenAt: now,
          createdAt: now,
          updatedAt: now
        }
        const added = yield* Effect.orDie(
          sql`INSERT INTO users ${sql.insert(row)} ON CONFLICT (account_address) DO NOTHING RETURNING account_address`
        )
        if (added.length === 0) return yield* new ProfileExists()
      },
      (program) => Effect.catchTag(sql.withTransaction(program), "SqlError", Effect.die)
    )

    /**
     * None when the stored version is not the one that was edited, or nobody is there. `renamed`: what other features
     * write about a changed name, in the same transaction.
     */
    const update = Effect.fn("UsersRepo.update")(
      function* (address: string, version: number, changes: UserChanges, renamed: Effect.Effect<void> = Effect.void) {
        const now = yield* Clock.currentTimeMillis
        yield* Effect.orDie(holdNames(changes.username, changes.email))
        yield* conflict(address, changes.username, changes.email)
        const row = {
          ...(yield* Effect.orDie(Schema.encode(Changes)(changes))),
          ...(changes.username === undefined ? {} : { usernameKey: usernameKey(changes.username) }),
          ...(changes.email === undefined ? {} : { emailKey: emailKey(changes.email), emailVerifiedAt: now }),
          updatedAt: now
        }
        const rows = yield* Effect.orDie(sql`UPDATE users SET ${sql.update(row)}, version = version + 1
          WHERE account_address = ${address} AND version = ${version} AND status = 'active'
          RETURNING ${fields}`)
        if (changes.username !== undefined) yield* renamed
        return Option.fromNullable(rows[0])
      },
      Effect.flatMap(
        Option.match({
          onNone: () => Effect.succeedNone,
          onSome: (row) => Effect.asSome(Effect.orDie(Schema.decodeUnknown(User)(row)))
        })
      ),
      (program) => Effect.catchTag(sql.withTransaction(program), "SqlError", Effect.die)
    )

    return { findByAddress, insert, update }
  })
}) {}
