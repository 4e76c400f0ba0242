/**
 * Errors of ledger queries. `GatewayDown` (E-GATEWAY, docs/product/errors.md) means that the ledger could not be read
 * at all.
 */
import { Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"

/** The ledger was read and does not know the entity, transaction or locker. */
export class UnknownOnLedger extends coded("UnknownOnLedger", "E-LEDGER-UNKNOWN", 404, {
  fields: {
    /** An address or a hash. */
    what: Schema.String
  },
  message: ({ what }) => `The ledger does not know ${what}.`
}) {}

/** The ledger will never accept the request, for example a malformed transaction or an address of the wrong kind. */
export class LedgerRefused extends coded("LedgerRefused", "E-LEDGER-REFUSED", 422, {
  fields: { reason: Schema.String },
  message: ({ reason }) => `The ledger refused this: ${reason}`
}) {}
