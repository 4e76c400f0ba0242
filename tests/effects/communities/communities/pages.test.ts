import { assert, it } from "@effect/vitest"
import { Effect, type Layer, TestClock } from "effect"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { explorePage } from "~/effects/communities/communities/pages/explore.server"
import { publicProfilePage } from "~/effects/communities/communities/pages/publicProfile.server"
import { squarePage } from "~/effects/communities/communities/pages/square.server"
import { frontPage } from "~/effects/publishing/site/pages/home.server"
import { describeOnBothDatabases } from "../../../databases"
import { ADA, member, visit } from "../../publishing/dashboard/visits"
import { counting } from "../founding/counting"
import { found, join, nothingDone, TODAY, world } from "./world"

describeOnBothDatabases("Pages about communities", (database) => {
  const Live = world(database)
  const scene = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Live))

  it.effect("each run at most six statements, however much there is to show", () =>
    scene(
      Effect.gen(function* () {
        const token = yield* member()
        const counts: Array<Record<string, number>> = []
        for (const size of [1, 30]) {
          for (let n = 0; n < size; n++) yield* found({ slug: `group-${size}-${n}`, tags: ["Film", "Food"] })
          // Long enough for the session to be renewed and for home to count again: the most a page ever runs.
          yield* TestClock.adjust("10 minutes")
          const explore = yield* counting(visit("/explore", explorePage, { token }))
          assert.isNotEmpty(explore.value.value.suggestions)
          const publicProfile = yield* counting(visit("/explore/group-1-0", publicProfilePage("group-1-0"), { token }))
          const square = yield* counting(visit("/community?tag=Film", squarePage, { token }))
          const front = yield* counting(visit("/", frontPage, { token }))
          counts.push({
            explore: explore.statements,
            publicProfile: publicProfile.statements,
            square: square.statements,
            front: front.statements
          })
        }
        assert.deepEqual(counts[0], counts[1])
        for (const [page, count] of Object.entries(counts[0] ?? {})) {
          assert.isAtLeast(count, 1, page)
          assert.isAtMost(count, 6, page)
        }
      })
    )
  )

  it.effect("below /explore never reveal a private community, even to its members", () =>
    scene(
      Effect.gen(function* () {
        const token = yield* member()
        const secret = yield* found({ slug: "quiet-room", visibility: "private" })
        const draft = yield* found({ slug: "early-days", stage: "draft", ownerAddress: ADA })
        yield* join(secret.id, ADA)
        for (const slug of [secret.slug, draft.slug, "no-such-one", "1 OR 1=1", "../../etc", "", "1".repeat(31)]) {
          for (const who of [{}, { token }]) {
            const refused = yield* Effect.flip(visit(`/explore/${slug}`, publicProfilePage(slug), who))
            assert.deepEqual([refused.status, refused.message], [404, "This page does not exist."], slug)
          }
        }
      })
    )
  )

  it.effect("show what people wrote in a public profile as text, and link to no unsafe address", () =>
    scene(
      Effect.gen(function* () {
        yield* found({
          slug: "house",
          visibility: "unlisted",
          description: "# Hello\n\n<script>alert(1)</script> [x](javascript:alert(1)) [home](https://a.example/)",
          links: [{ label: "Ours", url: "https://a.example/" }]
        })
        const { value: publicProfile } = yield* visit("/explore/house", publicProfilePage("house"))
        const text = JSON.stringify(publicProfile)
        assert.isTrue(publicProfile.isUnlisted)
        assert.notInclude(text, '"href":"javascript')
        assert.include(text, "nofollow ugc noopener")
        assert.deepInclude(publicProfile.description[0], { kind: "heading", level: 3, id: "about-hello" })
        assert.isNull(publicProfile.frame.role)
        assert.strictEqual(publicProfile.frame.formKey, "")
      })
    )
  )

  it.effect("treat malformed queries like empty ones", () =>
    scene(
      Effect.gen(function* () {
        yield* found({ slug: "house" })
        const odd = [
          "q=a",
          "tag=Nothing",
          "policy=everybody",
          "sort=id;DROP",
          "after=1",
          "after=99999999999999999999~aaaaaaaaaaaa",
          "after=-1~aaaaaaaaaaaa",
          `after=${"9".repeat(500)}`,
          "sort=name&after=%00~aaaaaaaaaaaa",
          "tab=nowhere",
          "vote=yes"
        ]
        for (const search of odd) {
          const { value } = yield* visit(`/explore?${search}`, explorePage)
          assert.deepEqual(
            value.list?.cards.map(({ slug }) => slug),
            ["house"],
            search
          )
        }
        const { value } = yield* visit("/explore?tab=sales", explorePage)
        assert.isNull(value.list)
      })
    )
  )

  it.effect("on the home page count only up to a limit, and count again after a minute", () =>
    scene(
      Effect.gen(function* () {
        const front = Effect.map(visit("/", frontPage), ({ value }) => value)
        yield* found({ slug: "one" })
        assert.deepEqual([(yield* front).figures, (yield* front).cards.length], [null, 1])
        for (const slug of ["two", "three"]) yield* found({ slug })
        assert.strictEqual((yield* front).cards.length, 1)
        yield* TestClock.adjust("61 seconds")
        const later = yield* front
        assert.deepEqual([later.cards.length, later.figures], [3, { ...nothingDone, communities: 3 }])
      })
    )
  )

  it.effect("show in public why the operators closed the community, as long as it is closed", () =>
    scene(
      Effect.gen(function* () {
        const { id } = yield* found({ slug: "shoe-club", name: "Shoe Club", stage: "archived" })
        const log = yield* ModerationLog
        const closedBecause = Effect.map(
          visit("/explore/shoe-club", publicProfilePage("shoe-club")),
          ({ value }) => value.closedBecause
        )
        // Its owner archived it.
        assert.isNull(yield* closedBecause)
        const target = { type: "community", id, label: "Shoe Club", path: null } as const
        yield* log.record({ communityId: id, actor: "operators", action: "close", target, reason: "Sells shoes." })
        assert.strictEqual(yield* closedBecause, "Sells shoes.")
        yield* TestClock.adjust("1 minute")
        yield* log.record({ communityId: id, actor: "operators", action: "reopen", target, reason: "No more." })
        assert.isNull(yield* closedBecause)
      })
    )
  )
})
