/** Secured bonds of a multisig treasury: signers issue them, and take back the collateral of those that came back. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { UnitHolders } from "~/effects/treasury/bonds/UnitHolders.server"
import { DistributionsLive } from "~/effects/treasury/payouts/layers.server"
import { asResource } from "../../../addresses"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { acknowledged, escrow, rolling } from "../bonds/escrowWorld"
import { buyer, closed, fund, minute, order, orderNow, SERIES, seriesNow, terms } from "../bonds/world"
import { bothApprove, issueAsked, releaseAsked, signersEscrow } from "./bondWorld"
import { balance, rules, world } from "./world"

const DAY_MS = 86_400_000

describeOnBothDatabases("secured bonds of a multisig treasury", (database) => {
  const Live = Layer.merge(DistributionsLive, UnitHolders.Default).pipe(Layer.provideMerge(world(database)))

  it.effect.each(rules)("are issued, sold from escrow and released by two of three: by %s", ([, under]) =>
    Effect.gen(function* () {
      const community = yield* under()
      const [treasury, token] = [community.treasuryAccount ?? "", community.tokenResource ?? ""]
      const request = yield* issueAsked(community, {
        ...rolling,
        units: 3,
        maxPerBuyer: 3,
        collateral: asResource(token),
        collateralSymbol: "GRD",
        collateralAmount: AmountText.make("120"),
        graceDays: 3
      })
      const before = yield* balance(treasury, token)
      yield* bothApprove(community, request.id)
      const series = yield* seriesNow()
      const bond = series.bondResource ?? ""
      assert.strictEqual(series.state, "scheduled")
      assert.strictEqual(yield* balance(treasury, bond), 3)
      assert.strictEqual(before - (yield* balance(treasury, token)), 360)
      yield* TestClock.setTime(terms.saleOpensAt)
      yield* minute

      yield* signersEscrow(community)
      assert.deepInclude(yield* escrow(), { state: "funded", total: "3" })
      yield* fund(accountOf(buyer(0)))
      const id = yield* order(community, buyer(0), 1)
      yield* acknowledged()
      assert.deepInclude(yield* orderNow(community, id), { state: "settled" })
      yield* closed
      yield* minute
      yield* acknowledged()
      assert.deepInclude(yield* escrow(), { state: "ended", returned: "2", problem: null })
      assert.strictEqual(yield* balance(treasury, bond), 2)

      yield* TestClock.setTime(terms.maturesAt + 3 * DAY_MS + 60_000)
      yield* fund(accountOf(buyer(1)))
      const release = yield* releaseAsked(community)
      yield* bothApprove(community, release.id)
      assert.strictEqual(before - (yield* balance(treasury, token)), 120)
      yield* minute
      assert.strictEqual((yield* seriesNow(SERIES)).state, "collateral")
    }).pipe(Effect.provide(Live))
  )
})
