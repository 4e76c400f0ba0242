/**
 * Port that is called for each committed transaction affecting a tracked locker. Implemented by the feature that
 * records claims (treasury/distributions); without it nothing is recorded. Repeated calls change nothing.
 */
import { Context, Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { LockerAddress } from "~/effects/base/addresses/addresses"
import type { GatewayDown } from "~/effects/base/failures/failures"
import type { LedgerRefused, UnknownOnLedger } from "~/effects/chain/ledger/asking.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"

type Trouble = GatewayDown | LedgerRefused | UnknownOnLedger

export class LockerWatch extends Context.Reference<LockerWatch>()("chain/movements/LockerWatch", {
  defaultValue: () => ({
    check: (
      _communityId: CommunityId,
      _locker: LockerAddress,
      _transaction: CommittedTransaction
    ): Effect.Effect<void, Trouble> => Effect.void
  })
}) {}
