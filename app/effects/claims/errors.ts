/** Why there is nothing to withdraw. */
import { Schema } from "effect"

export class NothingWaiting extends Schema.TaggedError<NothingWaiting>()("NothingWaiting", {
  /** Unix milliseconds; null where nothing ever waited. */
  claimedAt: Schema.NullOr(Schema.Number)
}) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    if (this.claimedAt === null) return "Nothing is waiting for you."
    const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" })
    return `Nothing is waiting any more. It was claimed at ${time.format(this.claimedAt)} UTC.`
  }
}
