/** Reasons why a community cannot be founded as typed. */
import { coded } from "~/effects/base/failures/coded"
import { FieldMessages } from "~/effects/base/failures/failures"

/** Errors in fields of several steps; the page leads to the first of them. */
export class NotReady extends coded("NotReady", "E-FIELDS", 422, {
  fields: { fields: FieldMessages },
  message: "Please check the marked fields."
}) {}

/** The draft was published or discarded from another device or by a second click. */
export class NoDraft extends coded("NoDraft", "E-STATE", 409, {
  message: "This draft was published or discarded since, so it can no longer be changed."
}) {}
