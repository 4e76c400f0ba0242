/**
 * Sales and redemptions that settle automatically (docs/product/bonds.md): one approval funds the escrow, then the
 * relayer settles every signed order and refunds what is left; an admin can withdraw everything at any moment.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option, TestClock } from "effect"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { Faults } from "~/effects/local/Faults.server"
import { BondEscrows } from "~/effects/treasury/bonds/escrow/BondEscrows.server"
import { BondEscrowWorker } from "~/effects/treasury/bonds/escrow/escrowPurpose.server"
import { HOUR_MS } from "~/effects/treasury/bonds/limits"
import { isOnLedger } from "~/effects/treasury/bonds/manifests"
import { escrowPanel } from "~/effects/treasury/bonds/pages/escrow.server"
import { Settlements } from "~/effects/treasury/bonds/Settlements.server"
import { UnitHolders } from "~/effects/treasury/bonds/UnitHolders.server"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { describeOnBothDatabases } from "../../../databases"

import { accountOf, signer } from "../../../ledger/signing"
import { signAnew as sign } from "../../chain/ledger/signAnew"
import { acknowledged, ask, escrow, FIRST, fundEscrow, heldBy, rolling, withFees } from "./escrowWorld"
import {
  ADA,
  balance,
  buyer,
  closed,
  due,
  fund,
  hereOf,
  minute,
  opened,
  order,
  orderNow,
  SERIES,
  seriesNow,
  settleNext,
  terms,
  transfer,
  world,
  XRD
} from "./world"

describeOnBothDatabases("bonds that settle automatically", (database) => {
  const Live = Layer.merge(UnitHolders.Default, Relayer.Default).pipe(Layer.provideMerge(world(database)))

  it.effect("settle the orders of a rolling sale after one approval, and refund the rest at the end", () =>
    Effect.gen(function* () {
      const { community } = yield* withFees()
      const treasury = community.treasuryAccount ?? ""
      const bond = (yield* seriesNow()).bondResource ?? ""
      assert.strictEqual((yield* fundEscrow(community)).state, "verified")
      assert.deepInclude(yield* escrow(), { state: "funded", total: "100" })
      assert.strictEqual(yield* balance(treasury, bond), 0)
      yield* Effect.forEach([0, 1], (n) => fund(accountOf(buyer(n))))
      const first = yield* order(community, buyer(0), 7)
      yield* acknowledged()
      assert.deepInclude(yield* orderNow(community, first), { state: "settled" })
      assert.strictEqual(yield* balance(accountOf(buyer(0)), bond), 7)
      // Units in escrow belong to nobody: they get no coupon and no notification.
      const series = yield* seriesNow()
      const holders = isOnLedger(series) ? yield* (yield* UnitHolders).owedTo(series, null) : []
      assert.deepStrictEqual(holders, [accountOf(buyer(0))])
      const second = yield* order(community, buyer(1), 3)
      yield* acknowledged()
      assert.deepInclude(yield* orderNow(community, second), { state: "settled" })
      assert.deepInclude(yield* escrow(), { state: "funded", batches: 2, orders: 2, paid: "10", problem: null })
      yield* closed
      yield* minute
      assert.strictEqual((yield* seriesNow()).state, "active")
      // The escrow of the sale is shown until it is refunded, before redemptions are offered.
      const panel = yield* escrowPanel(yield* seriesNow())
      assert.deepInclude<Readonly<Record<string, unknown>>>({ ...panel }, { direction: "buy", offer: null })
      yield* acknowledged()
      assert.deepInclude(yield* escrow(), { state: "ended", paid: "10", returned: "90" })
      assert.strictEqual((yield* escrowPanel(yield* seriesNow()))?.direction, "redeem")
      assert.strictEqual(yield* balance(treasury, bond), 90)
      // The initial balance and the payments, less the fees of the site's transactions and of the funding.
      const after = yield* balance(treasury, XRD)
      assert.isTrue(after > 10_000 + 10 * 230 - 20 && after < 10_000 + 10 * 230, `${after}`)
    }).pipe(Effect.provide(Live))
  )

  it.effect("settle 60 orders with one approval in three batches, no order twice", () =>
    Effect.gen(function* () {
      const { community } = yield* withFees()
      const bond = (yield* seriesNow()).bondResource ?? ""
      yield* fundEscrow(community)
      const signers = Array.from({ length: 60 }, (_, n) => signer(300 + n))
      yield* Effect.forEach(signers, (by) => fund(accountOf(by)))
      const ids = yield* Effect.forEach(signers, (by) => order(community, by, 1))
      yield* acknowledged()
      const states = yield* Effect.forEach(ids, (id) => orderNow(community, id))
      assert.isTrue(states.every(({ state }) => state === "settled"))
      assert.deepInclude(yield* escrow(), { batches: 3, orders: 60, paid: "60", problem: null })
      const held = yield* Effect.forEach(signers, (by) => balance(accountOf(by), bond))
      assert.isTrue(held.every((units) => units === 1))
    }).pipe(Effect.provide(Live))
  )

  it.effect("report an order whose money is gone, which blocks no other", () =>
    Effect.gen(function* () {
      const { community } = yield* withFees()
      yield* fundEscrow(community)
      yield* Effect.forEach([0, 1, 2], (n) => fund(accountOf(buyer(n))))
      const ids = yield* Effect.forEach([0, 1, 2], (n) => order(community, buyer(n), 2))
      yield* transfer(buyer(1), ADA, XRD, 9_900)
      yield* acknowledged()
      const states = yield* Effect.forEach(ids, (id) => orderNow(community, id))
      assert.deepStrictEqual(
        states.map(({ state }) => state),
        ["settled", "failed", "settled"]
      )
      assert.match(states[1]?.failure ?? "", /no longer holds the amount/)
      assert.deepInclude(yield* escrow(), { batches: 1, orders: 2, paid: "4", problem: null })
    }).pipe(Effect.provide(Live))
  )

  it.effect("move nothing before the close if there is a minimum, then all or none after a dry run", () =>
    Effect.gen(function* () {
      const { community } = yield* withFees({ settleMode: "atClose", minRaiseUnits: 40 })
      yield* fundEscrow(community)
      yield* Effect.forEach([0, 1], (n) => fund(accountOf(buyer(n))))
      const ids = yield* Effect.forEach([0, 1], (n) => order(community, buyer(n), 21))
      yield* acknowledged()
      assert.deepInclude(yield* escrow(), { batches: 0, problem: null })
      yield* closed
      yield* transfer(buyer(1), ADA, XRD, 9_900)
      yield* acknowledged()
      const held = yield* escrow()
      assert.match(String(held.problem), /21 units are left, fewer than the minimum of 40/)
      assert.deepInclude(held, { batches: 0, state: "funded" })
      yield* fund(accountOf(buyer(1)))
      yield* TestClock.adjust("10 minutes")
      yield* acknowledged()
      for (const id of ids) assert.deepInclude(yield* orderNow(community, id), { state: "settled" })
      yield* minute
      yield* acknowledged()
      assert.deepInclude(yield* escrow(), { state: "ended", paid: "42", returned: "58", problem: null })
    }).pipe(Effect.provide(Live))
  )

  it.effect("end the sale and refund every unit if the minimum is missed", () =>
    Effect.gen(function* () {
      const { community } = yield* withFees({ settleMode: "atClose", minRaiseUnits: 40 })
      yield* fundEscrow(community)
      yield* fund(accountOf(buyer(0)))
      const id = yield* order(community, buyer(0), 5)
      yield* closed
      yield* acknowledged()
      yield* TestClock.setTime(terms.saleClosesAt + 73 * HOUR_MS)
      yield* minute
      yield* minute
      assert.strictEqual((yield* seriesNow()).state, "cancelled")
      yield* acknowledged()
      assert.deepInclude(yield* orderNow(community, id), { state: "lapsed" })
      assert.deepInclude(yield* escrow(), { state: "ended", paid: "0", returned: "100" })
    }).pipe(Effect.provide(Live))
  )

  it.effect("pay redemptions from escrowed face values as far as these go, in the order of signing", () =>
    Effect.gen(function* () {
      const { community } = yield* withFees()
      yield* fundEscrow(community)
      yield* Effect.forEach([0, 1], (n) => fund(accountOf(buyer(n))))
      yield* order(community, buyer(0), 6)
      yield* order(community, buyer(1), 2)
      yield* acknowledged()
      yield* closed
      yield* minute
      yield* acknowledged()
      yield* due(community)
      const id = `${SERIES}-redeem-0`
      assert.strictEqual((yield* fundEscrow(community, "redeem", 5)).state, "verified")
      assert.deepInclude(yield* escrow(id), { state: "funded", total: "1250", resource: XRD })
      const large = yield* order(community, buyer(0), 6, "redeem")
      yield* acknowledged(id)
      assert.deepInclude(yield* orderNow(community, large), { state: "signed" })
      assert.match(String((yield* escrow(id)).problem), /holds less than the next orders need/)
      const small = yield* order(community, buyer(1), 2, "redeem")
      yield* TestClock.adjust("10 minutes")
      yield* acknowledged(id)
      assert.deepInclude(yield* orderNow(community, small), { state: "settled" })
      assert.deepInclude(yield* escrow(id), { paid: "500", orders: 1 })
      const escrows = yield* BondEscrows
      yield* escrows.withdrawFromEscrow(community.id, SERIES, "redeem")
      yield* acknowledged(id)
      assert.deepInclude(yield* escrow(id), { state: "ended" })
      assert.strictEqual((yield* fundEscrow(community, "redeem")).state, "verified")
      yield* acknowledged(`${SERIES}-redeem-1`)
      assert.deepInclude(yield* orderNow(community, large), { state: "settled" })
      yield* minute
      assert.strictEqual((yield* seriesNow()).state, "redeemed")
      yield* acknowledged(`${SERIES}-redeem-1`)
      assert.deepInclude(yield* escrow(`${SERIES}-redeem-1`), { state: "ended", paid: "1500" })
    }).pipe(Effect.provide(Live))
  )

  it.effect(
    "let an admin withdraw everything midway, after which a later batch changes nothing and the rest is signed",
    () =>
      Effect.gen(function* () {
        const { community } = yield* withFees()
        const escrows = yield* BondEscrows
        yield* fundEscrow(community)
        yield* fund(accountOf(buyer(0)))
        const id = yield* order(community, buyer(0), 4)
        const settlements = yield* Settlements
        const byHand = Effect.flip(settlements.prepare(hereOf(community), SERIES, "buy"))
        assert.match((yield* byHand).message, /^The site settles these orders/)
        // The batch is signed and stored, but the admin comes first.
        yield* (yield* Faults).change({ nextTransaction: "Pending" })
        yield* (yield* BondEscrowWorker).poll(FIRST)
        assert.deepInclude(yield* orderNow(community, id), { state: "settling" })
        const back = yield* escrows.takeBack(yield* heldBy(community), community.id, SERIES, "buy")
        assert.strictEqual(
          (yield* (yield* TransactionChecks).report(back, yield* sign(back.manifest))).state,
          "verified"
        )
        assert.strictEqual(
          yield* balance(community.treasuryAccount ?? "", (yield* seriesNow()).bondResource ?? ""),
          100
        )
        for (let turn = 0; turn < 6; turn++) {
          yield* TestClock.adjust("10 minutes")
          yield* acknowledged()
        }
        assert.deepInclude(yield* orderNow(community, id), { state: "signed" })
        assert.deepInclude(yield* escrow(), { state: "ended", batches: 0, paid: "0", returned: "100" })
        assert.strictEqual((yield* settleNext(community)).after.state, "committed")
        assert.deepInclude(yield* orderNow(community, id), { state: "settled" })
      }).pipe(Effect.provide(Live))
  )

  it.effect("are polled by the job while orders wait, and refund the remaining fees once all units are sold", () =>
    Effect.gen(function* () {
      const { community } = yield* withFees({ ...rolling, units: 4, maxPerBuyer: 4 })
      const swaps = yield* BondEscrowWorker
      const due = swaps.due(10)
      yield* fundEscrow(community)
      assert.deepStrictEqual(yield* due, [])
      yield* fund(accountOf(buyer(0)))
      yield* order(community, buyer(0), 4)
      assert.deepStrictEqual(yield* due, [FIRST])
      yield* swaps.poll(FIRST)
      yield* swaps.poll(FIRST)
      assert.deepInclude(yield* escrow(), { state: "funded", paid: "4" })
      assert.deepStrictEqual(yield* due, [FIRST])
      yield* acknowledged()
      assert.deepInclude(yield* escrow(), { state: "ended", returned: "0" })
      assert.isAbove(Number((yield* escrow()).returnedFees), 0)
      assert.deepStrictEqual(yield* due, [])
    }).pipe(Effect.provide(Live))
  )

  it.effect("spend no fees while waiting for a minimum, however often that is checked", () =>
    Effect.gen(function* () {
      const { community } = yield* withFees({ settleMode: "atClose", minRaiseUnits: 80, minPerBuyer: 50 })
      yield* fundEscrow(community)
      yield* Effect.forEach([0, 1, 1], (n) => fund(accountOf(buyer(n))))
      const ids = yield* Effect.forEach([0, 0], () => fund(accountOf(buyer(0)))).pipe(
        Effect.zipRight(Effect.forEach([0, 1], (n) => order(community, buyer(n), 50)))
      )
      yield* closed
      yield* transfer(buyer(1), ADA, XRD, 19_000)
      for (let round = 0; round < 4; round++) {
        yield* acknowledged()
        assert.match(String((yield* escrow()).problem), /fewer than the minimum of 80/)
        yield* TestClock.adjust("30 minutes")
      }
      yield* fund(accountOf(buyer(1)))
      yield* fund(accountOf(buyer(1)))
      yield* acknowledged()
      for (const id of ids) assert.deepInclude(yield* orderNow(community, id), { state: "settled" })
    }).pipe(Effect.provide(Live))
  )

  it.effect(
    "are funded once with existing units by a treasury holder, and can be settled by hand before that is signed",
    () =>
      Effect.gen(function* () {
        const { community } = yield* opened(rolling)
        const treasury = yield* heldBy(community)
        const escrows = yield* BondEscrows
        assert.match((yield* Effect.flip(ask(community))).message, /XRD for the fees/)
        yield* fund(community.treasuryAccount ?? "")
        assert.match((yield* Effect.flip(ask(community, "buy", 101))).message, /1 to 100 units/)
        assert.match((yield* Effect.flip(ask(community, "buy", 0))).message, /1 to 100 units/)
        assert.match((yield* Effect.flip(ask(community, "redeem"))).message, /in escrow once the sale is settled\.$/)
        assert.match(
          (yield* Effect.flip(escrows.withdrawFromEscrow(community.id, SERIES, "buy"))).message,
          /Nothing is in escrow/
        )
        const step = yield* ask(community)
        yield* escrows.forget(community.id, SERIES, "buy")
        assert.isTrue(Option.isNone(yield* (yield* EscrowsRepo).find(FIRST)))
        // The wallet still had the request, and signs it now.
        yield* (yield* TransactionChecks).report(step, yield* sign(step.manifest))
        yield* (yield* Indexer).requireFollows(community.id)
        assert.deepInclude(yield* escrow(), { state: "funded" })
        const twice = yield* Effect.flip(escrows.fundEscrow(treasury, community.id, SERIES, "buy", null))
        assert.match(twice.message, /already in escrow/)
      }).pipe(Effect.provide(Live))
  )
})
