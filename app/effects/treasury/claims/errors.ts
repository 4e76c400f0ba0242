/** The error if there is nothing to withdraw. */

import { Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"
import { inUtc } from "~/effects/base/text/moments"

export class NothingWaiting extends coded("NothingWaiting", "E-STATE", 409, {
  fields: {
    /** Unix milliseconds at which the last claim ended; null if there never was one. */
    endedAt: Schema.NullOr(Schema.Number),
    /** `left`: withdrawn in a transaction that was not made on this site. */
    end: Schema.Literal("claimed", "recovered", "left")
  }
}) {
  override get message() {
    if (this.endedAt === null) return "Nothing is waiting for you."
    if (this.end === "left") {
      return `Nothing is waiting any more. It was withdrawn from the locker by somebody who controls the treasury at ${inUtc("moment", this.endedAt)} UTC, in a transaction that was not made on this site.`
    }
    const happened = this.end === "claimed" ? "claimed" : "withdrawn by the treasury"
    return `Nothing is waiting any more. It was ${happened} at ${inUtc("moment", this.endedAt)} UTC.`
  }
}
