/** Reasons for refusing to remove an account. */
import { Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"

/** A community would be left without an owner (docs/product/people.md). */
export class StillOwner extends coded("StillOwner", "E-HAND-OVER", 409, {
  fields: { names: Schema.Array(Schema.String) },
  message: ({ names }) => `Hand over or archive ${names.join(", ")} first.`
}) {}
