/**
 * PushSender: hands one notice to a browser's push service (RFC 8030), encrypted for that browser (RFC 8291) and signed
 * by the site (RFC 8292). A port: the web in the world, a script or a list in tests, the mailbox page in local mode
 * (effects/local). It sends at once and once; waiting and trying again is its caller's.
 */
import { Agent, request } from "node:https"
import { Context, Duration, Effect, Layer, Redacted, Ref, Schema } from "effect"
import { makePublicLookup, NOT_PUBLIC } from "~/effects/base/outward/publicLookup.server"
import { answerOf, type PushAnswer, retryAfterMs } from "./pushAnswer"
import type { Subscription } from "./subscription.server"
import type { VapidKeys } from "./vapid.server"

export interface Push extends Subscription {
  /** The same through every try. */
  readonly id: string
  /** As its person knows the browser: "Firefox on Linux". */
  readonly device: string
  /** What the service worker shows: `{ title, body, url, tag }` (app/worker). */
  readonly payload: string
}

export class PushNotSent extends Schema.TaggedError<PushNotSent>()("PushNotSent", {
  /** For operators; no address in it. */
  reason: Schema.String,
  /** `gone`: the browser is not there any more. `refused`: this notice can never be sent. `later`: it may be yet. */
  outcome: Schema.Literal("gone", "refused", "later"),
  /** How long the service asks to be left alone, in milliseconds. */
  pauseMs: Schema.optional(Schema.Number)
}) {}

/** Longer is pointless: a vote has closed, a reply was read. Seconds for which a service keeps it for a sleeping phone. */
const KEPT_S = Duration.toSeconds("12 hours")
const TIMEOUT = Duration.seconds(10)
/** Connections to one push service at once. */
const MAX_SOCKETS = 8

interface WebRequest {
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: Buffer
}
interface WebAnswer {
  readonly status: number
  readonly retryAfter: string | undefined
}
/** One request of the web; fails with the system's word for what happened. */
export type Post = (asked: WebRequest) => Effect.Effect<WebAnswer, PushNotSent>

const later = (reason: string) => new PushNotSent({ reason, outcome: "later" })
const isCoded = Schema.is(Schema.Struct({ code: Schema.String }))

/**
 * To public addresses only. Follows nothing, and reads no more of an answer than its head. Its time ends it also for a
 * caller who may not be interrupted, as one is who notes what became of it.
 */
export const postPublicly = (lookup = makePublicLookup()): Effect.Effect<Post> =>
  Effect.sync(() => {
    const agent = new Agent({ lookup, keepAlive: true, maxSockets: MAX_SOCKETS, timeout: Duration.toMillis(TIMEOUT) })
    return ({ body, endpoint, headers }) =>
      Effect.async<WebAnswer, PushNotSent>((answered) => {
        const asking = request(endpoint, { agent, method: "POST", headers }, (answer) => {
          answered(Effect.succeed({ status: answer.statusCode ?? 0, retryAfter: answer.headers["retry-after"] }))
          answer.once("error", () => undefined).destroy()
        })
        asking.once("error", (failure) => {
          const code = isCoded(failure) ? failure.code : "unknown"
          answered(code === NOT_PUBLIC ? new PushNotSent({ reason: code, outcome: "gone" }) : later(code))
        })
        asking.end(body)
        return Effect.sync(() => asking.destroy())
      }).pipe(Effect.interruptible, Effect.timeoutFail({ duration: TIMEOUT, onTimeout: () => later("no answer") }))
  })

const outcomeOf = (answer: PushAnswer, { retryAfter, status }: WebAnswer, now: number) =>
  answer === "sent"
    ? Effect.void
    : new PushNotSent({
        reason: `status ${status}`,
        outcome: answer,
        ...(answer === "later" && { pauseMs: retryAfterMs(retryAfter, now) })
      })

export class PushSender extends Context.Tag("effects/PushSender")<
  PushSender,
  { readonly send: (push: Push) => Effect.Effect<void, PushNotSent> }
>() {
  static readonly layerWeb = ({ privateKey, publicKey, subject }: VapidKeys, posting = postPublicly()) =>
    Layer.effect(
      PushSender,
      Effect.map(posting, (post) => ({
        send: Effect.fn("PushSender.send")(function* ({ auth, endpoint, p256dh, payload }: Push) {
          const { default: webPush } = yield* Effect.promise(() => import("web-push")) // only where notices really leave
          const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
          const { body, headers } = yield* Effect.try({
            try: () =>
              webPush.generateRequestDetails({ endpoint, keys: { auth, p256dh } }, payload, {
                TTL: KEPT_S,
                urgency: "normal",
                vapidDetails: { subject, publicKey, privateKey: Redacted.value(privateKey) }
              }),
            catch: () => new PushNotSent({ reason: "keys that nothing can be encrypted for", outcome: "gone" })
          })
          if (!Buffer.isBuffer(body)) return yield* new PushNotSent({ reason: "empty", outcome: "refused" })
          const answer = yield* post({ endpoint, headers: textsOf(headers), body })
          yield* outcomeOf(answerOf(answer.status), answer, now)
        })
      }))
    )

  /** For a server without keys: nobody can have turned notices on there. */
  static readonly layerNone = Layer.succeed(PushSender, { send: () => later("no keys") })

  /** Answers each push with the next of these outcomes, and `sent` when there are no more. Keeps what was handed over. */
  static readonly layerScript = (script: ReadonlyArray<"sent" | PushNotSent>) =>
    Layer.effect(
      PushSender,
      Effect.gen(function* () {
        const sent = yield* SentPushes
        const left = yield* Ref.make(script)
        return {
          send: Effect.fn("PushSender.script")(function* (push: Push) {
            const next = yield* Ref.modify(left, ([first = "sent", ...others]) => [first, others] as const)
            if (next !== "sent") return yield* next
            yield* Ref.update(sent, (all) => [...all, push])
          })
        }
      })
    )

  /** Keeps what it is given in `SentPushes`. */
  static readonly layerMemory = PushSender.layerScript([])
}

/** The library types headers as anything; they are texts and numbers. */
const textsOf = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** What the doubles were given and took, oldest first. */
export class SentPushes extends Context.Tag("effects/SentPushes")<SentPushes, Ref.Ref<ReadonlyArray<Push>>>() {
  static readonly layer = Layer.effect(SentPushes, Ref.make<ReadonlyArray<Push>>([]))
}
