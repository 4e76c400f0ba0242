/**
 * Reasons for refusing to found, join or change a community. A community that may not be seen is `NotThere`, like one
 * that does not exist.
 */
import { Schema } from "effect"
import { Community } from "~/effects/access/Community"
import { coded } from "~/effects/base/failures/coded"

export class SlugTaken extends coded("SlugTaken", "E-SLUG", 409, {
  fields: {
    message: Schema.optionalWith(Schema.String, { default: () => "This address is taken." })
  }
}) {}

/** The account already has a membership of this community, in whatever status. */
export class AlreadyMember extends coded("AlreadyMember", "E-STATE", 409, {
  fields: {
    message: Schema.optionalWith(Schema.String, { default: () => "This account is already known to the community." })
  }
}) {}

/** The form began from an older version; `stored` is the community as it is now. */
export class StaleCommunity extends coded("StaleCommunity", "E-STALE", 409, {
  fields: { stored: Schema.typeSchema(Community) },
  message: "Someone changed this meanwhile. Your text is kept; compare and save again."
}) {}

/** Five, archived ones not counted (docs/product/communities.md). */
export const MAX_OWNED = 5

export class OwnsTooMany extends coded("OwnsTooMany", "E-LIMIT", 409, {
  message: `You already own ${MAX_OWNED} communities. Archive one to start another.`
}) {}
