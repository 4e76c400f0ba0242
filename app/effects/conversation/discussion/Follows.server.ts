/** Who is notified of new comments in a conversation. */
import { Clock, Effect, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { type FollowState, TargetRef } from "./Post"

/** Most followers that are notified of one event. */
const MAX_FOLLOWERS = 5_000

export class Follows extends Effect.Service<Follows>()("conversation/discussion/Follows", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const follow = Effect.fn("Follows.follow")(function* (
      account: AccountAddress,
      target: TargetRef,
      state: FollowState
    ) {
      const createdAt = yield* Clock.currentTimeMillis
      const row = { accountAddress: account, targetType: target.type, targetId: target.id, state, createdAt }
      yield* sql`INSERT INTO follows ${sql.insert(row)}
        ON CONFLICT (account_address, target_type, target_id) DO UPDATE SET state = excluded.state`
    })

    /** Writers follow a conversation they write in unless they chose otherwise. */
    const followIfUndecided = Effect.fn("Follows.followIfUndecided")(function* (
      accounts: ReadonlyArray<string>,
      target: TargetRef
    ) {
      const createdAt = yield* Clock.currentTimeMillis
      const place = { targetType: target.type, targetId: target.id, state: "following", createdAt }
      yield* sql`INSERT INTO follows ${sql.insert(accounts.map((accountAddress) => ({ accountAddress, ...place })))}
        ON CONFLICT (account_address, target_type, target_id) DO NOTHING`
    })

    const selectFollowers = findAll({
      Request: Schema.Struct({ ...TargetRef.fields, except: Schema.Array(Schema.String) }),
      Result: Schema.Struct({ accountAddress: AccountAddress }),
      execute: ({ except, id, type }) => sql`SELECT f.account_address FROM follows f
        JOIN conversations v ON v.target_type = f.target_type AND v.target_id = f.target_id
        JOIN memberships m ON m.community_id = v.community_id AND m.account_address = f.account_address
          AND m.status = 'active'
        WHERE f.target_type = ${type} AND f.target_id = ${id} AND f.state = 'following'
          AND NOT ${sql.in("f.account_address", except)}
        LIMIT ${MAX_FOLLOWERS}`
    })
    /** Accounts of active members. */
    const followersOf = Effect.fn("Follows.followersOf")(function* (target: TargetRef, except: ReadonlyArray<string>) {
      const rows = yield* selectFollowers({ type: target.type, id: target.id, except: [...new Set(except)] })
      return rows.map(({ accountAddress }) => accountAddress)
    })

    /** Deletes the follows of a removed account. Joins the transaction of the removal. */
    const forget = Effect.fn("Follows.forget")(function* (account: AccountAddress) {
      yield* sql`DELETE FROM follows WHERE account_address = ${account}`
    })

    return { follow, followIfUndecided, followersOf, forget }
  })
}) {}
