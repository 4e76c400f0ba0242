/**
 * Data that leaves a community: the read API, the feed, the calendar, and the owner's whole export
 * (docs/product/publishing.md).
 */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { strFromU8, unzipSync } from "fflate"
import { ActivityRepo } from "~/effects/activity/activity/ActivityRepo.server"
import { Limits } from "~/effects/base/limits/Limits.server"
import { communityCalendar, communityFeed } from "~/effects/communities/communities/pages/feed.server"
import { AnnouncementId } from "~/effects/conversation/announcements/Announcement"
import { AnnouncementCardsRepo } from "~/effects/conversation/announcements/AnnouncementCardsRepo.server"
import { AnnouncementPublications } from "~/effects/conversation/announcements/AnnouncementPublications.server"
import { Announcements } from "~/effects/conversation/announcements/Announcements.server"
import { AnnouncementsRepo } from "~/effects/conversation/announcements/AnnouncementsRepo.server"
import { ProposalListsRepo } from "~/effects/governance/proposals/ProposalListsRepo.server"
import { ProposalsRepo } from "~/effects/governance/proposals/ProposalsRepo.server"
import { BallotsRepo } from "~/effects/governance/votes/BallotsRepo.server"
import { ExportedRows } from "~/effects/publishing/exports/ExportedRows.server"
import { communityExport, exportedTables } from "~/effects/publishing/exports/pages/community.server"
import { apiCommunities, apiCommunity } from "~/effects/publishing/readapi/pages/communities.server"
import { CouponsRepo } from "~/effects/treasury/bonds/CouponsRepo.server"
import { type Database, describeOnBothDatabases } from "../../../databases"
import { found, join, TODAY, world } from "../../activity/activity/world"
import { settings } from "../../people/signup/world"
import { ADA, member, visit } from "../dashboard/visits"

const services = (database: Database) =>
  Layer.mergeAll(
    Announcements.Default,
    AnnouncementPublications.Default,
    AnnouncementsRepo.Default,
    AnnouncementCardsRepo.Default,
    ActivityRepo.Default,
    BallotsRepo.Default,
    Limits.Default,
    ExportedRows.Default,
    ProposalListsRepo.Default,
    ProposalsRepo.Default,
    CouponsRepo.Default,
    settings()
  ).pipe(Layer.provideMerge(world(database)))

describeOnBothDatabases("Exports and the read API", (database) => {
  const Live = services(database)
  const scene = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Live))
  const textOf = (response: Response) => Effect.promise(() => response.text())

  it.effect("list and show public communities only, and treat the private one as missing", () =>
    scene(
      Effect.gen(function* () {
        yield* found({ slug: "open-one", name: "Open one" })
        const hidden = yield* found({ slug: "hidden-one", visibility: "private" })
        yield* found({ slug: "by-address", visibility: "unlisted" })
        const list = JSON.parse(yield* textOf((yield* visit("/api/v1/communities", apiCommunities)).value))
        assert.deepStrictEqual(
          list.communities.map(({ slug }: { readonly slug: string }) => slug),
          ["open-one"]
        )
        assert.strictEqual(list.total, 1)
        const ask = (slug: string) => visit(`/api/v1/communities/${slug}`, apiCommunity, { params: { slug } })
        const one = JSON.parse(yield* textOf((yield* ask("open-one")).value))
        assert.deepInclude(one, { schema: "community/1", name: "Open one", ledger: null, members: 0 })
        assert.strictEqual((yield* ask("by-address")).value.status, 200)
        const withId = (id: string) =>
          Effect.flatMap(visit(`/api/v1/communities?id=${id}`, apiCommunities), ({ value }) => textOf(value)).pipe(
            Effect.map((text) => JSON.parse(text).communities.map(({ name }: { readonly name: string }) => name))
          )
        assert.deepStrictEqual(yield* withId(one.id), ["Open one"])
        assert.deepStrictEqual(yield* withId(hidden.id), [])
        assert.deepStrictEqual(yield* withId("no id at all"), [])
        const nothing = yield* Effect.flip(ask("hidden-one"))
        assert.deepStrictEqual(nothing, yield* Effect.flip(ask("never-was")))
      })
    )
  )

  it.effect("have an ETag, and return 304 for a known one and 429 after sixty a minute", () =>
    scene(
      Effect.gen(function* () {
        yield* found({ slug: "open-one" })
        const ask = (headers: Record<string, string> = {}) =>
          Effect.map(visit("/api/v1/communities", apiCommunities, { headers }), ({ value }) => value)
        const first = yield* ask()
        const tag = first.headers.get("etag") ?? ""
        assert.match(tag, /^"[0-9a-f]{32}"$/)
        assert.strictEqual((yield* ask({ "If-None-Match": `"other", W/${tag}` })).status, 304)
        yield* Effect.repeatN(ask(), 57)
        const refused = yield* Effect.flip(ask())
        assert.deepInclude(refused, { status: 429, code: "E-LIMIT", retryAfter: 1 })
        yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* ask()).status, 200)
      })
    )
  )

  it.effect("contain announcements in the feed; a withdrawn one says so under the same id", () =>
    scene(
      Effect.gen(function* () {
        const { id } = yield* found({ slug: "open-one", name: "Tools & tea" })
        yield* join(id, ADA, { role: "moderator" })
        const announcements = yield* Announcements
        const changes = yield* AnnouncementPublications
        const announcement = AnnouncementId.make("aaaaaaaaaaaa")
        yield* announcements.issue({
          id: announcement,
          communityId: id,
          issuer: ADA,
          title: "Saws <are> back",
          body: "**All** of them.",
          importance: "normal",
          pinnedUntil: null,
          publishAt: null,
          signed: null
        })
        const read = Effect.flatMap(
          visit("/explore/open-one/feed.xml", communityFeed, { params: { slug: "open-one" } }),
          ({ value }) => textOf(value)
        )
        const before = yield* read
        assert.include(before, "<title>Saws &lt;are&gt; back</title>")
        assert.include(before, "<summary>All of them.</summary>")
        const entryId = "<id>http://127.0.0.1:3000/explore/open-one#announcement-1</id>"
        assert.include(before, entryId)
        yield* TestClock.adjust("1 hour")
        yield* changes.withdraw(id, announcement, ADA, "They were sold")
        const after = yield* read
        assert.include(after, entryId)
        assert.include(after, "<summary>Withdrawn: They were sold</summary>")
        assert.include(after, "<updated>2026-11-20T13:00:00.000Z</updated>")
        const dates = yield* visit("/explore/open-one/calendar.ics", communityCalendar, {
          params: { slug: "open-one" }
        })
        assert.match(yield* textOf(dates.value), /^BEGIN:VCALENDAR\r\n/)
      })
    )
  )

  it.effect("give the owner alone everything as a zip, page after page, without any e-mail address", () =>
    scene(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const token = yield* member()
        const { id } = yield* found({ slug: "open-one", ownerAddress: ADA })
        yield* join(id, ADA, { role: "owner" })
        for (let n = 0; n < 3; n++) yield* join(id, `account_tdx_2_${n}`)
        const row = { communityId: id, at: TODAY, actor: ADA, type: "joined", topic: "people", target: "/" }
        const events = Array.from({ length: 1_001 }, (_, index) => ({
          ...row,
          seq: index + 1,
          data: "{}",
          visibility: "public"
        }))
        for (let from = 0; from < events.length; from += 100) {
          yield* sql`INSERT INTO activity_events ${sql.insert(events.slice(from, from + 100))}`
        }
        const ask = (cookie?: string) =>
          visit(
            "/api/exports/community?community=open-one",
            communityExport,
            cookie === undefined ? {} : { token: cookie }
          )
        const { value } = yield* ask(token)
        const files = unzipSync(new Uint8Array(yield* Effect.promise(() => value.arrayBuffer())))
        const json = (name: string) => JSON.parse(strFromU8(files[`${name}.json`] ?? new Uint8Array()))
        assert.sameMembers(Object.keys(files), ["community.json", ...exportedTables.map(({ name }) => `${name}.json`)])
        for (const { name } of exportedTables) assert.strictEqual(json(name).schema, `${name}/1`)
        assert.lengthOf(json("activity").rows, 1_001)
        assert.strictEqual(json("activity").rows[1_000].seq, 1_001)
        assert.lengthOf(json("members").rows, 4)
        assert.isArray(json("threads").rows)
        for (const bytes of Object.values(files)) assert.notInclude(strFromU8(bytes), "example.org")
        assert.deepInclude(yield* Effect.flip(ask()), { status: 401, code: "E-AUTH" })
        yield* sql`UPDATE memberships SET role = 'moderator' WHERE account_address = ${ADA}`
        assert.deepInclude(yield* Effect.flip(ask(token)), { status: 403, code: "E-ROLE" })
      })
    )
  )
})
