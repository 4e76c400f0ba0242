/** Threads: the list, one of them, and starting one. */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Option } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { NotThere } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Once } from "~/effects/base/limits/Once.server"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { randomId } from "~/effects/base/text/random.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { searchText } from "~/effects/communities/communities/search"
import { personOf } from "~/effects/people/users/people.server"
import type { ThreadForm } from "./forms"
import type { ThreadsQuery } from "./listQuery"
import { Marks } from "./Marks.server"
import { THREADS_PER_PAGE, type ThreadCard, type ThreadView } from "./Post"
import { Posting } from "./Posting.server"
import { postRights } from "./rights"
import { isUnread, type ThreadRow, ThreadsRepo } from "./ThreadsRepo.server"

export const threadPath = (communityId: string, number: number): string =>
  `/community/detail/${communityId}/discussion?thread=${number}`

export class Threads extends Effect.Service<Threads>()("effects/Threads", {
  dependencies: [ThreadsRepo.Default, Marks.Default, Once.Default, CommunityCounts.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const repo = yield* ThreadsRepo
    const posting = yield* Posting
    const marks = yield* Marks
    const once = yield* Once
    const activity = yield* Activity
    const counts = yield* CommunityCounts
    const notifications = yield* Notifications

    /** One page of the list: pinned ones first, then by last activity. */
    const list = Effect.fn("Threads.list")(function* (who: Inside, query: ThreadsQuery, size = THREADS_PER_PAGE) {
      const { account } = who.standing
      const rows = yield* repo.page(who.community.id, account, query, size + 1)
      const last = rows.length > size ? rows[size - 1] : undefined
      const cards = rows.slice(0, size).map(
        (row): ThreadCard => ({
          id: row.id,
          number: row.number,
          title: row.shown === "hidden" ? "" : row.title,
          author: personOf(row.author, row),
          category: row.category,
          state: row.state,
          shown: row.shown,
          reason: row.reason,
          isPinned: row.pinned,
          proposalNumber: row.proposalNumber,
          comments: row.commentCount,
          agrees: row.agreeCount,
          lastActivityAt: row.lastActivityAt,
          createdAt: row.createdAt,
          isUnread: isUnread(row, account)
        })
      )
      const next: ThreadsQuery["after"] =
        last === undefined ? null : { pinned: last.pinned ? 1 : 0, at: last.lastActivityAt, id: last.id }
      return { cards, next }
    })

    /** By its number, as it is stored. */
    const row = Effect.fn("Threads.row")(function* (who: Inside, number: number) {
      const found = yield* repo.byNumber(who.community.id, number, who.standing.account)
      if (Option.isNone(found)) return yield* new NotThere({})
      return found.value
    })

    const view = (who: Inside, thread: ThreadRow): ThreadView => ({
      type: "thread",
      id: thread.id,
      number: thread.number,
      title: thread.title,
      category: thread.category,
      state: thread.state,
      isPinned: thread.pinned,
      proposalNumber: thread.proposalNumber,
      people: thread.peopleCount,
      lastActivityAt: thread.lastActivityAt,
      version: thread.version,
      follow: thread.follow ?? "none",
      author: personOf(thread.author, thread),
      isOwn: thread.author === who.standing.account,
      shown: thread.shown,
      reason: thread.shown === "hidden" ? thread.reason : null,
      text: thread.shown === "removed" ? [] : posting.toTree(thread.body, thread.mentions, "t-"),
      agreeCount: thread.agreeCount,
      hasAgreed: thread.agreed !== null,
      createdAt: thread.createdAt,
      editedAt: thread.shown === "removed" ? null : thread.editedAt,
      rights: postRights(who.standing, thread)
    })

    /** Keeps a thread and answers its number. The same key twice is one thread. */
    const start = Effect.fn("Threads.start")(function* (who: Inside, form: ThreadForm, key: string | null) {
      const writer = yield* posting.writer(who)
      yield* posting.mustFit(writer, form.body)
      const communityId: CommunityId = who.community.id
      const { account, name } = writer

      const write = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        yield* posting.takeOne(writer, communityId, "threads")
        yield* Effect.orDie(takeTurns(sql, [`threads:${communityId}`]))
        const mentions = yield* posting.mentionsOf(communityId, form.body)
        const number = yield* repo.nextNumber(communityId)
        const id = yield* randomId()
        const path = threadPath(communityId, number)
        yield* Effect.orDie(
          sql`INSERT INTO threads ${sql.insert({
            id,
            number,
            communityId,
            author: account,
            title: form.title,
            body: form.body,
            mentions: JSON.stringify(mentions),
            searchText: searchText(form.title, form.body),
            category: form.category,
            state: "open",
            shown: "visible",
            lastActivityAt: now,
            createdAt: now,
            updatedAt: now
          })}`
        )
        yield* counts.countThreads(communityId, 1)
        const target = { type: "thread", id } as const
        yield* marks.followIfUndecided(account, target)
        yield* marks.markRead(account, target, 0)
        yield* notifications.tell({
          to: mentions.map((mention) => mention.account).filter((named) => named !== account),
          type: "mention",
          communityId,
          target: path,
          text: `${name} mentioned you in “${form.title}”.`,
          importance: "normal"
        })
        yield* activity.record({
          communityId,
          actor: account,
          type: "threadStarted",
          target: path,
          data: { title: form.title, on: `thread:${id}` },
          visibility: "public"
        })
        return String(number)
      })
      const number = yield* once.run(
        `thread:${account}`,
        key,
        JSON.stringify([communityId, form]),
        atomically(sql)(write)
      )
      return Number(number)
    })

    /** A thread became a proposal; joins the transaction that publishes it. A thread becomes one proposal at most. */
    const becameProposal = Effect.fn("Threads.becameProposal")(function* (
      communityId: string,
      threadNumber: number,
      proposal: { readonly id: string; readonly number: number }
    ) {
      const linked = yield* sql`UPDATE threads
        SET proposal_id = ${proposal.id}, proposal_number = ${proposal.number}
        WHERE community_id = ${communityId} AND number = ${threadNumber} AND proposal_id IS NULL RETURNING id`
      return linked.length > 0
    }, Effect.orDie)

    return { list, row, view, start, becameProposal }
  })
}) {}
