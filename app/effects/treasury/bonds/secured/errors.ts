/** Errors of secured bonds (docs/product/errors.md). */
import { Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"

/** The text is not an address of collateral. */
export class NotCollateral extends coded("NotCollateral", "E-UNCHECKED", 422, {
  fields: { message: Schema.String }
}) {}

/** The treasury does not hold the collateral, or the token's owner could take it. */
export class CollateralRefused extends coded("CollateralRefused", "E-COLLATERAL", 409, {
  fields: { message: Schema.String }
}) {}
