/** A community's overview lists the dates of its bonds, for everybody who reads it (docs/product/communities.md). */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, FastCheck, Layer, TestClock } from "effect"
import { OverviewRepo } from "~/effects/communities/communities/OverviewRepo.server"
import { DAY_MS, HOUR_MS } from "~/effects/treasury/bonds/limits"
import { describeOnBothDatabases } from "../../../databases"
import { bought, buyer, issued, minute, terms, withCoupon, world } from "./world"

describeOnBothDatabases("the next dates of a community", (database) => {
  it.effect("list the opening and close of sales, unpaid coupons and maturity, within thirty days", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { code, community } = yield* issued(withCoupon)
      const { goingOn } = yield* OverviewRepo
      const words = Effect.map(goingOn(community.id), ({ dates }) => dates.map((date) => date.words))
      assert.deepStrictEqual(yield* words, [`The sale of ${code} opens`])
      yield* TestClock.setTime(terms.saleOpensAt)
      yield* minute
      const [{ path, ...closing } = { path: "" }, ...others] = (yield* goingOn(community.id)).dates
      assert.isEmpty(others)
      assert.deepInclude(closing, { words: `The sale of ${code} closes`, at: terms.saleClosesAt })
      assert.strictEqual(path, `/community/detail/${community.id}/bondissued?series=${code}`)
      yield* bought(community, [buyer(1), 40])
      yield* TestClock.setTime(terms.maturesAt - 29 * DAY_MS)
      assert.sameMembers(yield* words, [`${code} pays its coupon`, `${code} matures`])
      yield* sql`UPDATE bond_coupons SET paid_at = due_at`
      assert.deepStrictEqual(yield* words, [`${code} matures`])
      yield* TestClock.setTime(terms.maturesAt + 1)
      assert.isEmpty(yield* words)
    }).pipe(Effect.provide(OverviewRepo.Default.pipe(Layer.provideMerge(world(database)))))
  )

  it.effect("list the first five votes, however many there are, among the dates of bonds", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { code, community } = yield* issued(withCoupon)
      const { goingOn } = yield* OverviewRepo
      yield* TestClock.setTime(terms.saleOpensAt)
      yield* minute
      const now = terms.saleOpensAt
      const sale = { words: `The sale of ${code} closes`, ref: code, part: "saleCloses", at: terms.saleClosesAt }
      // Many end at the same moment, since they open at full hours; some are over, far away, or still in review.
      const ends = FastCheck.integer({ min: -2, max: 4 }).map((hours) => terms.saleClosesAt + hours * HOUR_MS)
      const end = FastCheck.oneof(ends, FastCheck.constantFrom(now - 1, now + 31 * DAY_MS))
      const status = FastCheck.constantFrom("active", "active", "active", "review", "failed")
      const votes = FastCheck.array(FastCheck.record({ at: end, status }), { maxLength: 15 })
      for (const drawn of FastCheck.sample(votes, 25)) {
        yield* sql`DELETE FROM proposals`
        const rows = drawn.map(({ at, status }, n) => ({
          ...{ id: `vote${String.fromCharCode(97 + n)}aaaaaaa`, communityId: community.id, number: n + 1 },
          ...{ author: "account_tdx_2_a", kind: "decision", title: `Vote ${n + 1}`, summary: "", body: "" },
          ...{ searchText: "", voteType: "basic", choices: "[]", reviewHours: 0, opensAt: now, closesAt: at },
          ...{ quorumPct: 1, thresholdPct: 50, weightMode: "member", minMembershipHours: 0, status, sortAt: at },
          ...{ resultsVisibility: "always", publishedAt: now, createdAt: now, updatedAt: now }
        }))
        if (rows.length > 0) yield* sql`INSERT INTO proposals ${sql.insert(rows)}`
        const open = rows
          .filter(({ closesAt, status }) => status === "active" && closesAt > now && closesAt <= now + 30 * DAY_MS)
          .map(({ closesAt, number }) => ({
            words: `Voting on “Vote ${number}” closes`,
            ref: String(number),
            at: closesAt
          }))
        const byTime = [...open.map((vote) => ({ ...vote, part: "vote" })), sale]
          .toSorted((one, other) => one.at - other.at || (one.part + one.ref < other.part + other.ref ? -1 : 1))
          .slice(0, 5)
        assert.sameMembers(
          (yield* goingOn(community.id)).dates.map(({ at, words }) => `${words} ${at}`),
          byTime.map(({ at, words }) => `${words} ${at}`)
        )
      }
    }).pipe(Effect.provide(OverviewRepo.Default.pipe(Layer.provideMerge(world(database)))))
  )
})
