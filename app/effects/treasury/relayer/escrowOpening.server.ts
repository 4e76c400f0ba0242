/** Starts tracking an escrow account, like the treasury, from the transaction that funds it. */
import { Effect } from "effect"
import { FollowedAddresses } from "~/effects/chain/indexer/FollowedAddresses.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { EscrowMovements } from "~/effects/chain/movements/EscrowMovements.server"
import type { Escrow } from "~/effects/chain/movements/Withdrawal"

export const escrowOpening = Effect.map(
  Effect.all([EscrowMovements, FollowedAddresses]),
  ([escrows, addresses]) =>
    (escrow: Escrow, filling: CommittedTransaction) =>
      Effect.zipRight(
        addresses.follow(escrow.communityId, [escrow.account], filling.stateVersion),
        escrows.open(escrow, filling)
      )
)
