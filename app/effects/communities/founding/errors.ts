/** Reasons why a community cannot be founded as typed. */
import { Schema } from "effect"
import { FieldMessages } from "~/effects/base/failures/failures"

/** Errors in fields of several steps; the page leads to the first of them. */
export class NotReady extends Schema.TaggedError<NotReady>()("NotReady", { fields: FieldMessages }) {
  readonly status = 422
  readonly code = "E-FIELDS"
  override get message() {
    return "Please check the marked fields."
  }
}

/** The draft was published from another device or by a second click, so there is no draft any more. */
export class NoDraft extends Schema.TaggedError<NoDraft>()("NoDraft", {}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    return "This community is published; editing its draft is no longer possible."
  }
}
