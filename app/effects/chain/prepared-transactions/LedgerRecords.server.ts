/** Ledger records: every transaction that we requested or saw in a community's name (docs/product/treasury.md). */
import { Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Sql } from "~/effects/base/db/statements.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { proversIn } from "~/effects/chain/ledger/provers.server"
import { EscrowMovements } from "~/effects/chain/movements/EscrowMovements.server"
import { TreasuryMovements } from "~/effects/chain/movements/TreasuryMovements.server"

export interface NewRecord {
  readonly communityId: CommunityId
  readonly kind: string
  readonly related: string | null
  readonly transaction: CommittedTransaction
}

/** The rows of `ledger_records`. */
export class LedgerRecords extends Effect.Service<LedgerRecords>()("chain/prepared-transactions/LedgerRecords", {
  dependencies: [EscrowMovements.Default, TreasuryMovements.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const movements = yield* TreasuryMovements
    const escrows = yield* EscrowMovements

    /**
     * Stores a record. One first seen as unknown gets its kind once a prepared transaction claims it, never the
     * reverse. Movements of the treasury and of escrow accounts are stored with it. Joins the caller's transaction.
     */
    const store = ({ communityId, kind, related, transaction }: NewRecord) =>
      Effect.gen(function* () {
        const provers = yield* proversIn(sql, communityId, transaction)
        yield* sql`INSERT INTO ledger_records ${sql.insert({
          communityId,
          txId: transaction.intentHash,
          kind,
          related,
          status: transaction.status,
          stateVersion: transaction.stateVersion,
          fee: transaction.fee,
          provers: provers.map(({ account }) => account).join(" "),
          at: Date.parse(transaction.at)
        })} ON CONFLICT (community_id, tx_id) DO UPDATE SET
          kind = CASE WHEN excluded.kind = 'seen' THEN ledger_records.kind ELSE excluded.kind END,
          related = COALESCE(excluded.related, ledger_records.related), provers = excluded.provers`
        if (kind === "seen") return
        yield* movements.storeOwn(communityId, transaction)
        yield* escrows.storeOwn(communityId, transaction)
      })

    return { store }
  })
}) {}
