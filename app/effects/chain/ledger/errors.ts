/**
 * Errors of ledger queries. `GatewayDown` (E-GATEWAY, docs/product/errors.md) means that the ledger could not be read
 * at all.
 */
import { Schema } from "effect"

/** The ledger was read and does not know the entity, transaction or locker. */
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

/** The ledger will never accept the request, for example a malformed transaction or an address of the wrong kind. */
export class LedgerRefused extends Schema.TaggedError<LedgerRefused>()("LedgerRefused", { reason: Schema.String }) {
  readonly status = 422
  readonly code = "E-LEDGER-REFUSED"
  override get message() {
    return `The ledger refused this: ${this.reason}`
  }
}
