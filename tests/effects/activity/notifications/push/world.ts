/** Browser notifications over a database, with a push service that responds by a script. */
import { Effect, Layer, Option, Redacted, Ref } from "effect"
import { Inbox } from "~/effects/activity/notifications/Inbox.server"
import { PushDelivery } from "~/effects/activity/notifications/push/PushDelivery.server"
import { PushDevices, SessionReplacedLive } from "~/effects/activity/notifications/push/PushDevices.server"
import { type PushNotSent, PushSender, SentPushes } from "~/effects/base/push/PushSender.server"
import { makePrivateKey, vapidOf } from "~/effects/base/push/vapid.server"
import { type Opening, Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { asAccount } from "../../../../addresses"
import type { Database } from "../../../../databases"
import { makeBrowser } from "../../../base/push/browser"
import { settings } from "../../../people/signup/world"
import { world as people } from "../../activity/world"

export const ALL = { votes: true, money: true, replies: true }
export const keys = vapidOf(Redacted.make(makePrivateKey()), "post@commons.example")

export const world = (
  database: Database,
  script: ReadonlyArray<"sent" | PushNotSent> = [],
  changes: Parameters<typeof settings>[0] = {}
) =>
  Layer.mergeAll(Inbox.Default, PushDelivery.Default, PushDevices.Default).pipe(
    Layer.provideMerge(PushSender.layerScript(script)),
    Layer.provideMerge(SentPushes.layer),
    Layer.provideMerge(Sessions.Default),
    Layer.provideMerge(people(database)),
    Layer.provide(SessionReplacedLive),
    Layer.provideMerge(settings({ vapid: keys, ...changes }))
  )

/** Signs in; returns the token and the session. */
export const signIn = (account: string, replaces: Opening["replaces"] = Option.none()) =>
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const token = yield* sessions.open({ account: asAccount(account), persona: null, userAgent: "", replaces })
    const session = Option.getOrThrow(yield* sessions.find(token))
    return { token, session }
  })

/** Signs in with a new browser and turns on notifications there. */
export const turnOn = (account: string, device = "Firefox on Linux", topics = ALL) =>
  Effect.gen(function* () {
    const { session, token } = yield* signIn(account)
    const { subscription } = makeBrowser()
    const devices = yield* PushDevices
    yield* devices.turnOn({ account: asAccount(account), session, device, subscription, topics })
    return { session, subscription, token }
  })

export const sendDue = Effect.flatMap(PushDelivery, ({ sendDue: send }) => send)

/** Sends what is due, and returns all that arrived so far: the browser and what it shows. */
export const arrived = Effect.gen(function* () {
  yield* sendDue
  const all = yield* Ref.get(yield* SentPushes)
  return all.map(({ device, payload }) => ({ device, ...(JSON.parse(payload) as Shown) }))
})

/** The payload that the service worker reads. */
interface Shown {
  readonly title: string
  readonly body: string
  readonly url: string
  readonly tag: string
}
