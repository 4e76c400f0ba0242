/** The demonstration's threads and replies, as if they had been written over the last months. Part of `seedDemo`. */
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { searchText } from "~/effects/base/text/fold"
import { parseMarkdown } from "~/effects/base/text/markdown/parseMarkdown.server"
import { candidateKeys, mentionsIn } from "~/effects/conversation/discussion/mentions"
import { demoAccount } from "./accounts"
import { type DemoReply, type DemoThread, demoThreads } from "./threads"

const HOUR = 3_600_000

interface Place {
  readonly now: number
  readonly idOf: (slug: string) => string
  readonly fixedId: (text: string) => string
}

/** Everyone in the demonstration is mentioned by their own name. */
const mentionsOf = (text: string, names: ReadonlyArray<string>) => {
  const tree = parseMarkdown(text, { userText: true })
  const keys = new Set(candidateKeys(tree))
  const found = names
    .map((name) => ({ key: name.toLowerCase(), account: demoAccount(name) }))
    .filter(({ key }) => keys.has(key))
  return JSON.stringify(mentionsIn(tree, found))
}

const reactionsOf = (type: string, id: string, names: ReadonlyArray<string>, createdAt: number) =>
  names.map((name) => ({ targetType: type, targetId: id, accountAddress: demoAccount(name), createdAt }))

const repliesOf = (place: Place, thread: DemoThread, threadId: string) => {
  const names = thread.replies.map(({ by }) => by).concat(thread.by)
  const roots: Array<number> = []
  return thread.replies.map((reply: DemoReply, index) => {
    const seq = index + 1
    const rootSeq = reply.to === undefined ? seq : (roots[reply.to] ?? seq)
    roots.push(rootSeq)
    const createdAt = place.now - reply.hoursAgo * HOUR
    return {
      id: place.fixedId(`${threadId}/${index}`),
      communityId: place.idOf(thread.slug),
      targetType: "thread",
      targetId: threadId,
      seq,
      rootSeq,
      parentId: reply.to === undefined ? null : place.fixedId(`${threadId}/${reply.to}`),
      author: demoAccount(reply.by),
      body: reply.text,
      mentions: mentionsOf(reply.text, names),
      shown: reply.hidden === undefined ? "visible" : "hidden",
      reason: reply.hidden ?? null,
      agreeCount: reply.agree?.length ?? 0,
      createdAt,
      updatedAt: createdAt
    }
  })
}

type Reply = ReturnType<typeof repliesOf>[number]

/** The thread's row, with its counts. */
const threadOf = (place: Place, thread: DemoThread, id: string, number: number, rows: ReadonlyArray<Reply>) => {
  const { by, category, closed, hoursAgo, pinned, replies, slug, text, title } = thread
  const createdAt = place.now - hoursAgo * HOUR
  return {
    id,
    communityId: place.idOf(slug),
    number,
    author: demoAccount(by),
    title,
    body: text,
    mentions: mentionsOf(text, [by]),
    searchText: searchText(title, text),
    category,
    state: closed === true ? "closed" : "open",
    closedBy: closed === true ? demoAccount(by) : null,
    shown: "visible",
    pinned: pinned === true ? 1 : 0,
    commentCount: rows.length,
    peopleCount: new Set(replies.map((reply) => reply.by)).size,
    agreeCount: thread.agree?.length ?? 0,
    lastActivityAt: Math.max(createdAt, ...rows.map((row) => row.createdAt)),
    createdAt,
    updatedAt: createdAt
  }
}

type Row = ReturnType<typeof threadOf>

const conversationOf = ({ commentCount, communityId, id, lastActivityAt, peopleCount }: Row) => ({
  targetType: "thread",
  targetId: id,
  communityId,
  commentCount,
  peopleCount,
  lastSeq: commentCount,
  lastAt: lastActivityAt
})

/** Entries of the moderation log for posts that a moderator hid. */
const hidingsOf = (place: Place, thread: DemoThread, row: Row, rows: ReadonlyArray<Reply>) =>
  thread.replies.flatMap(({ hidden }, index) =>
    hidden === undefined
      ? []
      : [
          {
            id: place.fixedId(`${row.id}/log`),
            communityId: row.communityId,
            actor: demoAccount("Joaquim Teles"),
            action: "hide",
            targetType: "comment",
            targetId: rows[index]?.id ?? "",
            targetLabel: `A reply in “${thread.title}”`,
            targetPath: `/community/detail/${row.communityId}/discussion?thread=${row.number}`,
            reason: hidden,
            createdAt: row.lastActivityAt,
            updatedAt: row.lastActivityAt
          }
        ]
  )

/** Everyone who writes in a thread follows it. */
const followsOf = ({ by, replies }: DemoThread, { createdAt, id }: Row) =>
  [...new Set([by, ...replies.map((reply) => reply.by)])].map((name) => ({
    accountAddress: demoAccount(name),
    targetType: "thread",
    targetId: id,
    state: "following",
    createdAt
  }))

const seedThread = (sql: SqlClient.SqlClient, place: Place, thread: DemoThread, number: number) =>
  Effect.gen(function* () {
    const id = place.fixedId(`${thread.slug}/${thread.title}`)
    const rows = repliesOf(place, thread, id)
    const row = threadOf(place, thread, id, number, rows)
    const { lastActivityAt } = row
    yield* sql`INSERT INTO threads ${sql.insert(row)}`
    yield* sql`INSERT INTO conversations ${sql.insert(conversationOf(row))}`
    if (rows.length > 0) yield* sql`INSERT INTO comments ${sql.insert(rows)}`
    const agreed = [
      ...reactionsOf("thread", id, thread.agree ?? [], lastActivityAt),
      ...thread.replies.flatMap(({ agree }, index) =>
        reactionsOf("comment", rows[index]?.id ?? "", agree ?? [], lastActivityAt)
      )
    ]
    if (agreed.length > 0) yield* sql`INSERT INTO reactions ${sql.insert(agreed)}`
    const hidden = hidingsOf(place, thread, row, rows)
    if (hidden.length > 0) yield* sql`INSERT INTO moderation_actions ${sql.insert(hidden)}`
    yield* sql`INSERT INTO follows ${sql.insert(followsOf(thread, row))}`
    yield* sql`UPDATE communities SET thread_count = thread_count + 1 WHERE id = ${row.communityId}`
  })

/** A community that is missing because its address was already taken gets no threads. */
export const seedThreads = (sql: SqlClient.SqlClient, place: Place) =>
  Effect.gen(function* () {
    const numbers = new Map<string, number>()
    const ids = [...new Set(demoThreads.map(({ slug }) => place.idOf(slug)))]
    const there = yield* sql<{ readonly id: string }>`SELECT id FROM communities WHERE ${sql.in("id", ids)}`
    const isThere = new Set(there.map(({ id }) => id))
    for (const thread of demoThreads.filter(({ slug }) => isThere.has(place.idOf(slug)))) {
      const number = (numbers.get(thread.slug) ?? 0) + 1
      numbers.set(thread.slug, number)
      yield* seedThread(sql, place, thread, number)
    }
  }).pipe(Effect.orDie)
