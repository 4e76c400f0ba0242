/** People as operators find them. A read model that joins memberships and reports of other features to profiles. */
import { Clock, Effect, Option, Schema } from "effect"
import { AccountAddress, isAccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql, single } from "~/effects/base/db/statements.server"
import { shortName } from "~/effects/people/account/shortName"
import { Suspension } from "~/effects/people/suspension/Suspension"
import { emailKey, usernameKey } from "~/effects/people/users/UserNames.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import type { PersonDetails } from "./console"
import { NothingFound } from "./errors"

/** A LIKE pattern for texts that contain this one, for `LIKE … ESCAPE '!'`. Pure. */
export const containing = (text: string): string => `%${text.replace(/[!%_]/g, "!$&")}%`

const Row = Schema.Struct({
  account: AccountAddress,
  username: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  createdAt: Schema.NullOr(Schema.Number),
  suspensionKind: Schema.NullOr(Suspension.fields.kind),
  suspensionReason: Schema.NullOr(Schema.String),
  suspendedUntil: Suspension.fields.suspendedUntil
})
type Row = typeof Row.Type

const NOBODY: Omit<Row, "account"> = {
  username: null,
  email: null,
  createdAt: null,
  suspensionKind: null,
  suspensionReason: null,
  suspendedUntil: null
}

const personOf = (row: Row) => ({
  account: row.account,
  name: row.username ?? shortName(row.account),
  username: row.username,
  email: row.email,
  joinedAt: row.createdAt,
  suspension:
    row.suspensionKind === null
      ? null
      : { kind: row.suspensionKind, reason: row.suspensionReason ?? "", suspendedUntil: row.suspendedUntil }
})

export class FoundPeople extends Effect.Service<FoundPeople>()("publishing/operating/FoundPeople", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const sessions = yield* Sessions

    const suspended = (now: number) => sql`LEFT JOIN account_suspensions s ON s.account_address = k.account_address
      AND (s.suspended_until IS NULL OR s.suspended_until > ${now})`
    const columns = sql.literal(`k.account_address AS account, u.username, u.email, u.created_at,
      s.kind AS suspension_kind, s.reason AS suspension_reason, s.suspended_until`)

    const select = findAll({
      Request: Schema.Struct({ text: Schema.String, now: Schema.Number, limit: Schema.Int }),
      Result: Row,
      execute: ({ limit, now, text }) => sql`SELECT ${columns} FROM users k
        JOIN users u ON u.account_address = k.account_address ${suspended(now)}
        WHERE k.status = 'active' AND (k.username_key LIKE ${containing(usernameKey(text))} ESCAPE '!'
          OR k.email_key LIKE ${containing(emailKey(text))} ESCAPE '!' OR k.account_address = ${text})
        ORDER BY k.created_at DESC, k.account_address LIMIT ${limit}`
    })

    /** Also finds a suspended or closed account without a profile. */
    const selectOne = findOne({
      Request: Schema.Struct({ text: Schema.String, now: Schema.Number }),
      Result: Row,
      execute: ({ now, text }) => sql`SELECT ${columns} FROM (
          SELECT account_address FROM users WHERE status = 'active'
            AND (username_key = ${usernameKey(text)} OR email_key = ${emailKey(text)})
          UNION SELECT account_address FROM users WHERE account_address = ${text}
          UNION SELECT account_address FROM account_suspensions WHERE account_address = ${text}) k
        LEFT JOIN users u ON u.account_address = k.account_address AND u.status = 'active' ${suspended(now)} LIMIT 1`
    })

    const placesOf = findAll({
      Request: Schema.String,
      Result: Schema.Struct({ id: Schema.String, name: Schema.String, role: Schema.String }),
      execute: (account) => sql`SELECT c.id, c.name, m.role FROM memberships m
        JOIN communities c ON c.id = m.community_id
        WHERE m.account_address = ${account} AND m.status IN ('active', 'suspended') ORDER BY c.name, c.id LIMIT 50`
    })
    const reportsOn = single({
      Request: Schema.String,
      Result: Schema.Struct({ count: Schema.Number }),
      execute: (account) =>
        sql`SELECT COUNT(*) AS count FROM reports WHERE target_author = ${account} AND status = 'open'`
    })

    const namesOf = findAll({
      Request: Schema.Array(Schema.String),
      Result: Schema.Struct({ account: AccountAddress, username: Schema.String }),
      execute: (accounts) => sql`SELECT account_address AS account, username FROM users
        WHERE status = 'active' AND ${sql.in("account_address", accounts)}`
    })

    /** By account, or by exact name or e-mail address. */
    const one = Effect.fn("FoundPeople.one")(function* (text: string) {
      const now = yield* Clock.currentTimeMillis
      const wanted = text.trim()
      const row = yield* selectOne({ text: wanted, now })
      if (Option.isSome(row)) return { ...personOf(row.value), now }
      // An account that has signed in without creating a profile also counts as found.
      if (!isAccountAddress(wanted) || (yield* sessions.list(wanted)).length === 0) {
        return yield* new NothingFound({ thing: "person", name: wanted })
      }
      return { ...personOf({ ...NOBODY, account: wanted }), now }
    })

    return {
      /** Newest first; an empty text finds all. */
      list: Effect.fn("FoundPeople.list")(function* (text: string, limit: number) {
        const now = yield* Clock.currentTimeMillis
        return (yield* select({ text: text.trim(), now, limit })).map(personOf)
      }),

      one,

      /** Display names of accounts, in the given order. */
      names: Effect.fn("FoundPeople.names")(function* (accounts: ReadonlyArray<string>) {
        if (accounts.length === 0) return []
        const rows = yield* namesOf(accounts)
        return accounts.map((account) => rows.find((row) => row.account === account)?.username ?? shortName(account))
      }),

      details: Effect.fn("FoundPeople.details")(function* (text: string) {
        const person = yield* one(text)
        const held = yield* sessions.list(person.account)
        const [places, reports] = yield* Effect.all([placesOf(person.account), reportsOn(person.account)])
        return {
          ...person,
          sessions: held.length,
          lastSeenAt: held.reduce<number | null>((last, { lastSeenAt }) => Math.max(last ?? 0, lastSeenAt), null),
          communities: places,
          openReports: reports.count
        } satisfies PersonDetails
      })
    }
  })
}) {}
