/** Offers to take over a community, one at a time; an expired one counts as none. */
import { Clock, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findOne, Sql } from "~/effects/base/db/statements.server"

const HandOver = Schema.Struct({
  communityId: CommunityId,
  fromAccount: AccountAddress,
  toAccount: AccountAddress,
  createdAt: Schema.Number,
  expiresAt: Schema.Number,
  /** Name of the nominee; null without a profile. */
  toName: Schema.NullOr(Schema.String),
  fromName: Schema.NullOr(Schema.String)
}).annotations(rowOf("hand_overs", ["communityId"]))
export type HandOver = typeof HandOver.Type

export class HandOversRepo extends Effect.Service<HandOversRepo>()("communities/steering/HandOversRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const select = findOne({
      Request: Schema.Struct({ id: Schema.String, now: Schema.Number }),
      Result: HandOver,
      execute: ({ id, now }) => sql`
        SELECT h.community_id, h.from_account, h.to_account, h.created_at, h.expires_at,
          t.username AS to_name, f.username AS from_name
        FROM hand_overs h
        LEFT JOIN users t ON t.account_address = h.to_account AND t.status = 'active'
        LEFT JOIN users f ON f.account_address = h.from_account AND f.status = 'active'
        WHERE h.community_id = ${id} AND h.expires_at > ${now}`
    })
    /** The pending offer. */
    const pending = Effect.fn("HandOversRepo.pending")(function* (id: CommunityId) {
      return yield* select({ id, now: yield* Clock.currentTimeMillis })
    })

    const put = Effect.fn("HandOversRepo.put")((row: Omit<HandOver, "toName" | "fromName">) =>
      Effect.asVoid(
        sql`INSERT INTO hand_overs ${sql.insert(row)}
          ON CONFLICT (community_id) DO UPDATE SET from_account = excluded.from_account,
            to_account = excluded.to_account, created_at = excluded.created_at, expires_at = excluded.expires_at`
      )
    )

    const remove = Effect.fn("HandOversRepo.remove")((id: CommunityId) =>
      Effect.asVoid(sql`DELETE FROM hand_overs WHERE community_id = ${id}`)
    )

    const selectMember = findOne({
      Request: Schema.Struct({ id: Schema.String, key: Schema.String }),
      Result: Schema.Struct({ account: AccountAddress, name: Schema.String }),
      execute: ({ id, key }) => sql`SELECT m.account_address AS account, u.username AS name
        FROM memberships m JOIN users u ON u.account_address = m.account_address AND u.status = 'active'
        WHERE m.community_id = ${id} AND m.status = 'active'
          AND (u.username_key = ${key} OR m.account_address = ${key}) LIMIT 1`
    })
    /** An active member by the profile's name, case-insensitive, or by the whole address. */
    const findMember = Effect.fn("HandOversRepo.findMember")((id: CommunityId, text: string) =>
      Effect.map(selectMember({ id, key: text.trim().toLowerCase().replace(/\s+/g, " ") }), Option.getOrUndefined)
    )

    /** Deletes the offers to a removed account. Joins the transaction of the removal. */
    const forget = Effect.fn("HandOversRepo.forget")((account: AccountAddress) =>
      Effect.asVoid(sql`DELETE FROM hand_overs WHERE to_account = ${account}`)
    )

    return { pending, put, remove, findMember, forget }
  })
}) {}
