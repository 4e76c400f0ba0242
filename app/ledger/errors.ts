/**
 * What the ledger room refuses, and why. Each knows its HTTP status, its stable code and its words, so an edge can
 * hand it on without knowing where it came from.
 */
import { Schema } from "effect"

/** Bytes that are no manifest SBOR, or a value that has none. */
export class SborError extends Schema.TaggedError<SborError>()("SborError", {
  message: Schema.String,
  /** Where reading stopped, in bytes. */
  offset: Schema.Int
}) {
  readonly status = 400
  readonly code = "E-SBOR"
}

/** A manifest text that does not compile. Line and column count from 1; a manifest built as a tree has none (0). */
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

/** Bytes that are SBOR but no transaction, or a transaction whose parts do not belong together. */
export class TransactionError extends Schema.TaggedError<TransactionError>()("TransactionError", {
  message: Schema.String
}) {
  readonly status = 422
  readonly code = "E-TRANSACTION"
}
