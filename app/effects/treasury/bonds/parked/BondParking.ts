/**
 * Parking of bonds: units of a sale, or face values for redemptions, set aside for the site's key to settle orders from
 * (docs/ledger.md, 1.8; docs/product/bonds.md, 3.5.6). Isomorphic; times are Unix milliseconds.
 */
import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { leftOf, parkedFields } from "~/effects/treasury/settler/Parked"
import { Direction } from "../Order"

/**
 * - `asked`: a wallet is asked to park
 * - `parked`: the site settles what is signed
 * - `returning`: nothing more is settled from it; what is left goes back
 * - `ended`: nothing is left that belongs to the series
 */
export const BondParkingState = Schema.Literal("asked", "parked", "returning", "ended")
export type BondParkingState = typeof BondParkingState.Type

/** What one parking sets aside; kept beside its step, too. */
export const BondParkingPlan = Schema.Struct({
  id: Schema.String,
  seriesId: Schema.String,
  communityId: CommunityId,
  direction: Direction,
  /** Who was asked to approve it. */
  account: AccountAddress,
  /** Of the terms; stands on the parked account. */
  digest: Schema.String,
  /** The units' resource in a sale, the currency in redemptions. */
  resource: ResourceAddress,
  total: AmountText,
  /** XRD for all batches and the return. */
  fees: AmountText,
  /** The local id of the key's badge. */
  settler: Schema.String,
  treasury: AccountAddress,
  /** The keepers' rule that the account has beside the site's key, as `ruleText` writes it; null for any one badge. */
  kept: Schema.optionalWith(Schema.NullOr(Schema.String), { default: () => null })
})
export type BondParkingPlan = typeof BondParkingPlan.Type

export const BondParking = Schema.Struct({
  ...BondParkingPlan.fields,
  parked: Schema.NullOr(AccountAddress),
  state: BondParkingState,
  /** The step that parks, later the newest one that takes back. */
  stepId: Schema.String,
  /** Confirmed so far. */
  batches: Schema.Int,
  orders: Schema.Int,
  handed: AmountText,
  ...parkedFields
}).annotations(rowOf("bond_parkings"))
export type BondParking = typeof BondParking.Type

/** One whose account is known. */
export type ParkedBonds = BondParking & { readonly parked: AccountAddress }
export const isParked = (parking: BondParking): parking is ParkedBonds => parking.parked !== null

/** Of a series, in one direction, the one after so many that were on the ledger. */
export const parkingIdOf = (seriesId: string, direction: Direction, before: number): string =>
  `${seriesId}-${direction}-${before}`

/** What should still lie in the account, by what was written down: the token, and XRD for fees. */
export const leftIn = (parked: BondParking) => leftOf(parked, parked.handed)

/** Why no batch is signed by hand now; null where it may be. */
export const byHandRefused = ({
  kept,
  problem,
  state
}: Pick<BondParking, "kept" | "problem" | "state">): string | null => {
  switch (state) {
    case "asked":
      return problem === null
        ? kept === null
          ? "A wallet is asked to park for this series. Approve it there, or sign each batch instead."
          : "The signers are asked to park for this series."
        : null
    case "parked":
      return kept === null
        ? "The site settles these orders. To sign batches yourself, let it return the rest, or take it back."
        : "The site settles these orders, from what signers parked. To sign batches yourself, let it return the rest."
    case "returning":
      return "What was parked is on its way back. Sign once it has arrived."
    case "ended":
      return null
  }
}
