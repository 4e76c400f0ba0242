/**
 * An escrow account with what brought something back from it, read by one statement: the pages that show it have no room for
 * another (docs/product/safety.md, A15). A read model over the tables of movements, records, steps and people.
 */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { Escrow, Withdrawal } from "~/effects/chain/movements/Withdrawal"

const Signer = Schema.Struct({ account: Schema.String, name: Schema.NullOr(Schema.String) })

const Row = Schema.Struct({
  ...Escrow.fields,
  unknown: Schema.parseJson(Schema.Array(Withdrawal)),
  haltedTx: Schema.NullOr(Schema.String),
  /** Nulls where nothing came back. */
  txId: Schema.NullOr(Schema.String),
  at: Schema.NullOr(Schema.Number),
  signer: Schema.NullOr(Schema.String),
  signerName: Schema.NullOr(Schema.String),
  actSigners: Schema.NullOr(Schema.parseJson(Schema.Array(Signer)))
}).annotations(rowOf("escrow_accounts", ["account"]))

/** Kinds of transactions of the treasury's signers, and of the relayer key. */
const BACK = ["park-back", "bond-park-back", "budget-back"]
const RETURNED = ["park-return", "bond-park-return", "budget-return"]

/** None before it is on the ledger; one row for each transaction that brought something back, the oldest first. */
export const escrowRows = Effect.fn("settler.escrowRows")(function* (account: string) {
  const sql = yield* SqlClient.SqlClient
  const read = SqlSchema.findAll({
    Request: Schema.String,
    Result: Row,
    execute: (
      of
    ) => sql`SELECT e.*, r.tx_id, r.at, k.account AS signer, u.username AS signer_name, a.signers AS act_signers
      FROM escrow_accounts e
      LEFT JOIN ledger_records r ON r.community_id = e.community_id AND ${sql.in("r.kind", [...BACK, ...RETURNED])}
        AND EXISTS (SELECT 1 FROM escrow_movements m WHERE m.account = e.account AND m.tx_id = r.tx_id)
      LEFT JOIN ledger_steps k ON k.tx_id = r.tx_id AND k.state = 'verified' AND ${sql.in("r.kind", BACK)}
      LEFT JOIN keeper_acts a ON a.tx_id = r.tx_id AND a.state IN ('committed', 'mismatch')
      LEFT JOIN users u ON u.account_address = k.account AND u.status = 'active'
      WHERE e.account = ${of} ORDER BY r.at, r.tx_id`
  })
  return yield* Effect.orDie(read(account))
})
