/**
 * PushSender: delivers one notification to a browser's push service (RFC 8030), encrypted for that browser (RFC 8291)
 * and signed by the site (RFC 8292). A port: the network in production, a script or a list in tests, the mailbox page
 * in local mode (effects/local). It tries once, immediately; its caller queues and retries.
 */
import { Agent, request } from "node:https"
import { Context, Duration, Effect, Layer, Option, Redacted, Ref, Schema } from "effect"
import { isPublicHost, makePublicLookup, NOT_PUBLIC } from "~/effects/base/outward/nameServers.server"
import { bytesOf, isPublicKey, type VapidKeys } from "./vapid.server"

/** A browser's push subscription (Push API, `PushSubscription.toJSON`). */
export interface Subscription {
  /** At a push service. Anyone who knows it can send to the browser, so it is never shown. */
  readonly endpoint: string
  /** The browser's P-256 key, base64url. */
  readonly p256dh: string
  /** 16 bytes, base64url. */
  readonly auth: string
}

const MAX_ENDPOINT = 2_000
const AUTH_BYTES = 16

/**
 * https on the default port of a public host, without user name and password. Names are resolved when they are used.
 */
const isEndpoint = (text: string): boolean => {
  if (text.length > MAX_ENDPOINT || !URL.canParse(text)) return false
  const { hash, hostname, password, port, protocol, username } = new URL(text)
  const isPlain = [hash, password, port, username].every((part) => part === "")
  return protocol === "https:" && isPlain && isPublicHost(hostname)
}

export const isSubscription = ({ auth, endpoint, p256dh }: Subscription): boolean =>
  isEndpoint(endpoint) && isPublicKey(p256dh) && Option.isSome(bytesOf(auth, AUTH_BYTES))

/** Subscription of a browser in local mode, where no push service is used. Nothing is ever sent to it. */
export const LOCAL_ENDPOINT = "local:"

/** Interprets a push service's response (RFC 8030, 5 and 7.3; RFC 8292, 4.2). Pure. */
type PushResult = "sent" | "gone" | "refused" | "later"

/**
 * `gone`: the browser has unsubscribed. `refused`: too large. All other errors may be temporary, including a rejected
 * signature.
 */
export const resultOf = (status: number): PushResult => {
  if (status >= 200 && status < 300) return "sent"
  if (status === 404 || status === 410) return "gone"
  if (status === 413) return "refused"
  return "later"
}

const LONGEST_MS = 24 * 3_600_000

/** Milliseconds from `Retry-After`, a day at most: seconds, or a date (RFC 9110, 10.2.3). 0 if it is absent. */
export const retryAfterMs = (header: string | undefined, now: number): number => {
  const text = header?.trim() ?? ""
  const asked = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), LONGEST_MS) : 0
}

export interface Push extends Subscription {
  /** The same for every try. */
  readonly id: string
  /** The browser as its user knows it: "Firefox on Linux". */
  readonly device: string
  /** The service worker's payload: `{ title, body, url, tag }` (app/worker). */
  readonly payload: string
}

export class PushNotSent extends Schema.TaggedError<PushNotSent>()("PushNotSent", {
  /** For operators; contains no address. */
  reason: Schema.String,
  /**
   * `gone`: the browser has unsubscribed. `refused`: this notification can never be delivered. `later`: a retry may
   * succeed.
   */
  outcome: Schema.Literal("gone", "refused", "later"),
  /** Milliseconds for which the service asks not to be called. */
  pauseMs: Schema.optional(Schema.Number)
}) {}

/**
 * Seconds for which a service stores a notification for an offline phone. A longer time is pointless: the vote has
 * closed or the reply was read.
 */
const KEPT_S = Duration.toSeconds("12 hours")
const TIMEOUT = Duration.seconds(10)
/** Concurrent connections to one push service. */
const MAX_SOCKETS = 8

interface WebRequest {
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: Buffer
}
interface PushServiceResponse {
  readonly status: number
  readonly retryAfter: string | undefined
}
/** Sends one HTTP request; fails with the system's error code. */
export type Post = (asked: WebRequest) => Effect.Effect<PushServiceResponse, PushNotSent>

const later = (reason: string) => new PushNotSent({ reason, outcome: "later" })
const isCoded = Schema.is(Schema.Struct({ code: Schema.String }))

/**
 * Connects to public addresses only, follows no redirects and reads only the response's headers. Has its own timeout
 * because callers in uninterruptible regions, such as one that records the outcome, cannot cancel it.
 */
export const postPublicly = (lookup = makePublicLookup()): Effect.Effect<Post> =>
  Effect.sync(() => {
    const agent = new Agent({ lookup, keepAlive: true, maxSockets: MAX_SOCKETS, timeout: Duration.toMillis(TIMEOUT) })
    return ({ body, endpoint, headers }) =>
      Effect.async<PushServiceResponse, PushNotSent>((respond) => {
        const asking = request(endpoint, { agent, method: "POST", headers }, (response) => {
          respond(Effect.succeed({ status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] }))
          response.once("error", () => undefined).destroy()
        })
        asking.once("error", (failure) => {
          const code = isCoded(failure) ? failure.code : "unknown"
          respond(code === NOT_PUBLIC ? new PushNotSent({ reason: code, outcome: "gone" }) : later(code))
        })
        asking.end(body)
        return Effect.sync(() => asking.destroy())
      }).pipe(Effect.interruptible, Effect.timeoutFail({ duration: TIMEOUT, onTimeout: () => later("no answer") }))
  })

const outcomeOf = (response: PushResult, { retryAfter, status }: PushServiceResponse, now: number) =>
  response === "sent"
    ? Effect.void
    : new PushNotSent({
        reason: `status ${status}`,
        outcome: response,
        ...(response === "later" && { pauseMs: retryAfterMs(retryAfter, now) })
      })

export class PushSender extends Context.Tag("base/push/PushSender")<
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
          const response = yield* post({ endpoint, headers: textsOf(headers), body })
          yield* outcomeOf(resultOf(response.status), response, now)
        })
      }))
    )

  /** For a server without keys, where no browser can have subscribed. */
  static readonly layerNone = Layer.succeed(PushSender, { send: () => later("no keys") })

  /** Responds to each push with the next of these outcomes, and with `sent` after the last. Records every push. */
  static readonly layerScript = (script: ReadonlyArray<"sent" | PushNotSent>) =>
    Layer.effect(
      PushSender,
      Effect.gen(function* () {
        const sent = yield* SentPushes
        const left = yield* Ref.make(script)
        return {
          send: Effect.fn("PushSender.send")(function* (push: Push) {
            const next = yield* Ref.modify(left, ([first = "sent", ...others]) => [first, others] as const)
            if (next !== "sent") return yield* next
            yield* Ref.update(sent, (all) => [...all, push])
          })
        }
      })
    )

  /** Records pushes in `SentPushes`. */
  static readonly layerMemory = PushSender.layerScript([])
}

/** The library types headers as `any`; they are strings and numbers. */
const textsOf = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** Pushes recorded by the doubles, oldest first. */
export class SentPushes extends Context.Tag("base/push/SentPushes")<SentPushes, Ref.Ref<ReadonlyArray<Push>>>() {
  static readonly layer = Layer.effect(SentPushes, Ref.make<ReadonlyArray<Push>>([]))
}
