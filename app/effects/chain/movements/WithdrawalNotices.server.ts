/**
 * Port that is called once for each withdrawal that this site did not make, in the transaction that records it.
 * Implemented by the feature that notifies people (treasury/relayer); without it the withdrawal is only recorded and
 * the payments put on hold.
 */
import { Context, Effect } from "effect"
import type { EscrowSubject, Withdrawal } from "./Withdrawal"

export class WithdrawalNotices extends Context.Reference<WithdrawalNotices>()("chain/movements/WithdrawalNotices", {
  defaultValue: () => ({
    notify: (_escrow: EscrowSubject, _withdrawal: Withdrawal): Effect.Effect<void> => Effect.void
  })
}) {}
