/** Escrows of a series with what its panel shows of them, in one statement. */

import { Effect, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { TransactionState } from "~/effects/chain/prepared-transactions/Step"
import { Escrow } from "~/effects/treasury/escrow/Escrow"
import { EscrowPageRow, escrowParts } from "~/effects/treasury/escrow/view.server"

/**
 * With its escrow account, the transaction that funds it or withdraws, and the wallet that has it; nulls if there is
 * none.
 */
const WithStep = Schema.Struct({
  ...Escrow.fields,
  ...EscrowPageRow.fields,
  stepKind: Schema.NullOr(Schema.String),
  stepKey: Schema.NullOr(Schema.String),
  stepAccount: Schema.NullOr(AccountAddress),
  stepManifest: Schema.NullOr(Schema.String),
  stepState: Schema.NullOr(TransactionState),
  stepTx: Schema.NullOr(Schema.String),
  stepProblem: Schema.NullOr(Schema.String),
  leaseAccount: Schema.NullOr(AccountAddress),
  leaseHolder: Schema.NullOr(Schema.String),
  leasedAt: Schema.NullOr(Schema.Number),
  leasedUntil: Schema.NullOr(Schema.Number)
}).annotations(rowOf("escrows"))
export type WithStep = typeof WithStep.Type

export class BondEscrowsRepo extends Effect.Service<BondEscrowsRepo>()("treasury/bonds/BondEscrowsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const { columns, joins } = escrowParts(sql)

    const withSteps = findAll({
      Request: Schema.String,
      Result: WithStep,
      execute: (
        seriesId
      ) => sql`SELECT p.*, s.kind AS step_kind, s.idempotency_key AS step_key, s.account AS step_account,
          s.manifest AS step_manifest, s.state AS step_state, s.tx_id AS step_tx, s.problem AS step_problem,
          l.account AS lease_account, l.holder AS lease_holder, l.leased_at, l.leased_until, ${columns}
        FROM escrows p LEFT JOIN prepared_transactions s ON s.id = p.transaction_id
        LEFT JOIN transaction_leases l ON l.idempotency_key = s.idempotency_key AND l.holder <> ''
        LEFT JOIN escrow_accounts e ON e.account = p.address ${joins}
        WHERE p.subject_id = ${seriesId} ORDER BY p.created_at DESC, p.id DESC, r.at, r.tx_id`
    })

    const accounts = findAll({
      Request: Schema.String,
      Result: Schema.Struct({ address: Schema.String }),
      execute: (communityId) => sql`SELECT address FROM escrows
        WHERE community_id = ${communityId} AND purpose IN ('bondSale', 'bondRedemption') AND address IS NOT NULL`
    })

    return {
      /** Newest first; one row for each return from escrow. */
      withSteps: (seriesId: string) => withSteps(seriesId),
      /** Accounts that are or were escrows of a community's bonds. */
      accountsOf: (communityId: CommunityId) =>
        Effect.map(accounts(communityId), (rows) => rows.map(({ address }) => address))
    }
  })
}) {}
