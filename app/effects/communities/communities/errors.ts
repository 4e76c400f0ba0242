/**
 * Reasons for refusing to found, join or change a community. A community that may not be seen is `NotThere`, like one
 * that does not exist.
 */
import { Schema } from "effect"
import { Community } from "~/effects/access/Community"

export class SlugTaken extends Schema.TaggedError<SlugTaken>()("SlugTaken", {
  message: Schema.optionalWith(Schema.String, { default: () => "This address is taken." })
}) {
  readonly status = 409
  readonly code = "E-SLUG"
}

/** The account already has a membership of this community, in whatever status. */
export class AlreadyMember extends Schema.TaggedError<AlreadyMember>()("AlreadyMember", {
  message: Schema.optionalWith(Schema.String, { default: () => "This account is already known to the community." })
}) {
  readonly status = 409
  readonly code = "E-STATE"
}

/** The form began from an older version; `stored` is the community as it is now. */
export class StaleCommunity extends Schema.TaggedError<StaleCommunity>()("StaleCommunity", {
  stored: Schema.typeSchema(Community)
}) {
  readonly status = 409
  readonly code = "E-STALE"
  override get message() {
    return "Someone changed this meanwhile. Your text is kept; compare and save again."
  }
}

/** Five, archived ones not counted (docs/product/communities.md). */
export const MAX_OWNED = 5

export class OwnsTooMany extends Schema.TaggedError<OwnsTooMany>()("OwnsTooMany", {}) {
  readonly status = 409
  readonly code = "E-LIMIT"
  override get message() {
    return `You already own ${MAX_OWNED} communities. Archive one to start another.`
  }
}
