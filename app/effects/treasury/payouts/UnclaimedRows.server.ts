/** Rows of a payout whose tokens are still in the locker, as the ledger says now. */
import { Effect } from "effect"
import type { AccountAddress, LockerAddress } from "~/effects/base/addresses/addresses"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import type { HeldTreasury } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { amountOf, NOTHING } from "~/ledger/index"
import type { Distribution } from "./Distribution"
import { PayableRows } from "./PayableRows.server"
import { RECOVER_AT_ONCE } from "./recovery"

export const makeUnclaimedRows = Effect.gen(function* () {
  const ledger = yield* Ledger
  const rows = yield* PayableRows

  /** Amount in the locker for the account of a row. */
  const heldFor = Effect.fnUntraced(function* (locker: LockerAddress, run: Distribution, account: AccountAddress) {
    const { vaults } = yield* orGatewayDown(ledger.lockerVaults(locker, account))
    return amountOf(vaults.find((vault) => vault.resource === run.resource)?.amount ?? NOTHING)
  })

  /**
   * The next rows whose tokens are still in a locker, all in the same one: the community's, or that of payouts from
   * escrow.
   */
  const unclaimedOf = Effect.fnUntraced(function* (treasury: HeldTreasury, run: Distribution) {
    const waiting = yield* Effect.forEach(
      yield* rows.claimable(run.id, RECOVER_AT_ONCE),
      ({ locker: stored, ...row }) => {
        const locker = stored ?? treasury.locker
        return Effect.map(heldFor(locker, run, row.account), (held) => ({ row, held, locker }))
      },
      { concurrency: 4 }
    )
    const there = waiting.filter(({ held, row }) => held >= amountOf(row.amount))
    const locker = there[0]?.locker ?? treasury.locker
    return { locker, unclaimed: there.flatMap((each) => (each.locker === locker ? [each.row] : [])) }
  })

  return { unclaimedOf }
})
