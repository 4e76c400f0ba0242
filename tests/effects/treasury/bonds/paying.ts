/** A prepared coupon, sent in its one batch as a treasury holder sends it. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Community } from "~/effects/access/Community"
import { LedgerSteps } from "~/effects/chain/ledger-steps/LedgerSteps.server"
import { StepChecks } from "~/effects/chain/ledger-steps/StepChecks.server"
import { Distributions } from "~/effects/treasury/distributions/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/distributions/DistributionsRepo.server"
import { Payouts } from "~/effects/treasury/distributions/Payouts.server"
import { report, sign, treasuryOf } from "../distributions/world"
import { minute } from "./world"

export const payCoupon = (community: Community, number: number) =>
  Effect.gen(function* () {
    const distributions = yield* Distributions
    const repo = yield* DistributionsRepo
    const run = repo.mustFind(community.id, number)
    yield* distributions.accept(yield* run, false)
    yield* distributions.start(yield* run, 40, 1)
    const step = yield* Effect.flatten((yield* Payouts).next(yield* treasuryOf(community), yield* run))
    const after = yield* report(step.id, yield* sign(step.manifest))
    assert.deepStrictEqual([after.state, after.problem], ["verified", null])
    yield* (yield* StepChecks).check(yield* (yield* LedgerSteps).mustFind(step.id))
    yield* minute
  })
