/** A coupon sent as its series owes it needs no vote of its own; with any change to its rows it does. */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { Coupons } from "~/effects/treasury/bonds/Coupons.server"
import { PayoutApprovals } from "~/effects/treasury/payouts/PayoutApprovals.server"
import { distributionAction } from "~/effects/treasury/payouts/pages/actions.server"
import { distributionPage } from "~/effects/treasury/payouts/pages/distributions.server"
import { describeOnBothDatabases } from "../../../databases"
import { member, submitted, visit } from "../../publishing/dashboard/visits"
import { ADA, bought, buyer, fund, hereOf, opened, SERIES, terms, withCoupon, withPayouts, XRD } from "./world"

const bea = buyer(1)

/** In a community of nine that votes on every payout; the one coupon of its series is due and prepared. */
const due = Effect.gen(function* () {
  const { community } = yield* opened(withCoupon)
  const { id, treasuryAccount } = community
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE communities SET member_count = 9 WHERE id = ${id}`
  yield* fund(treasuryAccount ?? "")
  yield* bought(community, [bea, 30])
  yield* TestClock.setTime(terms.maturesAt)
  const token = yield* member(ADA)
  const path = `/community/detail/${id}/tokenDistribution?d=${yield* Coupons.prepare(hereOf(community), SERIES)}`
  const params = { id }
  return {
    id,
    sql,
    post: (form: Readonly<Record<string, string>>) =>
      submitted(path, distributionAction, { token, params, form: Object.entries(form) }),
    page: Effect.map(visit(path, distributionPage, { token, params }), ({ value }) =>
      value.view === "run" ? value : assert.fail("no run")
    )
  }
})

describeOnBothDatabases("a coupon that is paid as owed", (database) => {
  const Live = Layer.provideMerge(Idempotency.Default, withPayouts(database))

  it.effect("is sent without a vote, and does not count towards payouts without a vote", () =>
    Effect.gen(function* () {
      const { id, page, post, sql } = yield* due
      const approvals = yield* PayoutApprovals
      assert.deepInclude(yield* page, { needsVote: false, isOwed: true })
      yield* post({ intent: "accept" })
      assert.strictEqual((yield* page).run.state, "approved")
      yield* post({ intent: "start" })
      assert.strictEqual((yield* page).run.state, "running")
      assert.strictEqual(yield* approvals.paidFreely(id, XRD), "0")
      // As any other payout it would count.
      yield* sql`UPDATE bond_coupons SET plan_digest = NULL`
      assert.notStrictEqual(yield* approvals.paidFreely(id, XRD), "0")
    }).pipe(Effect.provide(Live))
  )

  it.effect("needs a vote once a holder's amount was changed", () =>
    Effect.gen(function* () {
      const { page, post } = yield* due
      const { version } = (yield* page).run
      yield* post({ intent: "mend", version: String(version), "amount-1": "2500" })
      const changed = yield* page
      assert.deepInclude(changed, { needsVote: true, isOwed: false })
      assert.strictEqual(changed.run.total, "2500")
      yield* post({ intent: "accept" })
      assert.strictEqual((yield* page).run.state, "checked")
    }).pipe(Effect.provide(Live))
  )
})
