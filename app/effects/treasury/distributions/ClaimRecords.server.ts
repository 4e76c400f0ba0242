/** Our records of claims follow the ledger: what it does not keep any more was claimed, wherever that was done. */
import { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import type { ResourceAddress } from "~/effects/base/addresses/addresses"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { Amount } from "~/ledger/index"
import { DistributionCounters } from "./DistributionCounters.server"
import { type OpenClaim, OpenClaims, type Withdrawal } from "./OpenClaims.server"

/** What the ledger's locker keeps of one token for an account. */
export interface Kept extends Omit<Withdrawal, "resources"> {
  readonly resource: ResourceAddress
  readonly held: Amount
}

export class ClaimRecords extends Effect.Service<ClaimRecords>()("effects/ClaimRecords", {
  dependencies: [DistributionCounters.Default, OpenClaims.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { recount } = yield* DistributionCounters
    const { move, open } = yield* OpenClaims

    /** Marks records and the rows they came from. */
    const markClaimed = Effect.fnUntraced(function* (
      claims: ReadonlyArray<Pick<OpenClaim, "id" | "distributionId">>,
      txId: string | null
    ) {
      if (claims.length === 0) return
      const ids = claims.map(({ id }) => id)
      const updatedAt = yield* Clock.currentTimeMillis
      yield* sql`UPDATE claims SET state = 'claimed', tx_id = ${txId}, updated_at = ${updatedAt}
        WHERE ${sql.in("id", ids)} AND state IN ('available', 'pending')`
      yield* sql`UPDATE distribution_rows SET state = 'claimed' WHERE ${sql.in("id", ids)} AND state = 'claimable'`
      yield* recount([...new Set(claims.map(({ distributionId }) => distributionId))])
    }, Effect.orDie)

    /** As long as more is recorded than kept, the oldest was claimed. */
    const settleWithLedger = Effect.fn("ClaimRecords.settleWithLedger")(
      function* ({ held, resource, ...place }: Kept) {
        const found = yield* open({ ...place, resources: [resource] })
        const available = found.filter(({ state }) => state === "available")
        let excess = available.reduce((sum, { size }) => sum + size, 0n) - held
        const over = available.filter(({ size }) => {
          if (excess < size || size === 0n) return false
          excess -= size
          return true
        })
        yield* markClaimed(over, null)
      },
      Effect.orDie,
      atomically(sql)
    )

    return {
      move,
      settleWithLedger,
      /** A withdrawal happened: everything it took is claimed. */
      withdrawn: (withdrawal: Withdrawal, txId: string) =>
        Effect.flatMap(open(withdrawal), (found) => markClaimed(found, txId))
    }
  })
}) {}
