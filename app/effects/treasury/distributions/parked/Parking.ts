/**
 * Parking: what a payout set aside for the site's key to pay from, and what became of it (docs/ledger.md, 1.8).
 * Isomorphic; times are Unix milliseconds.
 */
import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress, LockerAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { leftOf, parkedFields } from "~/effects/treasury/settler/Parked"
import { DistributionId } from "../Distribution"

/**
 * - `asked`: a wallet is asked to park
 * - `parked`: the site pays, as long as the run goes on
 * - `returning`: nothing more is paid from it; what is left goes back
 * - `ended`: nothing is left that belongs to the plan
 */
export const ParkingState = Schema.Literal("asked", "parked", "returning", "ended")
export type ParkingState = typeof ParkingState.Type

/** What one parking sets aside; kept beside its step, too. */
export const ParkingPlan = Schema.Struct({
  distributionId: DistributionId,
  communityId: CommunityId,
  /** Who was asked to approve it. */
  account: AccountAddress,
  /** Of the plan; stands on the parked account. */
  digest: Schema.String,
  resource: ResourceAddress,
  total: AmountText,
  /** XRD for all batches and the return. */
  fees: AmountText,
  /** What one batch is expected to cost. */
  fee: AmountText,
  /** The local id of the key's badge. */
  settler: Schema.String,
  treasury: AccountAddress,
  /** Of an earlier parking; null where this one makes it. */
  locker: Schema.NullOr(LockerAddress),
  /** The keepers' rule that the account has beside the site's key, as `ruleText` writes it; null for any one badge. */
  kept: Schema.optionalWith(Schema.NullOr(Schema.String), { default: () => null })
})
export type ParkingPlan = typeof ParkingPlan.Type

export const Parking = Schema.Struct({
  ...ParkingPlan.fields,
  parked: Schema.NullOr(AccountAddress),
  state: ParkingState,
  /** The step that parks, later the newest one that takes back. */
  stepId: Schema.String,
  /** Confirmed so far. */
  batches: Schema.Int,
  paid: AmountText,
  ...parkedFields
}).annotations(rowOf("parkings", ["distributionId"]))
export type Parking = typeof Parking.Type

/** One whose account is known. */
export type Parked = Parking & { readonly parked: AccountAddress; readonly locker: LockerAddress }
export const isParked = (parking: Parking): parking is Parked => parking.parked !== null && parking.locker !== null

/** What should still lie in the account, by what was written down: the plan's token, and XRD for fees. */
export const leftIn = (parked: Parking) => leftOf(parked, parked.paid)

/** Why no batch is signed by hand now; null where it may be. */
export const byHandRefused = ({ kept, problem, state }: Pick<Parking, "kept" | "problem" | "state">): string | null => {
  switch (state) {
    case "asked":
      return problem === null
        ? kept === null
          ? "A wallet is asked to park this payout. Approve it there, or sign each batch instead."
          : "The signers are asked to park this payout."
        : null
    case "parked":
      return kept === null
        ? "The site pays this run. To sign the rest yourself, let it return the rest, or take it back."
        : "The site pays this run out of what the signers parked. Stop it first: what is left then comes back."
    case "returning":
      return "What was parked is on its way back. Wait until it has arrived."
    case "ended":
      return null
  }
}
