import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Option, TestClock } from "effect"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { OwnedCommunities } from "~/effects/communities/communities/OwnedCommunities.server"
import { minePage } from "~/effects/communities/communities/pages/mine.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { Founding } from "~/effects/communities/founding/Founding.server"
import { createAction, createPage, slugResponse } from "~/effects/communities/founding/pages/create.server"
import { slugVariants } from "~/effects/communities/founding/slug"
import { fromTemplate } from "~/effects/communities/founding/values"
import { describeOnBothDatabases } from "../../../databases"
import { visit } from "../../publishing/dashboard/visits"
import { nothingDone } from "../communities/world"
import { accountOf, person, TODAY } from "../members/world"
import { counting } from "./counting"
import { values, type World, world } from "./world"

const ADA = accountOf("Ada")
const request = { account: ADA, values: values(), draft: null, as: "open", key: "a key" } as const

describeOnBothDatabases("Founding", (database) => {
  const Live = world(database)
  const scene = <A, E>(program: Effect.Effect<A, E, World>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Live))

  it.effect("shows a draft to its founder only, and announces it once when it opens for everybody", () =>
    scene(
      Effect.gen(function* () {
        const founding = yield* Founding
        const communities = yield* Communities
        const sql = yield* SqlClient.SqlClient
        const id = yield* founding.found({ ...request, as: "draft" })
        assert.strictEqual((yield* Effect.flip(communities.byId(id, accountOf("Ben"))))._tag, "NotThere")
        assert.strictEqual((yield* communities.byId(id, ADA)).community.stage, "draft")
        assert.deepEqual(yield* communities.counts, { ...nothingDone, communities: 0, memberships: 0 })

        const changed = values({ name: "Tools for All", ...fromTemplate("co-operative") })
        yield* founding.found({ ...request, values: changed, draft: id, as: "open", key: "another" })
        const { community, membership } = yield* communities.byId(id, ADA)
        assert.deepEqual(
          [community.stage, community.name, community.memberCount, membership?.role],
          ["live", "Tools for All", 1, "owner"]
        )
        assert.strictEqual(community.governance.kinds.decision.quorumPct, 25)
        assert.deepEqual(yield* communities.counts, { ...nothingDone, communities: 1, memberships: 1 })
        const events = yield* sql<{
          readonly type: string
        }>`SELECT type FROM activity_events WHERE community_id = ${id}`
        assert.deepEqual(
          events.map(({ type }) => type),
          ["founded"]
        )
        const again = yield* Effect.flip(founding.found({ ...request, draft: id, as: "draft", key: null }))
        assert.deepEqual([again._tag, again.status], ["NoDraft", 409])
      })
    )
  )

  it.effect("creates one community when the same form is sent many times concurrently", () =>
    scene(
      Effect.gen(function* () {
        const founding = yield* Founding
        const ids = yield* Effect.all(
          Array.from({ length: 12 }, () => founding.found(request)),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(new Set(ids).size, 1)
        assert.strictEqual(yield* (yield* OwnedCommunities).countOwned(ADA), 1)
      })
    )
  )

  it.effect("gives an address to one of two concurrent founders, and tells the other", () =>
    scene(
      Effect.gen(function* () {
        const founding = yield* Founding
        const outcomes = yield* Effect.forEach(
          ["Ada", "Ben", "Cleo"],
          (name) => Effect.either(founding.found({ ...request, account: accountOf(name), key: null })),
          { concurrency: "unbounded" }
        )
        const refused = outcomes.flatMap((outcome) => (Either.isLeft(outcome) ? [outcome.left] : []))
        assert.deepEqual(
          refused.map(({ message, status }) => [status, message]),
          [
            [409, "This address is taken."],
            [409, "This address is taken."]
          ]
        )
        assert.strictEqual(
          yield* (yield* CommunityWrites).firstFree(["tool-library", ...slugVariants("tool-library")]),
          "tool-library-2"
        )
      })
    )
  )

  it.effect("allows five communities per owner, also for concurrent requests; archived ones do not count", () =>
    scene(
      Effect.gen(function* () {
        const founding = yield* Founding
        const sql = yield* SqlClient.SqlClient
        const start = (n: number) =>
          Effect.either(founding.found({ ...request, values: values({ slug: `tools-${n}` }), key: null }))
        const outcomes = yield* Effect.forEach([1, 2, 3, 4, 5, 6, 7], start, { concurrency: "unbounded" })
        const refused = outcomes.flatMap((outcome) => (Either.isLeft(outcome) ? [outcome.left.message] : []))
        assert.deepEqual(refused, Array(2).fill("You already own 5 communities. Archive one to start another."))
        yield* sql`UPDATE communities SET stage = 'archived' WHERE slug = (SELECT MIN(slug) FROM communities)`
        assert.isTrue(Either.isRight(yield* start(8)))
      })
    )
  )

  it.effect("reports the errors of all steps together, and stores nothing", () =>
    scene(
      Effect.gen(function* () {
        const founding = yield* Founding
        const odd = values({
          tags: ["No such tag"],
          rules: " ",
          "rule.periodHours": "1",
          logo: "https://evil.example/x"
        })
        const refused = yield* Effect.flip(founding.found({ ...request, values: odd }))
        if (refused._tag !== "NotReady") return assert.fail(refused._tag)
        assert.deepEqual(Object.keys(refused.fields).sort(), ["logo", "rule.periodHours", "rules", "tags"])
        assert.strictEqual(yield* (yield* OwnedCommunities).countOwned(ADA), 0)
      })
    )
  )

  it.effect("saves each step as it is left, valid or not, with few statements", () =>
    scene(
      Effect.gen(function* () {
        const token = yield* person("Ada")
        const drafts = yield* Drafts
        const step = {
          step: "basics",
          intent: "next",
          name: "Tool Library",
          slug: "",
          tagline: "x",
          visibility: "public"
        }
        const post = (form: Record<string, string>) =>
          Effect.either(visit("/create", createAction, { token, form: Object.entries(form) }))

        const wrong = yield* post(step)
        if (Either.isLeft(wrong)) return assert.fail("a refusal is data")
        assert.strictEqual(wrong.right.value.init?.status, 422)
        assert.deepEqual(wrong.right.value.data.fields, { tags: "Choose 1 to 5 tags." })
        assert.strictEqual(Option.getOrThrow(yield* drafts.get(ADA, "create")).data.name, "Tool Library")

        const right = yield* post({ ...step, tags: "Film" })
        if (Either.isRight(right) || !(right.left instanceof Response)) return assert.fail("it goes on")
        assert.deepEqual([right.left.status, right.left.headers.get("Location")], [303, "/create?step=people"])

        yield* TestClock.adjust("10 minutes")
        const page = yield* counting(visit("/create?step=people", createPage, { token }))
        assert.isAtMost(page.statements, 6)
        const data = page.value.value
        assert.deepInclude(data.state === "ready" ? data.values : {}, { slug: "tool-library", tags: ["Film"] })

        const mine = yield* counting(visit("/myCommunities?tab=drafts", minePage, { token }))
        assert.isAtMost(mine.statements, 6)
        assert.deepInclude(mine.value.value, { communities: [] })
        assert.propertyVal(mine.value.value.begun ?? {}, "name", "Tool Library")
      })
    )
  )

  it.effect("hides other people's drafts from pages, buttons and the check of addresses", () =>
    scene(
      Effect.gen(function* () {
        const founding = yield* Founding
        const id = yield* founding.found({ ...request, as: "draft" })
        const token = yield* person("Ben")
        for (const draft of [id, "aaaaaaaaaaaa", "1 OR 1=1", "../../etc"]) {
          const query = `?draft=${encodeURIComponent(draft)}`
          const page = yield* Effect.flip(visit(`/create${query}`, createPage, { token }))
          assert.deepEqual([page._tag, page.message], ["NotThere", "This page does not exist."])
          const check = yield* Effect.flip(visit(`/api/slugs${query}&slug=abc`, slugResponse, { token }))
          assert.strictEqual(check.status, 404)
          for (const intent of ["next", "back", "open", "draft", "discard"]) {
            const { value } = yield* visit("/create", createAction, { token, form: Object.entries({ intent, draft }) })
            assert.deepEqual([value.init?.status, value.data.code], [404, "E-NOT-FOUND"])
          }
        }
        assert.strictEqual((yield* Effect.flip(visit("/create", createPage, {})))._tag, "NotSignedIn")
      })
    )
  )

  it.effect("lets a draft be discarded, but not an open community", () =>
    scene(
      Effect.gen(function* () {
        const founding = yield* Founding
        const id = yield* founding.found({ ...request, as: "draft" })
        assert.strictEqual((yield* Effect.flip(founding.discard(accountOf("Ben"), id)))._tag, "NoDraft")
        yield* founding.discard(ADA, id)
        assert.isTrue(yield* (yield* CommunityWrites).isFree("tool-library", ""))
        const open = yield* founding.found({ ...request, key: "third" })
        assert.strictEqual((yield* Effect.flip(founding.discard(ADA, open)))._tag, "NoDraft")
      })
    )
  )
})
