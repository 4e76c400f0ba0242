/**
 * Records movements of escrow accounts once, and detects those that this site did not make. A withdrawal is this site's
 * if one of its records claims the transaction, or if the transaction was stored before it was submitted. Any other
 * withdrawal puts the payments from the account on hold until someone who can spend from the treasury has looked at it.
 */
import { Array as Arr, Context, Effect, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { amountOf, formatAmount } from "~/ledger/index"
import { feesOf, movementsOf } from "./TreasuryMovements.server"
import { EscrowSubject, Withdrawal } from "./Withdrawal"

/**
 * Port that is called once for each withdrawal that this site did not make, in the transaction that records it.
 * Implemented by the feature that notifies people (treasury/escrow); without it the withdrawal is only recorded and
 * the payments put on hold.
 */
export class WithdrawalNotices extends Context.Reference<WithdrawalNotices>()("chain/movements/WithdrawalNotices", {
  defaultValue: () => ({
    notify: (_escrow: EscrowSubject, _withdrawal: Withdrawal): Effect.Effect<void> => Effect.void
  })
}) {}

/** Most withdrawals that are listed; of more, the first ones. */
const MOST_NAMED = 20

const EscrowRow = Schema.Struct({
  ...EscrowSubject.fields,
  unknown: Schema.parseJson(Schema.Array(Withdrawal)),
  /** The newest withdrawal that nobody has looked at. */
  haltedTx: Schema.NullOr(Schema.String)
}).annotations(rowOf("escrow_accounts", ["account"]))
export type EscrowRow = typeof EscrowRow.Type

const listText = Schema.encodeSync(Schema.parseJson(Schema.Array(Withdrawal)))

const withdrawalIn = (account: string, transaction: CommittedTransaction): Withdrawal => ({
  txId: transaction.intentHash,
  at: Date.parse(transaction.at),
  amounts: movementsOf(account, transaction).flatMap(([resource, change]) =>
    amountOf(change) < 0n ? [[resource, formatAmount(-amountOf(change))] as const] : []
  )
})

/** Every method joins the caller's transaction. */
export class EscrowMovements extends Effect.Service<EscrowMovements>()("chain/movements/EscrowMovements", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const one = findOne({
      Request: Schema.String,
      Result: EscrowRow,
      execute: (account) => sql`SELECT * FROM escrow_accounts WHERE account = ${account}`
    })
    const find = (account: string) => one(account)

    /**
     * Whether the transaction is the site's own. Those are stored before they are submitted, and a page cannot name one
     * for an escrow account.
     */
    const isOwn = (communityId: CommunityId, account: string, txId: string) =>
      Effect.map(
        sql`SELECT 1 AS own FROM escrow_accounts e WHERE e.account = ${account} AND (
          EXISTS (SELECT 1 FROM ledger_records r
            WHERE r.community_id = ${communityId} AND r.tx_id = ${txId} AND r.kind <> 'seen')
          OR EXISTS (SELECT 1 FROM prepared_transactions s WHERE s.tx_id = ${txId} AND s.account = ${account})
          OR EXISTS (SELECT 1 FROM bond_batches b WHERE b.tx_id = ${txId} AND b.account = ${account})
          OR EXISTS (SELECT 1 FROM approval_requests a WHERE a.tx_id = ${txId} AND a.community_id = ${communityId}))`,
        (rows) => rows.length > 0
      )

    /** Returns whether any of it was new. */
    const write = Effect.fnUntraced(function* (
      { account, communityId }: Pick<EscrowSubject, "account" | "communityId">,
      transaction: CommittedTransaction
    ) {
      const { intentHash: txId, stateVersion } = transaction
      const fees = feesOf(account, transaction)
      const rows = movementsOf(account, transaction).map(([resource, change]) => {
        const fee = formatAmount(fees.get(resource) ?? 0n)
        return { account, communityId, txId, resource, change, fee, stateVersion, at: Date.parse(transaction.at) }
      })
      if (rows.length === 0) return false
      const added = yield* sql`INSERT INTO escrow_movements ${sql.insert(rows)}
        ON CONFLICT (account, tx_id, resource) DO NOTHING RETURNING tx_id`
      return added.length > 0
    })

    const halt = Effect.fnUntraced(function* (escrow: EscrowRow, withdrawal: Withdrawal) {
      const unknown = listText([...escrow.unknown, withdrawal].slice(0, MOST_NAMED))
      yield* sql`UPDATE escrow_accounts SET unknown = ${unknown}, halted_tx = ${withdrawal.txId}
        WHERE account = ${escrow.account}`
    })

    /** Starts recording an escrow account with the committed transaction that funded it, which is recorded, too. */
    const open = Effect.fn("EscrowMovements.open")(function* (
      escrow: EscrowSubject,
      transaction: CommittedTransaction
    ) {
      yield* sql`INSERT INTO escrow_accounts ${sql.insert(escrow)} ON CONFLICT (account) DO NOTHING`
      yield* write(escrow, transaction)
    })

    /** Records a movement of a tracked address. Returns the withdrawal if this site did not make it and it is new. */
    const store = Effect.fn("EscrowMovements.store")(function* (address: string, transaction: CommittedTransaction) {
      if (movementsOf(address, transaction).length === 0) return Option.none()
      yield* withLocks(sql, [`escrow:${address}`])
      const escrow = Option.getOrUndefined(yield* find(address))
      if (escrow === undefined || !(yield* write(escrow, transaction))) return Option.none()
      const withdrawal = withdrawalIn(address, transaction)
      if (withdrawal.amounts.length === 0) return Option.none()
      if (yield* isOwn(escrow.communityId, address, withdrawal.txId)) return Option.none()
      yield* halt(escrow, withdrawal)
      return Option.some({ escrow, withdrawal })
    })

    /**
     * Records a transaction that a record claims, immediately. If it was taken for an unknown withdrawal before, that
     * is corrected.
     */
    const storeOwn = Effect.fn("EscrowMovements.storeOwn")(function* (
      communityId: CommunityId,
      transaction: CommittedTransaction
    ) {
      const changes = [...transaction.fungibleChanges, ...transaction.feeChanges]
      const entities = Arr.dedupe(changes.map(({ entity }) => entity))
      if (entities.length === 0) return
      const found = yield* sql<{ account: string }>`SELECT account FROM escrow_accounts
        WHERE community_id = ${communityId} AND ${sql.in("account", entities)} ORDER BY account`
      for (const { account } of found) {
        yield* withLocks(sql, [`escrow:${account}`])
        const escrow = Option.getOrUndefined(yield* find(account))
        if (escrow === undefined) continue
        yield* write(escrow, transaction)
        const unknown = escrow.unknown.filter(({ txId }) => txId !== transaction.intentHash)
        if (unknown.length === escrow.unknown.length) continue
        const haltedTx = escrow.haltedTx === transaction.intentHash ? null : escrow.haltedTx
        const change = { unknown: listText(unknown), haltedTx }
        yield* sql`UPDATE escrow_accounts SET ${sql.update(change)} WHERE account = ${account}`
      }
    })

    /** Someone who can spend from the treasury has looked at that withdrawal. A later one still halts the account. */
    const acknowledge = (account: string, txId: string) =>
      Effect.asVoid(sql`UPDATE escrow_accounts SET halted_tx = NULL WHERE account = ${account} AND halted_tx = ${txId}`)

    return { find, open, store, storeOwn, acknowledge }
  })
}) {}
