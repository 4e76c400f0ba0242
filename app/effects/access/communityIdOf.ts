/** The id of a community in an address or a form; a malformed one is treated as one that does not exist. */
import { Effect, Schema } from "effect"
import { NotThere } from "~/effects/base/failures/failures"
import { CommunityId } from "./Community"

export const isCommunityId = Schema.is(CommunityId)

export const communityIdOf = (text: string | undefined): Effect.Effect<CommunityId, NotThere> =>
  isCommunityId(text) ? Effect.succeed(text) : new NotThere({})
