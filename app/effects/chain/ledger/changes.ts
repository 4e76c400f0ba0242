/** Sums of what a transaction moved, because the gateway may report one account in several lines. Pure. */

import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { type Amount, amountOf, ONE } from "~/ledger/index"

type Moved = Pick<CommittedTransaction, "fungibleChanges"> & Partial<Pick<CommittedTransaction, "itemChanges">>

/** Of a non-fungible resource, the number of items. */
export const changesOf = (
  { fungibleChanges, itemChanges = [] }: Moved,
  resource: string
): ((entity: string) => Amount) => {
  const sums = new Map<string, Amount>()
  for (const { change, entity, resource: moved } of fungibleChanges) {
    if (moved !== resource) continue
    sums.set(entity, (sums.get(entity) ?? 0n) + amountOf(change))
  }
  for (const { added, entity, removed, resource: moved } of itemChanges) {
    if (moved !== resource) continue
    sums.set(entity, (sums.get(entity) ?? 0n) + BigInt(added.length - removed.length) * ONE)
  }
  return (entity) => sums.get(entity) ?? 0n
}
