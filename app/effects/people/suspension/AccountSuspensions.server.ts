/**
 * Accounts that may not sign in, one row each; a later suspension replaces an earlier one. The session queries
 * (wallet-session/SessionsRepo) decide from this table whether a session is valid.
 */
import { Clock, Effect, Option, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { coded } from "~/effects/base/failures/coded"
import { inWords, Suspension } from "./Suspension"

export class AccountSuspended extends coded("AccountSuspended", "E-ACCOUNT", 403, {
  fields: { suspension: Suspension },
  message: ({ suspension }) => inWords(suspension)
}) {}

export class AccountSuspensions extends Effect.Service<AccountSuspensions>()("people/suspension/AccountSuspensions", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const select = findOne({
      Request: Schema.Struct({ account: AccountAddress, now: Schema.Number }),
      Result: Suspension,
      execute: ({ account, now }) => sql`SELECT kind, reason, suspended_until FROM account_suspensions
        WHERE account_address = ${account} AND (suspended_until IS NULL OR suspended_until > ${now})`
    })

    /** The suspension in force, if any. */
    const find = Effect.fn("AccountSuspensions.find")(function* (account: AccountAddress) {
      return yield* select({ account, now: yield* Clock.currentTimeMillis })
    })

    const among = findAll({
      Request: Schema.Struct({ accounts: Schema.Array(Schema.String), now: Schema.Number }),
      Result: Schema.Struct({ account: AccountAddress }),
      execute: ({ accounts, now }) => sql`SELECT account_address AS account FROM account_suspensions
        WHERE ${sql.in("account_address", accounts)} AND (suspended_until IS NULL OR suspended_until > ${now})`
    })

    return {
      find,

      /** Which of these accounts are suspended now. */
      heldAmong: Effect.fn("AccountSuspensions.heldAmong")(function* (accounts: ReadonlyArray<string>) {
        const held = yield* among({ accounts, now: yield* Clock.currentTimeMillis })
        return new Set(held.map(({ account }) => account))
      }),

      /** Fails if the account may not sign in. */
      requireFree: (account: AccountAddress) =>
        Effect.flatMap(find(account), (held) =>
          Option.isSome(held) ? new AccountSuspended({ suspension: held.value }) : Effect.void
        ),

      set: Effect.fn("AccountSuspensions.set")(function* (account: AccountAddress, suspension: Suspension) {
        const createdAt = yield* Clock.currentTimeMillis
        yield* sql`INSERT INTO account_suspensions ${sql.insert({ accountAddress: account, ...suspension, createdAt })}
          ON CONFLICT (account_address) DO UPDATE SET kind = excluded.kind, reason = excluded.reason,
            suspended_until = excluded.suspended_until, created_at = excluded.created_at`
      }),

      lift: (account: AccountAddress) => sql`DELETE FROM account_suspensions WHERE account_address = ${account}`
    }
  })
}) {}
