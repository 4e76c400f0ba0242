/** Why a community cannot be founded as it was typed. */
import { Schema } from "effect"
import { FieldMessages } from "~/effects/base/failures/failures"

/** Fields of several steps; the page leads to the first of them. */
export class NotReady extends Schema.TaggedError<NotReady>()("NotReady", { fields: FieldMessages }) {
  readonly status = 422
  readonly code = "E-FIELDS"
  override get message() {
    return "Please check the marked fields."
  }
}

/** It was opened on another device or by another press; there is no draft any more. */
export class NoDraft extends Schema.TaggedError<NoDraft>()("NoDraft", {}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    return "This community is open; editing its draft is no longer possible."
  }
}
