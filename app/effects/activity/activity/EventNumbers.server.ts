import { Context, type Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"

/**
 * Reserves the numbers of a community's next `many` events and returns the last, with the current member count; locks
 * the community until the transaction ends. Also sets when the community was last active; `isTold` is true for events
 * that everybody may see.
 */
export class EventNumbers extends Context.Tag("activity/activity/EventNumbers")<
  EventNumbers,
  (
    communityId: CommunityId,
    at: number,
    isTold: boolean,
    many: number
  ) => Effect.Effect<{ readonly activitySeq: number; readonly memberCount: number } | undefined>
>() {}
