/** Sums of what a transaction moved, because the gateway may report one account in several lines. Pure. */

import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { type Amount, amountOf } from "~/ledger/index"

export const changesOf = (
  { fungibleChanges }: Pick<CommittedTransaction, "fungibleChanges">,
  resource: string
): ((entity: string) => Amount) => {
  const sums = new Map<string, Amount>()
  for (const { change, entity, resource: moved } of fungibleChanges) {
    if (moved !== resource) continue
    sums.set(entity, (sums.get(entity) ?? 0n) + amountOf(change))
  }
  return (entity) => sums.get(entity) ?? 0n
}
