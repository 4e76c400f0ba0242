/**
 * Fault tests with kills of a server that moves money: one pays a list, one settles bond orders, and one does both from
 * escrow.
 */
import { lifeOf as sellingLife } from "../../tests/effects/treasury/bonds/killedLife"
import { lifeOf as payingLife } from "../../tests/effects/treasury/payouts/killedLife"
import { lifeOf as escrowLife } from "../../tests/effects/treasury/relayer/killedLife"
import { killingTest } from "./killing"

export const payoutFaultTest = killingTest({
  id: "payout-faults",
  life: payingLife,
  words: "accounts that hold another amount than planned"
})

export const bondFaultTest = killingTest({
  id: "bond-faults",
  life: sellingLife,
  words: "accounts, series and orders whose units or money are not what was settled"
})

export const escrowFaultTest = killingTest({
  id: "escrow-faults",
  life: escrowLife,
  words: "accounts, series, orders and escrows whose amounts are not what was approved"
})
