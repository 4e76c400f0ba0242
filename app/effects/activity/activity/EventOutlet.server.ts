import { Context, Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { ActivityType } from "./catalogue"

/** An event that everybody who may read its community may know, as it was just stored. */
export interface StoredEvent {
  readonly communityId: CommunityId
  readonly seq: number
  /** Unix milliseconds. */
  readonly at: number
  readonly type: ActivityType
}

/**
 * Receives each such event in the transaction that stores it, to record there what is sent to other sites. The default
 * sends nothing.
 */
export class EventOutlet extends Context.Reference<EventOutlet>()("activity/activity/EventOutlet", {
  defaultValue: () => ({ put: (_: StoredEvent): Effect.Effect<void> => Effect.void })
}) {}
