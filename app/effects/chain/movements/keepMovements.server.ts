/** What a treasury gave and got in one transaction, written down once. */
import { type SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { AmountFromText, type AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { takeTurns } from "~/effects/base/limits/turns.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { amountOf, formatAmount } from "~/ledger/index"

const DAY_MS = 86_400_000

/** By resource; fees the account paid are part of it. Nothing where it stays as it was. */
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

const OfDay = Schema.Struct({
  communityId: Schema.String,
  resource: Schema.String,
  day: Schema.Number,
  change: AmountFromText
}).annotations(rowOf("treasury_days", ["communityId", "resource", "day"]))

/** The balance over time is made of these. */
const addToDay = (sql: SqlClient.SqlClient, { change, ...place }: typeof OfDay.Type) =>
  Effect.gen(function* () {
    const { communityId, day, resource } = place
    const find = SqlSchema.findAll({
      Request: Schema.Void,
      Result: OfDay,
      execute: () => sql`SELECT * FROM treasury_days
        WHERE community_id = ${communityId} AND resource = ${resource} AND day = ${day}`
    })
    const [before] = yield* find()
    yield* sql`INSERT INTO treasury_days ${sql.insert({ ...place, change: formatAmount((before?.change ?? 0n) + change) })}
      ON CONFLICT (community_id, resource, day) DO UPDATE SET change = excluded.change`
  })

/** Only of the community's own treasury; of any other address nothing is kept. */
export const keepMovements = (
  sql: SqlClient.SqlClient,
  communityId: CommunityId,
  address: string,
  transaction: CommittedTransaction
) =>
  Effect.gen(function* () {
    const moved = movementsOf(address, transaction)
    if (moved.length === 0) return
    const own = yield* sql`SELECT id FROM communities WHERE id = ${communityId} AND treasury_account = ${address}`
    if (own.length === 0) return
    const { at, intentHash: txId, stateVersion } = transaction
    const day = Math.floor(Date.parse(at) / DAY_MS)
    yield* Effect.gen(function* () {
      // Before it is looked up what the day had: of two that write at once, the second adds to the first.
      yield* takeTurns(sql, [`treasury:${communityId}`])
      for (const [resource, change] of moved) {
        const isNew =
          yield* sql`INSERT INTO treasury_movements ${sql.insert({ communityId, txId, resource, change, stateVersion, at: Date.parse(at) })}
          ON CONFLICT (community_id, tx_id, resource) DO NOTHING RETURNING tx_id`
        if (isNew.length > 0) yield* addToDay(sql, { communityId, resource, day, change: amountOf(change) })
      }
    }).pipe(sql.withTransaction)
  }).pipe(Effect.orDie)

/** Of a transaction that a step proved: at once, before the indexer comes by. */
export const keepOwnMovements = (
  sql: SqlClient.SqlClient,
  communityId: CommunityId,
  transaction: CommittedTransaction
) =>
  Effect.gen(function* () {
    const [own] = yield* sql<{ readonly treasuryAccount: string | null }>`SELECT treasury_account FROM communities
      WHERE id = ${communityId}`
    const treasury = own?.treasuryAccount ?? null
    if (treasury !== null) yield* keepMovements(sql, communityId, treasury, transaction)
  }).pipe(Effect.orDie)
