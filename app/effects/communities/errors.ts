/** Why a community cannot be founded or joined. What may not be seen is `NotThere`, like everything that is not. */
import { Schema } from "effect"

export class SlugTaken extends Schema.TaggedError<SlugTaken>()("SlugTaken", {
  message: Schema.optionalWith(Schema.String, { default: () => "This address is taken." })
}) {
  readonly status = 409
  readonly code = "E-SLUG"
}

/** The account has a membership of this community already, in whatever status. */
export class AlreadyMember extends Schema.TaggedError<AlreadyMember>()("AlreadyMember", {
  message: Schema.optionalWith(Schema.String, { default: () => "This account is already known to the community." })
}) {
  readonly status = 409
  readonly code = "E-STATE"
}
