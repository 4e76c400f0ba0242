/** Conversations with comments that followers were not notified of, and how far each round is. */
import { Clock, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { Mentions } from "./mentions"
import { TargetRef } from "./Post"

/** A comment that followers were not notified of yet. */
export interface Reply {
  readonly author: AccountAddress
  /** Its author's name. */
  readonly name: string
  /** Accounts it mentions, which get a mention notification instead. */
  readonly named: ReadonlyArray<string>
  readonly createdAt: number
}

interface ReplyNotices {
  /** Name of the last comment's author. */
  readonly name: string
  readonly times: number
}

interface Follower {
  readonly account: AccountAddress
  /** Since when they follow; earlier comments are not reported to them. */
  readonly since: number
}

/** Null if all comments are the follower's own, mention them, or are older than their following. */
export const newsFor = (replies: ReadonlyArray<Reply>, { account, since }: Follower): ReplyNotices | null => {
  const theirs = replies.filter(
    ({ author, createdAt, named }) => author !== account && createdAt >= since && !named.includes(account)
  )
  const last = theirs.at(-1)
  return last === undefined ? null : { name: last.name, times: theirs.length }
}

/** Groups followers who get the same notification, which are nearly all. */
export const newsByReader = (
  replies: ReadonlyArray<Reply>,
  followers: ReadonlyArray<Follower>
): ReadonlyArray<ReplyNotices & { readonly to: ReadonlyArray<string> }> => {
  const groups = new Map<string, ReplyNotices & { readonly to: Array<string> }>()
  for (const follower of followers) {
    const news = newsFor(replies, follower)
    if (news === null) continue
    const key = JSON.stringify([news.times, news.name])
    const group = groups.get(key) ?? { ...news, to: [] }
    group.to.push(follower.account)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Name of the job whose work items are conversations (docs/operations.md, "Jobs"). */
export const TELLING = "conversations.notify"
/** Most comments reported in one round. */
const MAX_REPLIES = 500

const Key = Schema.Struct({ targetType: Schema.String, targetId: Schema.String })

const Round = Schema.Struct({
  communityId: CommunityId,
  title: Schema.String,
  path: Schema.String,
  notifiedSeq: Schema.Int,
  lastSeq: Schema.Int,
  /** Null if no round has begun. */
  untilSeq: Schema.NullOr(Schema.Int),
  notifiedAccount: Schema.NullOr(Schema.String)
})

const ReplyRow = Schema.Struct({
  author: AccountAddress,
  name: Schema.NullOr(Schema.String),
  mentions: Mentions,
  createdAt: Schema.Number
})

const After = Schema.Struct({ ...TargetRef.fields, after: Schema.String, limit: Schema.Int })
const FollowerRow = Schema.Struct({ account: AccountAddress, since: Schema.Number })

export const makeCommentNotificationsRepo = Effect.gen(function* () {
  const sql = yield* Sql
  const { isFree } = yield* WorkQueue

  const due = findAll({
    Request: Schema.Struct({ now: Schema.Number, limit: Schema.Int }),
    Result: Key,
    execute: ({ limit, now }) => sql`SELECT target_type, target_id FROM conversations v
        WHERE v.path IS NOT NULL AND v.notified_seq < v.last_seq
          AND ${isFree(TELLING, sql`v.target_type || ' ' || v.target_id`, now)}
        ORDER BY v.last_at LIMIT ${limit}`
  })
  const round = findOne({
    Request: Key,
    Result: Round,
    execute: ({ targetId, targetType }) => sql`SELECT v.community_id, v.title, v.path, v.notified_seq, v.last_seq,
          t.until_seq, t.notified_account
        FROM conversations v
        LEFT JOIN comment_notifications t ON t.target_type = v.target_type AND t.target_id = v.target_id
        WHERE v.target_type = ${targetType} AND v.target_id = ${targetId}
          AND v.path IS NOT NULL AND v.notified_seq < v.last_seq`
  })
  /** Resumes the round, or begins one up to the newest comment. None if everything was reported. */
  const begin = Effect.fn("CommentNotificationsRepo.begin")(function* ({ id, type }: TargetRef) {
    const found = yield* round({ targetType: type, targetId: id })
    if (Option.isNone(found)) return Option.none()
    const { lastSeq, notifiedAccount, notifiedSeq, untilSeq, ...target } = found.value
    const until = untilSeq ?? Math.min(lastSeq, notifiedSeq + MAX_REPLIES)
    if (untilSeq === null) {
      const row = { targetType: type, targetId: id, untilSeq: until, notifiedAccount: "" }
      yield* sql`INSERT INTO comment_notifications ${sql.insert(row)} ON CONFLICT (target_type, target_id) DO NOTHING`
    }
    return Option.some({ ...target, notifiedSeq, until, notifiedAccount: notifiedAccount ?? "" })
  })

  const selectReplies = findAll({
    Request: Schema.Struct({ ...TargetRef.fields, after: Schema.Int, until: Schema.Int }),
    Result: ReplyRow,
    execute: ({ after, id, type, until }) => sql`SELECT c.author, u.username AS name, c.mentions, c.created_at
        FROM comments c LEFT JOIN users u ON u.account_address = c.author
        WHERE c.target_type = ${type} AND c.target_id = ${id} AND c.seq > ${after} AND c.seq <= ${until}
          AND c.shown = 'visible'
        ORDER BY c.seq`
  })
  /** Comments that are still visible. */
  const replies = (target: TargetRef, after: number, until: number): Effect.Effect<ReadonlyArray<Reply>> =>
    Effect.map(selectReplies({ type: target.type, id: target.id, after, until }), (rows) =>
      rows.map(({ author, createdAt, mentions, name }) => ({
        author,
        name: name ?? "A removed account",
        named: mentions.map(({ account }) => account),
        createdAt
      }))
    )

  const selectFollowers = findAll({
    Request: After,
    Result: FollowerRow,
    execute: ({ after, id, limit, type }) => sql`SELECT f.account_address AS account, f.created_at AS since
        FROM follows f
        JOIN conversations v ON v.target_type = f.target_type AND v.target_id = f.target_id
        JOIN memberships m ON m.community_id = v.community_id AND m.account_address = f.account_address
          AND m.status = 'active'
        WHERE f.target_type = ${type} AND f.target_id = ${id} AND f.state = 'following'
          AND f.account_address > ${after}
        ORDER BY f.account_address LIMIT ${limit}`
  })
  /** Active members who follow it, in the order of their accounts. */
  const followers = ({ id, type }: TargetRef, after: string, limit: number): Effect.Effect<ReadonlyArray<Follower>> =>
    selectFollowers({ type, id, after, limit })

  /** False if another server notified these meanwhile. Joins the transaction that notifies them. */
  const goOn = Effect.fn("CommentNotificationsRepo.goOn")(function* (
    { id, type }: TargetRef,
    before: string,
    account: AccountAddress
  ) {
    const moved = yield* sql`UPDATE comment_notifications SET notified_account = ${account}
        WHERE target_type = ${type} AND target_id = ${id} AND notified_account = ${before} RETURNING until_seq`
    return moved.length > 0
  })

  /** Ends the round: everybody was notified up to that comment. */
  const end = Effect.fn("CommentNotificationsRepo.end")(function* ({ id, type }: TargetRef, until: number) {
    yield* sql`DELETE FROM comment_notifications WHERE target_type = ${type} AND target_id = ${id} AND until_seq = ${until}`
    yield* sql`UPDATE conversations SET notified_seq = ${until}
        WHERE target_type = ${type} AND target_id = ${id} AND notified_seq < ${until}`
  })

  return {
    /** Conversations with comments to report, longest quiet first. */
    due: (limit: number) => Effect.flatMap(Clock.currentTimeMillis, (now) => due({ now, limit })),
    begin,
    replies,
    followers,
    goOn,
    end
  }
})
