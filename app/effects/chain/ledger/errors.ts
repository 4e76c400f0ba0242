/**
 * What the ledger can refuse. That it cannot be read at all is `GatewayDown` (docs/product/errors.md, 3.7, E-GATEWAY).
 */
import { Schema } from "effect"

/** The ledger was read and knows no such entity, transaction or locker. */
export class UnknownOnLedger extends Schema.TaggedError<UnknownOnLedger>()("UnknownOnLedger", {
  /** An address or a hash. */
  what: Schema.String
}) {
  readonly status = 404
  readonly code = "E-LEDGER-UNKNOWN"
  override get message() {
    return `The ledger does not know ${this.what}.`
  }
}

/** The ledger was asked something that it will never take: a broken transaction, an address of another kind. */
export class LedgerRefused extends Schema.TaggedError<LedgerRefused>()("LedgerRefused", { reason: Schema.String }) {
  readonly status = 422
  readonly code = "E-LEDGER-REFUSED"
  override get message() {
    return `The ledger refused this: ${this.reason}`
  }
}
