/**
 * Reads an escrow account and its refunds in a single statement, because the pages that show it have a budget of
 * statements (docs/product/safety.md). A read model over movements, records, prepared transactions and people.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { Withdrawal } from "~/effects/chain/movements/Withdrawal"

const Signer = Schema.Struct({ account: Schema.String, name: Schema.NullOr(Schema.String) })

/** Null before the account is on the ledger; the refund columns are null if there was none. */
export const EscrowPageRow = Schema.Struct({
  escrowResource: Schema.NullOr(Schema.String),
  escrowSymbol: Schema.NullOr(Schema.String),
  escrowUnknown: Schema.NullOr(Schema.parseJson(Schema.Array(Withdrawal))),
  escrowHalted: Schema.NullOr(Schema.String),
  backTx: Schema.NullOr(Schema.String),
  backAt: Schema.NullOr(Schema.Number),
  backSigner: Schema.NullOr(Schema.String),
  backSignerName: Schema.NullOr(Schema.String),
  backSigners: Schema.NullOr(Schema.parseJson(Schema.Array(Signer)))
})
export type EscrowPageRow = typeof EscrowPageRow.Type

/** Transaction kinds: withdrawals by the treasury's signers, and refunds by the relayer. */
const BACK = ["park-back", "bond-park-back", "budget-back"]
const RETURNED = ["park-return", "bond-park-return", "budget-return"]

/** Columns of `EscrowPageRow` and their joins, for a query on `escrow_accounts e`; one row per refund. */
export const escrowParts = (sql: SqlClient.SqlClient) => ({
  columns: sql.literal(`e.resource AS escrow_resource, e.symbol AS escrow_symbol, e.unknown AS escrow_unknown,
    e.halted_tx AS escrow_halted, r.tx_id AS back_tx, r.at AS back_at, k.account AS back_signer,
    u.username AS back_signer_name, a.signers AS back_signers`),
  joins: sql`LEFT JOIN ledger_records r ON r.community_id = e.community_id AND ${sql.in("r.kind", [...BACK, ...RETURNED])}
        AND EXISTS (SELECT 1 FROM escrow_movements m WHERE m.account = e.account AND m.tx_id = r.tx_id)
      LEFT JOIN prepared_transactions k ON k.tx_id = r.tx_id AND k.state = 'verified' AND ${sql.in("r.kind", BACK)}
      LEFT JOIN approval_requests a ON a.tx_id = r.tx_id AND a.state IN ('committed', 'mismatch')
      LEFT JOIN users u ON u.account_address = k.account AND u.status = 'active'`
})

/** Empty before the account is on the ledger; otherwise one row per withdrawal or refund, oldest first. */
export const escrowRows = Effect.fn("escrowRows")(function* (account: string) {
  const sql = yield* SqlClient.SqlClient
  const { columns, joins } = escrowParts(sql)
  const read = SqlSchema.findAll({
    Request: Schema.String,
    Result: EscrowPageRow.annotations(rowOf("escrow_accounts", ["account"])),
    execute: (of) => sql`SELECT ${columns} FROM escrow_accounts e ${joins}
      WHERE e.account = ${of} ORDER BY r.at, r.tx_id`
  })
  return yield* Effect.orDie(read(account))
})
