/** Our records of claims follow the ledger: what it does not keep any more was claimed, wherever that was done. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Effect, Schema } from "effect"
import { AmountFromText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { Amount } from "~/ledger/index"
import { DistributionCounters } from "./DistributionCounters.server"

/** What one withdrawal takes: all that waited for the account in this locker when it was read. */
export interface Withdrawal {
  readonly account: string
  readonly communityId: string
  readonly locker: string
  readonly resources: ReadonlyArray<string>
  /** When the locker was read; what came later is not judged by it. */
  readonly version: number
}

/** What the ledger's locker keeps of one token for an account. */
export interface Kept extends Omit<Withdrawal, "resources"> {
  readonly resource: string
  readonly held: Amount
}

const Open = Schema.Struct({
  id: Schema.String,
  size: AmountFromText,
  state: Schema.Literal("available", "pending"),
  distributionId: Schema.String
}).annotations(rowOf("claims"))

export class ClaimRecords extends Effect.Service<ClaimRecords>()("effects/ClaimRecords", {
  dependencies: [DistributionCounters.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { recount } = yield* DistributionCounters

    /** The oldest first. */
    const open = SqlSchema.findAll({
      Request: Schema.Struct({
        account: Schema.String,
        communityId: Schema.String,
        locker: Schema.String,
        resources: Schema.Array(Schema.String),
        version: Schema.Number
      }),
      Result: Open,
      execute: ({ account, communityId, locker, resources, version }) => sql`
        SELECT k.id, k.amount AS size, k.state, r.distribution_id FROM claims k
        JOIN distribution_rows r ON r.id = k.origin_id
        WHERE k.account = ${account} AND k.state IN ('available', 'pending') AND k.community_id = ${communityId}
          AND ${sql.in("k.resource", resources)} AND k.locker = ${locker} AND k.available_version <= ${version}
        ORDER BY k.available_at, k.id`
    })

    /** Marks records and the rows they came from. */
    const markClaimed = Effect.fnUntraced(function* (
      claims: ReadonlyArray<Pick<typeof Open.Type, "id" | "distributionId">>,
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
      settleWithLedger,
      /** A withdrawal happened: everything it took is claimed. */
      withdrawn: (withdrawal: Withdrawal, txId: string) =>
        Effect.flatMap(Effect.orDie(open(withdrawal)), (found) => markClaimed(found, txId)),
      /** While a withdrawal is on its way its claims are pending, and available again where it did not happen. */
      move: (withdrawal: Withdrawal, from: "available" | "pending", to: "available" | "pending") =>
        Effect.flatMap(Clock.currentTimeMillis, (updatedAt) => {
          const { account, communityId, locker, resources, version } = withdrawal
          return Effect.asVoid(
            Effect.orDie(sql`UPDATE claims SET state = ${to}, updated_at = ${updatedAt}
              WHERE account = ${account} AND state = ${from} AND community_id = ${communityId}
                AND locker = ${locker} AND ${sql.in("resource", resources)} AND available_version <= ${version}`)
          )
        })
    }
  })
}) {}
