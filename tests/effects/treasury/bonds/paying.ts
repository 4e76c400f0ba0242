/** A prepared coupon, sent in its one batch as a treasury holder sends it. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Community } from "~/effects/access/Community"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { Payouts } from "~/effects/treasury/payouts/Payouts.server"
import { report, sign, treasuryOf } from "../payouts/world"
import { minute } from "./world"

export const payCoupon = (community: Community, number: number) =>
  Effect.gen(function* () {
    const distributions = yield* Distributions
    const repo = yield* DistributionsRepo
    const run = repo.findOrFail(community.id, number)
    yield* distributions.accept(yield* run, false)
    yield* distributions.start(yield* run, 40, 1)
    const step = yield* Effect.flatten((yield* Payouts).next(yield* treasuryOf(community), yield* run))
    const after = yield* report(step.id, yield* sign(step.manifest))
    assert.deepStrictEqual([after.state, after.problem], ["verified", null])
    yield* (yield* TransactionChecks).check(yield* (yield* PreparedTransactions).findOrFail(step.id))
    yield* minute
  })
