/**
 * Invitations to the site: operators' own links, and the invitations of communities. While sign-ups are by invitation,
 * each admits as many sign-ups as it has uses (docs/product/operators.md#sign-ups).
 */
import { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { Clock, Context, Duration, Effect, Option, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import type { Sweep } from "~/effects/base/db/Sweep.server"
import { findAll, findOne, Sql, single } from "~/effects/base/db/statements.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { randomId } from "~/effects/base/text/random.server"
import { InvitationNeeded } from "./errors"
import type { SiteInvitation } from "./signupMode"

/**
 * How many sign-ups a community's invitation admits; null if it is not valid, or its maker may not invite any more. A
 * port: communities are a later layer. By default there are none.
 */
export class CommunityInvitations extends Context.Reference<CommunityInvitations>()(
  "people/signup/CommunityInvitations",
  {
    defaultValue:
      () =>
      (_sql: SqlClient.SqlClient, _code: string, _now: number): Effect.Effect<number | null, SqlError> =>
        Effect.succeed(null)
  }
) {}

const DAY = Duration.toMillis("1 day")
/** Days that an ended invitation is listed. */
const LISTED = 30
/** Days after which nobody needs to know with which invitation an account signed up. */
const REMEMBERED = 365
const MOST_LISTED = 100

/** The form of every code: community invitations have it, too. */
export const isInvitationCode = (code: string): boolean => /^[a-z2-7]{16}$/.test(code)

const Row = Schema.Struct({
  code: Schema.String,
  note: Schema.String,
  maxUses: Schema.Int,
  uses: Schema.Int,
  expiresAt: Schema.Number,
  revokedAt: Schema.NullOr(Schema.Number)
})

export class SignupInvitations extends Effect.Service<SignupInvitations>()("people/signup/SignupInvitations", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const ofCommunity = yield* CommunityInvitations

    const usesByOthers = single({
      Request: Schema.Struct({ code: Schema.String, account: Schema.NullOr(AccountAddress) }),
      Result: Schema.Struct({ many: Schema.Int }),
      execute: ({ account, code }) => sql`SELECT CAST(COUNT(*) AS INTEGER) AS many FROM invited_signups
        WHERE code = ${code}${account === null ? sql`` : sql` AND account_address <> ${account}`}`
    })
    const findOwn = findOne({
      Request: Schema.Struct({ code: Schema.String, now: Schema.Number }),
      Result: Schema.Struct({ maxUses: Schema.Int }),
      execute: ({ code, now }) => sql`SELECT max_uses FROM site_invitations
        WHERE code = ${code} AND revoked_at IS NULL AND expires_at > ${now}`
    })
    const select = findAll({
      Request: Schema.Number,
      Result: Row,
      execute: (since) => sql`SELECT i.code, i.note, i.max_uses, i.expires_at, i.revoked_at,
          CAST((SELECT COUNT(*) FROM invited_signups s WHERE s.code = i.code) AS INTEGER) AS uses
        FROM site_invitations i WHERE i.expires_at > ${since} ORDER BY i.created_at DESC, i.code LIMIT ${MOST_LISTED}`
    })

    /** Whether the account can sign up with it now. Its own use does not count, so that a repeated request is one. */
    const isValid = Effect.fn("SignupInvitations.isValid")(function* (code: string, account: AccountAddress | null) {
      if (!isInvitationCode(code)) return false
      const now = yield* Clock.currentTimeMillis
      const own = yield* findOwn({ code, now })
      const most = Option.isSome(own) ? own.value.maxUses : yield* Effect.orDie(ofCommunity(sql, code, now))
      return most !== null && (yield* usesByOthers({ code, account })).many < most
    })

    /** Fails without a valid invitation, in the words that the person reads. `code`: null without any. */
    const requireValid = Effect.fn("SignupInvitations.requireValid")(function* (
      code: string | null,
      account: AccountAddress | null,
      ask: string
    ) {
      if (code === null) return yield* new InvitationNeeded({ had: "none", ask })
      if (!(yield* isValid(code, account))) return yield* new InvitationNeeded({ had: "ended", ask })
    })

    /** Uses it for a sign-up, in the transaction that stores the person; of several for the last place, one gets it. */
    const use = Effect.fn("SignupInvitations.use")(function* (
      code: string | null,
      account: AccountAddress,
      ask: string
    ) {
      yield* withLocks(sql, [`invitation:${code ?? ""}`])
      yield* requireValid(code, account, ask)
      const row = { accountAddress: account, code, createdAt: yield* Clock.currentTimeMillis }
      yield* sql`INSERT INTO invited_signups ${sql.insert(row)}
        ON CONFLICT (account_address) DO UPDATE SET code = excluded.code, created_at = excluded.created_at`
    })

    return {
      isValid,
      requireValid,
      use,
      /** Those of operators: valid ones, and others for 30 days; newest first. */
      list: Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        return (yield* select(now - LISTED * DAY)).map(({ revokedAt, ...row }): SiteInvitation => {
          const isOver = row.expiresAt <= now ? "expired" : row.uses >= row.maxUses ? "used" : "valid"
          return { ...row, state: revokedAt === null ? isOver : "withdrawn" }
        })
      }),
      /** Returns its code. */
      add: Effect.fn("SignupInvitations.add")(function* (invitation: {
        readonly note: string
        readonly createdBy: string
        readonly maxUses: number
        readonly days: number
      }) {
        const { days, ...row } = invitation
        const now = yield* Clock.currentTimeMillis
        const code = yield* randomId(16)
        yield* sql`INSERT INTO site_invitations ${sql.insert({ ...row, code, expiresAt: now + days * DAY, createdAt: now })}`
        return code
      }),
      /** Its note; none if it is no longer valid. */
      withdraw: Effect.fn("SignupInvitations.withdraw")(function* (code: string) {
        if (!isInvitationCode(code)) return Option.none<string>()
        const now = yield* Clock.currentTimeMillis
        const rows = yield* sql<{ readonly note: string }>`UPDATE site_invitations SET revoked_at = ${now}
          WHERE code = ${code} AND revoked_at IS NULL AND expires_at > ${now} RETURNING note`
        return Option.map(Option.fromNullable(rows[0]), ({ note }) => note)
      }),
      /** Joins the transaction of an account's removal. */
      forget: (account: AccountAddress) => sql`DELETE FROM invited_signups WHERE account_address = ${account}`
    }
  })
}) {}

export const sweepSiteInvitations: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) =>
    Effect.zipRight(
      sql`DELETE FROM site_invitations WHERE expires_at < ${now - LISTED * DAY}`,
      sql`DELETE FROM invited_signups WHERE created_at < ${now - REMEMBERED * DAY}`
    )
)
