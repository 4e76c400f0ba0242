/** Errors of bonds. Texts of docs/product/bonds.md and docs/product/errors.md. */
import { Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { coded } from "~/effects/base/failures/coded"
import { WrongState } from "~/effects/base/failures/failures"
import { wholeText } from "./money"
import type { Series } from "./Series"
import { stateInWords } from "./words"

/** Another member changed the draft first (docs/product/errors.md). */
export class StaleSeries extends coded("StaleSeries", "E-STALE", 409, {
  fields: {
    stored: Schema.Record({ key: Schema.String, value: Schema.String })
  },
  message: "Someone changed this meanwhile. Your text is kept; compare and save again."
}) {}

/** Limits and remaining units: an order is cut to what is left only if the buyer asks for it. */
export class UnitsRefused extends coded("UnitsRefused", "E-UNITS", 422, {
  fields: {
    message: Schema.String,
    /** Units that can still be ordered; the page offers them. */
    left: Schema.Int
  }
}) {
  get fields() {
    return { units: this.message }
  }
}

/** The account holds less than the order needs. */
export class TooLittle extends coded("TooLittle", "E-BALANCE", 409, {
  fields: {
    held: AmountText,
    needed: AmountText,
    /** How much of the needed amount is for orders signed before; null if there are none. */
    waiting: Schema.NullOr(AmountText),
    symbol: Schema.String,
    direction: Schema.Literal("buy", "redeem")
  }
}) {
  override get message() {
    const whose = this.direction === "buy" ? "your waiting orders in all series" : "your waiting orders"
    const before = this.waiting === null ? "" : `, ${wholeText(this.waiting)} of it for ${whose}`
    return `You hold ${wholeText(this.held)} ${this.symbol}; ${wholeText(this.needed)} is needed${before}.`
  }
}

/** The signed part is not the one that was requested. `what` says how it differs. */
export class PartRefused extends coded("PartRefused", "E-PROOF", 422, {
  fields: { what: Schema.String },
  message: ({ what }) => `The wallet's signature does not fit this request. Try again. (${what})`
}) {}

export const CHANGED_DRAFT = "The draft has changed since you opened this page. Review it again, then ask the signers."

/** The batch would fail whatever orders are in it. */
export class BatchRefused extends coded("BatchRefused", "E-BATCH", 409, { fields: { message: Schema.String } }) {}

export class NotYourReceipt extends coded("NotYourReceipt", "E-RECEIPT", 403, {
  message: "This receipt belongs to another account."
}) {}

/** The community's rules require a vote on the terms first. */
export class NeedsVote extends coded("NeedsVote", "E-VOTE", 409, {
  message: "This community decides on its bonds by a vote. Put it to a vote first."
}) {}

export const Failure = Schema.Struct({
  id: Schema.String,
  account: AccountAddress,
  units: Schema.Int,
  failure: Schema.String
})

/** By the dry run these orders would fail: reported before anybody signs for the treasury. */
export class OrdersWouldFail extends coded("OrdersWouldFail", "E-BATCH", 409, {
  fields: {
    message: Schema.String,
    failures: Schema.Array(Failure),
    /** The sale can continue without them. */
    mayGoOn: Schema.Boolean
  }
}) {}

/** Its time has not come yet. */
export class TooEarly extends coded("TooEarly", "E-STATE", 409, { fields: { message: Schema.String } }) {}

/** The text is not an address of collateral. */
export class NotCollateral extends coded("NotCollateral", "E-UNCHECKED", 422, {
  fields: { message: Schema.String }
}) {}

/** The treasury does not hold the collateral, or the token's owner could take it. */
export class CollateralRefused extends coded("CollateralRefused", "E-COLLATERAL", 409, {
  fields: { message: Schema.String }
}) {}

/** `action` completes "… cannot be done in this state": "issuing it". */
export const wrongSeriesState = (series: Pick<Series, "state">, action: string) =>
  new WrongState({ thing: "bond series", state: stateInWords(series.state), action })
