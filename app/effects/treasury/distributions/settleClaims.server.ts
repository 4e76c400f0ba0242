/** Our records follow the ledger: what it does not keep any more was claimed, wherever that was done. */
import { type SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Schema } from "effect"
import { AmountFromText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { Amount } from "~/ledger/index"
import { recount } from "./counters.server"

export interface Kept {
  readonly communityId: string
  readonly locker: string
  readonly account: string
  readonly resource: string
  /** What the ledger's locker keeps. */
  readonly held: Amount
  /** When it was read; what came later is not judged by it. */
  readonly version: number
}

const Open = Schema.Struct({
  id: Schema.String,
  size: AmountFromText,
  distributionId: Schema.String
}).annotations(rowOf("claims"))

/** The oldest first, as long as more is recorded than kept. */
export const settleWithLedger = (sql: SqlClient.SqlClient, { held, version, ...kept }: Kept) =>
  Effect.gen(function* () {
    const find = SqlSchema.findAll({
      Request: Schema.Void,
      Result: Open,
      execute: () => sql`SELECT k.id, k.amount AS size, r.distribution_id FROM claims k
        JOIN distribution_rows r ON r.id = k.origin_id
        WHERE k.account = ${kept.account} AND k.state = 'available' AND k.community_id = ${kept.communityId}
          AND k.resource = ${kept.resource} AND k.locker = ${kept.locker} AND k.available_version <= ${version}
        ORDER BY k.available_at, k.id`
    })
    const open = yield* find()
    let excess = open.reduce((sum, { size }) => sum + size, 0n) - held
    const over = open.filter(({ size }) => {
      if (excess < size || size === 0n) return false
      excess -= size
      return true
    })
    yield* markClaimed(sql, over, null)
  }).pipe(Effect.orDie, atomically(sql))

/** Marks records and the rows they came from. */
export const markClaimed = (
  sql: SqlClient.SqlClient,
  claims: ReadonlyArray<{ readonly id: string; readonly distributionId: string }>,
  txId: string | null
) =>
  Effect.gen(function* () {
    if (claims.length === 0) return
    const ids = claims.map(({ id }) => id)
    const updatedAt = yield* Clock.currentTimeMillis
    yield* sql`UPDATE claims SET state = 'claimed', tx_id = ${txId}, updated_at = ${updatedAt}
      WHERE ${sql.in("id", ids)} AND state IN ('available', 'pending')`
    yield* sql`UPDATE distribution_rows SET state = 'claimed' WHERE ${sql.in("id", ids)} AND state = 'claimable'`
    yield* recount(sql, [...new Set(claims.map(({ distributionId }) => distributionId))])
  }).pipe(Effect.orDie)

/** What one withdrawal takes: all that waited for the account in this locker when it was read. */
interface Withdrawal {
  readonly account: string
  readonly communityId: string
  readonly locker: string
  readonly resources: ReadonlyArray<string>
  readonly version: number
}

/** While a withdrawal is on its way its claims are pending, and available again where it did not happen. */
export const moveClaims = (
  sql: SqlClient.SqlClient,
  { account, communityId, locker, resources, version }: Withdrawal,
  from: "available" | "pending",
  to: "available" | "pending"
) =>
  Effect.gen(function* () {
    const updatedAt = yield* Clock.currentTimeMillis
    yield* sql`UPDATE claims SET state = ${to}, updated_at = ${updatedAt}
      WHERE account = ${account} AND state = ${from} AND community_id = ${communityId}
        AND locker = ${locker} AND ${sql.in("resource", resources)} AND available_version <= ${version}`
  }).pipe(Effect.orDie)
