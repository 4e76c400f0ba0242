/**
 * The browsers in which a person gets notifications, each turned on separately with its topics. One row per session: it
 * ends with the session (migration 61), and moves to the new one if the same account signs in again in that browser.
 */
import { Clock, Effect, Layer, Option, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { coded } from "~/effects/base/failures/coded"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { isSubscription, LOCAL_ENDPOINT, type Subscription } from "~/effects/base/push/PushSender.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomId } from "~/effects/base/text/random.server"
import { SessionReplaced } from "~/effects/people/wallet-session/SessionsRepo.server"
import type { PushTopics } from "./topics"

/** The server has no keys for Web Push (docs/operations.md, "Settings"). */
export class PushNotOffered extends coded("PushNotOffered", "E-PUSH-OFF", 409, {
  message: "This site sends no browser notifications. You get everything by e-mail and in your inbox."
}) {}

/** The browser gave no usable push address. */
export class PushUnreachable extends coded("PushUnreachable", "E-PUSH-BROWSER", 422, {
  message: "This browser refused notifications. Allow notifications for this site in the browser, then try again."
}) {}

/** The address belongs to another account, and the request lacks that browser's keys. */
export class PushTaken extends coded("PushTaken", "E-PUSH-TAKEN", 409, {
  message:
    "Another account gets its notifications in this browser. Block notifications for this site in the browser, allow them again, then try again."
}) {}

export class TooManyDevices extends coded("TooManyDevices", "E-PUSH-DEVICES", 409, {
  fields: { most: Schema.Int },
  message: ({ most }) => `You already have notifications in ${most} browsers. Remove one of them first.`
}) {}

/** Most browsers of one account. */
export const MAX_DEVICES = 10

const Device = Schema.Struct({
  id: Schema.String,
  sessionId: Schema.String,
  device: Schema.String,
  votes: Schema.Int,
  money: Schema.Int,
  replies: Schema.Int,
  createdAt: Schema.Number,
  /** When a notification was last sent there. */
  sentAt: Schema.NullOr(Schema.Number)
})
export type Device = typeof Device.Type

export interface TurningOn {
  readonly account: AccountAddress
  readonly session: { readonly id: string; readonly expiresAt: number }
  /** "Firefox on Linux". */
  readonly device: string
  readonly subscription: Subscription
  readonly topics: PushTopics
}

const columnsOf = ({ money, replies, votes }: PushTopics) => ({
  votes: votes ? 1 : 0,
  money: money ? 1 : 0,
  replies: replies ? 1 : 0
})

export class PushDevices extends Effect.Service<PushDevices>()("activity/notifications/PushDevices", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const { ledger, vapid } = yield* Settings

    const select = findAll({
      Request: Schema.Struct({ account: AccountAddress, key: Schema.String, now: Schema.Number }),
      Result: Device,
      execute: ({ account, key, now }) => sql`SELECT id, session_id, device, votes, money, replies, created_at, sent_at
        FROM push_subscriptions WHERE account_address = ${account} AND vapid_key = ${key} AND ends_at > ${now}
        ORDER BY created_at, id LIMIT ${MAX_DEVICES}`
    })

    /** Browsers with notifications turned on, oldest first. Null if this server sends none. */
    const list = Effect.fn("PushDevices.list")(function* (account: AccountAddress) {
      if (Option.isNone(vapid)) return null
      const now = yield* Clock.currentTimeMillis
      const { publicKey } = vapid.value
      return { publicKey, devices: yield* select({ account, key: publicKey, now }) }
    })

    /** In local mode, notifications for browsers without a push service appear on the mailbox page. */
    const reachable = Effect.fnUntraced(function* (given: Subscription, sessionId: string) {
      if (isSubscription(given)) return given
      if (ledger === "local" && given.endpoint === "") return { ...given, endpoint: `${LOCAL_ENDPOINT}${sessionId}` }
      return yield* new PushUnreachable()
    })

    /**
     * Takes a push address from another account that turned it on before in this browser. The keys prove that it is the
     * same browser, because only the browser and the site know them; an address alone may have leaked.
     */
    const take = Effect.fnUntraced(function* (
      { auth, endpoint, p256dh }: Subscription,
      account: AccountAddress,
      sessionId: string
    ) {
      yield* sql`DELETE FROM push_subscriptions WHERE endpoint = ${endpoint} AND session_id <> ${sessionId}
        AND (account_address = ${account} OR (p256dh = ${p256dh} AND auth = ${auth}))`
      const left = yield* sql`SELECT id FROM push_subscriptions
        WHERE endpoint = ${endpoint} AND session_id <> ${sessionId}`
      if (left.length > 0) return yield* new PushTaken()
    })

    const turnOn = Effect.fn("PushDevices.turnOn")(function* (turning: TurningOn) {
      const { account, device, session, topics } = turning
      if (Option.isNone(vapid)) return yield* new PushNotOffered()
      const subscription = yield* reachable(turning.subscription, session.id)
      const { auth, endpoint, p256dh } = subscription
      const now = yield* Clock.currentTimeMillis
      yield* withLocks(sql, [`push:${account}`])
      yield* sql`DELETE FROM push_subscriptions WHERE session_id = ${session.id}
        OR (account_address = ${account} AND (ends_at <= ${now} OR vapid_key <> ${vapid.value.publicKey}))`
      yield* take(subscription, account, session.id)
      const others = yield* sql`SELECT id FROM push_subscriptions WHERE account_address = ${account}`
      if (others.length >= MAX_DEVICES) return yield* new TooManyDevices({ most: MAX_DEVICES })
      yield* sql`INSERT INTO push_subscriptions ${sql.insert({
        id: yield* randomId(20),
        accountAddress: account,
        sessionId: session.id,
        endpoint,
        p256dh,
        auth,
        vapidKey: vapid.value.publicKey,
        device,
        ...columnsOf(topics),
        createdAt: now,
        endsAt: session.expiresAt
      })}`
    }, atomically(sql))

    /** Sets the topics of one of the account's browsers. Another account's id changes nothing. */
    const choose = Effect.fn("PushDevices.choose")(function* (account: AccountAddress, id: string, topics: PushTopics) {
      const chosen = yield* sql`UPDATE push_subscriptions SET ${sql.update(columnsOf(topics))}
        WHERE account_address = ${account} AND id = ${id} RETURNING id`
      return chosen.length === 1
    })

    /** False if the account has no such browser. */
    const remove = Effect.fn("PushDevices.remove")(function* (account: AccountAddress, id: string) {
      const removed = yield* sql`DELETE FROM push_subscriptions
        WHERE account_address = ${account} AND id = ${id} RETURNING id`
      return removed.length === 1
    })

    /** Stores the browser's new address. False if notifications are off in this session: they stay off. */
    const renew = Effect.fn("PushDevices.renew")(function* (
      { account, id: sessionId }: { readonly account: AccountAddress; readonly id: string },
      given: Subscription
    ) {
      if (!isSubscription(given)) return yield* new PushUnreachable()
      const { auth, endpoint, p256dh } = given
      yield* take(given, account, sessionId)
      const renewed = yield* sql`UPDATE push_subscriptions
        SET ${sql.update({ endpoint, p256dh, auth, failures: 0, nextTryAt: 0, lastError: null })}
        WHERE session_id = ${sessionId} RETURNING id`
      return renewed.length === 1
    }, atomically(sql))

    return { list, turnOn, choose, remove, renew }
  })
}) {}

/**
 * The same account signed in again in the same browser: its notifications continue for as long as the new session
 * allows.
 */
export const SessionReplacedLive = Layer.succeed(
  SessionReplaced,
  (sql, { accountAddress, expiresAt, from, id }) => sql`UPDATE push_subscriptions
    SET session_id = ${id}, ends_at = ${expiresAt} WHERE session_id = ${from} AND account_address = ${accountAddress}`
)
