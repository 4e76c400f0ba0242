import { Context, type Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"

/**
 * The number of the last of a community's next `many` events, with its member count of that moment; locks the community
 * until the transaction ends. Communities keep both themselves, and the moment they were last active: `isTold` says whether
 * everybody may know of this one.
 */
export class EventNumbers extends Context.Tag("effects/EventNumbers")<
  EventNumbers,
  (
    communityId: CommunityId,
    at: number,
    isTold: boolean,
    many: number
  ) => Effect.Effect<{ readonly activitySeq: number; readonly memberCount: number } | undefined>
>() {}
