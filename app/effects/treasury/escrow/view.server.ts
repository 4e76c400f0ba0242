/**
 * An escrow account for its page: what the ledger holds, compared with our records. The account and its refunds are read
 * in a single statement, because these pages have a budget of statements (docs/product/safety.md).
 */
import type { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import { AccountAddress, type ResourceAddress } from "~/effects/base/addresses/addresses"
import type { AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { Withdrawal } from "~/effects/chain/movements/Withdrawal"
import { type Amount, amountOf, formatAmount, NOTHING, wellKnown } from "~/ledger/index"
import { type Escrow, leftIn, transactionKinds } from "./Escrow"
import type { EscrowSummary, EscrowView } from "./EscrowView"
import { withdrawnViews } from "./messages"

const XRD = wellKnown("xrd", NETWORK_ID)

const NO_BALANCES: ReadonlyMap<string, AmountText> = new Map()

interface Left {
  readonly token: Amount
  readonly xrd: Amount
}

/** If the token is XRD, there is one balance for both: fees come first, so a shortage shows in the token. */
const partsOf = (held: (token: ResourceAddress) => Amount, resource: ResourceAddress, left: Left): Left => {
  if (resource !== XRD) return { token: held(resource), xrd: held(XRD) }
  const xrd = held(XRD) < left.xrd ? held(XRD) : left.xrd
  return { token: held(XRD) - xrd, xrd }
}

const texts = ({ token, xrd }: Left) => ({ token: formatAmount(token), xrd: formatAmount(xrd) })

const missingIn = (held: Left, left: Left) => {
  const missing = { token: left.token - held.token, xrd: left.xrd - held.xrd }
  return missing.token === 0n && missing.xrd === 0n ? null : texts(missing)
}

const Signer = Schema.Struct({ account: AccountAddress, name: Schema.NullOr(Schema.String) })

/** Null before the account is on the ledger; the refund columns are null if there was none. */
export const EscrowPageRow = Schema.Struct({
  escrowResource: Schema.NullOr(Schema.String),
  escrowSymbol: Schema.NullOr(Schema.String),
  escrowUnknown: Schema.NullOr(Schema.parseJson(Schema.Array(Withdrawal))),
  escrowHalted: Schema.NullOr(Schema.String),
  backTx: Schema.NullOr(Schema.String),
  backAt: Schema.NullOr(Schema.Number),
  backSigner: Schema.NullOr(AccountAddress),
  backSignerName: Schema.NullOr(Schema.String),
  backSigners: Schema.NullOr(Schema.parseJson(Schema.Array(Signer)))
})
export type EscrowPageRow = typeof EscrowPageRow.Type

const kinds = Object.values(transactionKinds)
const WITHDRAWALS = [...new Set(kinds.map(({ withdraw }) => withdraw))]
const REFUNDS = [...new Set(kinds.map(({ refund }) => refund))]

/** Columns of `EscrowPageRow` and their joins, for a query on `escrow_accounts e`; one row per refund. */
export const escrowParts = (sql: SqlClient.SqlClient) => ({
  columns: sql.literal(`e.resource AS escrow_resource, e.symbol AS escrow_symbol, e.unknown AS escrow_unknown,
    e.halted_tx AS escrow_halted, r.tx_id AS back_tx, r.at AS back_at, k.account AS back_signer,
    u.username AS back_signer_name, a.signers AS back_signers`),
  joins: sql`LEFT JOIN ledger_records r ON r.community_id = e.community_id AND ${sql.in("r.kind", [...WITHDRAWALS, ...REFUNDS])}
        AND EXISTS (SELECT 1 FROM escrow_movements m WHERE m.account = e.account AND m.tx_id = r.tx_id)
      LEFT JOIN prepared_transactions k ON k.tx_id = r.tx_id AND k.state = 'verified' AND ${sql.in("r.kind", WITHDRAWALS)}
      LEFT JOIN approval_requests a ON a.tx_id = r.tx_id AND a.state IN ('committed', 'mismatch')
      LEFT JOIN users u ON u.account_address = k.account AND u.status = 'active'`
})

/** Empty before the account is on the ledger; otherwise one row per withdrawal or refund, oldest first. */
export const escrowRows = Effect.fn("view.escrowRows")(function* (account: AccountAddress) {
  const sql = yield* Sql
  const { columns, joins } = escrowParts(sql)
  const read = findAll({
    Request: Schema.String,
    Result: EscrowPageRow.annotations(rowOf("escrow_accounts", ["account"])),
    execute: (of) => sql`SELECT ${columns} FROM escrow_accounts e ${joins}
      WHERE e.account = ${of} ORDER BY r.at, r.tx_id`
  })
  return yield* read(account)
})

/**
 * Null before the account is on the ledger.
 * @param read rows of the account, if a statement of the page has read them already
 */
export const escrowView = Effect.fn("view.escrowView")(function* (escrow: Escrow, read?: ReadonlyArray<EscrowPageRow>) {
  const { address, pendingId, resource } = escrow
  if (address === null) return null
  const left = leftIn(escrow)
  const ledger = yield* Ledger
  const [found, rows] = yield* Effect.all(
    [known(ledger.shown.balances([address])), read === undefined ? escrowRows(address) : Effect.succeed(read)],
    { concurrency: 2 }
  )
  const [account] = rows
  const balances = found?.byAccount.get(address) ?? NO_BALANCES
  const held = partsOf((token) => amountOf(balances.get(token) ?? NOTHING), resource, left)
  return {
    held: found === null ? null : { ...texts(held), time: found.time },
    left: texts(left),
    missing: found === null ? null : missingIn(held, left),
    isUnderWay: pendingId !== null,
    unknown: withdrawnViews(
      { resource: account?.escrowResource ?? resource, symbol: account?.escrowSymbol ?? "" },
      account?.escrowUnknown ?? []
    ),
    haltedTx: account?.escrowHalted ?? null,
    returns: rows.flatMap(({ backAt: at, backSigner, backSignerName, backSigners, backTx: txId }) =>
      txId === null || at === null
        ? []
        : [
            {
              txId,
              at,
              signers: backSigners ?? (backSigner === null ? [] : [{ account: backSigner, name: backSignerName }])
            }
          ]
    )
  } satisfies EscrowView
})

export const summaryOf = (escrow: Escrow, account: EscrowView | null): EscrowSummary => {
  const { address, batches, digest, endedAt, fees, fundedAt, nextAt, orders, paid, problem } = escrow
  const { paused, pendingId, returned, returnedFees, signerRule, spent, state, total } = escrow
  return {
    ...{ address, batches, digest, endedAt, fees, fundedAt, nextAt, orders, paid, problem },
    ...{ returned, returnedFees, signerRule, spent, state, total },
    isPaused: paused === 1,
    isUnderWay: pendingId !== null,
    account
  }
}

/** An escrow for its page. `read`: rows of its account, if a statement of the page has read them already. */
export const escrowSummary = (escrow: Escrow, read?: ReadonlyArray<EscrowPageRow>) =>
  Effect.map(escrowView(escrow, read), (account) => summaryOf(escrow, account))
