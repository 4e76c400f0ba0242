/**
 * The same rule for a bond's sale and redemptions: what leaves by another party's transaction is named and pauses them.
 */
import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import { besideOf } from "~/effects/treasury/bonds/beside.server"
import { BondEscrows } from "~/effects/treasury/bonds/escrow/BondEscrows.server"
import { escrowPanel } from "~/effects/treasury/bonds/pages/escrow.server"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { ONE } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf } from "../../../ledger/signing"
import { acknowledged, escrow, found, fundEscrow, rolling, withFees } from "../bonds/escrowWorld"
import { balance, buyer, fund, order, orderNow, SERIES, seriesNow, world } from "../bonds/world"
import { steal } from "./stealing"

describeOnBothDatabases("units that leave a sale's escrow by another party's transaction", (database) => {
  const Live = Layer.provideMerge(Relayer.Default, world(database))

  it.effect("are named on the panel and in the activity, and nothing settles until the holder has confirmed it", () =>
    Effect.gen(function* () {
      const { community } = yield* withFees(rolling)
      const bond = (yield* seriesNow()).bondResource ?? ""
      const early = yield* Effect.flip(fundEscrow(community, "redeem"))
      assert.match(
        early.message,
        /^The sale of this bond closes on .+\. Money for redemptions can be put in escrow once/
      )
      yield* fundEscrow(community)
      yield* fund(accountOf(buyer(0)))
      const first = yield* order(community, buyer(0), 7)
      const txId = yield* steal((yield* found()).address, bond, 40n * ONE)
      yield* Effect.flatMap(Indexer, (indexer) => indexer.round)
      yield* acknowledged()
      assert.deepInclude(yield* orderNow(community, first), { state: "signed" })
      assert.match(String((yield* escrow()).problem), /^40 units of .+ Nothing more is paid/)
      const panel = yield* escrowPanel(yield* seriesNow())
      assert.strictEqual(panel?.escrow?.account?.held?.token as string, "60")
      assert.strictEqual(panel?.escrow?.account?.haltedTx, txId)
      // Readers without the panel see it on the bond's own pages, including the public one.
      const { withdrawn } = yield* besideOf(yield* seriesNow())
      assert.deepStrictEqual(withdrawn, panel?.escrow?.account?.unknown)
      assert.match(withdrawn[0]?.amount ?? "", /^40 units of /)
      const sql = yield* SqlClient.SqlClient
      assert.lengthOf(yield* sql`SELECT seq FROM activity_events WHERE type = 'escrowMoved'`, 1)
      const escrows = yield* BondEscrows
      yield* escrows.wake(community.id, SERIES, "buy", txId)
      yield* acknowledged()
      assert.deepInclude(yield* orderNow(community, first), { state: "settled" })
      assert.strictEqual(yield* balance(accountOf(buyer(0)), bond), 7)
      // Its own batch is not such a withdrawal.
      yield* Effect.flatMap(Indexer, (indexer) => indexer.round)
      assert.lengthOf(yield* sql`SELECT seq FROM activity_events WHERE type = 'escrowMoved'`, 1)
    }).pipe(Effect.provide(Live))
  )
})
