/** Webhooks over a database: activity queues events itself, and a script responds in place of the internet. */
import { Effect, Layer } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import type { ActivityVisibility } from "~/effects/activity/activity/ActivityEvent"
import type { ActivityType } from "~/effects/activity/activity/catalogue"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { Deliveries } from "~/effects/publishing/webhooks/Deliveries.server"
import { EventQueueLive } from "~/effects/publishing/webhooks/layers.server"
import { type ToSend, type Turn, WebhookSender } from "~/effects/publishing/webhooks/WebhookSender.server"
import { Webhooks } from "~/effects/publishing/webhooks/Webhooks.server"
import { WebhookNotices } from "~/effects/publishing/webhooks/WebhooksRepo.server"
import { asAccount } from "../../../addresses"
import type { Database } from "../../../databases"
import { world as activity } from "../../activity/activity/world"
import { settings } from "../../people/signup/world"

export const ADA = asAccount("account_tdx_2_ada")
export const HOOK = "https://hooks.example.org/in"

/** `sent` fills with what was sent. */
export const world = (database: Database, sent: Array<ToSend>, turns: ReadonlyArray<Turn>) =>
  Layer.mergeAll(Webhooks.Default, Deliveries.Default, FeatureFlags.Default).pipe(
    Layer.provideMerge(activity(database)),
    Layer.provideMerge(Layer.provideMerge(EventQueueLive, WebhookNotices.Default)),
    Layer.provideMerge(WebhookSender.layerScript(sent, turns)),
    Layer.provideMerge(settings()),
    Layer.provideMerge(database)
  )

/** Records an event. */
export const happen = (
  communityId: CommunityId,
  type: ActivityType,
  data: Readonly<Record<string, string | number>> = {},
  visibility: ActivityVisibility = "public"
) =>
  Effect.flatMap(Activity, (log) =>
    log.record({ communityId, actor: ADA, type, target: `/community/detail/${communityId}`, data, visibility })
  )
