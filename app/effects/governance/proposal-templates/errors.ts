/** Errors of saving and filling in templates. */
import { Schema } from "effect"

/** Another person saved it first; `stored` is the stored version by field (docs/product/errors.md). */
export class StaleTemplate extends Schema.TaggedError<StaleTemplate>()("StaleTemplate", {
  stored: Schema.Record({ key: Schema.String, value: Schema.String })
}) {
  readonly status = 409
  readonly code = "E-STALE"
  override get message() {
    return "Someone changed this meanwhile. Your text is kept; compare and save again."
  }
}

export class TooManyTemplates extends Schema.TaggedError<TooManyTemplates>()("TooManyTemplates", {
  most: Schema.Int,
  what: Schema.Literal("offered", "kept")
}) {
  readonly status = 409
  readonly code = "E-LIMIT"
  override get message() {
    return this.what === "offered"
      ? `This community offers ${this.most} templates. Archive one first.`
      : `This community has ${this.most} templates, including archived ones, and cannot have more. Bring back an archived one and change it.`
  }
}
