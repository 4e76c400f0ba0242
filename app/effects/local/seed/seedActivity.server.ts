/**
 * The past activity of the demonstration's communities, derived from its rows: who founded and joined them, who wrote
 * what, and who has applied. Inserts events, the figures of the days and notifications, as if each had been recorded at
 * its time. Part of `seedDemo`, after people, communities and threads.
 */
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { type ActivityType, isPost, topicOf } from "~/effects/activity/activity/catalogue"
import { Sql } from "~/effects/base/db/statements.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { demoAccount } from "./accounts"

const HOUR = 3_600_000
const DAY = 24 * HOUR

interface Happened {
  readonly communityId: CommunityId
  readonly at: number
  readonly actor: string
  readonly type: ActivityType
  readonly target: string
  readonly data: Readonly<Record<string, string | number>>
  readonly visibility: "public" | "moderators"
}

interface Applicant {
  readonly slug: string
  readonly name: string
  readonly hoursAgo: number
  readonly note: string
}

const applicants: ReadonlyArray<Applicant> = [
  {
    slug: "open-maps",
    name: "Yuki Tanabe",
    hoursAgo: 51,
    note: "I draw maps for the school's children, and would bring their walks to the fund."
  },
  {
    slug: "riverside-garden",
    name: "Elin Strand",
    hoursAgo: 20,
    note: "Bed 12 has been empty since spring. I would grow beans, and I know how to save water."
  }
]

const inside = (id: string, tab = "") => `/community/detail/${id}${tab === "" ? "" : `/${tab}`}`

const threadPath = (communityId: CommunityId, number: number) => inside(communityId, `discussion?thread=${number}`)

const foundings = (sql: SqlClient.SqlClient, ids: ReadonlyArray<string>) =>
  Effect.map(
    sql<{ id: CommunityId; ownerAddress: string; createdAt: number }>`
      SELECT id, owner_address, created_at FROM communities WHERE ${sql.in("id", ids)}`,
    (founded) =>
      founded.map(
        ({ createdAt, id, ownerAddress }): Happened => ({
          communityId: id,
          at: createdAt,
          actor: ownerAddress,
          type: "founded",
          target: inside(id),
          data: {},
          visibility: "public"
        })
      )
  )

const joinings = (sql: SqlClient.SqlClient, ids: ReadonlyArray<string>) =>
  Effect.map(
    sql<{ communityId: CommunityId; accountAddress: string; joinedAt: number; status: string }>`
      SELECT community_id, account_address, joined_at, status FROM memberships
      WHERE ${sql.in("community_id", ids)} AND role <> 'owner'`,
    (joined) =>
      joined.map(
        ({ accountAddress, communityId, joinedAt, status }): Happened => ({
          communityId,
          at: joinedAt,
          actor: accountAddress,
          type: status === "applied" ? "applied" : "joined",
          target: inside(communityId, "members"),
          data: {},
          visibility: status === "applied" ? "moderators" : "public"
        })
      )
  )

interface Written {
  readonly communityId: CommunityId
  readonly author: string
  readonly title: string
  readonly number: number
  readonly createdAt: number
}

const threadStarts = (sql: SqlClient.SqlClient, ids: ReadonlyArray<string>) =>
  Effect.map(
    sql<Written>`
      SELECT community_id, author, title, number, created_at FROM threads WHERE ${sql.in("community_id", ids)}`,
    (threads) =>
      threads.map(
        ({ author, communityId, createdAt, number, title }): Happened => ({
          communityId,
          at: createdAt,
          actor: author,
          type: "threadStarted",
          target: threadPath(communityId, number),
          data: { title },
          visibility: "public"
        })
      )
  )

const replies = (sql: SqlClient.SqlClient, ids: ReadonlyArray<string>) =>
  Effect.map(
    sql<Written & { readonly id: string }>`SELECT m.id, m.community_id, m.author, t.title, t.number, m.created_at
      FROM comments m JOIN threads t ON t.id = m.target_id WHERE ${sql.in("m.community_id", ids)}`,
    (comments) =>
      comments.map(
        ({ author, communityId, createdAt, id, number, title }): Happened => ({
          communityId,
          at: createdAt,
          actor: author,
          type: "commented",
          target: `${threadPath(communityId, number)}#c-${id}`,
          data: { title },
          visibility: "public"
        })
      )
  )

/** All events that follow from the rows, oldest first. */
const gather = (sql: SqlClient.SqlClient, ids: ReadonlyArray<string>) =>
  Effect.map(
    Effect.all([foundings(sql, ids), joinings(sql, ids), threadStarts(sql, ids), replies(sql, ids)]),
    (events) => events.flat().sort((one, other) => one.at - other.at)
  )

/** Numbers the events of each community and adds up its days. */
const tally = (events: ReadonlyArray<Happened>) => {
  const days = new Map<number, { members: number; posts: number; events: number }>()
  let members = 0
  const rows = events.map((event, index) => {
    if (event.type === "founded" || event.type === "joined") members += 1
    const day = Math.floor(event.at / DAY)
    const before = days.get(day) ?? { members, posts: 0, events: 0 }
    days.set(day, { members, posts: before.posts + (isPost(event.type) ? 1 : 0), events: before.events + 1 })
    return { ...event, seq: index + 1, topic: topicOf(event.type), data: JSON.stringify(event.data) }
  })
  return { rows, days: [...days].map(([day, figures]) => ({ day, ...figures })) }
}

interface Place {
  readonly now: number
  readonly idOf: (slug: string) => string
  readonly fixedId: (text: string, length: number) => string
}

/** Notifies moderators and the owner of each application, still unread. */
const notifyOf = (sql: SqlClient.SqlClient, { fixedId, idOf, now }: Place, { hoursAgo, name, slug }: Applicant) =>
  Effect.gen(function* () {
    const communityId = idOf(slug)
    const reported = yield* sql<{ readonly accountAddress: string; readonly community: string }>`
      SELECT m.account_address, c.name AS community FROM memberships m JOIN communities c ON c.id = m.community_id
      WHERE m.community_id = ${communityId} AND m.role IN ('owner', 'moderator')`
    const id = fixedId(`demo/application/${slug}/${name}`, 20)
    if (reported.length === 0) return
    yield* sql`INSERT INTO notifications ${sql.insert(
      reported.map(({ accountAddress, community }) => ({
        accountAddress,
        id,
        type: "applicationReceived",
        communityId,
        target: inside(communityId, "members?tab=applications"),
        text: `${community}: ${name} asks to join.`,
        importance: "normal",
        mergeKey: id,
        email: "none",
        createdAt: now - hoursAgo * HOUR
      }))
    )}`
  })

export const seedActivity = (place: Place, slugs: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* Sql
    const memberships = yield* MembershipsRepo
    // A community whose address was already taken does not exist here.
    const there = yield* sql<{ readonly id: string }>`SELECT id FROM communities
      WHERE ${sql.in("id", slugs.map(place.idOf))}`
    const ids = there.map(({ id }) => id)
    for (const applicant of applicants.filter(({ slug }) => ids.includes(place.idOf(slug)))) {
      const { hoursAgo, name, note, slug } = applicant
      const asked = yield* Effect.either(
        memberships.insert({
          communityId: CommunityId.make(place.idOf(slug)),
          accountAddress: demoAccount(name),
          role: "member",
          status: "applied",
          weight: 1,
          joinedAt: place.now - hoursAgo * HOUR,
          invitedBy: null,
          applicationNote: note,
          suspendedUntil: null,
          reason: null,
          notifications: "all",
          lastReadAt: null
        })
      )
      // A person who is a member already has no application.
      if (asked._tag === "Right") yield* notifyOf(sql, place, applicant)
    }
    if (ids.length === 0) return
    const events = yield* gather(sql, ids)
    for (const id of ids) {
      const { days, rows } = tally(events.filter(({ communityId }) => communityId === id))
      if (rows.length === 0) continue
      yield* sql`INSERT INTO activity_events ${sql.insert(rows)}`
      yield* sql`INSERT INTO community_days ${sql.insert(days.map((day) => ({ communityId: id, ...day })))}`
      yield* sql`UPDATE communities SET activity_seq = ${rows.length} WHERE id = ${id}`
    }
  })
