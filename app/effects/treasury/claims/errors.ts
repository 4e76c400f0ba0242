/** Why there is nothing to withdraw. */

import { Schema } from "effect"
import { inUtc } from "~/effects/base/text/moments"

export class NothingWaiting extends Schema.TaggedError<NothingWaiting>()("NothingWaiting", {
  /** Unix milliseconds of what last became of something; null where nothing ever waited. */
  endedAt: Schema.NullOr(Schema.Number),
  /** `left`: a transaction that this site did not make took it. */
  end: Schema.Literal("claimed", "recovered", "left")
}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    if (this.endedAt === null) return "Nothing is waiting for you."
    if (this.end === "left") {
      return `Nothing is waiting any more. A badge of the treasury took it out of the locker at ${inUtc("moment", this.endedAt)} UTC, by a transaction that this site did not make.`
    }
    const happened = this.end === "claimed" ? "claimed" : "taken back into the treasury"
    return `Nothing is waiting any more. It was ${happened} at ${inUtc("moment", this.endedAt)} UTC.`
  }
}
