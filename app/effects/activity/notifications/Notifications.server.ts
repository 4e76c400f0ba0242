/**
 * Notifications: writes who is notified of what. `tell` joins the transaction of the write it reports and takes the
 * same three statements for one person or ten thousand, four with browser notifications; the jobs of this folder send
 * e-mails and browser notifications afterwards.
 *
 * The same event reported twice within ten minutes is one entry with a count (docs/product/notifications.md); so are
 * several events of one group while the entry is unread. A community's choice (all, important, none) applies to
 * notifications for everyone in it; one for a single person always arrives in the inbox, and by e-mail unless the
 * community is muted and the matter is not important.
 */
import { SqlClient, type Statement } from "@effect/sql"
import { Array as Arr, Clock, Duration, Effect, PubSub } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { Role } from "~/effects/access/Membership"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { Sweep } from "~/effects/base/db/Sweep.server"
import { Sql } from "~/effects/base/db/statements.server"
import { afterCommit, writtenLast } from "~/effects/base/db/transactions.server"
import { randomId } from "~/effects/base/text/random.server"
import { kindOf, type NotificationType } from "./kinds"
import { type PushTopic, topicOf } from "./push/topics"

const MERGE = Duration.toMillis("10 minutes")
const MAX_TEXT = 300
/** Characters of a group's sentence, so that its names fit next to it. */
const MAX_GROUP_TEXT = 220
/** Characters of the accounts stored to count participants; later ones count as one of them. */
const MAX_PEOPLE = 4_000
/** Accounts in one statement. */
const AT_ONCE = 1_000

export interface Everyone {
  readonly everyoneIn: CommunityId
  readonly except?: ReadonlyArray<string>
  /** Only active members with one of these roles. */
  readonly roles?: ReadonlyArray<Role>
  /** Also people who follow it without being members. */
  readonly andFollowers?: boolean
}

/** Events that share one entry until it is read, although each has a target of its own. */
export interface Group {
  /** What they have in common besides type and community. */
  readonly key: string
  /** Who acted. The entry's sentence begins with the last one's name, and counts the others. */
  readonly account: AccountAddress
  readonly name: string
}

export interface NewNotification {
  /** Accounts, or everyone in a community. Accounts without a profile get nothing. */
  readonly to: ReadonlyArray<string> | Everyone
  readonly type: NotificationType
  readonly communityId: CommunityId | null
  /** A path of our own router. Type, community and target identify the event. */
  readonly target: string
  /** One plain sentence; for a group, the part after the names. */
  readonly text: string
  readonly group?: Group
  readonly importance: "normal" | "important"
  /** How often it happened; 1 by default. */
  readonly times?: number
}

interface Notified {
  readonly notification: NewNotification
  readonly mergeKey: string
  /** Unix milliseconds. */
  readonly now: number
}

const keyOf = ({ communityId, type }: Pick<NewNotification, "communityId" | "type">, of: string): string =>
  JSON.stringify([type, communityId, of])

export class Notifications extends Effect.Service<Notifications>()("activity/notifications/Notifications", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const news = yield* PubSub.sliding<void>(1)

    /** Rows of `account_address, community_choice` for every recipient. */
    const recipients = ({ communityId, importance, to }: NewNotification) => {
      if (!("everyoneIn" in to)) {
        return sql`SELECT u.account_address, COALESCE(m.notifications, 'all') AS community_choice FROM users u
          LEFT JOIN memberships m ON m.community_id = ${communityId} AND m.account_address = u.account_address
          WHERE ${sql.in("u.account_address", [...new Set(to)])} AND u.status = 'active'`
      }
      const { andFollowers = false, everyoneIn, except = [], roles = [] } = to
      const members = sql`SELECT u.account_address, 'all' AS community_choice FROM memberships m
        JOIN users u ON u.account_address = m.account_address
        WHERE ${sql.and([
          sql`m.community_id = ${everyoneIn} AND m.status = 'active' AND u.status = 'active'`,
          importance === "important" ? sql`m.notifications <> 'none'` : sql`m.notifications = 'all'`,
          ...(roles.length === 0 ? [] : [sql.in("m.role", roles)]),
          ...(except.length === 0 ? [] : [sql`NOT ${sql.in("m.account_address", except)}`])
        ])}`
      return andFollowers ? sql`${members} UNION ALL ${followersOf(everyoneIn, except)}` : members
    }

    /** Followers of what can be followed; nobody is notified twice, and suspended members not at all. */
    const followersOf = (communityId: CommunityId, except: ReadonlyArray<string>) =>
      sql`SELECT u.account_address, 'all' AS community_choice FROM community_follows f
        JOIN communities c ON c.id = f.community_id AND c.visibility <> 'private' AND c.stage NOT IN ('draft', 'archived')
        JOIN users u ON u.account_address = f.account_address AND u.status = 'active'
        WHERE f.community_id = ${communityId} AND NOT EXISTS (SELECT 1 FROM memberships m
          WHERE m.community_id = f.community_id AND m.account_address = f.account_address
            AND m.status IN ('active', 'suspended'))
        ${except.length === 0 ? sql`` : sql`AND NOT ${sql.in("f.account_address", except)}`}`

    /** The sentence of a group's entry; `known` are its accounts including the new one. */
    const sentence = ({ name }: Group, text: string, known: Statement.Fragment) => {
      const others = sql`LENGTH(${known}) - LENGTH(REPLACE(${known}, ' ', ''))`
      return sql`CASE ${others} WHEN 0 THEN excluded.text
        WHEN 1 THEN CAST(${`${name} and 1 other ${text}`} AS TEXT)
        ELSE CAST(${name} AS TEXT) || ' and ' || (${others}) || CAST(${` others ${text}`} AS TEXT) END`
    }

    /** How an existing entry changes. One that was read has another key (Inbox) and is left as it is. */
    const goingOn = (group: Group | undefined, text: string) => {
      if (group === undefined) return sql`text = excluded.text, read_at = NULL`
      const { account } = group
      const known = sql`CASE WHEN (' ' || notifications.people || ' ') LIKE CAST(${`% ${account} %`} AS TEXT)
          OR LENGTH(notifications.people) > ${MAX_PEOPLE}
        THEN notifications.people ELSE notifications.people || ' ' || CAST(${account} AS TEXT) END`
      return sql`text = ${sentence(group, text, known)}, target = excluded.target, people = ${known}`
    }

    /** Queues the entry for the recipients' browsers, once for each entry; nothing for muted communities. */
    const writePushes = (topic: PushTopic, { importance, to }: NewNotification, mergeKey: string, now: number) =>
      sql`INSERT INTO push_messages (subscription_id, account_address, notification_id, created_at)
        SELECT s.id, n.account_address, n.id, CAST(${now} AS BIGINT)
        FROM notifications n
        JOIN push_subscriptions s ON s.account_address = n.account_address AND ${sql(`s.${topic}`)} = 1 AND s.ends_at > ${now}
        LEFT JOIN memberships m ON m.community_id = n.community_id AND m.account_address = n.account_address
        WHERE n.merge_key = ${mergeKey} AND n.read_at IS NULL
          AND ${"everyoneIn" in to ? sql`1 = 1` : sql.in("n.account_address", [...new Set(to)])}
          AND ${importance === "important" ? sql`1 = 1` : sql`COALESCE(m.notifications, 'all') <> 'none'`}
        ON CONFLICT (subscription_id, notification_id) DO NOTHING`

    /** Writes the entries of one notification; entries with its key that are too old were given another key before. */
    const writeEntries = (notification: NewNotification, mergeKey: string, now: number) =>
      Effect.gen(function* () {
        const { communityId, group, importance, target, times = 1, to, type } = notification
        const id = yield* randomId(20)
        const said = notification.text.replace(/\s+/g, " ").slice(0, group === undefined ? MAX_TEXT : MAX_GROUP_TEXT)
        const text = group === undefined ? said : `${group.name} ${said}`
        yield* sql`INSERT INTO notifications
          (account_address, id, type, community_id, target, text, importance, merge_key, times, email, people, created_at)
          SELECT r.account_address, ${id}, ${type}, ${communityId}, ${target}, ${text}, ${importance}, ${mergeKey}, CAST(${times} AS BIGINT),
            CASE WHEN r.community_choice = 'none' AND ${importance} <> 'important' THEN 'none'
              ELSE COALESCE(c.choice, ${kindOf(type).email}) END, CAST(${group?.account ?? null} AS TEXT), CAST(${now} AS BIGINT)
          FROM (${recipients(notification)}) r
          LEFT JOIN mail_choices c ON c.account_address = r.account_address AND c.type = ${type}
          WHERE 1 = 1 ${"everyoneIn" in to ? sql`` : sql`ORDER BY r.account_address`}
          ON CONFLICT (merge_key, account_address)
          DO UPDATE SET times = notifications.times + excluded.times, ${goingOn(group, said)}`
      })

    /**
     * Accounts for which a digest now waits, in the order of accounts: otherwise two transactions that notify the same
     * people could deadlock.
     */
    const writeDigests = (mergeKeys: ReadonlyArray<string>, among: Statement.Fragment) =>
      sql`INSERT INTO digests (account_address, due_at)
        SELECT account_address, 0 FROM notifications
        WHERE ${sql.in("merge_key", mergeKeys)} AND email = 'digest' AND emailed_at IS NULL AND ${among}
        ORDER BY account_address
        ON CONFLICT (account_address) DO NOTHING`

    /**
     * Browser notifications and waiting digests are written last, because any transaction may touch a person's rows.
     */
    const writeWaiting = writtenLast((all: ReadonlyArray<Notified>) =>
      Effect.gen(function* () {
        for (const { mergeKey, now, notification } of all) {
          const topic = topicOf(notification.type)
          if (topic !== undefined) yield* writePushes(topic, notification, mergeKey, now)
        }
        const everyones = all
          .filter(({ notification }) => "everyoneIn" in notification.to)
          .map(({ mergeKey }) => mergeKey)
        if (everyones.length > 0) yield* writeDigests([...new Set(everyones)], sql`1 = 1`)
        const listed = all.flatMap(({ mergeKey, notification: { to } }) =>
          "everyoneIn" in to ? [] : [{ mergeKey, to }]
        )
        const keys = [...new Set(listed.map(({ mergeKey }) => mergeKey))]
        for (const some of Arr.chunksOf([...new Set(listed.flatMap(({ to }) => to))].sort(), AT_ONCE)) {
          yield* writeDigests(keys, sql.in("account_address", some))
        }
      })
    )

    /**
     * Several notifications of one transaction, in this order. If they share a target or group, the caller must prevent
     * another transaction from reporting it at the same time.
     */
    const notifyAll = Effect.fn("Notifications.notifyAll")(function* (notifications: ReadonlyArray<NewNotification>) {
      const now = yield* Clock.currentTimeMillis
      const all = notifications
        .filter(({ to }) => "everyoneIn" in to || to.length > 0)
        .map(
          (notification): Notified => ({
            notification,
            mergeKey: keyOf(notification, notification.group?.key ?? notification.target),
            now
          })
        )
      if (all.length === 0) return
      for (const mergeKey of new Set(all.map((one) => one.mergeKey))) {
        yield* sql`UPDATE notifications SET merge_key = id, people = NULL
          WHERE merge_key = ${mergeKey} AND created_at <= ${now - MERGE}`
      }
      for (const { mergeKey, notification } of all) yield* writeEntries(notification, mergeKey, now)
      yield* writeWaiting(all)
      yield* afterCommit(Effect.asVoid(PubSub.publish(news, undefined)))
    })

    /**
     * Marks a group's entry as read for all its recipients, because its request was decided or withdrawn. Joins the
     * caller's transaction.
     */
    const settle = Effect.fn("Notifications.settle")(function* (
      type: NotificationType,
      communityId: CommunityId,
      group: string
    ) {
      const now = yield* Clock.currentTimeMillis
      yield* sql`UPDATE notifications SET read_at = ${now}, people = NULL, merge_key = id
        WHERE merge_key = ${keyOf({ type, communityId }, group)} AND read_at IS NULL`
      yield* afterCommit(Effect.asVoid(PubSub.publish(news, undefined)))
    })

    const notify = Effect.fn("Notifications.notify")((notification: NewNotification) => notifyAll([notification]))

    return {
      notify,
      notifyAll,
      settle,
      /** Signals that a person was notified on this server. */
      news
    }
  })
}) {}

/** Notifications are deleted after a year. */
const RETENTION = Duration.toMillis("365 days")

/** How long sent or outdated browser notifications are stored, so that each is sent once. */
const PUSHES_KEPT = Duration.toMillis("1 day")

export const sweepNotifications: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) =>
    Effect.all([
      sql`DELETE FROM notifications WHERE created_at < ${now - RETENTION}`,
      sql`DELETE FROM push_messages WHERE created_at < ${now - PUSHES_KEPT}`,
      sql`DELETE FROM push_subscriptions WHERE ends_at <= ${now}`
    ])
)
