/** Why a moderator may not act here. */
import { Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"

/** Nobody decides on their own report (docs/product/access.md). */
export class OwnReport extends coded("OwnReport", "E-SELF", 403, {
  message: "You reported this post yourself. Another moderator must decide."
}) {}

export class TooManyWaiting extends coded("TooManyWaiting", "E-STATE", 409, {
  message: "Five posts of yours already wait for a moderator here. Withdraw one, or wait until one is decided."
}) {}

/** A post that waits cannot be published now. `why` is a clause: "its author has left". */
export class CannotPublish extends coded("CannotPublish", "E-STATE", 409, {
  fields: { why: Schema.String },
  message: ({ why }) => `This post cannot be published: ${why}. You can refuse it.`
}) {}
