/** Errors of saving and filling in templates. */
import { Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"

/** Another person saved it first; `stored` is the stored version by field (docs/product/errors.md). */
export class StaleTemplate extends coded("StaleTemplate", "E-STALE", 409, {
  fields: {
    stored: Schema.Record({ key: Schema.String, value: Schema.String })
  },
  message: "Someone changed this meanwhile. Your text is kept; compare and save again."
}) {}

export class TooManyTemplates extends coded("TooManyTemplates", "E-LIMIT", 409, {
  fields: {
    most: Schema.Int,
    what: Schema.Literal("offered", "stored")
  },
  message: ({ most, what }) =>
    what === "offered"
      ? `This community offers ${most} templates. Archive one first.`
      : `This community has ${most} templates, including archived ones, and cannot have more. Bring back an archived one and change it.`
}) {}
