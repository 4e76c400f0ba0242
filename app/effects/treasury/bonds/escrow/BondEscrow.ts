/**
 * Schema of bond escrow: units of a sale, or money for redemptions, that the relayer settles orders from
 * (docs/ledger.md, docs/product/bonds.md). Isomorphic; times are Unix milliseconds.
 */
import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { escrowFields, leftOf } from "~/effects/treasury/relayer/Escrow"
import { Direction } from "../Order"

/**
 * - `asked`: a wallet or the signers are asked to fund it
 * - `parked`: funded; the site settles signed orders
 * - `returning`: nothing more is settled from it, and the rest is being returned
 * - `ended`: it contains nothing that belongs to the series
 */
export const BondEscrowState = Schema.Literal("asked", "parked", "returning", "ended")
export type BondEscrowState = typeof BondEscrowState.Type

/** What one escrow sets aside; also stored with its prepared transaction. */
export const BondEscrowPlan = Schema.Struct({
  id: Schema.String,
  seriesId: Schema.String,
  communityId: CommunityId,
  direction: Direction,
  /** Account that was asked to approve it. */
  account: AccountAddress,
  /** Hash of the terms, also in the metadata of the escrow account. */
  digest: Schema.String,
  /** The units' resource in a sale, the currency in redemptions. */
  resource: ResourceAddress,
  total: AmountText,
  /** XRD for all batches and the return. */
  fees: AmountText,
  /** Local id of the relayer key's badge. */
  settler: Schema.String,
  treasury: AccountAddress,
  /**
   * The multisig rule that controls the account besides the relayer key, as `ruleText` writes it; null for any single
   * admin.
   */
  kept: Schema.optionalWith(Schema.NullOr(Schema.String), { default: () => null })
})
export type BondEscrowPlan = typeof BondEscrowPlan.Type

export const BondEscrow = Schema.Struct({
  ...BondEscrowPlan.fields,
  parked: Schema.NullOr(AccountAddress),
  state: BondEscrowState,
  /** The transaction that funds it, later the newest that withdraws from it. */
  stepId: Schema.String,
  /** Confirmed so far. */
  batches: Schema.Int,
  orders: Schema.Int,
  handed: AmountText,
  ...escrowFields
}).annotations(rowOf("bond_parkings"))
export type BondEscrow = typeof BondEscrow.Type

/** An escrow whose account is known. */
export type EscrowBonds = BondEscrow & { readonly parked: AccountAddress }
export const isParked = (parking: BondEscrow): parking is EscrowBonds => parking.parked !== null

/** Id of a series' escrow in one direction; `before` counts the earlier ones that reached the ledger. */
export const escrowIdOf = (seriesId: string, direction: Direction, before: number): string =>
  `${seriesId}-${direction}-${before}`

/** What should be left in the account according to our records: the token, and XRD for fees. */
export const leftIn = (parked: BondEscrow) => leftOf(parked, parked.handed)

/** Why no batch can be signed by hand now; null if it can. */
export const byHandRefused = ({
  kept,
  problem,
  state
}: Pick<BondEscrow, "kept" | "problem" | "state">): string | null => {
  switch (state) {
    case "asked":
      return problem === null
        ? kept === null
          ? "A wallet has been asked to fund the escrow of this series. Approve it there, or sign each batch instead."
          : "The signers have a request to fund the escrow of this series."
        : null
    case "parked":
      return kept === null
        ? "The site settles these orders from escrow. To sign batches yourself, let it return the rest, or withdraw it."
        : "The site settles these orders from the signers' escrow. To sign batches yourself, let it return the rest."
    case "returning":
      return "The money in escrow is being returned. You can sign once it has arrived."
    case "ended":
      return null
  }
}
