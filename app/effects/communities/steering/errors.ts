/** Reasons why a community's settings are not changed. */
import { Data, Schema } from "effect"
import type { RuleChange } from "./RuleChange"

/** Another person saved first; `stored` has the stored values by field (docs/product/errors.md). */
export class StaleSettings extends Schema.TaggedError<StaleSettings>()("StaleSettings", {
  stored: Schema.Record({ key: Schema.String, value: Schema.Union(Schema.String, Schema.Array(Schema.String)) })
}) {
  readonly status = 409
  readonly code = "E-STALE"
  override get message() {
    return "Someone changed this meanwhile. Your text is kept; compare and save again."
  }
}

/** There are more than three members: the change is put to a vote, and nothing is stored here. */
export class VoteNeeded extends Data.TaggedError("VoteNeeded")<{ readonly change: RuleChange }> {
  readonly status = 409
  readonly code = "E-VOTE"
  override get message() {
    return "This will be put to a vote."
  }
}

export class StillOpen extends Schema.TaggedError<StillOpen>()("StillOpen", { what: Schema.Array(Schema.String) }) {
  readonly status = 409
  readonly code = "E-OPEN"
  override get message() {
    return `Before this community can be archived, these have to end: ${this.what.join(", ")}.`
  }
}

/** There is one nominee at a time. */
export class AlreadyAsked extends Schema.TaggedError<AlreadyAsked>()("AlreadyAsked", { name: Schema.String }) {
  readonly status = 409
  readonly code = "E-STATE"
  override get message() {
    return `${this.name} has already been asked. Withdraw that offer first.`
  }
}

/** The owner cannot reopen what the site's operators closed. */
export class ClosedBySite extends Schema.TaggedError<ClosedBySite>()("ClosedBySite", { reason: Schema.String }) {
  readonly status = 403
  readonly code = "E-SITE-CLOSED"
  override get message() {
    return `The operators of this site closed this community: “${this.reason}” To object, write to us on the Support page.`
  }
}
