/** The series page of a treasury holder takes six statements at most in each state (docs/product/safety.md). */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { CouponsRepo } from "~/effects/treasury/bonds/CouponsRepo.server"
import { BondEscrows } from "~/effects/treasury/bonds/escrow/BondEscrows.server"
import { bondissuedPage } from "~/effects/treasury/bonds/pages/bonds.server"
import { Settlements } from "~/effects/treasury/bonds/Settlements.server"
import { DistributionsLive } from "~/effects/treasury/payouts/layers.server"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { join } from "../../communities/communities/world"
import { counting } from "../../communities/founding/counting"
import { member, visit } from "../../publishing/dashboard/visits"
import { ask, fundEscrow, withFees } from "./escrowWorld"
import { ADA, buyer, fund, hereOf, order, SERIES, seriesNow, world } from "./world"

const MOST = 6

describeOnBothDatabases("the series page of a treasury holder", (database) => {
  const Live = Layer.mergeAll(DistributionsLive, CouponsRepo.Default).pipe(Layer.provideMerge(world(database)))

  it.effect("is read with six statements, whatever its wallet requests, orders and escrow", () =>
    Effect.gen(function* () {
      const { community } = yield* withFees()
      const { id } = community
      const token = yield* member(ADA)
      yield* join(id, ADA, { role: "owner" })
      const { code } = yield* seriesNow()
      const path = `/community/detail/${id}/bondissued?series=${code}`
      const see = Effect.gen(function* () {
        const { statements, value } = yield* counting(visit(path, bondissuedPage, { token, params: { id } }))
        assert.isAtMost(statements, MOST)
        const page = value.value
        return page.view === "single" && page.panel !== null ? page.panel : yield* Effect.dieMessage("no panel")
      })

      yield* Effect.forEach([0, 1], (n) => fund(accountOf(buyer(n))))
      const ids = [yield* order(community, buyer(0), 2), yield* order(community, buyer(1), 3)]
      const waiting = yield* see
      assert.deepStrictEqual(
        waiting.orders.map((each) => [each.id, each.account]),
        ids.map((each, n) => [each, accountOf(buyer(n))])
      )
      assert.deepInclude({ ...waiting }, { waitingOrders: 2, waitingUnits: 5, lease: null, escrow: waiting.escrow })

      // A batch is in somebody's wallet.
      const settlements = yield* Settlements
      const holder = "a-page-of-ada"
      const batch = yield* settlements.prepare(hereOf(community), SERIES, "buy", {
        agreed: [],
        holder,
        takeOver: false
      })
      assert.deepInclude({ ...(yield* see).lease }, { holder, account: ADA })

      const escrows = yield* BondEscrows
      yield* settlements.giveBack(id, batch.batchId, holder)
      assert.isNull((yield* see).lease)
      yield* ask(community)
      const asked = yield* see
      assert.strictEqual(asked.escrow?.step?.state, "waiting")
      yield* escrows.forget(id, SERIES, "buy")
      yield* fundEscrow(community)
      assert.strictEqual((yield* see).escrow?.escrow?.state, "funded")
    }).pipe(Effect.provide(Live))
  )
})
