/**
 * The sessions table, and the only place that decides whether a session is valid; no other file reads or writes the
 * table. A session is read together with the profile of its account and the counts of its bell and bottom bar
 * (WaitingColumns), in one statement.
 */
import { type SqlClient, SqlSchema, type Statement } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { Clock, Context, Duration, Effect, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { Suspension } from "~/effects/people/suspension/Suspension"

interface Replacing {
  /** Id of the browser's former session. It may have expired, and ends with this transaction. */
  readonly from: string
  readonly id: string
  readonly accountAddress: string
  /** Unix milliseconds. */
  readonly expiresAt: number
}

/**
 * Called when someone signs in in a browser that had a session: features whose data belongs to a browser's session
 * carry it over (activity). A port, so that it runs in the transaction of the sign-in; by default it does nothing.
 */
export class SessionReplaced extends Context.Reference<SessionReplaced>()("people/wallet-session/SessionReplaced", {
  defaultValue:
    () =>
    (_sql: SqlClient.SqlClient, _replacing: Replacing): Effect.Effect<unknown, SqlError> =>
      Effect.void
}) {}

/**
 * Counts of what is new and to do for an account, as the columns `unread` and `needs` of a statement about it. The
 * features that have these things supply them (activity); without those, both are zero. A port, so that one statement
 * is enough.
 */
export class WaitingColumns extends Context.Reference<WaitingColumns>()("people/wallet-session/WaitingColumns", {
  defaultValue:
    () =>
    (sql: SqlClient.SqlClient, _account: Statement.Fragment, _now: number): Statement.Fragment =>
      sql`0 AS unread, 0 AS needs`
}) {}

export class SessionRow extends Schema.Class<SessionRow>("SessionRow")({
  id: Schema.String,
  accountAddress: AccountAddress,
  personaAddress: Schema.NullOr(Schema.String),
  personaLabel: Schema.NullOr(Schema.String),
  userAgent: Schema.String,
  provenAt: Schema.Number,
  createdAt: Schema.Number,
  lastSeenAt: Schema.Number,
  expiresAt: Schema.Number
}) {}

/** With the suspension of its account, if an operator suspended it. */
export class SessionWithProfile extends SessionRow.extend<SessionWithProfile>("SessionWithProfile")({
  username: Schema.NullOr(Schema.String),
  displayImage: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  unread: Schema.Int,
  needs: Schema.Int,
  suspensionKind: Schema.NullOr(Suspension.fields.kind),
  suspensionReason: Schema.NullOr(Schema.String),
  suspendedUntil: Suspension.fields.suspendedUntil
}) {}

const NewSession = Schema.Struct({ tokenHash: Schema.String, ...SessionRow.fields })
const columns =
  "id, account_address, persona_address, persona_label, user_agent, proven_at, created_at, last_seen_at, expires_at"

export const IDLE_LIFE = Duration.days(7)

const TokenOwner = Schema.Struct({
  tokenHash: Schema.String,
  accountAddress: AccountAddress,
  lastSeenAt: Schema.Number
})

/** Writes sessions, and reads what is stored of an account's sessions for its own export. */
export class SessionsRepo extends Effect.Service<SessionsRepo>()("people/wallet-session/SessionsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const replaced = yield* SessionReplaced

    const counts = yield* WaitingColumns
    const NOTHING_COUNTED = sql`0 AS unread, 0 AS needs`

    /** Not expired, and used within the idle time. `now` in Unix milliseconds. */
    const isInTime = (now: number) =>
      sql`sessions.expires_at > ${now} AND sessions.last_seen_at > ${now - Duration.toMillis(IDLE_LIFE)}`

    /** In time, and the account is not suspended. */
    const lives = (now: number) =>
      sql`${isInTime(now)} AND NOT EXISTS (SELECT 1 FROM account_suspensions a
        WHERE a.account_address = sessions.account_address
          AND (a.suspended_until IS NULL OR a.suspended_until > ${now}))`

    const find = findOne({
      Request: Schema.Struct({ tokenHash: Schema.String, now: Schema.Number, isCounted: Schema.Boolean }),
      Result: SessionWithProfile,
      execute: ({ isCounted, now, tokenHash }) => sql`
        SELECT sessions.id, sessions.account_address, sessions.persona_address, sessions.persona_label,
          sessions.user_agent, sessions.proven_at, sessions.created_at, sessions.last_seen_at, sessions.expires_at,
          u.username, u.display_image, u.email, ${isCounted ? counts(sql, sql`sessions.account_address`, now) : NOTHING_COUNTED},
          a.kind AS suspension_kind, a.reason AS suspension_reason, a.suspended_until
        FROM sessions LEFT JOIN users u ON u.account_address = sessions.account_address AND u.status = 'active'
        LEFT JOIN account_suspensions a ON a.account_address = sessions.account_address
          AND (a.suspended_until IS NULL OR a.suspended_until > ${now})
        WHERE sessions.token_hash = ${tokenHash} AND ${isInTime(now)}`
    })

    const ownersOf = findAll({
      Request: Schema.Struct({ tokenHashes: Schema.Array(Schema.String), now: Schema.Number }),
      Result: TokenOwner,
      execute: ({ now, tokenHashes }) => sql`
        SELECT token_hash, account_address, last_seen_at FROM sessions
        WHERE ${sql.in("token_hash", tokenHashes)} AND ${lives(now)}`
    })

    const list = findAll({
      Request: Schema.Struct({ account: AccountAddress, now: Schema.Number }),
      Result: SessionRow,
      execute: ({ account, now }) => sql`
        SELECT ${sql.literal(columns)} FROM sessions
        WHERE account_address = ${account} AND ${lives(now)}
        ORDER BY created_at DESC, id`
    })

    const profileOf = findOne({
      Request: Schema.String,
      Result: Schema.Struct({ username: Schema.String, displayImage: Schema.String }),
      execute: (account) => sql`
        SELECT username, display_image FROM users WHERE account_address = ${account} AND status = 'active'`
    })

    const now = Clock.currentTimeMillis

    const add = SqlSchema.void({
      Request: NewSession,
      execute: (row) => sql`INSERT INTO sessions ${sql.insert(row)}`
    })

    return {
      /** Inserts a session in place of another one, and deletes expired ones. */
      replace: Effect.fn("SessionsRepo.replace")((row: typeof NewSession.Type, oldTokenHash: string | null) =>
        Effect.gen(function* () {
          const [before] = yield* sql<{
            readonly id: string
          }>`SELECT id FROM sessions WHERE token_hash = ${oldTokenHash}`
          yield* add(row)
          if (before !== undefined) yield* replaced(sql, { ...row, from: before.id })
          yield* sql`DELETE FROM sessions WHERE token_hash = ${oldTokenHash} OR expires_at <= ${row.createdAt}`
        }).pipe(sql.withTransaction, Effect.orDie)
      ),

      /** False if that session has ended. */
      rename: (oldTokenHash: string, tokenHash: string) =>
        Effect.flatMap(
          Clock.currentTimeMillis,
          (at) => sql`UPDATE sessions SET token_hash = ${tokenHash}
            WHERE token_hash = ${oldTokenHash} AND ${lives(at)} RETURNING id`
        ).pipe(Effect.map((rows) => rows.length === 1)),

      touch: (ids: ReadonlyArray<string>, now: number): Effect.Effect<ReadonlyArray<unknown>> =>
        sql`
          UPDATE sessions SET last_seen_at = ${now}
          WHERE ${sql.in("id", ids)} AND last_seen_at < ${now}`,

      end: (tokenHash: string) => sql`DELETE FROM sessions WHERE token_hash = ${tokenHash}`,

      /** Returns how many there were. */
      endAll: (account: AccountAddress) =>
        sql`DELETE FROM sessions WHERE account_address = ${account} RETURNING id`.pipe(
          Effect.map((rows) => rows.length)
        ),

      /** Everything stored about an account's sessions except their tokens, for its own export. */
      sessionsOf: (account: AccountAddress, limit: number) =>
        sql`
          SELECT user_agent, persona_label, proven_at, created_at, last_seen_at, expires_at FROM sessions
          WHERE account_address = ${account} ORDER BY created_at LIMIT ${limit}`,

      endOne: (account: AccountAddress, id: string) =>
        sql`DELETE FROM sessions WHERE account_address = ${account} AND id = ${id} RETURNING id`.pipe(
          Effect.map((rows) => rows.length === 1)
        ),

      endOthers: (account: AccountAddress, id: string) =>
        sql`DELETE FROM sessions WHERE account_address = ${account} AND id <> ${id} RETURNING id`.pipe(
          Effect.map((rows) => rows.length)
        ),
      /**
       * Includes sessions of suspended accounts, which cannot act; the row says so. What is to do for the person is
       * counted only for pages, which show it.
       */
      find: (tokenHash: string, isCounted: boolean) =>
        Effect.flatMap(now, (at) => find({ tokenHash, now: at, isCounted })),
      list: (account: AccountAddress) => Effect.flatMap(now, (at) => list({ account, now: at })),
      /** The accounts of valid sessions, for many tokens in one statement. Does not count as a visit. */
      ownersOf: (tokenHashes: ReadonlyArray<string>) =>
        tokenHashes.length === 0
          ? Effect.succeed<ReadonlyArray<typeof TokenOwner.Type>>([])
          : Effect.flatMap(now, (at) => ownersOf({ tokenHashes, now: at })),
      profileOf: (account: AccountAddress) => profileOf(account)
    }
  })
}) {}
