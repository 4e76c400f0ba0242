/**
 * What is killed while it moves money: a server that pays a list, one that settles bond orders, and one that does both
 * from parked money.
 */
import { lifeOf as sellingLife } from "../../tests/effects/treasury/bonds/drill"
import { lifeOf as payingLife } from "../../tests/effects/treasury/distributions/drill"
import { lifeOf as parkedLife } from "../../tests/effects/treasury/settler/drill"
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

export const parkedDrill = killDrill({
  id: "parked-drill",
  life: parkedLife,
  words: "accounts, series, orders and parkings whose amounts are not what was approved"
})
