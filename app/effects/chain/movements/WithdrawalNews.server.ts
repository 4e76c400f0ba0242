/**
 * Hears of each withdrawal that this site did not make once, in the transaction that writes it down. Filled by the features
 * that tell people (treasury/settler); without one the withdrawal is only written down and its plan paused.
 */
import { Context, Effect } from "effect"
import type { Escrow, Withdrawal } from "./Withdrawal"

export class WithdrawalNews extends Context.Reference<WithdrawalNews>()("effects/WithdrawalNews", {
  defaultValue: () => ({ tell: (_escrow: Escrow, _withdrawal: Withdrawal): Effect.Effect<void> => Effect.void })
}) {}
