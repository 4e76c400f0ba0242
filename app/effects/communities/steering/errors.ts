/** Reasons why a community's settings are not changed. */
import { Data, Schema } from "effect"
import type { Community, GovernanceSettings } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { coded } from "~/effects/base/failures/coded"

/** New decision rules, and who proposes them. */
export interface RuleChange {
  readonly community: Community
  readonly template: string
  readonly governance: GovernanceSettings
  readonly proposer: AccountAddress
}

/** Another person saved first; `stored` has the stored values by field (docs/product/errors.md). */
export class StaleSettings extends coded("StaleSettings", "E-STALE", 409, {
  fields: {
    stored: Schema.Record({ key: Schema.String, value: Schema.Union(Schema.String, Schema.Array(Schema.String)) })
  },
  message: "Someone changed this meanwhile. Your text is kept; compare and save again."
}) {}

/** There are more than three members: the change is put to a vote, and nothing is stored here. */
export class VoteNeeded extends Data.TaggedError("VoteNeeded")<{ readonly change: RuleChange }> {
  readonly status = 409
  readonly code = "E-VOTE"
  override get message() {
    return "This will be put to a vote."
  }
}

export class StillOpen extends coded("StillOpen", "E-OPEN", 409, {
  fields: { what: Schema.Array(Schema.String) },
  message: ({ what }) => `Before this community can be archived, these have to end: ${what.join(", ")}.`
}) {}

/** There is one nominee at a time. */
export class AlreadyAsked extends coded("AlreadyAsked", "E-STATE", 409, {
  fields: { name: Schema.String },
  message: ({ name }) => `${name} has already been asked. Withdraw that offer first.`
}) {}

/** The owner cannot reopen what the site's operators closed. */
export class ClosedBySite extends coded("ClosedBySite", "E-SITE-CLOSED", 403, {
  fields: { reason: Schema.String },
  message: ({ reason }) =>
    `The operators of this site closed this community: “${reason}” To object, write to us on the Support page.`
}) {}
