/** Inbox: one person's notifications, newest first, and which are read. Everything is by account. */
import { Clock, Effect, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { Entry } from "./Entry"

export const PAGE_SIZE = 20 // docs/product/communities.md

/** Where a page ends: time and id of its last line. */
const readKey = (after: string | null) => {
  const [, at, id] = /^(\d{1,15})-([a-z2-7]{20})$/.exec(after ?? "") ?? []
  return at === undefined || id === undefined ? null : { at: Number(at), id }
}

export class Inbox extends Effect.Service<Inbox>()("activity/notifications/Inbox", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const select = findAll({
      Request: Schema.Struct({
        account: AccountAddress,
        unread: Schema.Boolean,
        key: Schema.NullOr(Schema.Struct({ at: Schema.Number, id: Schema.String }))
      }),
      Result: Entry,
      execute: ({ account, key, unread }) => sql`SELECT n.id, n.type, n.community_id, c.name AS community, n.target,
          n.text, n.importance, n.times, n.created_at, n.read_at
        FROM notifications n LEFT JOIN communities c ON c.id = n.community_id
        WHERE ${sql.and([
          sql`n.account_address = ${account}`,
          ...(unread ? [sql`n.read_at IS NULL`] : []),
          ...(key === null ? [] : [sql`(n.created_at, n.id) < (${key.at}, ${key.id})`])
        ])}
        ORDER BY n.created_at DESC, n.id DESC LIMIT ${PAGE_SIZE + 1}`
    })

    /** `after` is the `next` of the previous page; an invalid one returns the first page. */
    const page = Effect.fn("Inbox.page")(function* (
      account: AccountAddress,
      { after, unread }: { readonly after: string | null; readonly unread: boolean }
    ) {
      const found = yield* select({ account, unread, key: readKey(after) })
      const entries = found.slice(0, PAGE_SIZE)
      const last = entries.at(-1)
      return { entries, next: found.length > PAGE_SIZE && last !== undefined ? `${last.createdAt}-${last.id}` : null }
    })

    /** A group's entry grows only while it is unread; later events start a new entry (Notifications). */
    const read = (now: number) => sql`read_at = ${now}, people = NULL,
      merge_key = CASE WHEN people IS NULL THEN merge_key ELSE id END`

    /** Only the account's own: another id changes nothing, and the response does not reveal whether it exists. */
    const markRead = Effect.fn("Inbox.markRead")(function* (account: AccountAddress, id: string) {
      const now = yield* Clock.currentTimeMillis
      yield* sql`UPDATE notifications SET ${read(now)}
        WHERE account_address = ${account} AND id = ${id} AND read_at IS NULL`
    })

    const markAllRead = Effect.fn("Inbox.markAllRead")(function* (account: AccountAddress) {
      const now = yield* Clock.currentTimeMillis
      yield* sql`UPDATE notifications SET ${read(now)} WHERE account_address = ${account} AND read_at IS NULL`
    })

    /** Deletes all notifications and e-mail choices of a removed account. Joins the transaction of the removal. */
    const forget = Effect.fn("Inbox.forget")(function* (account: AccountAddress) {
      yield* sql`DELETE FROM notifications WHERE account_address = ${account}`
      yield* sql`DELETE FROM mail_choices WHERE account_address = ${account}`
    })

    /** Deletes browser notifications and the waiting digest last, in the order in which Notifications writes them. */
    const forgetWaiting = Effect.fn("Inbox.forgetWaiting")(function* (account: AccountAddress) {
      yield* sql`DELETE FROM push_subscriptions WHERE account_address = ${account}`
      yield* sql`DELETE FROM digests WHERE account_address = ${account}`
    })

    return { page, markRead, markAllRead, forget, forgetWaiting }
  })
}) {}
