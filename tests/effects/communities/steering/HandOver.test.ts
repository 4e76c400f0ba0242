import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Either, TestClock } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { overviewPage } from "~/effects/communities/communities/pages/panels.server"
import { HandOver } from "~/effects/communities/steering/HandOver.server"
import { describeOnBothDatabases } from "../../../databases"
import { found } from "../communities/world"
import { type World, world } from "../founding/world"
import { accountOf, as, club, TODAY, visitInside } from "../members/world"

const FRESH = "Please confirm once more with your wallet: this step needs a proof from the last 24 hours."
const rolesOf = (id: CommunityId) =>
  Effect.gen(function* () {
    const roles: Record<string, string | undefined> = {}
    for (const name of ["Olga", "Mo", "Mia"]) roles[name] = (yield* as(id, name)).membership?.role
    return { roles, owner: (yield* as(id, "Olga")).community.ownerAddress }
  })

describeOnBothDatabases("Handing over a community", (database) => {
  const Live = world(database)
  const scene = <A, E>(program: Effect.Effect<A, E, World>) =>
    Effect.zipRight(TestClock.setTime(TODAY), program).pipe(Effect.provide(Live))
  const stale = (here: Inside): Inside => ({
    ...here,
    communityRole: { ...here.communityRole, provenAt: TODAY - 90_000_000 }
  })

  it.effect("takes two steps, with exactly one owner before, between and after", () =>
    scene(
      Effect.gen(function* () {
        const { id, tokens } = yield* club()
        const handOver = yield* HandOver
        const sql = yield* SqlClient.SqlClient
        yield* handOver.start(yield* as(id, "Olga"), " mia ")
        assert.deepEqual((yield* rolesOf(id)).roles, { Olga: "owner", Mo: "moderator", Mia: "member" })
        const notified = yield* sql<{ readonly target: string }>`
          SELECT target FROM notifications WHERE account_address = ${accountOf("Mia")}`
        assert.deepEqual(notified, [{ target: `/community/detail/${id}?panel=hand-over` }])
        const asked = yield* visitInside({ id, token: tokens.Mia, path: "?panel=hand-over" }, overviewPage)
        assert.propertyVal(asked.panel === "hand-over" ? asked.question : null, "from", "Olga")
        const others = yield* visitInside({ id, token: tokens.Mo, path: "?panel=hand-over" }, overviewPage)
        assert.isNull(others.panel === "hand-over" ? others.question : "there")

        yield* handOver.accept(yield* as(id, "Mia"))
        assert.deepEqual(yield* rolesOf(id), {
          roles: { Olga: "member", Mo: "moderator", Mia: "owner" },
          owner: accountOf("Mia")
        })
        const [owners] = yield* sql<{ readonly many: number }>`
          SELECT COUNT(*) AS many FROM memberships WHERE community_id = ${id} AND role = 'owner'`
        assert.strictEqual(Number(owners?.many), 1)
        const refused = yield* Effect.flip(handOver.start(yield* as(id, "Olga"), "Mo"))
        assert.strictEqual(refused.status, 403)
      })
    )
  )

  it.effect("needs a recent proof from both", () =>
    scene(
      Effect.gen(function* () {
        const { id } = yield* club()
        const handOver = yield* HandOver
        const early = yield* Effect.flip(handOver.start(stale(yield* as(id, "Olga")), "Mia"))
        assert.deepEqual([early.status, early.message], [403, FRESH])
        yield* handOver.start(yield* as(id, "Olga"), "Mia")
        const late = yield* Effect.flip(handOver.accept(stale(yield* as(id, "Mia"))))
        assert.deepEqual([late.status, late.message], [403, FRESH])
      })
    )
  )

  it.effect("can be offered to an active member other than oneself, one at a time, by name or address", () =>
    scene(
      Effect.gen(function* () {
        const { id } = yield* club()
        const handOver = yield* HandOver
        const olga = yield* as(id, "Olga")
        for (const nominee of ["", "Nobody", "Olga", accountOf("Olga"), "x".repeat(10_000), "' OR 1=1 --"]) {
          const refused = yield* Effect.flip(handOver.start(olga, nominee))
          assert.deepEqual([refused._tag, refused.status], ["InvalidFields", 422])
        }
        yield* handOver.start(olga, accountOf("Mo"))
        const second = yield* Effect.flip(handOver.start(olga, "Mia"))
        assert.strictEqual(second.message, "Mo has already been asked. Withdraw that offer first.")
        yield* handOver.takeBack(olga)
        assert.strictEqual((yield* Effect.flip(handOver.accept(yield* as(id, "Mo")))).status, 409)
        yield* handOver.start(olga, "Mia")
        yield* handOver.decline(yield* as(id, "Mia"))
        const gone = yield* Effect.flip(handOver.takeBack(olga))
        assert.strictEqual(gone.message, "This hand-over is over; withdrawing it is no longer possible.")
      })
    )
  )

  it.effect("expires after seven days", () =>
    scene(
      Effect.gen(function* () {
        const { id } = yield* club()
        const handOver = yield* HandOver
        yield* handOver.start(yield* as(id, "Olga"), "Mia")
        yield* TestClock.adjust("7 days")
        const late = yield* Effect.flip(handOver.accept(yield* as(id, "Mia")))
        assert.strictEqual(late.message, "This hand-over is over; accepting it is no longer possible.")
        yield* handOver.start(yield* as(id, "Olga"), "Mo")
        assert.strictEqual((yield* rolesOf(id)).roles.Olga, "owner")
      })
    )
  )

  it.effect("counts one of several concurrent responses", () =>
    scene(
      Effect.gen(function* () {
        const { id } = yield* club()
        const handOver = yield* HandOver
        const olga = yield* as(id, "Olga")
        yield* handOver.start(olga, "Mia")
        const mia = yield* as(id, "Mia")
        const outcomes = yield* Effect.all(
          [handOver.accept(mia), handOver.accept(mia), handOver.takeBack(olga), handOver.decline(mia)].map(
            Effect.either
          ),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(outcomes.filter(Either.isRight).length, 1)
        const { owner, roles } = yield* rolesOf(id)
        assert.strictEqual(roles[owner === accountOf("Mia") ? "Mia" : "Olga"], "owner")
      })
    )
  )

  it.effect("cannot give anybody a sixth community", () =>
    scene(
      Effect.gen(function* () {
        const { id } = yield* club()
        const handOver = yield* HandOver
        for (const n of [1, 2, 3, 4, 5]) yield* found({ slug: `mias-${n}`, ownerAddress: accountOf("Mia") })
        yield* handOver.start(yield* as(id, "Olga"), "Mia")
        const refused = yield* Effect.flip(handOver.accept(yield* as(id, "Mia")))
        assert.strictEqual(refused.message, "You already own 5 communities. Archive one to start another.")
        assert.strictEqual((yield* rolesOf(id)).roles.Olga, "owner")
      })
    )
  )
})
