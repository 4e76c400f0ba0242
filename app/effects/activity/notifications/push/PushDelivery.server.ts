/**
 * Sends browser notifications: after each notification on this server, and every minute for those of other servers or
 * failed rounds. A work item is one browser with everything that waits for it, so a push service that does not respond
 * delays no other browser, and gets one request per pause. A notification may be sent twice after a crash; it replaces
 * itself on the screen.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect, Layer, Option, PubSub, Queue, Schema } from "effect"
import { findAll, findOne, Sql, single } from "~/effects/base/db/statements.server"
import { logDied } from "~/effects/base/db/storageFailure.server"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { labelsOf, pushes } from "~/effects/base/metrics/counted.server"
import { gauge, type Reading } from "~/effects/base/metrics/Family"
import { type PushNotSent, PushSender } from "~/effects/base/push/PushSender.server"
import { APP_NAME } from "~/effects/base/settings/product"
import { Settings } from "~/effects/base/settings/Settings.server"
import { cutAtWord } from "~/effects/base/text/plain"
import { Notifications } from "../Notifications.server"

/** Metrics of browsers with notifications and of unsent notifications. */
export const pushReading = Effect.map(SqlClient.SqlClient, (sql): Reading => {
  const collect = single({
    Request: Schema.Number,
    Result: Schema.Struct({ browsers: Schema.Number, waiting: Schema.Number }),
    execute: (now) => sql`SELECT (SELECT COUNT(*) FROM push_subscriptions WHERE ends_at > ${now}) AS browsers,
      (SELECT COUNT(*) FROM push_messages WHERE settled_at IS NULL AND created_at > ${now - FRESH}) AS waiting`
  })
  const families = Effect.map(Effect.flatMap(Clock.currentTimeMillis, collect), ({ browsers, waiting }) => [
    gauge("commonhold_push_browsers", "Browsers in which notices are turned on.", browsers),
    gauge("commonhold_push_waiting", "Browser notifications that were written and not sent yet.", waiting)
  ])
  return { name: "push", families }
})

/**
 * The payload of a browser notification, as JSON for the service worker (app/worker). It has the inbox entry's text,
 * but for a private community only that there is something new, since anyone may see a locked screen.
 */
interface Noticed {
  /** The entry's id: a notification that is sent twice replaces itself. */
  readonly id: string
  readonly text: string
  /** How often the same event happened. */
  readonly times: number
  /** A path of our own router. */
  readonly target: string
  readonly community: string | null
  readonly isPrivate: boolean
}

interface Payload {
  readonly title: string
  readonly body: string
  readonly url: string
  readonly tag: string
}

/**
 * In characters. The encrypted payload may have at most 3,993 bytes (RFC 8291, 4), and notifications show two or three
 * lines.
 */
const MAX_BODY = 240
const MAX_TITLE = 80

export const payloadOf = ({ community, id, isPrivate, target, text, times }: Noticed): Payload => {
  if (isPrivate) {
    const body = "There is something new in one of your communities."
    return { title: APP_NAME, body, url: target, tag: id }
  }
  const said = times > 1 ? `${cutAtWord(text, MAX_BODY - 20)} (${times} times)` : cutAtWord(text, MAX_BODY)
  return { title: cutAtWord(community ?? APP_NAME, MAX_TITLE), body: said, url: target, tag: id }
}

/** Name of the job whose work items are these browsers (docs/operations.md, "Jobs"). */
const SENDING = "push.send"
/** Older ones are no longer useful and not sent. */
const FRESH = Duration.toMillis("12 hours")
/** Notifications in one work item; the rest waits for the next. */
const AT_MOST = 10
/** Push services asked at the same time. */
const AT_ONCE = 6
/** Pauses after failures in a row; the last one repeats. */
const PAUSES = ["30 seconds", "2 minutes", "10 minutes", "1 hour", "4 hours"] as const

/** Milliseconds until a browser is tried again after this many failures in a row, 1 or more. */
export const pauseAfter = (failures: number): number =>
  Duration.toMillis(PAUSES[Math.min(failures, PAUSES.length) - 1] ?? "4 hours")

const OUTCOMES = {
  sent: labelsOf({ outcome: "sent" }),
  later: labelsOf({ outcome: "put back" }),
  refused: labelsOf({ outcome: "given up" }),
  gone: labelsOf({ outcome: "gone" })
}
const count = (outcome: keyof typeof OUTCOMES) => Effect.sync(() => pushes.unsafeUpdate(1, OUTCOMES[outcome]))

const Due = Schema.Struct({ id: Schema.String })
const Browser = Schema.Struct({
  id: Schema.String,
  endpoint: Schema.String,
  p256dh: Schema.String,
  auth: Schema.String,
  device: Schema.String,
  failures: Schema.Int
})
type Browser = typeof Browser.Type
const Message = Schema.Struct({
  id: Schema.String,
  text: Schema.String,
  times: Schema.Int,
  target: Schema.String,
  readAt: Schema.NullOr(Schema.Number),
  community: Schema.NullOr(Schema.String),
  visibility: Schema.NullOr(Schema.String)
})
type Message = typeof Message.Type

export class PushDelivery extends Effect.Service<PushDelivery>()("activity/notifications/PushDelivery", {
  dependencies: [WorkQueue.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const sender = yield* PushSender
    const queue = yield* WorkQueue
    const { vapid } = yield* Settings
    const key = Option.match(vapid, { onNone: () => "", onSome: ({ publicKey }) => publicKey })

    const due = findAll({
      Request: Schema.Struct({ now: Schema.Number, limit: Schema.Int }),
      Result: Due,
      execute: ({ limit, now }) => sql`SELECT s.id FROM push_subscriptions s
        WHERE s.id IN (SELECT m.subscription_id FROM push_messages m
            WHERE m.settled_at IS NULL AND m.created_at > ${now - FRESH})
          AND s.vapid_key = ${key} AND s.ends_at > ${now} AND s.next_try_at <= ${now}
          AND ${queue.isFree(SENDING, sql`s.id`, now)}
        ORDER BY s.next_try_at, s.id LIMIT ${limit}`
    })
    /** None if the browser or its account was removed meanwhile. */
    const findBrowser = findOne({
      Request: Schema.String,
      Result: Browser,
      execute: (id) => sql`SELECT s.id, s.endpoint, s.p256dh, s.auth, s.device, s.failures FROM push_subscriptions s
        JOIN users u ON u.account_address = s.account_address AND u.status = 'active' WHERE s.id = ${id}`
    })
    const messagesOf = findAll({
      Request: Schema.Struct({ id: Schema.String, since: Schema.Number }),
      Result: Message,
      execute: ({ id, since }) => sql`
        SELECT n.id, n.text, n.times, n.target, n.read_at, c.name AS community, c.visibility
        FROM push_messages m
        JOIN notifications n ON n.account_address = m.account_address AND n.id = m.notification_id
        LEFT JOIN communities c ON c.id = n.community_id
        WHERE m.subscription_id = ${id} AND m.settled_at IS NULL AND m.created_at > ${since}
        ORDER BY m.created_at, m.notification_id LIMIT ${AT_MOST}`
    })

    const settle = (browser: Browser, message: Message) =>
      Effect.flatMap(
        Clock.currentTimeMillis,
        (now) => sql`UPDATE push_messages SET settled_at = ${now}
          WHERE subscription_id = ${browser.id} AND notification_id = ${message.id}`
      )
    const sent = (browser: Browser, message: Message) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        yield* sql`UPDATE push_subscriptions SET sent_at = ${now}, failures = 0, next_try_at = 0, last_error = NULL
          WHERE id = ${browser.id}`
        yield* settle(browser, message)
        yield* count("sent")
        return "on" as const
      })
    const notSent = (browser: Browser, message: Message, { outcome, pauseMs = 0, reason }: PushNotSent) =>
      Effect.gen(function* () {
        yield* count(outcome)
        if (outcome === "refused") return yield* Effect.as(settle(browser, message), "on" as const)
        if (outcome === "gone") {
          yield* sql`DELETE FROM push_subscriptions WHERE id = ${browser.id}`
          return "stop" as const
        }
        const now = yield* Clock.currentTimeMillis
        const failures = browser.failures + 1
        yield* sql`UPDATE push_subscriptions SET failures = ${failures}, last_error = ${reason},
          next_try_at = ${now + Math.max(pauseMs, pauseAfter(failures))} WHERE id = ${browser.id}`
        yield* Effect.logInfo("a notice was not sent").pipe(Effect.annotateLogs({ browser: browser.id, reason }))
        return "stop" as const
      })

    const sendOne = (browser: Browser, message: Message) => {
      const { community, id, readAt, target, text, times, visibility } = message
      // Read on another device meanwhile.
      if (readAt !== null) return Effect.as(settle(browser, message), "on" as const)
      const isPrivate = visibility === "private"
      const payload = JSON.stringify(payloadOf({ id, text, times, target, community, isPrivate }))
      return sender.send({ ...browser, id: `${browser.id} ${id}`, payload }).pipe(
        Effect.matchEffect({
          onSuccess: () => sent(browser, message),
          onFailure: (failure) => notSent(browser, message, failure)
        }),
        Effect.uninterruptible
      )
    }

    const sendAll = Effect.fn("PushDelivery.sendAll")(function* (id: string) {
      const browser = yield* findBrowser(id)
      if (Option.isNone(browser)) return yield* sql`DELETE FROM push_subscriptions WHERE id = ${id}`
      const since = (yield* Clock.currentTimeMillis) - FRESH
      for (const message of yield* messagesOf({ id, since })) {
        if ((yield* sendOne(browser.value, message)) === "stop") return
      }
    })

    /** Sends everything that is due. */
    const sendDue = queue.workThrough({
      job: SENDING,
      due: (limit) => Effect.flatMap(Clock.currentTimeMillis, (now) => due({ now, limit })),
      keyOf: ({ id }) => id,
      work: ({ id }) => sendAll(id),
      mayComeAgain: true,
      atOnce: AT_ONCE
    })

    return { sendDue: Option.isNone(vapid) ? Effect.void : sendDue }
  })
}) {}

export const pushJob = Effect.map(
  PushDelivery,
  ({ sendDue }): Job => ({ name: "push", every: "minute", isShared: true, run: sendDue })
)

/** Listens as long as the server runs. */
export const PushLive = Layer.scopedDiscard(
  Effect.gen(function* () {
    const { news } = yield* Notifications
    const heard = yield* PubSub.subscribe(news)
    const { sendDue } = yield* PushDelivery
    const round = sendDue.pipe(Effect.catchAllCause(logDied("sending notices died")))
    yield* Effect.forkScoped(Effect.forever(Effect.zipRight(Queue.take(heard), round)))
  })
)
