/**
 * Hides or shows all posts of an author again. Up to a portion is done in the operator's own transaction. More are the
 * work items of a job: each portion is one transaction, which also stores how far it is, so that any server continues
 * after a crash and every post is changed once. The author is notified and the communities' logs say so once, at the end.
 */
import { Clock, Effect, Option, Queue, Schema } from "effect"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { Revision } from "~/effects/base/db/Revision.server"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { othersTurn } from "~/effects/base/jobs/inParts"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { counted } from "~/effects/base/text/counted"
import { randomId } from "~/effects/base/text/random.server"
import { Moderation } from "~/effects/conversation/moderation/Moderation.server"
import { onAccount } from "./AccountCare.server"
import { makeBulkActionPosts } from "./BulkActionPosts.server"
import { actOf, type BulkKind, bulkKinds, PORTION, progressOf } from "./bulkAction"
import type { FoundPerson } from "./console"
import { AlreadySo } from "./errors"
import { FoundPeople } from "./FoundPeople.server"
import type { Order } from "./Operator"
import { OperatorLog } from "./OperatorLog.server"

/** The job whose work items are actions that have not ended. */
const JOB = "operators.posts"

const Running = Schema.Struct({
  id: Schema.String,
  account: AccountAddress,
  kind: Schema.Literal(...bulkKinds),
  takedownId: Schema.NullOr(Schema.String),
  actor: Schema.String,
  reason: Schema.String,
  startedAt: Schema.Number,
  posts: Schema.Int,
  done: Schema.Int,
  afterAt: Schema.Number,
  afterId: Schema.String
})
type Running = typeof Running.Type

const DONE = { hide: "Hid", show: "Showed again" } as const
const WILL = { hide: "Hiding", show: "Showing again" } as const

const LOGGED = {
  "hide-posts": "hide",
  "show-posts": "show",
  "take-down": "take-down",
  "undo-takedown": "undo-takedown"
} as const

/** "Hid 3 posts", "Showed 3 posts again". */
export const doneWords = (kind: BulkKind, posts: number): string =>
  actOf(kind) === "hide" ? `Hid ${counted(posts, "post")}` : `Showed ${counted(posts, "post")} again`

export const changedSince = (posts: number): string =>
  posts <= 0 ? "" : `; ${counted(posts, "post")} changed since and stayed as they are`

/** Whether so few posts are changed in the operator's own transaction. */
export const isPortion = (all: ReadonlyArray<{ readonly posts: number }>): boolean =>
  all.reduce((sum, { posts }) => sum + posts, 0) <= PORTION

export interface NewBulkAction {
  readonly id?: string
  readonly kind: BulkKind
  readonly person: FoundPerson
  readonly posts: number
  /** The takedown that stores which posts were hidden. */
  readonly takedownId: string | null
}

export class BulkActions extends Effect.Service<BulkActions>()("publishing/operating/BulkActions", {
  dependencies: [FoundPeople.Default, OperatorLog.Default, WorkQueue.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const people = yield* FoundPeople
    const found = yield* makeBulkActionPosts
    const log = yield* OperatorLog
    const moderation = yield* Moderation
    const notifications = yield* Notifications
    const queue = yield* WorkQueue
    const revision = yield* Revision
    const news = yield* Queue.sliding<void>(1)

    const columns = sql`id, account_address AS account, kind, takedown_id, actor, reason, started_at, posts, done,
      after_at, after_id`
    const one = findOne({
      Request: Schema.String,
      Result: Running,
      execute: (id) => sql`SELECT ${columns} FROM bulk_actions WHERE id = ${id} AND ended_at IS NULL`
    })
    const ofAuthor = findOne({
      Request: Schema.String,
      Result: Running,
      execute: (account) => sql`SELECT ${columns} FROM bulk_actions
        WHERE account_address = ${account} AND ended_at IS NULL`
    })
    const due = findAll({
      Request: Schema.Struct({ now: Schema.Number, limit: Schema.Int }),
      Result: Schema.Struct({ id: Schema.String }),
      execute: ({ limit, now }) => sql`SELECT id FROM bulk_actions
        WHERE ended_at IS NULL AND ${queue.isFree(JOB, sql`bulk_actions.id`, now)} ORDER BY started_at, id LIMIT ${limit}`
    })

    /** Locks the row until the transaction ends. False if the action ended, or another server did this portion. */
    const goOn = ({ afterAt, afterId, id }: Running, last: { readonly createdAt: number; readonly id: string }) =>
      Effect.map(
        sql`UPDATE bulk_actions SET after_at = ${last.createdAt}, after_id = ${last.id}
          WHERE id = ${id} AND ended_at IS NULL AND after_at = ${afterAt} AND after_id = ${afterId} RETURNING id`,
        (rows) => rows.length > 0
      )

    /** Ends an action and returns how many posts it changed; undefined if it had ended. */
    const end = Effect.fnUntraced(function* ({ id, kind, reason }: Running) {
      const rows = yield* sql<{
        readonly done: number
      }>`UPDATE bulk_actions SET ended_at = ${yield* Clock.currentTimeMillis}
        WHERE id = ${id} AND ended_at IS NULL RETURNING done`
      const [row] = rows
      if (row === undefined) return undefined
      yield* moderation.asOperators.sumUp(id, actOf(kind), reason)
      return Number(row.done)
    })

    const finish = Effect.fnUntraced(function* (action: Running) {
      const { account, kind, reason } = action
      const done = yield* end(action)
      if (done === undefined || done === 0 || actOf(kind) === "show") return done
      const text = `${done === 1 ? "A post of yours was" : `${counted(done, "post")} of yours were`} hidden by the operators of this site: ${reason}`
      yield* notifications.notify({
        to: [account],
        type: "role",
        communityId: null,
        target: "/userDashboard",
        text,
        importance: "normal"
      })
      return done
    })

    /** Does a portion. Returns whether it is the caller who goes on, and how many posts were changed once it has ended. */
    const step = Effect.fn("BulkActions.step")(function* (id: string) {
      const running = yield* one(id)
      if (Option.isNone(running)) return { goesOn: false, ended: null }
      const action = running.value
      const page = yield* found.next(action)
      const last = page.at(-1)
      if (last === undefined) return { goesOn: false, ended: { action, done: (yield* finish(action)) ?? null } }
      if (!(yield* goOn(action, { id: last.post.id, createdAt: last.createdAt }))) return { goesOn: false, ended: null }
      const changed = yield* moderation.asOperators.changeAll(id, actOf(action.kind), page, action.reason)
      yield* sql`UPDATE bulk_actions SET done = done + CAST(${changed.length} AS INTEGER) WHERE id = ${id}`
      const { takedownId } = action
      if (takedownId !== null && changed.length > 0) {
        const hiddenAt = yield* Clock.currentTimeMillis
        yield* sql`INSERT INTO takedown_posts ${sql.insert(
          changed.map(({ post }) => ({ takedownId, postId: post.id, hiddenAt }))
        )}`
      }
      return { goesOn: true, ended: null }
    })

    const nameOf = (account: AccountAddress) => Effect.map(people.names([account]), ([name = account]) => name)

    /** A portion in a transaction of its own; the end gets a line in the audit log. */
    const stepAlone = (id: string) =>
      Effect.gen(function* () {
        const { ended, goesOn } = yield* step(id)
        if (ended !== null && ended.done !== null) {
          const { account, actor, kind, posts, reason } = ended.action
          const target = { type: "account", id: account, label: yield* nameOf(account) } as const
          const summary = `${doneWords(kind, ended.done)}${changedSince(posts - ended.done)}`
          yield* log.record({ by: { actor, account: null }, reason }, LOGGED[kind], summary, target)
        }
        return goesOn
      }).pipe(atomically(sql), Effect.zipLeft(revision.raise))

    const workDue = queue.workThrough({
      job: JOB,
      due: (limit) => Effect.flatMap(Clock.currentTimeMillis, (now) => due({ now, limit })),
      keyOf: ({ id }) => id,
      work: ({ id }) => Effect.repeat(Effect.zipLeft(stepAlone(id), othersTurn), { while: (goesOn) => goesOn })
    })

    /** The operator's order about one author waits for others. */
    const hold = (account: AccountAddress) => withLocks(sql, [`account:${account}`])

    /** Fails if posts of the author are being hidden or shown. */
    const requireNone = Effect.fn("BulkActions.requireNone")(function* ({ account, name }: FoundPerson) {
      const running = yield* ofAuthor(account)
      if (Option.isNone(running)) return
      const way = actOf(running.value.kind) === "hide" ? "Undo it, or wait" : "Wait"
      return yield* new AlreadySo({
        message: `${name}: ${progressOf(running.value)} so far. ${way} until that has ended.`
      })
    })

    /** Before posts are shown again: what still hides posts of the author ends here. */
    const stopHiding = Effect.fn("BulkActions.stopHiding")(function* (person: FoundPerson, order: Order) {
      const running = yield* ofAuthor(person.account)
      if (Option.isNone(running) || actOf(running.value.kind) !== "hide") return
      const done = yield* end(running.value)
      if (done === undefined) return
      const { kind, posts } = running.value
      yield* log.record(order, LOGGED[kind], `Stopped: ${progressOf({ kind, posts, done })}`, onAccount(person))
    })

    const start = Effect.fnUntraced(function* (
      { id, kind, person, posts, takedownId }: NewBulkAction & { readonly id: string },
      { by, reason }: Order
    ) {
      const startedAt = yield* Clock.currentTimeMillis
      const row = { id, accountAddress: person.account, kind, takedownId, actor: by.actor, reason, startedAt, posts }
      yield* sql`INSERT INTO bulk_actions ${sql.insert({ ...row, done: 0, afterAt: 0, afterId: "" })}`
    })

    /**
     * Stores the action in the caller's transaction, after which `wake` is called, or does all of it there. Returns how
     * many posts changed so far.
     */
    const startOrDo = Effect.fn("BulkActions.startOrDo")(function* (
      action: NewBulkAction,
      isNow: boolean,
      order: Order
    ) {
      if (action.posts === 0) return 0
      const id = action.id ?? (yield* randomId())
      yield* start({ ...action, id }, order)
      while (isNow) {
        const { ended, goesOn } = yield* step(id)
        if (!goesOn) return ended?.done ?? 0
      }
      return 0
    })

    /** All posts of several authors. Posts that moderators hid stay hidden. */
    const changeAllOf = (kind: "hide-posts" | "show-posts") =>
      Effect.fn(`BulkActions.${kind}`)(function* (who: ReadonlyArray<string>, order: Order) {
        const act = actOf(kind)
        const all = yield* Effect.forEach(who, (each) =>
          Effect.gen(function* () {
            const person = yield* people.one(each)
            yield* hold(person.account)
            if (act === "show") yield* stopHiding(person, order)
            yield* requireNone(person)
            return { person, posts: yield* found.count(person.account, act) }
          })
        )
        const isNow = isPortion(all)
        const counts = yield* Effect.forEach(all, ({ person, posts }) =>
          Effect.gen(function* () {
            const done = yield* startOrDo({ kind, person, posts, takedownId: null }, isNow, order)
            const words = isNow ? doneWords(kind, done) : `${WILL[act]} ${counted(posts, "post")} in the background`
            if (posts > 0) yield* log.record(order, LOGGED[kind], words, onAccount(person))
            return `${person.name}: ${counted(isNow ? done : posts, "post")}`
          })
        )
        const names = counts.join(", ")
        return { summary: isNow ? `${DONE[act]} ${names}` : `${WILL[act]} in the background ${names}` }
      }, atomically(sql))

    return {
      count: found.count,
      hold,
      requireNone,
      stopHiding,
      startOrDo,
      hideAllOf: changeAllOf("hide-posts"),
      showAllOf: changeAllOf("show-posts"),
      workDue,
      /** Signals that an action was stored on this server. Call it after the transaction. */
      wake: Queue.offer(news, undefined),
      awaitNews: Queue.take(news)
    }
  })
}) {}
