/** Why there is nothing to withdraw. */

import { Schema } from "effect"
import { inUtc } from "~/effects/base/text/moments"

export class NothingWaiting extends Schema.TaggedError<NothingWaiting>()("NothingWaiting", {
  /** Unix milliseconds of what last became of something; null where nothing ever waited. */
  endedAt: Schema.NullOr(Schema.Number),
  /** `left`: it is not there any more, and this site knows of no transaction that took it. */
  end: Schema.Literal("claimed", "recovered", "left")
}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    if (this.endedAt === null) return "Nothing is waiting for you."
    if (this.end === "left") {
      return `Nothing is waiting any more. It left the locker before ${inUtc("moment", this.endedAt)} UTC, not through this site: an account withdraws in its wallet, and the badges of the treasury can take it out. The locker's transactions on the ledger say which.`
    }
    const happened = this.end === "claimed" ? "claimed" : "taken back into the treasury"
    return `Nothing is waiting any more. It was ${happened} at ${inUtc("moment", this.endedAt)} UTC.`
  }
}
