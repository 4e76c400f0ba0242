/**
 * ActivityEvent: something that happened in a community (docs/product/notifications.md). The sentence for each type is
 * in catalogue.ts.
 */
import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { type ActivityType, activityTypes, topics } from "./catalogue"

/** Who may read it: everybody who may read the community, its members, or its moderators. */
export const ActivityVisibility = Schema.Literal("public", "members", "moderators")
export type ActivityVisibility = typeof ActivityVisibility.Type

export const Topic = Schema.Literal(...topics)

/** Facts for the sentence: names, titles, numbers. Never anything that a reader of the event may not see. */
export const ActivityData = Schema.Record({ key: Schema.String, value: Schema.Union(Schema.String, Schema.Number) })
export type ActivityData = typeof ActivityData.Type

export const ActivityEvent = Schema.Struct({
  communityId: CommunityId,
  /** Increases within the community, in the order of commits; live readers resume after it. */
  seq: Schema.Int,
  /** Unix milliseconds. */
  at: Schema.Number,
  /** An account; null if nobody acted (a vote closed, a job ran). */
  actor: Schema.NullOr(AccountAddress),
  type: Schema.Literal(...activityTypes),
  topic: Topic,
  /** A path of our own router. */
  target: Schema.String.pipe(Schema.pattern(/^\/(?!\/)/)),
  data: Schema.parseJson(ActivityData),
  visibility: ActivityVisibility
})
export type ActivityEvent = typeof ActivityEvent.Type

export interface NewEvent {
  readonly communityId: CommunityId
  readonly actor: AccountAddress | null
  readonly type: ActivityType
  readonly target: string
  readonly data?: ActivityData
  readonly visibility: ActivityVisibility
}
