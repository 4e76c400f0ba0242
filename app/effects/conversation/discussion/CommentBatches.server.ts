/**
 * Stores comments of one conversation that arrived together in one transaction: limits, mentions, counters and
 * notifications. A dozen statements for any number of comments. The rows that other servers wait for are locked last.
 */
import { Array as Arr, Clock, Effect, Either, Schema } from "effect"
import { CommunityId, Stage } from "~/effects/access/Community"
import { MembershipStatus, Role } from "~/effects/access/Membership"
import { must } from "~/effects/access/must"
import { type CommunityRole, permissions } from "~/effects/access/permissions"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import type { KeyReused, NotAllowed, NotThere, TooMany, WrongState } from "~/effects/base/failures/failures"
import { Idempotency, lockOf } from "~/effects/base/limits/Idempotency.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import type { CommentTarget } from "./CommentTarget"
import { makeConversations } from "./Conversations.server"
import { type AskedComment, type Decision, FULL, takeTogether } from "./commentsTogether"
import { Follows } from "./Follows.server"
import { Marks } from "./Marks.server"
import { mayName } from "./mentions"
import { Posting, type Writer } from "./Posting.server"
import { lockOfPosts, PostingLimits } from "./PostingLimits.server"
import { lockOfNamed, PostNotices } from "./PostNotices.server"

/**
 * Checks in the transaction that stores posts whether the writers may still write: they may have been removed or
 * suspended, or the community archived, since the request began. One statement for any number of writers.
 */
const Found = Schema.Struct({
  account: AccountAddress,
  stage: Stage,
  role: Schema.NullOr(Role),
  status: Schema.NullOr(MembershipStatus),
  joinedAt: Schema.NullOr(Schema.Number),
  suspendedUntil: Schema.NullOr(Schema.Number)
})
type Found = typeof Found.Type

const membershipOf = ({ joinedAt, role, status, suspendedUntil }: Found): CommunityRole["membership"] =>
  role === null || status === null || joinedAt === null ? null : { role, status, joinedAt, suspendedUntil }

/** An account that was removed or suspended by operators is not found, because its sessions have ended. */
const roleNowOf = (before: CommunityRole, found: Found | undefined, now: number): CommunityRole =>
  found === undefined
    ? { ...before, account: null, now, membership: null }
    : { ...before, now, community: { ...before.community, stage: found.stage }, membership: membershipOf(found) }

export const makeWritersNow = Effect.gen(function* () {
  const sql = yield* Sql

  const select = findAll({
    Request: Schema.Struct({
      communityId: CommunityId,
      accounts: Schema.Array(Schema.String),
      now: Schema.Number
    }),
    Result: Found,
    execute: ({ accounts, communityId, now }) => sql`
        SELECT u.account_address AS account, c.stage, m.role, m.status, m.joined_at, m.suspended_until
        FROM users u JOIN communities c ON c.id = ${communityId}
        LEFT JOIN memberships m ON m.community_id = c.id AND m.account_address = u.account_address
        WHERE ${sql.in("u.account_address", accounts)} AND u.status = 'active' AND NOT EXISTS (
          SELECT 1 FROM account_suspensions s WHERE s.account_address = u.account_address
            AND (s.suspended_until IS NULL OR s.suspended_until > ${now}))`
  })

  /**
   * Fails if one of them may no longer post. Call it last, after the activity, whose events lock the community's row:
   * a transaction that ends a membership or archives the community either waits for that lock or is visible here.
   */
  const requireMayStillPost = Effect.fn("CommentBatches.requireMayStillPost")(function* (
    communityId: CommunityId,
    roles: ReadonlyArray<CommunityRole>
  ) {
    const now = yield* Clock.currentTimeMillis
    const accounts = [...new Set(roles.flatMap(({ account }) => (account === null ? [] : [account])))]
    const rows = yield* select({ communityId, accounts, now })
    const found = new Map(rows.map((row) => [row.account, row]))
    for (const before of roles) {
      yield* must(
        permissions.post(roleNowOf(before, before.account === null ? undefined : found.get(before.account), now))
      )
    }
  })

  return { requireMayStillPost }
})

export interface NewComment extends AskedComment {
  readonly writer: Writer
  /** The writer's role and rights when the request began. */
  readonly communityRole: CommunityRole
  readonly body: string
}
export interface CommentBatch {
  readonly communityId: CommunityId
  readonly target: CommentTarget
  readonly comments: ReadonlyArray<NewComment>
}
export type CommentFailure = KeyReused | NotAllowed | NotThere | WrongState | TooMany

const unique = <A extends string>(texts: ReadonlyArray<A>) => [...new Set(texts)].sort()

/** Locks of a batch whose comments may mention somebody: serialises mention notifications per conversation. */
const lockOfNames = ({ id, type }: CommentTarget, comments: ReadonlyArray<NewComment>): ReadonlyArray<string> =>
  comments.some(({ body }) => mayName(body)) ? [lockOfNamed({ id, type })] : []

/** Runs in the caller's transaction. */
export const makeCommentBatches = Effect.gen(function* () {
  const sql = yield* Sql
  const conversations = yield* makeConversations
  const drafts = yield* Drafts
  const follows = yield* Follows
  const marks = yield* Marks
  const once = yield* Idempotency
  const posting = yield* Posting
  const limits = yield* PostingLimits
  const news = yield* PostNotices
  const writers = yield* makeWritersNow

  /** The facts needed before writing any of them; their authors write nothing else until the transaction ends. */
  const check = ({ comments, communityId, target }: CommentBatch, now: number) =>
    Effect.gen(function* () {
      const accounts = unique(comments.map(({ writer }) => writer.account))
      const keys = comments.flatMap(({ keyed }) => (keyed === null ? [] : [keyed]))
      const turns = [...accounts.map(lockOfPosts), ...keys.map(lockOf), ...lockOfNames(target, comments)]
      yield* withLocks(sql, turns)
      return takeTogether(comments, {
        now,
        stored: yield* once.stored(keys),
        written: yield* limits.commentsToday(accounts, communityId, now),
        parents: yield* conversations.parents(
          target,
          unique(comments.map(({ parent }) => parent).filter((id) => id !== ""))
        )
      })
    })

  type Taken = Effect.Effect.Success<ReturnType<typeof check>>["taken"]

  const write = ({ communityId, target }: CommentBatch, taken: Taken, now: number) =>
    Effect.gen(function* () {
      const all = taken.map(({ asked }) => asked)
      const named = yield* posting.mentionsOfComments(
        communityId,
        all.map(({ body }) => body)
      )
      const accounts = unique(all.map(({ writer }) => writer.account))
      const added = { comments: all.length, people: yield* conversations.newTo(target, accounts) }
      yield* follows.followIfUndecided(accounts, target)
      yield* news.toNamed(
        communityId,
        target,
        Arr.zipWith(all, named, ({ id, writer }, mentions) => ({ id, writer, mentions }))
      )
      const last = yield* conversations.count(target, communityId, added, now)
      yield* conversations.hold(target, added, now)
      const place = { communityId, targetType: target.type, targetId: target.id }
      const rows = Arr.zip(taken, named).map(([{ asked, rootSeq }, mentions], n) => {
        const { body, id, parent, writer } = asked
        const seq = last - all.length + 1 + n
        const at = { seq, rootSeq: rootSeq ?? seq, parentId: parent === "" ? null : parent, author: writer.account }
        const text = { body, mentions: JSON.stringify(mentions), shown: "visible" }
        return { id, ...place, ...at, ...text, createdAt: now, updatedAt: now }
      })
      yield* sql`INSERT INTO comments ${sql.insert(rows)}`
      yield* marks.markAllOf(target, new Map(rows.map(({ author, seq }) => [author, seq])))
      yield* news.ofComments(communityId, target, rows)
      yield* once.store(all.flatMap(({ id, keyed }) => (keyed === null ? [] : [{ ...keyed, answer: id }])))
      yield* writers.requireMayStillPost(
        communityId,
        all.map(({ communityRole }) => communityRole)
      )
    })

  /**
   * Deletes the reply drafts of accepted comments that are not replies to another comment. Repeated requests do so
   * too, since the page may have stored the draft again while it waited for the first response.
   */
  const forgetTyped = ({ comments, target }: CommentBatch, decisions: ReadonlyArray<Decision>) => {
    const sent = Arr.zip(decisions, comments).flatMap(([decision, { parent, writer }]) =>
      Either.isRight(decision) && parent === "" ? [writer.account] : []
    )
    const place = target.draftPlace
    return place === undefined || sent.length === 0 ? Effect.void : drafts.removeAt(unique(sent), place)
  }

  /**
   * For writers at their daily limit: when the next comment fits. Uses the same `now`, or a comment could have become
   * a day old meanwhile.
   */
  const whenOneFits = (writer: Writer, communityId: CommunityId, now: number) =>
    Effect.flatMap(
      Effect.either(limits.requireFit(writer, communityId, "comments", now)),
      Either.match({
        onLeft: Effect.succeed,
        onRight: () => Effect.dieMessage("an account's comments changed while it had its turn")
      })
    )

  /**
   * Returns each comment's id, or why it was refused, in order. Fails and stores none if the conversation is closed
   * or one of the writers may no longer write.
   */
  const store = (batch: CommentBatch) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const { decisions, taken } = yield* check(batch, now)
      if (taken.length > 0) yield* write(batch, taken, now)
      yield* forgetTyped(batch, decisions)
      const results: Array<Either.Either<string, CommentFailure>> = []
      for (const [decision, { writer }] of Arr.zip(decisions, batch.comments)) {
        if (Either.isRight(decision)) results.push(Either.right(decision.right))
        else if (decision.left !== FULL) results.push(Either.left(decision.left))
        else results.push(Either.left(yield* whenOneFits(writer, batch.communityId, now)))
      }
      return results
    })

  return { store }
})
