/**
 * One act against abusive authors: suspends each, ends their sessions and hides their visible posts, all or none; and the
 * way back, which shows what this act hid and nothing else. Ballots, proposals, announcements and money are not touched.
 */
import { Clock, Effect, Schema } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { counted } from "~/effects/base/text/counted"
import { randomId } from "~/effects/base/text/random.server"
import { Removals } from "~/effects/communities/undo/Removals.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { AccountCare, onAccount } from "./AccountCare.server"
import { ContentCare } from "./ContentCare.server"
import { AlreadySo } from "./errors"
import { FoundPeople } from "./FoundPeople.server"
import { FoundPosts, MOST_AT_ONCE } from "./FoundPosts.server"
import type { Order } from "./Operator"
import { OperatorLog } from "./OperatorLog.server"
import type { OpenTakedown, TakedownPreview } from "./takedown"

/** First lines that a preview shows of each author. */
const LINES = 5

/** One act; `posts` are those of all open takedowns of its author. */
const Open = Schema.Struct({
  id: Schema.String,
  account: Schema.String,
  at: Schema.Number,
  reason: Schema.String,
  suspended: Schema.Int,
  posts: Schema.Int
})

export class Takedowns extends Effect.Service<Takedowns>()("publishing/operating/Takedowns", {
  dependencies: [
    AccountCare.Default,
    ContentCare.Default,
    FoundPeople.Default,
    FoundPosts.Default,
    OperatorLog.Default,
    Removals.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const accounts = yield* AccountCare
    const content = yield* ContentCare
    const people = yield* FoundPeople
    const posts = yield* FoundPosts
    const log = yield* OperatorLog
    const removals = yield* Removals
    const sessions = yield* Sessions

    // A post that was shown again in between may be in two takedowns of its author.
    const columns = sql`id, account_address AS account, at, reason, suspended,
      (SELECT CAST(COUNT(DISTINCT p.post_id) AS INTEGER)
        FROM takedowns o JOIN takedown_posts p ON p.takedown_id = o.id
        WHERE o.account_address = takedowns.account_address AND o.undone_at IS NULL) AS posts`
    const openOf = findAll({
      Request: Schema.String,
      Result: Open,
      execute: (account) => sql`SELECT ${columns} FROM takedowns
        WHERE account_address = ${account} AND undone_at IS NULL ORDER BY at DESC, id`
    })
    const newest = findAll({
      Request: Schema.Int,
      Result: Open,
      execute: (limit) =>
        sql`SELECT ${columns} FROM takedowns WHERE undone_at IS NULL ORDER BY at DESC, id LIMIT ${limit}`
    })

    const preview = Effect.fn("Takedowns.preview")(function* (who: ReadonlyArray<string>) {
      const found = yield* Effect.forEach(who, people.one)
      const summaryOf = yield* posts.summariesOf(
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

    const takeDownOne = Effect.fnUntraced(function* (who: string, days: number | null, order: Order) {
      const person = yield* accounts.takeHold(who, order)
      // Before the list of posts: what is undone at this moment is either in it, or stays removed.
      yield* removals.forget(person.account)
      const found = yield* posts.visibleBy(person.account)
      const isSuspended = person.suspension !== null
      if (isSuspended && found.length === 0) {
        return yield* new AlreadySo({ message: `${person.name} is suspended already and has no visible post.` })
      }
      const ended = yield* sessions.endAll(person.account)
      if (!isSuspended) yield* accounts.suspend(person.account, days, order)
      for (const each of found) yield* content.hideFound(each, order)
      const id = yield* randomId()
      const at = yield* Clock.currentTimeMillis
      const row = { id, accountAddress: person.account, at, reason: order.reason, suspended: isSuspended ? 0 : 1 }
      yield* sql`INSERT INTO takedowns ${sql.insert(row)}`
      yield* Effect.forEach(
        found,
        ({ post }) => sql`INSERT INTO takedown_posts ${sql.insert({ takedownId: id, postId: post.id })}`,
        { discard: true }
      )
      const done = `hid ${counted(found.length, "post")}, ended ${counted(ended, "session")}`
      const summary = `${isSuspended ? "Was suspended before" : "Suspended"}, ${done}`
      yield* log.record(order, "take-down", summary, onAccount(person))
      const more = found.length === MOST_AT_ONCE ? "; there may be more posts, so repeat it" : ""
      return `${person.name}: ${summary}${more}`
    })

    const undoOne = Effect.fnUntraced(function* (who: string, order: Order) {
      const person = yield* people.one(who)
      const open = yield* openOf(person.account)
      if (open.length === 0) return yield* new AlreadySo({ message: `There is no takedown of ${person.name} to undo.` })
      const now = yield* Clock.currentTimeMillis
      let shown = 0
      for (const { at, id } of open) {
        const hidden = yield* posts.hiddenBy(id, at)
        for (const each of hidden) yield* content.showFound(each, order)
        shown += hidden.length
        yield* sql`UPDATE takedowns SET undone_at = ${now} WHERE id = ${id}`
      }
      const { suspension } = person
      // A suspension that somebody gave for another reason since stays.
      const isOurs = open.some(({ reason, suspended }) => suspended === 1 && reason === suspension?.reason)
      const lifts = suspension?.kind === "suspended" && isOurs
      if (lifts) yield* accounts.unsuspend(person.account, order)
      const hidden = (open[0]?.posts ?? 0) - shown
      const left = hidden === 0 ? "" : `; ${counted(hidden, "post")} changed since and stayed as they are`
      const suspended = lifts ? ", lifted the suspension" : suspension === null ? "" : ", left the suspension"
      const summary = `Showed ${counted(shown, "post")} again${suspended}${left}`
      yield* log.record(order, "undo-takedown", summary, onAccount(person))
      return `${person.name}: ${summary}`
    })

    const all = (done: ReadonlyArray<string>) => ({ summary: done.join(". ") })

    return {
      preview,
      takeDown: Effect.fn("Takedowns.takeDown")(function* (
        who: ReadonlyArray<string>,
        days: number | null,
        order: Order
      ) {
        return all(yield* Effect.forEach(who, (each) => takeDownOne(each, days, order)))
      }, atomically(sql)),
      undo: Effect.fn("Takedowns.undo")(function* (who: ReadonlyArray<string>, order: Order) {
        return all(yield* Effect.forEach(who, (each) => undoOne(each, order)))
      }, atomically(sql)),
      /** Authors whose takedown can be undone, newest first; `undo` undoes all of an author's at once. */
      open: Effect.fn("Takedowns.open")(function* (limit: number) {
        const rows = yield* newest(limit)
        const authors = [...new Set(rows.map(({ account }) => account))]
        const names = yield* people.names(authors)
        return authors.flatMap((account, n): ReadonlyArray<OpenTakedown> => {
          const last = rows.find((row) => row.account === account)
          if (last === undefined) return []
          const { at, posts: hidden, reason } = last
          return [{ account, name: names[n] ?? account, at, reason, posts: hidden }]
        })
      })
    }
  })
}) {}
