import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer, TestClock } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { type ActivityLine, ActivityRepo, PAGE_SIZE } from "~/effects/activity/activity/ActivityRepo.server"
import { activityTypes, topicOf, wordsOf } from "~/effects/activity/activity/catalogue"
import { figuresOf, firstDay } from "~/effects/activity/activity/figures"
import { exportActivity } from "~/effects/activity/activity/pages/activity.server"
import { activitySearch, readActivityQuery } from "~/effects/activity/activity/query"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { asAccount } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { settings } from "../../people/signup/world"
import { signIn, visit } from "../../publishing/dashboard/visits"
import { found, join, person, TODAY, world } from "./world"

const ANA = asAccount("account_tdx_2_ana")
const BEN = asAccount("account_tdx_2_ben")
const DAY = 86_400_000

describeOnBothDatabases("Activity pages", (database) => {
  const Live = ActivityRepo.Default.pipe(Layer.provideMerge(world(database)), Layer.provideMerge(settings()))
  const scene = <A, E>(program: Effect.Effect<A, E, Layer.Layer.Success<typeof Live>>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Live))

  const prepared = (visibility: "public" | "private" = "public") =>
    Effect.gen(function* () {
      yield* person(ANA, "Ana Ribeiro")
      const film = yield* found({ slug: "night-film", name: "Night Film Club", visibility })
      yield* join(film.id, ANA)
      yield* join(film.id, BEN, { role: "moderator" })
      const { record } = yield* Activity
      const target = `/community/detail/${film.id}`
      const add = (
        actor: AccountAddress | null,
        type: "joined" | "applied" | "threadStarted",
        reach: "public" | "members" | "moderators"
      ) =>
        record({ communityId: film.id, actor, type, target, data: { title: "=cmd|' /C calc'!A0" }, visibility: reach })
      return { add, film }
    })
  const all = { reach: 2, topic: null, person: null, before: null } as const

  it.effect("show each reader what they may see, by topic and by person", () =>
    scene(
      Effect.gen(function* () {
        const { add, film } = yield* prepared()
        yield* add(ANA, "joined", "public")
        yield* add(ANA, "threadStarted", "members")
        yield* add(BEN, "applied", "moderators")
        const repo = yield* ActivityRepo
        const seen = (wanted: Partial<Parameters<typeof repo.page>[0]>) =>
          Effect.map(repo.page({ communityId: film.id, ...all, ...wanted }), ({ lines }) =>
            lines.map(({ type }) => type)
          )
        assert.deepStrictEqual(yield* seen({ reach: 0 }), ["joined"])
        assert.deepStrictEqual(yield* seen({ reach: 1 }), ["threadStarted", "joined"])
        assert.deepStrictEqual(yield* seen({}), ["applied", "threadStarted", "joined"])
        assert.deepStrictEqual(yield* seen({ topic: "people" }), ["applied", "joined"])
        assert.deepStrictEqual(yield* seen({ person: ANA, topic: "discussion" }), ["threadStarted"])
        const { lines } = yield* repo.page({ communityId: film.id, ...all })
        assert.deepStrictEqual(
          lines.map(({ name }) => name),
          [null, "Ana Ribeiro", "Ana Ribeiro"]
        )
      })
    )
  )

  it.effect("show everything once, fifty a page", () =>
    scene(
      Effect.gen(function* () {
        const { add, film } = yield* prepared()
        yield* Effect.repeatN(add(ANA, "joined", "public"), 119)
        const repo = yield* ActivityRepo
        const seen: Array<number> = []
        let before: number | null = null
        do {
          const page: { lines: ReadonlyArray<ActivityLine>; next: number | null } = yield* repo.page({
            communityId: film.id,
            ...all,
            before
          })
          assert.isAtMost(page.lines.length, PAGE_SIZE)
          seen.push(...page.lines.map(({ seq }) => seq))
          before = page.next
        } while (before !== null)
        assert.deepStrictEqual(
          seen,
          Array.from({ length: 120 }, (_, index) => 120 - index)
        )
      })
    )
  )

  it.effect("are exported as the reader may see them, and hidden for strangers of a private community", () =>
    scene(
      Effect.gen(function* () {
        const { add } = yield* prepared("private")
        yield* add(ANA, "joined", "public")
        yield* add(ANA, "threadStarted", "members")
        yield* add(BEN, "applied", "moderators")
        const file = (query: string, token?: string) =>
          visit(
            `/api/exports/activity?community=night-film${query}`,
            exportActivity,
            token === undefined ? {} : { token }
          )
        assert.strictEqual((yield* Effect.flip(file("")))._tag, "NotThere")
        const token = yield* signIn(ANA)
        const csv = yield* Effect.flatMap(file("&format=csv", token), ({ value }) => Effect.promise(() => value.text()))
        const lines = csv.split("\r\n")
        assert.strictEqual(lines[0], "number,at,topic,type,account,name,words,address")
        assert.lengthOf(lines, 4) // head, two events, the end
        const json = yield* Effect.flatMap(file("&format=json&topic=people", token), ({ value }) =>
          Effect.promise(() => value.text())
        )
        assert.include(json, '"schema": "activity/1"')
        assert.include(json, '"words": "joined"')
        assert.notInclude(json, "threadStarted")
      })
    )
  )
})

describe("the catalogue of events", () => {
  it("has a topic and a text for every type, with and without data", () => {
    for (const type of activityTypes) {
      assert.isNotEmpty(topicOf(type))
      assert.match(wordsOf(type, {}), /\S/)
      assert.notMatch(wordsOf(type, {}), /undefined|null/)
      assert.notMatch(wordsOf(type, { title: "T", name: "N", reason: "R", count: 2, code: "C", units: 3 }), /undefined/)
    }
  })
})

describe("events without an actor", () => {
  it("each have a sentence of their own", () => {
    assert.strictEqual(wordsOf("proposalExecuted", { title: "A tank" }), "The proposal “A tank” was executed")
  })
})

describe("figuresOf", () => {
  const day = Math.floor(TODAY / DAY)
  it("keeps each change of the member count, and ends with today's number", () => {
    const days = [
      { day: day - 9, members: 1, posts: 0 },
      { day: day - 8, members: 1, posts: 2 },
      { day: day - 2, members: 3, posts: 1 }
    ]
    const { members } = figuresOf(days, [], { now: TODAY, createdAt: (day - 9) * DAY, members: 4 })
    assert.deepStrictEqual(
      members.map(({ value }) => value),
      [1, 3, 4]
    )
  })

  it("counts every post of the last weeks in exactly one of them", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 100 }), { maxLength: 40 }), (ages) => {
        const days = [...new Set(ages)]
          .sort((a, b) => b - a)
          .map((age) => ({ day: day - age, members: 1, posts: age + 1 }))
        const { weeks } = figuresOf(days, [], { now: TODAY, createdAt: 0, members: 1 })
        assert.lengthOf(weeks, 12)
        const counted = weeks.reduce((sum, { posts }) => sum + posts, 0)
        const expected = days.filter((one) => one.day >= firstDay(TODAY)).reduce((sum, { posts }) => sum + posts, 0)
        assert.strictEqual(counted, expected)
        for (const { monday } of weeks) assert.strictEqual(new Date(monday).getUTCDay(), 1)
      })
    )
  })
})

describe("the address of the activity page", () => {
  it("contains the chosen filters, and ignores invalid ones", () => {
    const query = { topic: "votes", person: ANA, before: 17 } as const
    assert.deepStrictEqual(readActivityQuery(new URLSearchParams(activitySearch(query))), query)
    const nonsense = new URLSearchParams("topic=cats&person='--&before=1e9")
    assert.deepStrictEqual(readActivityQuery(nonsense), { topic: null, person: null, before: null })
  })
})
