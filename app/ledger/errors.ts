/**
 * Errors of the ledger package. Each has an HTTP status, a stable code and a message, so that an edge can return it
 * without knowing its origin.
 */
import { Schema } from "effect"

/** Bytes that are not manifest SBOR, or a value that cannot be encoded. */
export class SborError extends Schema.TaggedError<SborError>()("SborError", {
  message: Schema.String,
  /** Byte offset at which reading stopped. */
  offset: Schema.Int
}) {
  readonly status = 400
  readonly code = "E-SBOR"
}

/** A manifest that does not compile. Line and column count from 1; a manifest built as a tree has none (0). */
export class ManifestError extends Schema.TaggedError<ManifestError>()("ManifestError", {
  reason: Schema.String,
  line: Schema.Int,
  column: Schema.Int
}) {
  readonly status = 422
  readonly code = "E-MANIFEST"
  override get message() {
    return this.line === 0 ? this.reason : `Line ${this.line}, column ${this.column}: ${this.reason}`
  }
}

/** Bytes that are SBOR but not a transaction, or a transaction whose parts do not belong together. */
export class TransactionError extends Schema.TaggedError<TransactionError>()("TransactionError", {
  message: Schema.String
}) {
  readonly status = 422
  readonly code = "E-TRANSACTION"
}
