/** Repository of receipts. */

import { Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { Receipt } from "./Order"

/**
 * With the later state of a coupon's row, which the treasury may have withdrawn from the locker, and the time of a
 * redemption request.
 */
const FoundReceipt = Schema.Struct({
  ...Receipt.fields,
  rowState: Schema.NullOr(Schema.String),
  askedAt: Schema.NullOr(Schema.Number)
}).annotations(rowOf("bond_receipts"))

export class ReceiptsRepo extends Effect.Service<ReceiptsRepo>()("treasury/bonds/ReceiptsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const find = findOne({
      Request: Schema.Struct({ communityId: CommunityId, id: Schema.String }),
      Result: FoundReceipt,
      execute: ({ communityId, id }) => sql`SELECT r.*, d.state AS row_state, o.signed_at AS asked_at
        FROM bond_receipts r
        LEFT JOIN distribution_rows d ON d.id = r.row_id LEFT JOIN bond_orders o ON o.id = r.order_id
        WHERE r.community_id = ${communityId} AND r.id = ${id}`
    })
    const page = findAll({
      Request: Schema.Struct({
        account: AccountAddress,
        communityId: CommunityId,
        at: Schema.Number,
        id: Schema.String,
        limit: Schema.Int
      }),
      Result: Receipt,
      execute: ({ account, at, communityId, id, limit }) => sql`SELECT * FROM bond_receipts
        WHERE account = ${account} AND community_id = ${communityId} AND (settled_at, id) < (${at}, ${id})
        ORDER BY settled_at DESC, id DESC LIMIT ${limit}`
    })
    const document = findOne({
      Request: Schema.Struct({ communityId: CommunityId, number: Schema.String }),
      Result: Schema.Struct({ document: Schema.String }),
      execute: ({ communityId, number }) => sql`SELECT document FROM bond_receipts
        WHERE community_id = ${communityId} AND number = ${number}`
    })

    return {
      find: (communityId: CommunityId, id: string) => find({ communityId, id }),
      /** An account's receipts in a community, newest first. */
      page: (
        account: AccountAddress,
        communityId: CommunityId,
        after: { at: number; id: string } | null,
        limit: number
      ) => page({ account, communityId, at: after?.at ?? Number.MAX_SAFE_INTEGER, id: after?.id ?? "", limit }),
      /** The document of a receipt by its number, for comparison only; it is not shown to anybody. */
      document: (communityId: CommunityId, number: string) =>
        Effect.map(
          document({ communityId, number }),
          Option.map((row) => row.document)
        ),
      insert: (rows: ReadonlyArray<Receipt>) =>
        rows.length === 0 ? Effect.void : Effect.asVoid(sql`INSERT INTO bond_receipts ${sql.insert([...rows])}`),
      /** Receipts of coupons; a payout row has one at most, however often it is polled. */
      insertCoupons: (rows: ReadonlyArray<Receipt>) =>
        Effect.asVoid(sql`INSERT INTO bond_receipts ${sql.insert([...rows])} ON CONFLICT (row_id) DO NOTHING`)
    }
  })
}) {}
