/** Announcements for readers: lists by key in reading order, and one by its number. */

import type { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { Announcement } from "./Announcement"

/** An announcement for one reader. A removed account has no name. */
export const Card = Schema.Struct({
  ...Announcement.fields,
  issuerName: Schema.NullOr(Schema.String),
  issuerPicture: Schema.NullOr(Schema.String),
  /** 1 if the reader is a member and has not read it yet. */
  unread: Schema.Int
})
export type Card = typeof Card.Type

export interface Reader {
  readonly communityId: CommunityId
  /** A proven account; for null everything counts as read. */
  readonly account: AccountAddress | null
}

export interface After {
  readonly at: number
  readonly id: string
}

const Asked = Schema.typeSchema(
  Schema.Struct({
    communityId: CommunityId,
    account: Schema.NullOr(AccountAddress),
    now: Schema.Number,
    at: Schema.Number,
    id: Schema.String,
    limit: Schema.Int
  })
)

/**
 * The columns of every list; only active members have unread ones. A fragment of each statement, so it takes the client
 * they are written with.
 */
const cardsFor = (sql: SqlClient.SqlClient, account: AccountAddress | null) => sql`
  SELECT a.*, u.username AS issuer_name, u.display_image AS issuer_picture,
    CASE WHEN m.joined_at IS NOT NULL AND r.read_at IS NULL AND a.issuer <> ${account}
      AND a.publish_at > m.joined_at AND a.publish_at > COALESCE(k.read_at, 0) THEN 1 ELSE 0 END AS unread
  FROM announcements a
  LEFT JOIN users u ON u.account_address = a.issuer AND u.status = 'active'
  LEFT JOIN memberships m ON m.community_id = a.community_id AND m.account_address = ${account}
    AND m.status = 'active'
  LEFT JOIN announcement_reads r ON r.announcement_id = a.id AND r.account_address = ${account}
  LEFT JOIN announcement_marks k ON k.community_id = a.community_id AND k.account_address = ${account}`

export class AnnouncementCardsRepo extends Effect.Service<AnnouncementCardsRepo>()(
  "conversation/announcements/AnnouncementCardsRepo",
  {
    effect: Effect.gen(function* () {
      const sql = yield* Sql

      const cards = (account: AccountAddress | null) => cardsFor(sql, account)
      const isPinned = (now: number) => sql`a.state = 'published' AND COALESCE(a.pinned_until, 0) > ${now}`

      const page = findAll({
        Request: Asked,
        Result: Card,
        execute: ({ account, at, communityId, id, limit, now }) => sql`${cards(account)}
        WHERE a.community_id = ${communityId} AND a.shown = 1 AND (a.publish_at, a.id) < (${at}, ${id})
          AND NOT (${isPinned(now)})
        ORDER BY a.publish_at DESC, a.id DESC LIMIT ${limit}`
      })

      const pinned = findAll({
        Request: Schema.typeSchema(
          Schema.Struct({
            communityId: CommunityId,
            account: Schema.NullOr(AccountAddress),
            now: Schema.Number,
            limit: Schema.Int
          })
        ),
        Result: Card,
        execute: ({ account, communityId, limit, now }) => sql`${cards(account)}
        WHERE a.community_id = ${communityId} AND a.shown = 1 AND a.pinned_until > ${now} AND a.state = 'published'
        ORDER BY a.publish_at DESC, a.id DESC LIMIT ${limit}`
      })

      /** For the community's public page: announcements that were not withdrawn, pinned or not. */
      const latest = findAll({
        Request: Schema.Struct({ communityId: CommunityId, limit: Schema.Int }),
        Result: Card,
        execute: ({ communityId, limit }) => sql`${cards(null)}
        WHERE a.community_id = ${communityId} AND a.shown = 1 AND a.state = 'published'
        ORDER BY a.publish_at DESC, a.id DESC LIMIT ${limit}`
      })

      const byNumber = findOne({
        Request: Schema.typeSchema(
          Schema.Struct({ communityId: CommunityId, account: Schema.NullOr(AccountAddress), number: Schema.Int })
        ),
        Result: Card,
        execute: ({ account, communityId, number }) => sql`${cards(account)}
        WHERE a.community_id = ${communityId} AND a.number = ${number} AND a.shown = 1`
      })

      return {
        page: ({ account, communityId }: Reader, now: number, after: After | null, limit: number) => {
          const { at, id } = after ?? { at: Number.MAX_SAFE_INTEGER, id: "" }
          return page({ communityId, account, now, at, id, limit })
        },
        pinned: ({ account, communityId }: Reader, now: number, limit: number) =>
          pinned({ communityId, account, now, limit }),
        latest: (communityId: CommunityId, limit: number) => latest({ communityId, limit }),
        byNumber: ({ account, communityId }: Reader, number: number) => byNumber({ communityId, account, number })
      }
    })
  }
) {}
