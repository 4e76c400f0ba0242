/** Who receives which events of a community. Pure. */

import type { Role } from "~/effects/access/Membership"
import type { ActivityVisibility } from "~/effects/activity/activity/ActivityEvent"
import type { Topic } from "~/effects/activity/activity/catalogue"
import type { LiveKind } from "./LiveEvent"

/** What a person may read: events for everybody, for members, or for moderators. */
export type Audience = ActivityVisibility

const RANK: Readonly<Record<ActivityVisibility, number>> = { public: 0, members: 1, moderators: 2 }

export const audienceOf = (role: Role | null): Audience =>
  role === null ? "public" : role === "member" ? "members" : "moderators"

export const hears = (audience: Audience, visibility: ActivityVisibility): boolean => RANK[audience] >= RANK[visibility]

const kinds: Readonly<Record<Topic, LiveKind>> = {
  discussion: "thread",
  votes: "ballot",
  bonds: "order",
  tokens: "chunk",
  people: "activity",
  announcements: "activity",
  moderation: "activity"
}
export const kindOf = (topic: Topic): LiveKind => kinds[topic]

/** After an event of these topics a person's rights may have changed, so the listener is checked again. */
export const changesAudience = (topic: Topic): boolean => topic === "people" || topic === "moderation"
