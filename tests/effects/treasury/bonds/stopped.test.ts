/** A sale that is stopped just when the site is about to settle an order. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { BondEscrows } from "~/effects/treasury/bonds/escrow/BondEscrows.server"
import { BondEscrowWorker } from "~/effects/treasury/bonds/escrow/escrowPurpose.server"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { whileAsked } from "../../chain/ledger/whileAsked"
import { acknowledged, escrow, FIRST, fundEscrow, heldBy, withFees } from "./escrowWorld"
import { balance, buyer, fund, order, orderNow, SERIES, seriesNow, world } from "./world"

describeOnBothDatabases("a sale that is stopped while the site queries the ledger", (database) => {
  for (const stopped of ["ended", "taken back"] as const) {
    it.effect(`settles nothing any more after it was ${stopped}`, () =>
      Effect.gen(function* () {
        const { community } = yield* withFees()
        const bond = (yield* seriesNow()).bondResource ?? ""
        yield* fundEscrow(community)
        yield* fund(accountOf(buyer(0)))
        const placed = yield* order(community, buyer(0), 7)
        const escrows = yield* BondEscrows
        const treasury = yield* heldBy(community)
        const happens = {
          ended: escrows.withdrawFromEscrow(community.id, SERIES, "buy"),
          "taken back": escrows.takeBack(treasury, community.id, SERIES, "buy")
        }[stopped]
        const ledger = yield* whileAsked(happens)
        yield* Effect.flatMap(BondEscrowWorker, ({ poll }) => poll(FIRST)).pipe(
          Effect.provide(Layer.fresh(BondEscrowWorker.Default).pipe(Layer.provide(ledger)))
        )
        assert.deepInclude(yield* orderNow(community, placed), { state: "signed" })
        assert.deepInclude(yield* escrow(), { state: "refunding", problem: null, batches: 0 })
        yield* acknowledged()
        assert.strictEqual(yield* balance(accountOf(buyer(0)), bond), 0)
      }).pipe(Effect.provide(world(database)))
    )
  }
})
