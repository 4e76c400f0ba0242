/** Records what a treasury received and paid in each transaction, once. */
import { Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AmountFromText, type AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { amountOf, formatAmount } from "~/ledger/index"

const DAY_MS = 86_400_000

/** Changes by resource, fees included; empty if nothing changed. */
export const movementsOf = (
  entity: string,
  { feeChanges, fungibleChanges }: Pick<CommittedTransaction, "feeChanges" | "fungibleChanges">
): ReadonlyArray<readonly [resource: string, change: AmountText]> => {
  const sums = new Map<string, bigint>()
  for (const { change, entity: of, resource } of [...fungibleChanges, ...feeChanges]) {
    if (of === entity) sums.set(resource, (sums.get(resource) ?? 0n) + amountOf(change))
  }
  return [...sums].filter(([, sum]) => sum !== 0n).map(([resource, sum]) => [resource, formatAmount(sum)])
}

/** Network fees that the account paid, by resource, as positive amounts. */
export const feesOf = (
  entity: string,
  { feeChanges }: Pick<CommittedTransaction, "feeChanges">
): ReadonlyMap<string, bigint> => {
  const sums = new Map<string, bigint>()
  for (const { change, entity: of, resource } of feeChanges) {
    if (of === entity) sums.set(resource, (sums.get(resource) ?? 0n) - amountOf(change))
  }
  return sums
}

const DayKey = { communityId: CommunityId, resource: Schema.String, day: Schema.Number }
const OfDay = Schema.Struct({ ...DayKey, change: AmountFromText }).annotations(
  rowOf("treasury_days", ["communityId", "resource", "day"])
)
const Place = Schema.Struct({ treasuryAccount: Schema.NullOr(Schema.String) })

/** The rows of `treasury_movements`, and of `treasury_days`, the source of the balance over time. */
export class TreasuryMovements extends Effect.Service<TreasuryMovements>()("chain/movements/TreasuryMovements", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const ofDay = findOne({
      Request: Schema.Struct(DayKey),
      Result: OfDay,
      execute: ({ communityId, day, resource }) => sql`SELECT * FROM treasury_days
        WHERE community_id = ${communityId} AND resource = ${resource} AND day = ${day}`
    })
    const placeOf = findOne({
      Request: Schema.String,
      Result: Place,
      execute: (id) => sql`SELECT treasury_account FROM communities WHERE id = ${id}`
    })

    const addToDay = ({ change, ...key }: typeof OfDay.Type) =>
      Effect.gen(function* () {
        const before = Option.match(yield* ofDay(key), { onNone: () => 0n, onSome: (day) => day.change })
        yield* sql`INSERT INTO treasury_days ${sql.insert({ ...key, change: formatAmount(before + change) })}
          ON CONFLICT (community_id, resource, day) DO UPDATE SET change = excluded.change`
      })

    const write = (
      communityId: CommunityId,
      moved: ReturnType<typeof movementsOf>,
      fees: ReturnType<typeof feesOf>,
      transaction: CommittedTransaction
    ) =>
      Effect.gen(function* () {
        const { intentHash: txId, stateVersion } = transaction
        const at = Date.parse(transaction.at)
        // Locked before the day's balance is read, so that of two writers the second adds to the first.
        yield* withLocks(sql, [`treasury:${communityId}`])
        for (const [resource, change] of moved) {
          const fee = formatAmount(fees.get(resource) ?? 0n)
          const row = { communityId, txId, resource, change, fee, stateVersion, at }
          const isNew = yield* sql`INSERT INTO treasury_movements ${sql.insert(row)}
            ON CONFLICT (community_id, tx_id, resource) DO NOTHING RETURNING tx_id`
          const day = Math.floor(at / DAY_MS)
          if (isNew.length > 0) yield* addToDay({ communityId, resource, day, change: amountOf(change) })
        }
      }).pipe(atomically(sql))

    /** Only for the community's own treasury; other addresses are ignored. */
    const store = (communityId: CommunityId, address: string, transaction: CommittedTransaction) =>
      Effect.gen(function* () {
        const moved = movementsOf(address, transaction)
        if (moved.length === 0) return
        const own = yield* sql`SELECT id FROM communities WHERE id = ${communityId} AND treasury_account = ${address}`
        if (own.length > 0) yield* write(communityId, moved, feesOf(address, transaction), transaction)
      })

    /** Records a confirmed transaction immediately, before the indexer reads it. */
    const storeOwn = (communityId: CommunityId, transaction: CommittedTransaction) =>
      Effect.gen(function* () {
        const treasury = Option.getOrNull(yield* placeOf(communityId))?.treasuryAccount ?? null
        if (treasury !== null) yield* store(communityId, treasury, transaction)
      })

    return { store, storeOwn }
  })
}) {}
