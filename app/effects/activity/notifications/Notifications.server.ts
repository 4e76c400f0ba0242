/**
 * Notifications: who is told what. `tell` joins the transaction of the write it tells about and costs the same three
 * statements for one person or ten thousand; letters are written afterwards, by the jobs of this folder.
 *
 * The same event told twice within ten minutes is one entry that counts (docs/product/notifications.md, 3.5.9). A
 * community's own choice (all, important, none) holds for what goes to everyone in it; what is meant for one person
 * always arrives in the inbox, and by letter unless the community is muted and the matter is not important.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect, PubSub } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { Role } from "~/effects/access/Membership"
import { randomId } from "~/effects/base/text/random.server"
import { kindOf, type NotificationType } from "./kinds"

const MERGE = Duration.toMillis("10 minutes")
const MAX_TEXT = 300

export interface Everyone {
  readonly everyoneIn: CommunityId
  readonly except?: ReadonlyArray<string>
  /** Only active members with one of these roles. */
  readonly roles?: ReadonlyArray<Role>
}

export interface Telling {
  /** Accounts, or everyone in a community. An account without a profile is not told. */
  readonly to: ReadonlyArray<string> | Everyone
  readonly type: NotificationType
  readonly communityId: CommunityId | null
  /** A path of our own router. With type and community it says which event this is. */
  readonly target: string
  /** One plain sentence. */
  readonly text: string
  readonly importance: "normal" | "important"
}

export class Notifications extends Effect.Service<Notifications>()("effects/Notifications", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const news = yield* PubSub.sliding<void>(1)

    /** Rows of `account_address, community_choice` for everybody meant. */
    const recipients = ({ communityId, importance, to }: Telling) => {
      if (!("everyoneIn" in to)) {
        return sql`SELECT u.account_address, COALESCE(m.notifications, 'all') AS community_choice FROM users u
          LEFT JOIN memberships m ON m.community_id = ${communityId} AND m.account_address = u.account_address
          WHERE ${sql.in("u.account_address", [...new Set(to)])} AND u.status = 'active'`
      }
      const { everyoneIn, except = [], roles = [] } = to
      return sql`SELECT u.account_address, 'all' AS community_choice FROM memberships m
        JOIN users u ON u.account_address = m.account_address
        WHERE ${sql.and([
          sql`m.community_id = ${everyoneIn} AND m.status = 'active' AND u.status = 'active'`,
          importance === "important" ? sql`m.notifications <> 'none'` : sql`m.notifications = 'all'`,
          ...(roles.length === 0 ? [] : [sql.in("m.role", roles)]),
          ...(except.length === 0 ? [] : [sql`NOT ${sql.in("m.account_address", except)}`])
        ])}`
    }

    const tell = Effect.fn("Notifications.tell")(function* (telling: Telling) {
      const { communityId, importance, target, to, type } = telling
      if (!("everyoneIn" in to) && to.length === 0) return
      const now = yield* Clock.currentTimeMillis
      const id = yield* randomId(20)
      const mergeKey = JSON.stringify([type, communityId, target])
      const text = telling.text.replace(/\s+/g, " ").slice(0, MAX_TEXT)
      yield* sql`UPDATE notifications SET merge_key = id
        WHERE merge_key = ${mergeKey} AND created_at <= ${now - MERGE}`
      yield* sql`INSERT INTO notifications
        (account_address, id, type, community_id, target, text, importance, merge_key, times, email, created_at)
        SELECT r.account_address, ${id}, ${type}, ${communityId}, ${target}, ${text}, ${importance}, ${mergeKey}, 1,
          CASE WHEN r.community_choice = 'none' AND ${importance} <> 'important' THEN 'none'
            ELSE COALESCE(c.choice, ${kindOf(type).email}) END, CAST(${now} AS BIGINT)
        FROM (${recipients(telling)}) r
        LEFT JOIN mail_choices c ON c.account_address = r.account_address AND c.type = ${type}
        WHERE 1 = 1
        ON CONFLICT (merge_key, account_address)
        DO UPDATE SET times = notifications.times + 1, text = excluded.text, read_at = NULL`
      yield* sql`INSERT INTO digests (account_address, due_at)
        SELECT account_address, 0 FROM notifications
        WHERE merge_key = ${mergeKey} AND email = 'digest' AND emailed_at IS NULL
        ON CONFLICT (account_address) DO NOTHING`
      yield* PubSub.publish(news, undefined)
    }, Effect.orDie)

    return {
      tell,
      /** Says that a person was told something on this server. */
      news
    }
  })
}) {}
