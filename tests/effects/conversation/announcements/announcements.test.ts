/** Announcements on both databases: visibility over time, notifications, and races. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Layer, Option, TestClock } from "effect"
import { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { AnnouncementId, type Issue } from "~/effects/conversation/announcements/Announcement"
import { AnnouncementCardsRepo } from "~/effects/conversation/announcements/AnnouncementCardsRepo.server"
import { AnnouncementPublications } from "~/effects/conversation/announcements/AnnouncementPublications.server"
import { Announcements } from "~/effects/conversation/announcements/Announcements.server"
import { AnnouncementsRepo } from "~/effects/conversation/announcements/AnnouncementsRepo.server"
import { asAccount } from "../../../addresses"
import { type Database, describeOnBothDatabases } from "../../../databases"
import { found, join, TODAY, world } from "../../activity/activity/world"

const MO = asAccount("account_tdx_2_mo")
const BEN = asAccount("account_tdx_2_ben")
const HOUR = 3_600_000
const services = (database: Database) =>
  Layer.mergeAll(
    Announcements.Default,
    AnnouncementPublications.Default,
    AnnouncementsRepo.Default,
    AnnouncementCardsRepo.Default
  ).pipe(Layer.provideMerge(world(database)))

const ids = ["aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc", "dddddddddddd"].map((id) => AnnouncementId.make(id))
const idOf = (index: number) => ids[index] ?? AnnouncementId.make("zzzzzzzzzzzz")

describeOnBothDatabases("Announcements", (database) => {
  const prepared = Effect.gen(function* () {
    yield* TestClock.setTime(TODAY)
    const sql = yield* SqlClient.SqlClient
    const announcements = yield* Announcements
    const publications = yield* AnnouncementPublications
    const cards = yield* AnnouncementCardsRepo
    const repo = yield* AnnouncementsRepo
    const { id } = yield* found({ slug: "riverside" })
    const communityId = CommunityId.make(id)
    yield* join(id, MO, { role: "moderator" })
    yield* join(id, BEN)
    const issue = (index: number, change: Partial<Issue> = {}): Issue => ({
      id: idOf(index),
      communityId,
      issuer: MO,
      title: `Title ${index}`,
      body: "Text",
      importance: "normal",
      pinnedUntil: null,
      publishAt: null,
      signed: null,
      ...change
    })
    const seenBy = (account: AccountAddress | null) =>
      Effect.gen(function* () {
        const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
        return yield* cards.page({ communityId, account }, now, null, 20)
      })
    return { announcements, publications, communityId, issue, repo, seenBy, sql }
  })
  const run = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof services>>>) =>
    Effect.provide(program, services(database))

  it.effect(
    "published immediately get a number, an event, a notification for others, and an unread mark for members only",
    () =>
      run(
        Effect.gen(function* () {
          const { announcements, issue, seenBy, sql } = yield* prepared
          assert.strictEqual(yield* announcements.issue(issue(0)), 1)
          assert.strictEqual(yield* announcements.issue(issue(1)), 2)
          const events = yield* sql`SELECT type, actor FROM activity_events ORDER BY seq`
          assert.deepStrictEqual(events, [
            { type: "announced", actor: MO },
            { type: "announced", actor: MO }
          ])
          assert.deepStrictEqual(
            (yield* seenBy(BEN)).map(({ number, unread }) => [number, unread]),
            [
              [2, 1],
              [1, 1]
            ]
          )
          assert.deepStrictEqual(
            (yield* seenBy(null)).map(({ unread }) => unread),
            [0, 0]
          )
          assert.deepStrictEqual(
            (yield* seenBy(MO)).map(({ unread }) => unread),
            [0, 0]
          )
        })
      )
  )

  it.effect("scheduled for later stay hidden until their time, and are published once by two servers", () =>
    run(
      Effect.gen(function* () {
        const { announcements, issue, publications, seenBy, sql } = yield* prepared
        assert.isNull(yield* announcements.issue(issue(0, { publishAt: TODAY + HOUR, importance: "important" })))
        yield* publications.publishDue
        assert.lengthOf(yield* seenBy(BEN), 0)
        yield* TestClock.adjust("1 hour")
        yield* Effect.all([publications.publishDue, publications.publishDue], { concurrency: 2 })
        const [shown] = yield* seenBy(BEN)
        assert.strictEqual(shown?.publishAt, TODAY + HOUR)
        assert.lengthOf(yield* sql`SELECT seq FROM activity_events`, 1)
        assert.deepStrictEqual(yield* sql`SELECT announcement_seq FROM communities`, [{ announcementSeq: 1 }])
      })
    )
  )

  it.effect(
    "are refused with the next date for a third important one in seven days, also when three are concurrent",
    () =>
      run(
        Effect.gen(function* () {
          const { announcements, issue } = yield* prepared
          const responses = yield* Effect.all(
            [0, 1, 2].map((index) => Effect.either(announcements.issue(issue(index, { importance: "important" })))),
            { concurrency: 3 }
          )
          const refused = responses.filter(Either.isLeft)
          assert.lengthOf(refused, 1)
          assert.strictEqual(
            refused[0]?.left.message,
            "Two important announcements this week already. Send this one as normal or wait until 27 Nov 2026, 12:00 UTC."
          )
          assert.strictEqual(yield* announcements.issue(issue(3)), 3)
        })
      )
  )

  it.effect("show the earlier text after a correction, and both texts to the second of two editors", () =>
    run(
      Effect.gen(function* () {
        const { announcements, communityId, issue, publications, repo } = yield* prepared
        yield* announcements.issue(issue(0))
        const mine = { version: 1, title: "Title 0", body: "On Saturday", reason: "Wrong day" }
        yield* publications.correct(communityId, idOf(0), MO, mine)
        const late = yield* Effect.flip(publications.correct(communityId, idOf(0), MO, { ...mine, body: "On Sunday" }))
        assert.deepInclude(late, {
          code: "E-STALE",
          stored: { title: "Title 0", body: "On Saturday", version: "2" }
        })
        const corrections = yield* repo.corrections(idOf(0))
        assert.deepStrictEqual(
          corrections.map(({ afterBody, beforeBody, reason }) => [beforeBody, afterBody, reason]),
          [["Text", "On Saturday", "Wrong day"]]
        )
      })
    )
  )

  it.effect("are withdrawn once, with a reason, and not corrected afterwards", () =>
    run(
      Effect.gen(function* () {
        const { announcements, communityId, issue, publications, seenBy } = yield* prepared
        yield* announcements.issue(issue(0, { pinnedUntil: TODAY + HOUR }))
        const both = yield* Effect.all(
          [1, 2].map(() => Effect.either(publications.withdraw(communityId, idOf(0), MO, "It was a mistake"))),
          { concurrency: 2 }
        )
        assert.lengthOf(both.filter(Either.isRight), 1)
        const [shown] = yield* seenBy(BEN)
        assert.strictEqual(shown?.withdrawnReason, "It was a mistake")
        const late = { version: 2, title: "Title 0", body: "Else", reason: "Too late" }
        const refused = yield* Effect.flip(publications.correct(communityId, idOf(0), MO, late))
        assert.strictEqual(refused.message, "This announcement is withdrawn; correcting it is no longer possible.")
      })
    )
  )

  it.effect("in draft belong to their author: nobody else edits, deletes or takes over their id", () =>
    run(
      Effect.gen(function* () {
        const { announcements, communityId, issue, repo, seenBy } = yield* prepared
        yield* announcements.saveDraft(issue(0))
        const other = yield* found({ slug: "another" })
        const stranger = { issuer: BEN, title: "Taken over" }
        const attempts: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
          announcements.saveDraft(issue(0, stranger)),
          announcements.issue(issue(0, stranger)),
          announcements.issue(issue(0, { ...stranger, communityId: CommunityId.make(other.id) })),
          announcements.drop(communityId, idOf(0), BEN)
        ]
        for (const attempt of attempts) {
          assert.strictEqual((yield* Effect.flip(attempt))._tag, "NotThere")
        }
        assert.lengthOf(yield* seenBy(MO), 0)
        const kept = yield* repo.find(communityId, idOf(0))
        assert.strictEqual(Option.getOrThrow(kept).title, "Title 0")
        yield* announcements.drop(communityId, idOf(0), MO)
        assert.isTrue(Option.isNone(yield* repo.find(communityId, idOf(0))))
      })
    )
  )

  it.effect("count each reader once, and can all be marked as read with one click", () =>
    run(
      Effect.gen(function* () {
        const { announcements, communityId, issue, seenBy } = yield* prepared
        yield* announcements.issue(issue(0))
        yield* announcements.issue(issue(1))
        const reads = yield* AnnouncementsRepo
        yield* Effect.all([reads.markRead(idOf(0), BEN), reads.markRead(idOf(0), BEN)], {
          concurrency: 2
        })
        const unread = Effect.map(seenBy(BEN), (cards) => cards.map((card) => [card.unread, card.readCount]))
        assert.deepStrictEqual(yield* unread, [
          [1, 0],
          [0, 1]
        ])
        yield* TestClock.adjust("1 minute")
        yield* reads.markAllRead(communityId, BEN)
        assert.deepStrictEqual(
          (yield* unread).map(([count]) => count),
          [0, 0]
        )
      })
    )
  )
})
