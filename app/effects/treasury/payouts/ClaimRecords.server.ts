/** Our records of claims, while withdrawals are pending and after they are committed. */
import { Clock, Effect } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { DistributionCounters } from "./DistributionCounters.server"
import { makeOpenClaims, type OpenClaim, type Withdrawal } from "./OpenClaims.server"

export class ClaimRecords extends Effect.Service<ClaimRecords>()("treasury/payouts/ClaimRecords", {
  dependencies: [DistributionCounters.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const { recount } = yield* DistributionCounters
    const { move, open } = yield* makeOpenClaims

    /** Marks claims and the rows they came from. */
    const markClaimed = Effect.fnUntraced(function* (
      claims: ReadonlyArray<Pick<OpenClaim, "id" | "distributionId">>,
      txId: string
    ) {
      if (claims.length === 0) return
      const ids = claims.map(({ id }) => id)
      const updatedAt = yield* Clock.currentTimeMillis
      yield* sql`UPDATE claims SET state = 'claimed', tx_id = ${txId}, updated_at = ${updatedAt}
        WHERE ${sql.in("id", ids)} AND state IN ('available', 'pending')`
      yield* sql`UPDATE distribution_rows SET state = 'claimed' WHERE ${sql.in("id", ids)} AND state = 'claimable'`
      yield* recount([...new Set(claims.map(({ distributionId }) => distributionId))])
    })

    return {
      move,
      /** A withdrawal was committed: everything it took is claimed. */
      withdrawn: (withdrawal: Withdrawal, txId: string) =>
        Effect.flatMap(open(withdrawal), (found) => markClaimed(found, txId))
    }
  })
}) {}
