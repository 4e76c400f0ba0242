/** Announcements on disk: lists by key in the order people read them, and one with what was corrected in it. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { Announcement, AnnouncementId, Correction } from "./Announcement"

/** An announcement as one reader finds it. A removed account has no name. */
export const Card = Schema.Struct({
  ...Announcement.fields,
  issuerName: Schema.NullOr(Schema.String),
  issuerPicture: Schema.NullOr(Schema.String),
  /** 1 where the reader, being a member, has not read it yet. */
  unread: Schema.Int
})
export type Card = typeof Card.Type

export interface Reader {
  readonly communityId: string
  /** A proven account; null reads everything as read. */
  readonly account: string | null
}

export interface After {
  readonly at: number
  readonly id: string
}

const Asked = Schema.Struct({
  communityId: Schema.String,
  account: Schema.String,
  now: Schema.Number,
  at: Schema.Number,
  id: Schema.String,
  limit: Schema.Int
})

export class AnnouncementsRepo extends Effect.Service<AnnouncementsRepo>()("effects/AnnouncementsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    /** What every list reads. Whoever is no active member has nothing unread. */
    const cards = (account: string) => sql`
      SELECT a.*, u.username AS issuer_name, u.display_image AS issuer_picture,
        CASE WHEN m.joined_at IS NOT NULL AND r.read_at IS NULL AND a.issuer <> ${account}
          AND a.publish_at > m.joined_at AND a.publish_at > COALESCE(k.read_at, 0) THEN 1 ELSE 0 END AS unread
      FROM announcements a
      LEFT JOIN users u ON u.account_address = a.issuer AND u.status = 'active'
      LEFT JOIN memberships m ON m.community_id = a.community_id AND m.account_address = ${account}
        AND m.status = 'active'
      LEFT JOIN announcement_reads r ON r.announcement_id = a.id AND r.account_address = ${account}
      LEFT JOIN announcement_marks k ON k.community_id = a.community_id AND k.account_address = ${account}`

    const isPinned = (now: number) => sql`a.state = 'published' AND COALESCE(a.pinned_until, 0) > ${now}`

    const page = SqlSchema.findAll({
      Request: Asked,
      Result: Card,
      execute: ({ account, at, communityId, id, limit, now }) => sql`${cards(account)}
        WHERE a.community_id = ${communityId} AND a.shown = 1 AND (a.publish_at, a.id) < (${at}, ${id})
          AND NOT (${isPinned(now)})
        ORDER BY a.publish_at DESC, a.id DESC LIMIT ${limit}`
    })

    const pinned = SqlSchema.findAll({
      Request: Schema.Struct({
        communityId: Schema.String,
        account: Schema.String,
        now: Schema.Number,
        limit: Schema.Int
      }),
      Result: Card,
      execute: ({ account, communityId, limit, now }) => sql`${cards(account)}
        WHERE a.community_id = ${communityId} AND a.shown = 1 AND a.pinned_until > ${now} AND a.state = 'published'
        ORDER BY a.publish_at DESC, a.id DESC LIMIT ${limit}`
    })

    /** For the community's public page: what stands, pinned or not. */
    const latest = SqlSchema.findAll({
      Request: Schema.Struct({ communityId: Schema.String, limit: Schema.Int }),
      Result: Card,
      execute: ({ communityId, limit }) => sql`${cards("")}
        WHERE a.community_id = ${communityId} AND a.shown = 1 AND a.state = 'published'
        ORDER BY a.publish_at DESC, a.id DESC LIMIT ${limit}`
    })

    const byNumber = SqlSchema.findOne({
      Request: Schema.Struct({ communityId: Schema.String, account: Schema.String, number: Schema.Int }),
      Result: Card,
      execute: ({ account, communityId, number }) => sql`${cards(account)}
        WHERE a.community_id = ${communityId} AND a.number = ${number} AND a.shown = 1`
    })

    const find = SqlSchema.findOne({
      Request: Schema.Struct({ communityId: Schema.String, id: AnnouncementId }),
      Result: Announcement,
      execute: ({ communityId, id }) =>
        sql`SELECT * FROM announcements WHERE community_id = ${communityId} AND id = ${id}`
    })

    /** Drafts and scheduled ones are their issuer's alone. */
    const waiting = SqlSchema.findAll({
      Request: Schema.Struct({ communityId: Schema.String, issuer: Schema.String, limit: Schema.Int }),
      Result: Announcement,
      execute: ({ communityId, issuer, limit }) => sql`SELECT * FROM announcements
        WHERE issuer = ${issuer} AND community_id = ${communityId} AND shown = 0
        ORDER BY updated_at DESC, id DESC LIMIT ${limit}`
    })

    const corrections = SqlSchema.findAll({
      Request: Schema.String,
      Result: Correction,
      execute: (id) => sql`SELECT version, at, actor, reason, before_title, before_body, after_title, after_body
        FROM announcement_corrections WHERE announcement_id = ${id} ORDER BY version DESC`
    })

    const due = SqlSchema.findAll({
      Request: Schema.Struct({ now: Schema.Number, limit: Schema.Int }),
      Result: Announcement,
      execute: ({ limit, now }) => sql`SELECT * FROM announcements
        WHERE state = 'scheduled' AND publish_at <= ${now} ORDER BY publish_at, id LIMIT ${limit}`
    })

    /** When important ones went or will go out, other than this one. */
    const importantTimes = SqlSchema.findAll({
      Request: Schema.Struct({ communityId: Schema.String, id: Schema.String, from: Schema.Number }),
      Result: Schema.Struct({ publishAt: Schema.Number }),
      execute: ({ communityId, from, id }) => sql`SELECT publish_at FROM announcements
        WHERE community_id = ${communityId} AND importance = 'important' AND publish_at > ${from}
          AND state <> 'draft' AND id <> ${id}`
    })

    return {
      page: ({ account, communityId }: Reader, now: number, after: After | null, limit: number) =>
        Effect.orDie(
          page({
            communityId,
            account: account ?? "",
            now,
            at: after?.at ?? Number.MAX_SAFE_INTEGER,
            id: after?.id ?? "",
            limit
          })
        ),
      pinned: ({ account, communityId }: Reader, now: number, limit: number) =>
        Effect.orDie(pinned({ communityId, account: account ?? "", now, limit })),
      latest: (communityId: string, limit: number) => Effect.orDie(latest({ communityId, limit })),
      byNumber: ({ account, communityId }: Reader, number: number) =>
        Effect.orDie(byNumber({ communityId, account: account ?? "", number })),
      find: (communityId: string, id: AnnouncementId) => Effect.orDie(find({ communityId, id })),
      waiting: (communityId: string, issuer: string, limit: number) =>
        Effect.orDie(waiting({ communityId, issuer, limit })),
      corrections: (id: AnnouncementId) => Effect.orDie(corrections(id)),
      due: (now: number, limit: number) => Effect.orDie(due({ now, limit })),
      importantTimes: (communityId: string, id: AnnouncementId, from: number) =>
        Effect.map(Effect.orDie(importantTimes({ communityId, id, from })), (rows) =>
          rows.map(({ publishAt }) => publishAt)
        )
    }
  })
}) {}
