/** What a treasury gave and got in one transaction, written down once. */
import type { SqlClient } from "@effect/sql"
import { Effect, Option } from "effect"
import { formatAmount, parseAmount } from "~/ledger/index"
import type { CommunityId } from "../communities/Community"
import type { CommittedTransaction } from "../ledger/facts"

/** By resource; fees the account paid are part of it. Nothing where it stays as it was. */
export const movementsOf = (
  entity: string,
  { feeChanges, fungibleChanges }: Pick<CommittedTransaction, "feeChanges" | "fungibleChanges">
): ReadonlyArray<readonly [resource: string, change: string]> => {
  const sums = new Map<string, bigint>()
  for (const { change, entity: of, resource } of [...fungibleChanges, ...feeChanges]) {
    const amount = Option.getOrElse(parseAmount(change), () => 0n)
    if (of === entity) sums.set(resource, (sums.get(resource) ?? 0n) + amount)
  }
  return [...sums].filter(([, sum]) => sum !== 0n).map(([resource, sum]) => [resource, formatAmount(sum)])
}

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
    yield* sql`INSERT INTO treasury_movements ${sql.insert(
      moved.map(([resource, change]) => ({ communityId, txId, resource, change, stateVersion, at: Date.parse(at) }))
    )} ON CONFLICT (community_id, tx_id, resource) DO NOTHING`
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
