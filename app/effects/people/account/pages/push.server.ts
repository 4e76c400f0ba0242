/** The settings of browser notifications (docs/product/notifications.md). */
import { Clock, Effect, Option, Schema } from "effect"
import { type Device, PushDevices } from "~/effects/activity/notifications/push/PushDevices.server"
import { type PushTopics, pushTopics } from "~/effects/activity/notifications/push/topics"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { InvalidFields, NotSignedIn } from "~/effects/base/failures/failures"
import { readJson } from "~/effects/base/remix/body"
import { textOf } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { requireProfile, session } from "~/effects/people/wallet-session/visitor.server"
import { deviceName } from "../device"
import type { PushTab } from "./tabs"

const topicsOf = ({ money, replies, votes }: Device): PushTopics => ({
  votes: votes === 1,
  money: money === 1,
  replies: replies === 1
})

/** Null if this site sends no browser notifications. */
export const pushTab = Effect.fn("pushTab")(function* (account: AccountAddress) {
  const devices = yield* PushDevices
  const { ledger } = yield* Settings
  const found = yield* devices.list(account)
  if (found === null) return null
  const here = Option.map(yield* session, ({ id }) => id)
  return {
    publicKey: found.publicKey,
    isLocal: ledger === "local",
    now: yield* Clock.currentTimeMillis,
    devices: found.devices.map((each) => ({
      id: each.id,
      device: each.device,
      createdAt: each.createdAt,
      sentAt: each.sentAt,
      topics: topicsOf(each),
      isThis: Option.contains(here, each.sessionId)
    }))
  } satisfies PushTab
})

const chosenIn = (form: FormData) => {
  const isOn = (topic: keyof PushTopics) => form.get(`push-${topic}`) !== null
  const topics: PushTopics = { votes: isOn("votes"), money: isOn("money"), replies: isOn("replies") }
  return pushTopics.some(isOn)
    ? Effect.succeed(topics)
    : new InvalidFields({ fields: { [`push-${pushTopics[0]}`]: "Choose at least one." } })
}

const turnOn = (form: FormData) =>
  Effect.gen(function* () {
    const action = "turn on notifications in this browser"
    const { account } = yield* requireProfile(action)
    const here = yield* session
    if (Option.isNone(here)) return yield* new NotSignedIn({ action })
    const topics = yield* chosenIn(form)
    const { request } = yield* RouteArgs
    const devices = yield* PushDevices
    yield* devices.turnOn({
      account,
      session: here.value,
      device: deviceName(request.headers.get("User-Agent") ?? ""),
      subscription: {
        endpoint: textOf(form, "endpoint"),
        p256dh: textOf(form, "p256dh"),
        auth: textOf(form, "auth")
      },
      topics
    })
    return { message: "Notifications are on in this browser." }
  })

const choose = (form: FormData) =>
  Effect.gen(function* () {
    const { account } = yield* requireProfile("choose your notifications")
    const devices = yield* PushDevices
    const isThere = yield* devices.choose(account, textOf(form, "device"), yield* chosenIn(form))
    return { message: isThere ? "Saved." : "Notifications are off in that browser. Turn them on again there." }
  })

const turnOff = (form: FormData) =>
  Effect.gen(function* () {
    const { account } = yield* requireProfile("turn off notifications")
    const devices = yield* PushDevices
    yield* devices.remove(account, textOf(form, "device"))
    return { message: "Notifications are off in that browser." }
  })

export const pushCommands = { "push-on": turnOn, "push-choose": choose, "push-off": turnOff }

const Renewed = Schema.Struct({ endpoint: Schema.String, p256dh: Schema.String, auth: Schema.String })

/** POST by the service worker: the browser changed its subscription (Push API, `pushsubscriptionchange`). */
export const renewPush = Effect.gen(function* () {
  const here = yield* session
  if (Option.isNone(here)) return yield* new NotSignedIn({ action: "turn on notifications in this browser" })
  const { request } = yield* RouteArgs
  const devices = yield* PushDevices
  return { renewed: yield* devices.renew(here.value, yield* readJson(Renewed, request)) }
})
