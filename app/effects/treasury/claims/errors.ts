/** Why there is nothing to withdraw. */

import { Schema } from "effect"
import { inUtc } from "~/effects/base/text/moments"

export class NothingWaiting extends Schema.TaggedError<NothingWaiting>()("NothingWaiting", {
  /** Unix milliseconds of what last became of something; null where nothing ever waited. */
  endedAt: Schema.NullOr(Schema.Number),
  end: Schema.Literal("claimed", "recovered")
}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    if (this.endedAt === null) return "Nothing is waiting for you."
    const happened = this.end === "claimed" ? "claimed" : "taken back into the treasury"
    return `Nothing is waiting any more. It was ${happened} at ${inUtc("moment", this.endedAt)} UTC.`
  }
}
