import { assert, it } from "@effect/vitest"
import { Effect, Either, TestClock } from "effect"
import { CommunityFollows } from "~/effects/communities/communities/CommunityFollows.server"
import { MineRepo } from "~/effects/communities/communities/MineRepo.server"
import { type MineTab, mineHref, readMine } from "~/effects/communities/communities/mine"
import { mineAction } from "~/effects/communities/communities/pages/mine.server"
import { describeOnBothDatabases } from "../../../databases"
import { visit } from "../../publishing/dashboard/visits"
import { type World, world } from "../founding/world"
import { accountOf, person, TODAY } from "../members/world"
import { found, join } from "./world"

const ADA = accountOf("Ada")
const ask = (search: string) => readMine(new URLSearchParams(search))

describeOnBothDatabases("My communities", (database) => {
  const Live = world(database)
  const scene = <A, E>(program: Effect.Effect<A, E, World>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Live))
  const slugs = (search: string) =>
    Effect.flatMap(MineRepo, (mine) =>
      Effect.map(mine.page(ADA, ask(search)), ({ communities }) => communities.map(({ slug }) => slug))
    )

  it.effect("are listed in the tab of the person's role, and nowhere after they left", () =>
    scene(
      Effect.gen(function* () {
        const places = {
          member: { role: "member", status: "active" },
          suspended: { role: "member", status: "suspended" },
          moderating: { role: "moderator", status: "active" },
          applied: { role: "member", status: "applied" },
          left: { role: "member", status: "left" },
          removed: { role: "moderator", status: "removed" }
        } as const
        for (const [slug, changes] of Object.entries(places)) {
          const { id } = yield* found({ slug, visibility: "private" })
          yield* join(id, ADA, changes)
        }
        for (const stage of ["live", "draft", "archived"] as const) {
          const { id } = yield* found({ slug: `own-${stage}`, stage, ownerAddress: ADA })
          yield* join(id, ADA, { role: "owner", joinedAt: stage === "live" ? 2 : 1 })
        }
        yield* found({ slug: "somebody-elses" })
        const byTab: Record<MineTab, ReadonlyArray<string>> = {
          member: ["member", "suspended"],
          moderating: ["moderating"],
          owned: ["own-archived", "own-live"],
          following: [],
          applications: ["applied"],
          drafts: ["own-draft"]
        }
        for (const [tab, expected] of Object.entries(byTab)) {
          assert.deepEqual([...(yield* slugs(`tab=${tab}`))].sort(), expected, tab)
        }
        const mine = yield* MineRepo
        assert.deepEqual(yield* mine.counts(ADA), {
          member: 2,
          moderating: 1,
          owned: 2,
          following: 0,
          applications: 1,
          drafts: 1
        })
        assert.strictEqual((yield* slugs("tab=owned"))[0], "own-live")
      })
    )
  )

  it.effect("are paged newest first, and found by name", () =>
    scene(
      Effect.gen(function* () {
        const mine = yield* MineRepo
        for (let n = 0; n < 25; n++) {
          const { id } = yield* found({ slug: `group-${n}`, name: `Group ${n}` })
          // Pairs joined at the same moment: the id decides, and none is lost or shown twice.
          yield* join(id, ADA, { joinedAt: Math.floor(n / 2) })
        }
        const first = yield* mine.page(ADA, ask(""))
        assert.strictEqual(first.communities.length, 20)
        if (first.next === null) return assert.fail("there is more")
        const rest = yield* mine.page(ADA, ask(new URL(mineHref({ ...ask(""), after: first.next }), "http://x").search))
        assert.strictEqual(new Set([...first.communities, ...rest.communities].map(({ id }) => id)).size, 25)
        assert.isNull(rest.next)
        assert.deepEqual(yield* slugs("q=group 24"), ["group-24"])
        assert.deepEqual(yield* slugs("q=%25"), yield* slugs(""))
        for (const odd of ["after=1", "after=x~y", "after=99999999999999999999~aaaaaaaaaaaa", "tab=none", "q=%00"]) {
          assert.isAtLeast((yield* slugs(odd)).length, 1, odd)
        }
      })
    )
  )

  it.effect("list followed communities separately, page by page, until one unfollows", () =>
    scene(
      Effect.gen(function* () {
        const token = yield* person("Ada")
        const mine = yield* MineRepo
        const follows = yield* CommunityFollows
        const { id } = yield* found({ slug: "own" })
        yield* join(id, ADA)
        for (let n = 0; n < 22; n++)
          yield* follows.begin((yield* found({ slug: `group-${n}`, name: `Group ${n}` })).id, ADA)
        const others = yield* found({ slug: "others" })
        yield* follows.begin(others.id, accountOf("Ben"))
        assert.include(yield* mine.counts(ADA), { member: 1, following: 22 })
        const first = yield* mine.page(ADA, ask("tab=following"))
        assert.strictEqual(first.communities.length, 20)
        assert.include(first.communities[0], { role: null, status: null, isMuted: false })
        const rest = yield* mine.page(ADA, { ...ask("tab=following"), after: first.next })
        assert.strictEqual(new Set([...first.communities, ...rest.communities].map(({ slug }) => slug)).size, 22)
        assert.deepEqual(yield* slugs("tab=following&q=group 21"), ["group-21"])

        const stop = (community: string) =>
          Effect.either(
            visit("/myCommunities?tab=following", mineAction, {
              token,
              form: Object.entries({ intent: "unfollow", community })
            })
          )
        for (const community of [rest.communities[0]?.id ?? "", others.id, "1 OR 1=1", "", "aaaaaaaaaaaa"]) {
          const sent = yield* stop(community)
          assert.isTrue(Either.isLeft(sent) && sent.left instanceof Response && sent.left.status === 303, community)
        }
        assert.strictEqual((yield* mine.counts(ADA)).following, 21)
        assert.strictEqual((yield* mine.counts(accountOf("Ben"))).following, 1)
      })
    )
  )

  it.effect("can be muted, but not for others", () =>
    scene(
      Effect.gen(function* () {
        const token = yield* person("Ada")
        const mine = yield* MineRepo
        const { id } = yield* found({ slug: "loud" })
        yield* join(id, ADA)
        const post = (form: Record<string, string>) =>
          Effect.either(visit("/myCommunities", mineAction, { token, form: Object.entries(form) }))
        const muted = yield* post({ intent: "mute", community: id })
        assert.isTrue(Either.isLeft(muted) && muted.left instanceof Response && muted.left.status === 303)
        assert.isTrue((yield* mine.page(ADA, ask(""))).communities[0]?.isMuted)
        const secret = yield* found({ slug: "secret", visibility: "private" })
        for (const community of [secret.id, "1 OR 1=1", "", "aaaaaaaaaaaa"]) {
          for (const intent of ["mute", "unmute", "discard"]) {
            const refused = yield* post({ intent, community, sure: "yes" })
            assert.strictEqual(Either.isRight(refused) ? refused.right.value.init?.status : 0, 404)
          }
        }
      })
    )
  )
})
