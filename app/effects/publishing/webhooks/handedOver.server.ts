/**
 * Pauses webhooks when a community gets a new owner, because the former owner chose their addresses and knows their
 * secrets. Notifies the new owner of the webhooks they take over.
 */
import { Clock, Effect, Layer } from "effect"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { counted } from "~/effects/base/text/counted"
import { type OwnerChange, OwnerChanged } from "~/effects/communities/steering/HandOver.server"
import { WebhooksRepo } from "./WebhooksRepo.server"

export const OwnerChangedLive = Layer.effect(
  OwnerChanged,
  Effect.gen(function* () {
    const repo = yield* WebhooksRepo
    const notifications = yield* Notifications
    return Effect.fn("handedOver")(function* ({ community, to }: OwnerChange) {
      const hooks = yield* repo.list(community.id)
      if (hooks.length === 0) return
      yield* repo.pauseAll(community.id, yield* Clock.currentTimeMillis, "newOwner")
      const [isOne, has] = [
        hooks.length === 1,
        `${community.name} has ${counted(hooks.length, "webhook")} of its former owner`
      ]
      const hosts = [...new Set(hooks.map(({ url }) => new URL(url).host))].join(", ")
      yield* notifications.notify({
        to: [to],
        type: "role",
        communityId: community.id,
        target: `/community/detail/${community.id}?panel=settings&part=webhooks`,
        text: isOne
          ? `${has}, who knows its secret. It is paused until you resume it, with a new secret, or remove it: ${hosts}.`
          : `${has}, who knows their secrets. They are paused until you resume them, with new secrets, or remove them: ${hosts}.`,
        importance: "important"
      })
    })
  })
).pipe(Layer.provide(Layer.merge(WebhooksRepo.Default, Notifications.Default)))
