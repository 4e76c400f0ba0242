/** Records unclaimed tokens that went back into the treasury after their date. Joins the surrounding transaction. */
import { Effect, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"

/** A claim whose tokens went back into the treasury. */
const TakenBack = Schema.Struct({
  originId: Schema.String,
  account: AccountAddress,
  amount: AmountText,
  symbol: Schema.String
}).annotations(rowOf("claims", ["originId"]))
export type TakenBack = typeof TakenBack.Type

export class RecoveredClaims extends Effect.Service<RecoveredClaims>()("treasury/payouts/RecoveredClaims", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const recovered = findAll({
      Request: Schema.Struct({
        ids: Schema.Array(Schema.String),
        txId: Schema.String,
        updatedAt: Schema.Number
      }),
      Result: TakenBack,
      execute: ({ ids, txId, updatedAt }) => sql`
        UPDATE claims SET ${sql.update({ state: "recovered", txId, updatedAt })}
        WHERE ${sql.in("origin_id", ids)} AND state IN ('available', 'pending')
        RETURNING origin_id, account, amount, symbol`
    })

    /** Marks claims and their rows. Each claim stores the ledger's time and transaction for its owner's history. */
    const takeBack = Effect.fn("RecoveredClaims.takeBack")(function* (
      ids: ReadonlyArray<string>,
      { at, intentHash: txId }: CommittedTransaction
    ) {
      const taken = yield* recovered({ ids, txId, updatedAt: Date.parse(at) })
      if (taken.length === 0) return taken
      yield* sql`UPDATE distribution_rows SET state = 'recovered', tx_id = ${txId}
        WHERE ${sql.in(
          "id",
          taken.map(({ originId }) => originId)
        )} AND state = 'claimable'`
      return taken
    })

    return { takeBack }
  })
}) {}
