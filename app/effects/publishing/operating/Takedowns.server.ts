/**
 * One act against abusive authors: suspends each, ends their sessions and hides their visible posts; and the way back,
 * which shows what this act hid and nothing else. The accounts are suspended all or none; many posts follow in portions
 * (BulkActions.server.ts). Ballots, proposals, announcements and money are not touched.
 */
import { Array as Arr, Clock, Effect, Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { counted } from "~/effects/base/text/counted"
import { randomId } from "~/effects/base/text/random.server"
import { Removals } from "~/effects/communities/undo/Removals.server"
import { shortName } from "~/effects/people/account/shortName"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { AccountCare, onAccount } from "./AccountCare.server"
import { BulkActions, changedSince, doneWords, isPortion } from "./BulkActions.server"
import { bulkKinds, type RunningAction } from "./bulkAction"
import type { OpenTakedown, TakedownPreview } from "./console"
import { AlreadySo } from "./errors"
import { FoundPeople } from "./FoundPeople.server"
import { FoundPosts } from "./FoundPosts.server"
import type { Order } from "./Operator"
import { OperatorLog } from "./OperatorLog.server"

/** First lines that a preview shows of each author. */
const LINES = 5

/** One act; `posts` are those of all open takedowns of its author. */
const Open = Schema.Struct({
  id: Schema.String,
  at: Schema.Number,
  reason: Schema.String,
  suspended: Schema.Int,
  posts: Schema.Int
})

const Listed = Schema.Struct({
  list: Schema.Literal("running", "open"),
  account: AccountAddress,
  username: Schema.NullOr(Schema.String),
  kind: Schema.Literal(...bulkKinds),
  at: Schema.Number,
  reason: Schema.String,
  posts: Schema.Int,
  done: Schema.Int
})

export class Takedowns extends Effect.Service<Takedowns>()("publishing/operating/Takedowns", {
  dependencies: [
    AccountCare.Default,
    BulkActions.Default,
    FoundPeople.Default,
    FoundPosts.Default,
    OperatorLog.Default,
    Removals.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const accounts = yield* AccountCare
    const bulk = yield* BulkActions
    const people = yield* FoundPeople
    const written = yield* FoundPosts
    const log = yield* OperatorLog
    const removals = yield* Removals
    const sessions = yield* Sessions

    // A post that was shown again in between may be in two takedowns of its author.
    const posts = sql`(SELECT CAST(COUNT(DISTINCT p.post_id) AS INTEGER)
      FROM takedowns o JOIN takedown_posts p ON p.takedown_id = o.id
      WHERE o.account_address = takedowns.account_address AND o.undone_at IS NULL)`
    const openOf = findAll({
      Request: Schema.String,
      Result: Open,
      execute: (account) => sql`SELECT id, at, reason, suspended, ${posts} AS posts FROM takedowns
        WHERE account_address = ${account} AND undone_at IS NULL ORDER BY at DESC, id`
    })
    const listed = findAll({
      Request: Schema.Int,
      Result: Listed,
      execute: (limit) => sql`SELECT list, account, u.username, kind, at, reason, posts, done FROM (
          SELECT * FROM (SELECT 'running' AS list, account_address AS account, kind, started_at AS at, reason, posts, done
            FROM bulk_actions WHERE ended_at IS NULL ORDER BY started_at, id LIMIT ${limit}) running
          UNION ALL SELECT * FROM (SELECT 'open' AS list, account_address AS account, 'take-down' AS kind, at, reason,
            ${posts} AS posts, 0 AS done FROM takedowns WHERE undone_at IS NULL ORDER BY at DESC, id LIMIT ${limit}) open
        ) lists LEFT JOIN users u ON u.account_address = account AND u.status = 'active'`
    })

    const preview = Effect.fn("Takedowns.preview")(function* (who: ReadonlyArray<string>) {
      const found = yield* Effect.forEach(who, people.one)
      const summaryOf = yield* written.summariesOf(
        found.map(({ account }) => account),
        LINES
      )
      return yield* Effect.forEach(found, (person) =>
        Effect.map(
          sessions.list(person.account),
          ({ length }): TakedownPreview => ({ person, sessions: length, ...summaryOf(person.account) })
        )
      )
    })

    /** Loads and locks an author, with the number of their visible posts. */
    const held = Effect.fnUntraced(function* (who: string, order: Order) {
      const person = yield* accounts.takeHold(who, order)
      yield* bulk.requireNone(person)
      // Before the list of posts: what is undone at this moment is either in it, or stays removed.
      yield* removals.forget(person.account)
      const posts = yield* bulk.count(person.account, "hide")
      if (person.suspension !== null && posts === 0) {
        return yield* new AlreadySo({ message: `${person.name} is suspended already and has no visible post.` })
      }
      return { person, posts }
    })

    const takeDownOne = Effect.fnUntraced(function* (
      { person, posts }: Effect.Effect.Success<ReturnType<typeof held>>,
      isNow: boolean,
      days: number | null,
      order: Order
    ) {
      const isSuspended = person.suspension !== null
      const ended = yield* sessions.endAll(person.account)
      if (!isSuspended) yield* accounts.suspend(person.account, days, order)
      const id = yield* randomId()
      const at = yield* Clock.currentTimeMillis
      const row = { id, accountAddress: person.account, at, reason: order.reason, suspended: isSuspended ? 0 : 1 }
      yield* sql`INSERT INTO takedowns ${sql.insert(row)}`
      const hidden = yield* bulk.startOrDo({ kind: "take-down", person, posts, takedownId: id }, isNow, order)
      const done = isNow ? `hid ${counted(hidden, "post")}` : `hiding ${counted(posts, "post")} in the background`
      const before = isSuspended ? "Was suspended before" : "Suspended"
      const summary = `${before}, ${done}, ended ${counted(ended, "session")}`
      yield* log.record(order, "take-down", summary, onAccount(person))
      return `${person.name}: ${summary}`
    })

    /** Locks an author; what still hides their posts ends here. */
    const undoable = Effect.fnUntraced(function* (who: string, order: Order) {
      const { account } = yield* people.one(who)
      yield* bulk.hold(account)
      const person = yield* people.one(account)
      yield* bulk.stopHiding(person, order)
      yield* bulk.requireNone(person)
      const open = yield* openOf(account)
      if (open.length === 0) return yield* new AlreadySo({ message: `There is no takedown of ${person.name} to undo.` })
      return { person, open, posts: open[0]?.posts ?? 0 }
    })

    const undoOne = Effect.fnUntraced(function* (
      { open, person, posts }: Effect.Effect.Success<ReturnType<typeof undoable>>,
      isNow: boolean,
      order: Order
    ) {
      const undoneAt = yield* Clock.currentTimeMillis
      const undoneBy = yield* randomId()
      const ids = open.map(({ id }) => id)
      yield* sql`UPDATE takedowns SET ${sql.update({ undoneAt, undoneBy })} WHERE ${sql.in("id", ids)}`
      const shown = yield* bulk.startOrDo(
        { id: undoneBy, kind: "undo-takedown", person, posts, takedownId: null },
        isNow,
        order
      )
      const { suspension } = person
      // A suspension that somebody gave for another reason since stays.
      const isOurs = open.some(({ reason, suspended }) => suspended === 1 && reason === suspension?.reason)
      const lifts = suspension?.kind === "suspended" && isOurs
      if (lifts) yield* accounts.unsuspend(person.account, order)
      const suspended = lifts ? ", lifted the suspension" : suspension === null ? "" : ", left the suspension"
      const summary = isNow
        ? `${doneWords("undo-takedown", shown)}${suspended}${changedSince(posts - shown)}`
        : `Showing ${counted(posts, "post")} again in the background${suspended}`
      yield* log.record(order, "undo-takedown", summary, onAccount(person))
      return `${person.name}: ${summary}`
    })

    const all = (done: ReadonlyArray<string>) => ({ summary: done.join(". ") })

    const takeDown = Effect.fn("Takedowns.takeDown")(function* (
      who: ReadonlyArray<string>,
      days: number | null,
      order: Order
    ) {
      const found = yield* Effect.forEach(who, (each) => held(each, order))
      const isNow = isPortion(found)
      return all(yield* Effect.forEach(found, (each) => takeDownOne(each, isNow, days, order)))
    }, atomically(sql))
    const undo = Effect.fn("Takedowns.undo")(function* (who: ReadonlyArray<string>, order: Order) {
      const found = yield* Effect.forEach(who, (each) => undoable(each, order))
      const isNow = isPortion(found)
      return all(yield* Effect.forEach(found, (each) => undoOne(each, isNow, order)))
    }, atomically(sql))

    return {
      preview,
      takeDown: (who: ReadonlyArray<string>, days: number | null, order: Order) =>
        Effect.zipLeft(takeDown(who, days, order), bulk.wake),
      undo: (who: ReadonlyArray<string>, order: Order) => Effect.zipLeft(undo(who, order), bulk.wake),
      /**
       * What is hidden or shown again in portions, the oldest first; and authors whose takedown can be undone, newest
       * first. `undo` undoes all of an author's together. At most `limit` of each.
       */
      lists: Effect.fn("Takedowns.lists")(function* (limit: number) {
        const rows = (yield* listed(limit)).map(({ username, ...row }) => ({
          ...row,
          name: username ?? shortName(row.account)
        }))
        const running = rows
          .filter(({ list }) => list === "running")
          .map(
            ({ account, at, done, kind, name, posts: all, reason }): RunningAction => ({
              account,
              name,
              kind,
              startedAt: at,
              reason,
              posts: all,
              done
            })
          )
          .sort((one, other) => one.startedAt - other.startedAt)
        const open = rows
          .filter(({ list }) => list === "open")
          .map(
            ({ account, at, name, posts: hidden, reason }): OpenTakedown => ({
              account,
              name,
              at,
              reason,
              posts: hidden
            })
          )
          .sort((one, other) => other.at - one.at)
        return { running, open: Arr.dedupeWith(open, (one, other) => one.account === other.account) }
      })
    }
  })
}) {}
