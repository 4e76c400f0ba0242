/**
 * The escrow of a payout: what was set aside for the relayer to pay, and where it went (docs/ledger.md). Isomorphic;
 * times are Unix milliseconds.
 */
import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress, LockerAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { escrowFields, leftOf } from "~/effects/treasury/relayer/Escrow"
import { DistributionId } from "../Distribution"

/**
 * - `asked`: a wallet is asked to fund the escrow
 * - `parked`: the site pays, as long as the payout runs
 * - `returning`: nothing more is paid; what is left goes back
 * - `ended`: nothing of the plan is left
 */
export const PayoutEscrowState = Schema.Literal("asked", "parked", "returning", "ended")
export type PayoutEscrowState = typeof PayoutEscrowState.Type

/** What one escrow sets aside; also stored with its funding transaction. */
export const PayoutEscrowPlan = Schema.Struct({
  distributionId: DistributionId,
  communityId: CommunityId,
  /** The account that was asked to approve it. */
  account: AccountAddress,
  /** Hash of the plan, locked on the escrow account. */
  digest: Schema.String,
  resource: ResourceAddress,
  total: AmountText,
  /** XRD for all batches and the refund. */
  fees: AmountText,
  /** Expected fee of one batch. */
  fee: AmountText,
  /** Local ID of the relayer key's badge. */
  settler: Schema.String,
  treasury: AccountAddress,
  /** Locker of an earlier escrow; null if this one creates it. */
  locker: Schema.NullOr(LockerAddress),
  /** The signers' rule on the escrow account, as `ruleText` writes it; null if any single badge can withdraw. */
  kept: Schema.optionalWith(Schema.NullOr(Schema.String), { default: () => null })
})
export type PayoutEscrowPlan = typeof PayoutEscrowPlan.Type

export const PayoutEscrow = Schema.Struct({
  ...PayoutEscrowPlan.fields,
  parked: Schema.NullOr(AccountAddress),
  state: PayoutEscrowState,
  /** The funding transaction, later the newest withdrawal. */
  stepId: Schema.String,
  /** Confirmed batches so far. */
  batches: Schema.Int,
  paid: AmountText,
  ...escrowFields
}).annotations(rowOf("parkings", ["distributionId"]))
export type PayoutEscrow = typeof PayoutEscrow.Type

/** An escrow whose account is known. */
export type Escrow = PayoutEscrow & { readonly parked: AccountAddress; readonly locker: LockerAddress }
export const isParked = (parking: PayoutEscrow): parking is Escrow => parking.parked !== null && parking.locker !== null

/** What our records say is left in the account: the plan's token, and XRD for fees. */
export const leftIn = (parked: PayoutEscrow) => leftOf(parked, parked.paid)

/** Why no batch can be signed by hand now; null if it can. */
export const byHandRefused = ({
  kept,
  problem,
  state
}: Pick<PayoutEscrow, "kept" | "problem" | "state">): string | null => {
  switch (state) {
    case "asked":
      return problem === null
        ? kept === null
          ? "A wallet is asked to move this payout into escrow. Approve it there, or sign each batch instead."
          : "The signers are asked to move this payout into escrow."
        : null
    case "parked":
      return kept === null
        ? "The site is paying this payout. To sign the rest yourself, let the site return the rest, or withdraw it."
        : "The site is paying this payout from the signers' escrow. Stop it first; the rest is then returned."
    case "returning":
      return "The money in escrow is being returned. Wait until it has arrived."
    case "ended":
      return null
  }
}
