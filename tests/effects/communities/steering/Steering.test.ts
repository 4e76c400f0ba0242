import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, Layer, TestClock } from "effect"
import { pageAction } from "~/effects/base/remix/pageAction.server"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { frame } from "~/effects/communities/communities/pages/frame.server"
import { setUpSteps } from "~/effects/communities/communities/pages/overview"
import { overviewPage } from "~/effects/communities/communities/pages/panels.server"
import { basicsOf, decisionsOf, fromTemplate, peopleOf } from "~/effects/communities/founding/values"
import { settingsCommands } from "~/effects/communities/steering/pages/settings.server"
import { Steering } from "~/effects/communities/steering/Steering.server"
import { Moderation } from "~/effects/conversation/moderation/Moderation.server"
import { ContentCare } from "~/effects/publishing/operating/ContentCare.server"
import { describeOnBothDatabases } from "../../../databases"
import { nothingDone } from "../communities/world"
import { counting } from "../founding/counting"
import { type World, world } from "../founding/world"
import { as, club, comeIn, TODAY, visitInside } from "../members/world"

type Refused = Effect.Effect.Error<ReturnType<Steering["saveGeneral" | "saveDecisions" | "archive" | "unarchive"]>>

/** An order of the site's operators. */
const because = (reason: string) => ({ by: { actor: "machine: ada", account: null }, reason })

const STALE = "Someone changed this meanwhile. Your text is kept; compare and save again."

describeOnBothDatabases("Steering", (database) => {
  const Live = world(database)
  const scene = <A, E>(program: Effect.Effect<A, E, World>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Live))
  const generalOf = (id: Parameters<typeof as>[0]) =>
    Effect.map(as(id, "Olga"), ({ community }) => ({ ...basicsOf(community), cover: "" }))

  it.effect("saves only what differs, and shows a second editor what the first stored", () =>
    scene(
      Effect.gen(function* () {
        const { id } = yield* club()
        const steering = yield* Steering
        const olga = yield* as(id, "Olga")
        const general = yield* generalOf(id)
        assert.isFalse(yield* steering.saveGeneral(olga, general, 1))
        assert.isTrue(yield* steering.saveGeneral(olga, { ...general, tagline: "The first." }, 1))
        const stale = yield* Effect.flip(steering.saveGeneral(olga, { ...general, tagline: "The second." }, 1))
        if (stale._tag !== "StaleCommunity") return assert.fail(stale._tag)
        assert.deepEqual([stale.status, stale.message, stale.stored.tagline], [409, STALE, "The first."])
        assert.strictEqual((yield* as(id, "Olga")).community.tagline, "The first.")
      })
    )
  )

  it.effect("saves the first of many concurrent edits, and tells every other editor", () =>
    scene(
      Effect.gen(function* () {
        const { id } = yield* club()
        const steering = yield* Steering
        const olga = yield* as(id, "Olga")
        const general = yield* generalOf(id)
        const outcomes = yield* Effect.forEach(
          [1, 2, 3, 4, 5],
          (n) => Effect.either(steering.saveGeneral(olga, { ...general, tagline: `Number ${n}` }, 1)),
          { concurrency: "unbounded" }
        )
        const lost = outcomes.flatMap((outcome) => (Either.isLeft(outcome) ? [outcome.left.message] : []))
        assert.deepEqual(lost, Array(4).fill(STALE))
      })
    )
  )

  it.effect("changes the address only while the founder is alone", () =>
    scene(
      Effect.gen(function* () {
        const { id } = yield* club()
        const steering = yield* Steering
        const general = yield* generalOf(id)
        const olga = yield* as(id, "Olga")
        const refused = yield* Effect.flip(steering.saveGeneral(olga, { ...general, slug: "elsewhere" }, 1))
        assert.deepEqual([refused._tag, refused.status], ["InvalidFields", 422])
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE communities SET member_count = 1 WHERE id = ${id}`
        assert.isTrue(yield* steering.saveGeneral(olga, { ...general, slug: "elsewhere" }, 1))
        const communities = yield* Communities
        assert.strictEqual((yield* communities.bySlug("elsewhere", null)).community.id, id)
        yield* Effect.flip(communities.bySlug("club", null))
      })
    )
  )

  it.effect("removes private or archived communities from the directory and its totals, and restores them", () =>
    scene(
      Effect.gen(function* () {
        const { id } = yield* club()
        const steering = yield* Steering
        const communities = yield* Communities
        const general = yield* generalOf(id)
        assert.deepEqual(yield* communities.counts, { ...nothingDone, communities: 1, memberships: 3 })
        yield* steering.saveGeneral(yield* as(id, "Olga"), { ...general, visibility: "private" }, 1)
        assert.deepEqual(yield* communities.counts, { ...nothingDone, communities: 0, memberships: 0 })
        yield* Effect.flip(communities.byId(id, null))
        yield* steering.saveGeneral(yield* as(id, "Olga"), { ...general, visibility: "public" }, 2)
        assert.deepEqual(yield* communities.counts, { ...nothingDone, communities: 1, memberships: 3 })
        yield* steering.archive(yield* as(id, "Olga"))
        assert.deepEqual(yield* communities.counts, { ...nothingDone, communities: 0, memberships: 0 })
        const again = yield* Effect.flip(steering.archive(yield* as(id, "Olga")))
        assert.strictEqual(again.message, "This community is archived; archiving it is no longer possible.")
        const saved = yield* Effect.flip(steering.saveGeneral(yield* as(id, "Olga"), general, 4))
        assert.strictEqual(saved._tag, "WrongState")
        yield* steering.unarchive(yield* as(id, "Olga"))
        assert.strictEqual((yield* as(id, "Olga")).community.stage, "live")
        assert.deepEqual(yield* communities.counts, { ...nothingDone, communities: 1, memberships: 3 })
      })
    )
  )

  it.effect("keeps a community closed that the operators closed, until they open it again", () =>
    scene(
      Effect.gen(function* () {
        const { id } = yield* club()
        const archiving = yield* Steering
        const care = yield* ContentCare
        yield* care.close(id, because("Sells shoes to its members."))
        const refused = yield* Effect.flip(archiving.unarchive(yield* as(id, "Olga")))
        assert.deepInclude(refused, { _tag: "ClosedBySite", status: 403, code: "E-SITE-CLOSED" })
        assert.include(refused.message, "closed this community: “Sells shoes to its members.”")
        assert.strictEqual((yield* as(id, "Olga")).community.stage, "archived")
        yield* TestClock.adjust("1 minute")
        yield* care.reopen(id, because("They sell no more."))
        yield* archiving.archive(yield* as(id, "Olga"))
        yield* archiving.unarchive(yield* as(id, "Olga"))
        assert.strictEqual((yield* as(id, "Olga")).community.stage, "live")
      }).pipe(Effect.provide(Layer.provide(ContentCare.Default, Moderation.Default)))
    )
  )

  it.effect("archives nothing with open business", () =>
    scene(
      Effect.gen(function* () {
        const { id } = yield* club()
        const archiving = yield* Steering
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE communities SET open_proposals = 2, open_sales = 1 WHERE id = ${id}`
        const refused = yield* Effect.flip(archiving.archive(yield* as(id, "Olga")))
        assert.strictEqual(
          refused.message,
          "Before this community can be archived, these have to end: 2 open proposals, 1 open bond sale."
        )
        assert.strictEqual((yield* as(id, "Olga")).community.stage, "live")
      })
    )
  )

  it.effect("lets the owner set the rules for up to three members and by vote for more, and keeps every version", () =>
    scene(
      Effect.gen(function* () {
        const { id } = yield* club()
        const steering = yield* Steering
        const sql = yield* SqlClient.SqlClient
        const next = fromTemplate("co-operative")
        assert.isTrue(yield* steering.saveDecisions(yield* as(id, "Olga"), next, 1))
        const versions = sql<{ readonly version: number; readonly settings: string }>`
          SELECT version, settings FROM governance_versions WHERE community_id = ${id} ORDER BY version`
        const kept = yield* versions
        assert.deepEqual(
          kept.map(({ settings, version }) => [version, JSON.parse(settings).kinds.decision.quorumPct]),
          [
            [1, 10],
            [2, 25]
          ]
        )
        yield* comeIn(id, "Fourth Member")
        const { community } = yield* as(id, "Olga")
        const refused = yield* Effect.flip(steering.saveDecisions(yield* as(id, "Olga"), fromTemplate("club"), 2))
        assert.strictEqual(refused._tag, "VoteNeeded")
        assert.include(refused.message, "This will be put to a vote.")
        const same = decisionsOf(community.template, community.governance)
        assert.isFalse(yield* steering.saveDecisions(yield* as(id, "Olga"), same, 2))
        assert.strictEqual((yield* versions).length, 2)
      })
    )
  )

  it.effect("is for the owner only, whatever the form contains", () =>
    scene(
      Effect.gen(function* () {
        const { id, tokens } = yield* club()
        const steering = yield* Steering
        for (const name of ["Mo", "Mia"]) {
          const here = yield* as(id, name)
          const attempts = [
            steering.saveGeneral(here, yield* generalOf(id), 1),
            steering.savePeople(here, peopleOf(here.community), 1),
            steering.saveDecisions(here, fromTemplate("club"), 1),
            steering.archive(here),
            steering.unarchive(here)
          ]
          for (const attempt of attempts) {
            const refused = yield* Effect.flip(Effect.asVoid<unknown, Refused, never>(attempt))
            assert.deepEqual([refused.status, refused.message], [403, "Only the owner can change settings."])
          }
          const page = yield* Effect.flip(
            visitInside({ id, token: tokens[name], path: "?panel=settings" }, overviewPage)
          )
          if (!("message" in page)) return assert.fail("not a redirect")
          assert.deepEqual([page.status, page.message], [403, "Only the owner can change settings."])
        }
      })
    )
  )

  it.effect("keeps the input of a refused post next to the stored values", () =>
    scene(
      Effect.gen(function* () {
        const { id, tokens } = yield* club()
        const people = { intent: "save-people", joinPolicy: "approval", rules: "Be kind, and on time.", version: "1" }
        const post = (form: Record<string, string>) =>
          Effect.either(visitInside({ id, token: tokens.Olga, form }, pageAction(settingsCommands)))
        const saved = yield* post({ ...people, key: "first" })
        if (Either.isRight(saved) || !(saved.left instanceof Response)) return assert.fail("it leads on")
        assert.strictEqual(saved.left.status, 303)
        const twice = yield* post({ ...people, key: "first" })
        assert.isTrue(Either.isLeft(twice), "the same form again is the same answer")
        const stale = yield* post({ ...people, rules: "Be loud.", key: "second" })
        if (Either.isLeft(stale)) return assert.fail("a refusal is data")
        const { data, init } = stale.right
        assert.deepEqual([init?.status, data.code, data.sent.rules], [409, "E-STALE", "Be loud."])
        assert.deepInclude(data.stored, { rules: "Be kind, and on time.", version: "2" })
        for (const version of ["", "x", "1e3", "-1"]) {
          const odd = yield* post({ ...people, version })
          assert.strictEqual(Either.isRight(odd) ? odd.right.init?.status : 0, 422)
        }
        const unsure = yield* post({ intent: "archive" })
        assert.deepEqual(Either.isRight(unsure) ? Object.keys(unsure.right.data.fields) : [], ["sure"])
      })
    )
  )

  it.effect("shows the overview with six statements at most, however much there is", () =>
    scene(
      Effect.gen(function* () {
        const { id, tokens } = yield* club()
        yield* TestClock.adjust("10 minutes")
        const page = yield* counting(visitInside({ id, token: tokens.Olga }, Effect.zipRight(frame, overviewPage)))
        assert.isAtMost(page.statements, 6)
        const { value } = page
        if (value.panel !== "none") return assert.fail(value.panel)
        assert.deepEqual(
          value.people.map(({ name, role }) => [name, role]),
          [
            ["Olga", "owner"],
            ["Mo", "moderator"]
          ]
        )
        assert.strictEqual(value.checklist?.filter(({ isDone }) => isDone).length, 1)
        const other = yield* visitInside({ id, token: tokens.Mia }, overviewPage)
        assert.isNull(other.panel === "none" ? other.checklist : "there")
      })
    )
  )

  it.effect("hides the first steps once all of them are done", () =>
    Effect.sync(() => {
      const done = { logo: "/files/x", rules: "Be kind.", memberCount: 4, stage: "deployed" } as const
      assert.isNull(setUpSteps(done, true))
      assert.isNull(setUpSteps(done, true, { isProtected: true }))
      const left = setUpSteps(done, true, { isProtected: false })?.filter(({ isDone }) => !isDone)
      assert.deepStrictEqual(left, [{ key: "signers", isDone: false }])
      assert.strictEqual(setUpSteps({ ...done, memberCount: 3 }, false)?.filter(({ isDone }) => !isDone).length, 2)
    })
  )
})
