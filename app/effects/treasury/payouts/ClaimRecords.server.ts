/** Our records of claims, while withdrawals are pending and after they are committed. */

import { Clock, Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress, type LockerAddress, type ResourceAddress } from "~/effects/base/addresses/addresses"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { DistributionsRepo } from "./DistributionsRepo.server"

/** One withdrawal: everything that waited for the account in this locker when it was read. */
interface Withdrawal {
  readonly account: AccountAddress
  readonly communityId: CommunityId
  readonly locker: LockerAddress
  readonly resources: ReadonlyArray<ResourceAddress>
  /** State version at which the locker was read; later claims are not affected. */
  readonly version: number
}

/** A claim that is still open. */
const OpenClaim = Schema.Struct({
  id: Schema.String,
  distributionId: Schema.String
}).annotations(rowOf("claims"))
type OpenClaim = typeof OpenClaim.Type

/** Our records of what waits in a locker: available, or pending with a withdrawal. */
const makeOpenClaims = Effect.gen(function* () {
  const sql = yield* Sql

  /** Oldest first. */
  const find = findAll({
    Request: Schema.Struct({
      account: AccountAddress,
      communityId: CommunityId,
      locker: Schema.String,
      resources: Schema.Array(Schema.String),
      version: Schema.Number
    }),
    Result: OpenClaim,
    execute: ({ account, communityId, locker, resources, version }) => sql`
        SELECT k.id, r.distribution_id FROM claims k
        JOIN distribution_rows r ON r.id = k.origin_id
        WHERE k.account = ${account} AND k.state IN ('available', 'pending') AND k.community_id = ${communityId}
          AND ${sql.in("k.resource", resources)} AND k.locker = ${locker} AND k.available_version <= ${version}
        ORDER BY k.available_at, k.id`
  })

  /** Claims are pending while their withdrawal is, and available again if it fails. */
  const move = (withdrawal: Withdrawal, from: "available" | "pending", to: "available" | "pending") =>
    Effect.flatMap(Clock.currentTimeMillis, (updatedAt) => {
      const { account, communityId, locker, resources, version } = withdrawal
      return Effect.asVoid(
        sql`UPDATE claims SET state = ${to}, updated_at = ${updatedAt}
              WHERE account = ${account} AND state = ${from} AND community_id = ${communityId}
                AND locker = ${locker} AND ${sql.in("resource", resources)} AND available_version <= ${version}`
      )
    })

  return { open: (withdrawal: Withdrawal) => find(withdrawal), move }
})

export const makeClaimRecords = Effect.gen(function* () {
  const sql = yield* Sql
  const { recount } = yield* DistributionsRepo
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
