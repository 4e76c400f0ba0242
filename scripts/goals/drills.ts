/**
 * Fault tests with kills of a server that moves money: one pays a list, one settles bond orders, and one does both from
 * escrow.
 */
import { lifeOf as sellingLife } from "../../tests/effects/treasury/bonds/drill"
import { lifeOf as payingLife } from "../../tests/effects/treasury/payouts/drill"
import { lifeOf as escrowLife } from "../../tests/effects/treasury/relayer/drill"
import { killDrill } from "./killing"

export const payoutDrill = killDrill({
  id: "payout-drill",
  life: payingLife,
  words: "accounts that hold another amount than planned"
})

export const bondDrill = killDrill({
  id: "bond-drill",
  life: sellingLife,
  words: "accounts, series and orders whose units or money are not what was settled"
})

export const escrowDrill = killDrill({
  id: "escrow-drill",
  life: escrowLife,
  words: "accounts, series, orders and escrows whose amounts are not what was approved"
})
