import { Context, type Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"

/**
 * The number of a community's next event, with its member count of that moment; locks the community until the
 * transaction ends. Communities keep both themselves, and the moment they were last active: `isTold` says whether
 * everybody may know of this one.
 */
export class EventNumbers extends Context.Tag("effects/EventNumbers")<
  EventNumbers,
  (
    communityId: CommunityId,
    at: number,
    isTold: boolean
  ) => Effect.Effect<{ readonly activitySeq: number; readonly memberCount: number } | undefined>
>() {}
