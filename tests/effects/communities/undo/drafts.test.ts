/** A discarded draft of a community, and what is typed for one: hidden at once, and brought back whole. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { readingOf } from "~/effects/base/lists/ListReading"
import type { Sheet } from "~/effects/base/lists/Sheet"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { MineRepo } from "~/effects/communities/communities/MineRepo.server"
import { readMine } from "~/effects/communities/communities/mine"
import { OwnedCommunities } from "~/effects/communities/communities/OwnedCommunities.server"
import { mineAction } from "~/effects/communities/communities/pages/mine.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { Founding } from "~/effects/communities/founding/Founding.server"
import { createAction } from "~/effects/communities/founding/pages/create.server"
import { createHref, placeOf } from "~/effects/communities/founding/wizard"
import { Weights } from "~/effects/communities/members/Weights.server"
import { undoAction } from "~/effects/communities/undo/pages/undo.server"
import { type InsideKind, insideKinds } from "~/effects/communities/undo/Removal"
import { Removals } from "~/effects/communities/undo/Removals.server"
import { type Restorer, Restorers } from "~/effects/communities/undo/Restorers.server"
import { displayImageUrl } from "~/effects/people/uploads/address"
import { OWN_UPLOADS } from "~/effects/people/uploads/Upload"
import { type Database, describeOnBothDatabases, onAnotherServer } from "../../../databases"
import { signIn, submitted, visit } from "../../publishing/dashboard/visits"
import { values, world } from "../founding/world"
import { accountOf, person, TODAY } from "../members/world"

const ADA = accountOf("Ada")
const request = { account: ADA, values: values(), draft: null, as: "draft", key: null } as const
const MISSING = { code: "E-NOT-FOUND", status: 404 }
const REFUSED = { code: "E-STATE", status: 409 }

const others = Object.fromEntries(
  insideKinds.map((kind): [InsideKind, Restorer] => [
    kind,
    { may: () => Effect.void, restore: () => Effect.dieMessage("another feature's") }
  ])
) as Record<InsideKind, Restorer> // of all kinds

const RestorersHere = Layer.effect(
  Restorers,
  Effect.map(Founding, ({ restore }) => ({ ...others, "community-draft": restore }))
)

describeOnBothDatabases("Undo for drafts of communities", (database) => {
  const server = (over: Database) => Layer.merge(RestorersHere, Removals.Default).pipe(Layer.provideMerge(world(over)))
  const Live = server(database)
  const elsewhere = onAnotherServer(server)
  const run = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Live))

  /** Ada and what her browser sends. */
  const stage = Effect.gen(function* () {
    const token = yield* person("Ada")
    const sql = yield* SqlClient.SqlClient
    const owned = yield* OwnedCommunities
    const mine = yield* MineRepo
    const cookieOf = (headers: Headers) => /__Host-undo=([a-z2-7]*); /.exec(headers.get("set-cookie") ?? "")?.[1] ?? ""
    /** Both return the removal that the cookie names. */
    const discard = (community: string) =>
      submitted("/myCommunities?tab=drafts", mineAction, {
        token,
        form: Object.entries({ intent: "discard", community })
      }).pipe(Effect.map(({ headers }) => cookieOf(headers)))
    const discardForm = (draft = "") =>
      submitted("/create", createAction, {
        token,
        form: Object.entries({ intent: "discard", step: "basics", draft })
      }).pipe(Effect.map(({ headers }) => cookieOf(headers)))
    const undo = (removal: string, by = token) =>
      visit("/undo", undoAction, { token: by, form: Object.entries({ intent: "undo", removal }) }).pipe(
        Effect.map(({ value }) => {
          const { code, message } = value.data
          return { code, message, status: value.init?.status, to: null as string | null }
        }),
        Effect.catchAll((ended) =>
          ended instanceof Response
            ? Effect.succeed({ code: "", message: "", status: ended.status, to: ended.headers.get("location") })
            : Effect.fail(ended)
        )
      )
    const drafts = Effect.map(mine.page(ADA, readMine(new URLSearchParams("tab=drafts"))), ({ communities }) =>
      communities.map(({ name }) => name)
    )
    const rows = (...tables: ReadonlyArray<string>) =>
      Effect.forEach(tables, (table) => sql`SELECT * FROM ${sql(table)} ORDER BY 1, 2`)
    const all = rows("communities", "community_tags", "governance_versions", "memberships", "drafts", "weight_lists")
    return { all, discard, discardForm, drafts, owned, rows, sql, undo }
  })

  const founded = Effect.flatMap(Founding, ({ found }) => found(request))
  const write = (place: string, name = "Seed Library") =>
    Effect.flatMap(Drafts, ({ change }) => change(ADA, place, () => ({ name })))
  const weightsOf = (communityId: CommunityId) =>
    Effect.gen(function* () {
      const sheet: Sheet = { file: null, separator: ";", encoding: "utf-8", rows: [{ line: 1, cells: ["Ada", "2"] }] }
      yield* (yield* Weights).putList(communityId, ADA, sheet, yield* readingOf(sheet))
    })

  it.effect("hides a draft at once and brings it back whole, with its picture", () =>
    run(
      Effect.gen(function* () {
        const { all, discard, drafts, owned, sql, undo } = yield* stage
        const communities = yield* Communities
        const id = yield* founded
        const logo = displayImageUrl(OWN_UPLOADS.cdnUrl, "picture")
        yield* sql`UPDATE communities SET logo = ${logo} WHERE id = ${id}`
        yield* write(placeOf(id))
        yield* weightsOf(id)
        const before = yield* all
        const removal = yield* discard(id)
        assert.match(removal, /^[a-z2-7]{20}$/)
        assert.deepStrictEqual([yield* drafts, yield* owned.countOwned(ADA)], [[], 0])
        const { byId, bySlug } = communities
        for (const read of [byId(id, ADA), bySlug("tool-library", ADA), bySlug(id, ADA)]) {
          assert.strictEqual((yield* Effect.flip(read))._tag, "NotThere")
        }
        assert.strictEqual(yield* discard(id), "")
        yield* TestClock.adjust("14 seconds")
        yield* owned.deleteDiscarded
        assert.isEmpty(yield* sql`SELECT file FROM upload_leftovers`)
        assert.deepInclude(yield* undo(removal), { status: 303, to: "/myCommunities?tab=drafts" })
        assert.deepStrictEqual(yield* all, before)
        assert.deepStrictEqual(yield* drafts, ["Tool Library"])
        assert.deepInclude(yield* undo(removal), { status: 303 })
        assert.deepStrictEqual(yield* all, before)
      })
    )
  )

  it.effect("deletes it with everything that belongs to it when the time is over", () =>
    run(
      Effect.gen(function* () {
        const { discard, owned, rows, undo } = yield* stage
        const id = yield* founded
        yield* weightsOf(id)
        assert.lengthOf(yield* rows("weight_lists"), 1)
        assert.isNotEmpty((yield* rows("weight_lists"))[0])
        const removal = yield* discard(id)
        yield* TestClock.adjust("16 seconds")
        assert.deepInclude(yield* undo(removal), REFUSED)
        yield* owned.deleteDiscarded
        const left = yield* rows("communities", "community_tags", "governance_versions", "memberships", "weight_lists")
        assert.deepStrictEqual(left, [[], [], [], [], []])
        assert.deepInclude(yield* undo(removal), REFUSED)
      })
    )
  )

  it.effect("brings back once what two clicks undo, and nothing for others or another session", () =>
    run(
      Effect.gen(function* () {
        const { all, discard, discardForm, undo } = yield* stage
        const ben = yield* person("Ben")
        const id = yield* founded
        yield* write(placeOf(null))
        const before = yield* all
        const [whole, form] = [yield* discard(id), yield* discardForm()]
        for (const removal of [whole, form]) {
          for (const by of [ben, yield* signIn(ADA)]) assert.deepInclude(yield* undo(removal, by), MISSING)
          const both = yield* Effect.all([undo(removal), undo(removal)], { concurrency: 2 })
          assert.deepStrictEqual(
            both.map(({ status }) => status),
            [303, 303]
          )
        }
        assert.deepStrictEqual(yield* all, before)
      })
    )
  )

  it.effect("refuses when its address was taken or there is no room any more, and then changes nothing", () =>
    run(
      Effect.gen(function* () {
        const { all, discard, drafts, owned, undo } = yield* stage
        const { found } = yield* Founding
        const id = yield* founded
        const removal = yield* discard(id)
        yield* found({ ...request, as: "open" })
        const before = yield* all
        assert.deepInclude(yield* undo(removal), {
          ...REFUSED,
          message: "Another community has taken its address since. This stays removed."
        })
        assert.deepStrictEqual(yield* all, before)
        const other = yield* found({ ...request, values: values({ slug: "seed-library" }) })
        const second = yield* discard(other)
        for (const n of [1, 2, 3, 4]) yield* found({ ...request, values: values({ slug: `tools-${n}` }) })
        assert.deepInclude(yield* undo(second), REFUSED)
        assert.strictEqual(yield* owned.countOwned(ADA), 5)
        assert.lengthOf(yield* drafts, 4)
      })
    )
  )

  it.effect("brings back on another server what this one discarded, once", () =>
    run(
      Effect.gen(function* () {
        const { all, discard, discardForm, undo } = yield* stage
        const id = yield* founded
        yield* write(placeOf(null))
        yield* write(placeOf(id))
        yield* weightsOf(id)
        const before = yield* all
        for (const discarding of [discard(id), discardForm(id), discardForm()]) {
          const removal = yield* discarding
          assert.notDeepEqual(yield* all, before)
          assert.deepInclude(yield* elsewhere(undo(removal)), { status: 303 })
          assert.deepStrictEqual(yield* all, before)
          for (const again of [undo(removal), elsewhere(undo(removal))]) {
            assert.deepInclude(yield* again, { status: 303 })
          }
          assert.deepStrictEqual(yield* all, before)
        }
        const late = yield* discard(id)
        yield* TestClock.adjust("16 seconds")
        assert.deepInclude(yield* elsewhere(undo(late)), REFUSED)
      })
    )
  )

  it.effect("brings back what is typed for a new community and for a draft, unless another was begun", () =>
    run(
      Effect.gen(function* () {
        const { discardForm, rows, undo } = yield* stage
        const id = yield* founded
        for (const draft of [null, id]) {
          assert.strictEqual(yield* discardForm(draft ?? ""), "")
          yield* write(placeOf(draft))
          const before = yield* rows("drafts", "communities")
          const removal = yield* discardForm(draft ?? "")
          assert.notDeepEqual(yield* rows("drafts", "communities"), before)
          assert.deepInclude(yield* undo(removal), { status: 303, to: createHref("basics", draft) })
          assert.deepStrictEqual(yield* rows("drafts", "communities"), before)
          const again = yield* discardForm(draft ?? "")
          yield* write(placeOf(draft), "Another")
          assert.deepInclude(yield* undo(again), REFUSED)
        }
      })
    )
  )

  it.effect("is published or discarded, never both", () =>
    run(
      Effect.gen(function* () {
        const { discard, undo } = yield* stage
        const { found } = yield* Founding
        const id = yield* founded
        const removal = yield* discard(id)
        const late = yield* Effect.flip(found({ ...request, draft: id, as: "open", key: "a key" }))
        assert.deepStrictEqual([late._tag, late.status], ["NoDraft", 409])
        yield* undo(removal)
        yield* found({ ...request, draft: id, as: "open", key: "a key" })
        assert.strictEqual(yield* discard(id), "")
        assert.strictEqual((yield* (yield* Communities).byId(id, ADA)).community.stage, "live")
      })
    )
  )
})
