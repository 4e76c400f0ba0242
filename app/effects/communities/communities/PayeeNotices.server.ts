/**
 * Notifications for accounts that a community pays, who need not be members. Those who may not read a private community
 * are told what they receive, without its name or anything written there.
 */

import { Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { type NewNotification, Notifications } from "~/effects/activity/notifications/Notifications.server"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"

interface News extends Omit<NewNotification, "communityId" | "group" | "to"> {
  readonly communityId: NonNullable<NewNotification["communityId"]>
  readonly to: ReadonlyArray<string>
  /** Replaces fields of the notification for people outside a private community. */
  readonly outside: Partial<Pick<NewNotification, "target" | "text">>
}

export class PayeeNotices extends Effect.Service<PayeeNotices>()("communities/communities/PayeeNotices", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const notifications = yield* Notifications

    /**
     * The accounts that may not read a private community, by the rule of `canRead` (access/visibility.ts); empty for
     * any other community.
     */
    const outsiders = findAll({
      Request: Schema.Struct({ communityId: CommunityId, accounts: Schema.Array(Schema.String) }),
      Result: Schema.Struct({ account: AccountAddress }),
      execute: ({ accounts, communityId }) => sql`SELECT u.account_address AS account FROM users u
        JOIN communities c ON c.id = ${communityId} AND c.visibility = 'private' AND c.owner_address <> u.account_address
        WHERE ${sql.in("u.account_address", accounts)} AND NOT EXISTS (SELECT 1 FROM memberships m
          WHERE m.community_id = c.id AND m.account_address = u.account_address AND m.status = 'active')`
    })

    const notify = Effect.fn("PayeeNotices.notify")(function* ({ outside, ...news }: News) {
      if (news.to.length === 0) return
      const accounts = [...new Set(news.to)]
      const found = yield* outsiders({ communityId: news.communityId, accounts })
      const without = new Set<string>(found.map(({ account }) => account))
      yield* notifications.notify({ ...news, to: accounts.filter((account) => !without.has(account)) })
      yield* notifications.notify({ ...news, ...outside, communityId: null, to: [...without] })
    })

    return { notify }
  })
}) {}
