/** Coupons: due, prepared once for exactly the holders, late, paid, with a receipt for each holder. */

import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import type { Community } from "~/effects/access/Community"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { PayeeNotices } from "~/effects/communities/communities/PayeeNotices.server"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { Faults } from "~/effects/local/Faults.server"
import { Coupons } from "~/effects/treasury/bonds/Coupons.server"
import { CouponsRepo } from "~/effects/treasury/bonds/CouponsRepo.server"
import { DAY_MS, HOUR_MS } from "~/effects/treasury/bonds/limits"
import { bondissuedPage } from "~/effects/treasury/bonds/pages/bonds.server"
import { exportReceipts } from "~/effects/treasury/bonds/pages/exports.server"
import { purchasedbondPage } from "~/effects/treasury/bonds/pages/holdings.server"
import { bondreciptPage, receiptFile } from "~/effects/treasury/bonds/pages/receipts.server"
import { ReceiptsRepo } from "~/effects/treasury/bonds/ReceiptsRepo.server"
import { SeriesRepo } from "~/effects/treasury/bonds/SeriesRepo.server"
import { Settlements } from "~/effects/treasury/bonds/Settlements.server"
import { UnitHolders } from "~/effects/treasury/bonds/UnitHolders.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { Payouts } from "~/effects/treasury/payouts/Payouts.server"
import { type Database, describeOnBothDatabases } from "../../../databases"
import { inTime } from "../../../inTime"
import { accountOf } from "../../../ledger/signing"
import { member, signIn, visit } from "../../publishing/dashboard/visits"
import { refuseDeposits, report, sign, treasuryOf } from "../payouts/world"
import {
  ADA,
  bought,
  buyer,
  due,
  fund,
  hereOf,
  minute,
  opened,
  order,
  SERIES,
  seriesNow,
  settleNext,
  terms,
  transfer,
  withCoupon,
  withPayouts
} from "./world"

const [bea, cas, dan] = [buyer(1), buyer(2), buyer(3)]
const [BEA, CAS] = [accountOf(bea), accountOf(cas)]

/** Sends a prepared coupon in its one batch; returns the transaction's id. */
const pay = (community: Community, number: number) =>
  Effect.gen(function* () {
    const distributions = yield* Distributions
    const repo = yield* DistributionsRepo
    const steps = yield* PreparedTransactions
    const run = repo.findOrFail(community.id, number)
    yield* distributions.accept(yield* run, false)
    yield* distributions.start(yield* run, 40, 1)
    // Stopped, it pays nothing and stays the coupon's own; resumed, it pays as if it had not been stopped.
    yield* distributions.stop(yield* run)
    yield* minute
    assert.strictEqual(yield* Coupons.prepare(hereOf(community), SERIES), number)
    yield* distributions.takeUp(yield* run)
    const step = yield* Effect.flatten((yield* Payouts).next(yield* treasuryOf(community), yield* run))
    const after = yield* report(step.id, yield* sign(step.manifest))
    assert.deepStrictEqual([after.state, after.problem], ["verified", null])
    yield* (yield* TransactionChecks).check(yield* steps.findOrFail(step.id))
    return after.txId ?? ""
  })

/** Coupons of which the first is marked as paid while the ledger is queried for holders. */
const paidMeanwhile = (database: Database) => {
  const slow = Layer.effect(
    UnitHolders,
    Effect.gen(function* () {
      const real = yield* UnitHolders
      const sql = yield* SqlClient.SqlClient
      let isFirst = true
      const holdersAt: typeof real.holdersAt = (series, dueAt) =>
        Effect.gen(function* () {
          const found = yield* real.holdersAt(series, dueAt)
          if (isFirst) yield* Effect.orDie(sql`UPDATE bond_coupons SET paid_at = ${dueAt} WHERE due_at = ${dueAt}`)
          isFirst = false
          return found
        })
      return UnitHolders.make({ ...real, holdersAt })
    })
  ).pipe(Layer.provide(UnitHolders.Default))
  return Layer.fresh(Coupons.DefaultWithoutDependencies).pipe(
    Layer.provide(
      Layer.mergeAll(
        slow,
        SeriesRepo.Default,
        CouponsRepo.Default,
        Distributions.Default,
        DistributionsRepo.Default,
        PayeeNotices.Default,
        TreasuryHolders.Default,
        WorkQueue.Default
      )
    ),
    Layer.provideMerge(withPayouts(database))
  )
}

/** Each holder's receipt: who sees it, what it states, and that its file verifies. */
const readReceipts = (community: Community, txId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const papers = yield* ReceiptsRepo
    const receipts = yield* papers.page(BEA, community.id, null, 9)
    assert.deepStrictEqual(
      receipts.map(({ kind, number }) => [kind, number]),
      [
        ["coupon", "R-GRD-1970A-P000001"],
        ["purchase", "R-GRD-1970A-000001"]
      ]
    )
    const [own, bought] = receipts
    assert.deepInclude(own, { units: 30, amount: AmountText.make("30.57534246575342463"), txId, orderId: null })
    const [kept, ...more] = yield* papers.page(CAS, community.id, null, 9)
    if (own === undefined || bought === undefined || kept === undefined)
      return yield* Effect.dieMessage("a receipt is missing")
    assert.deepInclude(kept, { number: "R-GRD-1970A-P000002", units: 15, kind: "coupon" })
    assert.strictEqual(more.length, 1)
    for (const [receipt, paidTo] of [
      [own, "account"],
      [kept, "locker"]
    ] as const) {
      assert.include(receipt.document, `"paidTo":"${paidTo}"`)
      const checked = yield* Effect.promise(() => checkFile(`${receipt.document}\n`))
      assert.isTrue(checked.holds, checked.detail)
      assert.include(checked.verdict.replaceAll(" ", ""), receipt.checkCode)
    }

    const params = { id: community.id }
    const [holder, issuer, other] = [yield* signIn(BEA), yield* signIn(ADA), yield* signIn(CAS)]
    const read = (query: string, token: string) => visit(`/bondrecipt${query}`, bondreciptPage, { token, params })
    for (const token of [holder, issuer]) {
      const { value } = yield* read(`?payment=${own.id}`, token)
      assert.isTrue(value.view === "single" && value.receipt.confirmation === "confirmed")
      assert.deepInclude(value.view === "single" && value.receipt.coupon, { paidTo: "account", isTakenBack: false })
    }
    const stranger = yield* Effect.flip(read(`?payment=${own.id}`, other))
    assert.strictEqual(stranger.message, "This receipt belongs to another account.")
    for (const query of [`?purchase=${own.id}`, `?payment=${bought.id}`, "?payment=nothing"]) {
      assert.strictEqual((yield* Effect.flip(read(query, holder)))._tag, "NotThere", query)
    }
    const { value: list } = yield* read("", holder)
    assert.deepStrictEqual(list.view === "list" && list.lines.map(({ id }) => id), [own.id, bought.id])
    yield* sql`UPDATE distribution_rows SET state = 'recovered' WHERE account = ${CAS}`
    const { value: taken } = yield* read(`?payment=${kept.id}`, other)
    assert.deepInclude(taken.view === "single" && taken.receipt.coupon, { paidTo: "locker", isTakenBack: true })
    const file = yield* visit("/file", receiptFile, { token: holder, params: { ...params, receipt: own.id } })
    assert.strictEqual(yield* Effect.promise(() => file.value.text()), `${own.document}\n`)
    const query = `?community=${community.slug}&format=csv`
    const exported = yield* visit(`/receipts${query}`, exportReceipts, { token: holder })
    const lines = (yield* Effect.promise(() => exported.value.text())).trim().split("\r\n")
    assert.strictEqual(lines.length, 3)
    assert.match(lines[1] ?? "", /^R-GRD-1970A-P000001,coupon,GRD-1970A,30,30\.57534246575342463/)
    const { value: mine } = yield* visit("/purchasedbond", purchasedbondPage, { token: holder, params })
    assert.deepInclude(mine.holdings[0], { bought: 30, received: "30.57534246575342463" })
  })

describeOnBothDatabases("coupons", (database) => {
  it.effect("are prepared once for the current holders, overdue after 72 hours, and paid when sent", () =>
    Effect.gen(function* () {
      const { community } = yield* opened({
        variant: "coupon",
        faceValue: AmountText.make("100"),
        issuePrice: AmountText.make("100"),
        couponRatePct: AmountText.make("12"),
        couponEvery: "monthly",
        maturesAt: terms.saleClosesAt + 90 * DAY_MS
      })
      yield* bought(community, [bea, 30], [cas, 15])
      assert.strictEqual((yield* seriesNow()).state, "active")
      const here = hereOf(community)
      assert.strictEqual((yield* Effect.flip(Coupons.prepare(here, SERIES))).message, "No coupon is due.")

      yield* TestClock.setTime(terms.saleClosesAt + 32 * DAY_MS)
      const both = yield* Effect.all([Coupons.prepare(here, SERIES), Coupons.prepare(here, SERIES)], {
        concurrency: "unbounded"
      })
      assert.strictEqual(both[0], both[1])
      // A discarded draft does not discard the coupon.
      const repo = yield* DistributionsRepo
      yield* (yield* Distributions).stop(yield* repo.findOrFail(community.id, both[0]))
      const number = yield* Coupons.prepare(here, SERIES)
      assert.strictEqual(number, both[0] + 1)
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ readonly account: string; readonly amount: string }>`
        SELECT account, amount FROM distribution_rows ORDER BY line`
      // 100 at 12% for the 31 days of the first month: 1.019178082191780821 a unit.
      assert.deepStrictEqual(
        rows.map(({ account, amount }) => [account, amount]),
        [
          [accountOf(bea), "30.57534246575342463"],
          [accountOf(cas), "15.287671232876712315"]
        ]
      )

      yield* TestClock.adjust(72 * HOUR_MS)
      yield* minute
      assert.strictEqual((yield* seriesNow()).state, "overdue")
      yield* refuseDeposits({ account: CAS, signer: cas })
      const txId = yield* pay(community, number)
      yield* minute
      assert.deepInclude(yield* seriesNow(), { state: "active", lateSince: null })
      assert.strictEqual((yield* Effect.flip(Coupons.prepare(here, SERIES))).message, "No coupon is due.")
      yield* readReceipts(community, txId)
      yield* TestClock.setTime(terms.saleClosesAt + 62 * DAY_MS)
      yield* minute
      assert.notStrictEqual(yield* Coupons.prepare(here, SERIES), number)
    }).pipe(Effect.provide(withPayouts(database)))
  )

  it.effect("go to those who held units when they fell due, however late they are prepared", () =>
    Effect.gen(function* () {
      const { community } = yield* opened({
        ...withCoupon,
        couponEvery: "monthly",
        maturesAt: terms.saleClosesAt + 90 * DAY_MS
      })
      yield* bought(community, [bea, 30], [cas, 15])
      const { bondResource } = yield* seriesNow()
      const units = bondResource ?? ""
      // Dan has units and no receipt; by the time the coupon is prepared he has given all of them away.
      yield* transfer(bea, accountOf(dan), units, 10)
      yield* fund(accountOf(dan))
      yield* TestClock.setTime(terms.saleClosesAt + 31 * DAY_MS)
      yield* minute
      yield* transfer(dan, BEA, units, 10)
      yield* transfer(cas, BEA, units, 15)
      yield* TestClock.setTime(terms.saleClosesAt + 35 * DAY_MS)
      yield* minute

      const number = yield* Coupons.prepare(hereOf(community), SERIES)
      const run = yield* (yield* DistributionsRepo).findOrFail(community.id, number)
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ readonly account: string; readonly note: string }>`
        SELECT account, note FROM distribution_rows WHERE distribution_id = ${run.id}`
      assert.sameDeepMembers(
        rows.map(({ account, note }) => [account, note]),
        [
          [BEA, "20 units"],
          [CAS, "15 units"],
          [accountOf(dan), "10 units"]
        ]
      )
      assert.strictEqual(run.recordAt, terms.saleClosesAt + 31 * DAY_MS)
      assert.include(run.note, `at ledger version ${run.recordVersion}.`)
    }).pipe(Effect.provide(withPayouts(database)))
  )

  it.effect("prepare the next one on a retry if one is paid during the query for its holders", () =>
    Effect.gen(function* () {
      const monthly = { couponEvery: "monthly", maturesAt: terms.saleClosesAt + 90 * DAY_MS } as const
      const { community } = yield* opened({ ...withCoupon, ...monthly })
      yield* bought(community, [bea, 30])
      // Two are due, and the minute job has queried neither.
      yield* TestClock.setTime(terms.saleClosesAt + 62 * DAY_MS)
      const sql = yield* SqlClient.SqlClient
      const written = Effect.map(sql<{ readonly n: number }>`SELECT COUNT(*) AS n FROM distributions`, ([row]) =>
        Number(row?.n)
      )
      const before = yield* written
      const refused = yield* Effect.flip(Coupons.prepare(hereOf(community), SERIES))
      assert(refused._tag === "BatchRefused")
      assert.strictEqual(refused.message, "The previous coupon has just been paid. Try again.")
      assert.strictEqual(refused.status, 409)
      assert.strictEqual(yield* written, before)
      const number = yield* Coupons.prepare(hereOf(community), SERIES)
      const run = yield* (yield* DistributionsRepo).findOrFail(community.id, number)
      const [, second] = yield* sql<{ readonly dueAt: number }>`SELECT due_at FROM bond_coupons ORDER BY due_at`
      assert.strictEqual(run.recordAt, second?.dueAt)
    }).pipe(Effect.provide(paidMeanwhile(database)))
  )

  it.effect("wait for a ledger that does not respond, and are then recorded for their own moment", () =>
    Effect.gen(function* () {
      const { community } = yield* opened({ ...withCoupon, maturesAt: terms.saleClosesAt + 30 * DAY_MS })
      yield* bought(community, [bea, 30])
      const faults = yield* Faults
      yield* faults.change({ gateway: "down" })
      yield* TestClock.setTime(terms.saleClosesAt + 30 * DAY_MS)
      yield* inTime(minute)
      const failed = yield* inTime(Effect.flip(Coupons.prepare(hereOf(community), SERIES)))
      assert.strictEqual(failed._tag, "GatewayDown")
      yield* faults.change({ gateway: "up" })
      yield* TestClock.adjust("1 hour")
      yield* inTime(transfer(bea, CAS, (yield* seriesNow()).bondResource ?? "", 30))
      const number = yield* inTime(Coupons.prepare(hereOf(community), SERIES))
      const run = yield* (yield* DistributionsRepo).findOrFail(community.id, number)
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ readonly account: string }>`
        SELECT account FROM distribution_rows WHERE distribution_id = ${run.id}`
      assert.deepStrictEqual(rows, [{ account: BEA }])
    }).pipe(Effect.provide(withPayouts(database)))
  )

  it.effect("are all paid before units are redeemed, and their recipients are notified", () =>
    Effect.gen(function* () {
      const { code, community } = yield* opened(withCoupon)
      yield* member(BEA, "Bea Lind")
      yield* bought(community, [bea, 30])
      yield* due(community)
      yield* order(community, bea, 30, "redeem")
      const settlements = yield* Settlements
      const here = hereOf(community)
      const { message } = yield* Effect.flip(settlements.prepare(here, SERIES, "redeem"))
      assert.strictEqual(
        message,
        "Pay the coupon of 2 Feb 1970 first: anyone who redeems units before it is paid would lose it."
      )
      const panel = Effect.gen(function* () {
        const { value } = yield* visit(`/bondissued?series=${code}`, bondissuedPage, {
          token: yield* signIn(ADA),
          params: { id: community.id }
        })
        return value.view === "single" ? value.panel : null
      })
      assert.deepInclude(yield* panel, { maySettle: false, waitingUnits: 30 })

      yield* pay(community, yield* Coupons.prepare(here, SERIES))
      yield* minute
      const sql = yield* SqlClient.SqlClient
      const notified = yield* sql<{ readonly text: string }>`SELECT text FROM notifications
        WHERE account_address = ${BEA} AND text LIKE '%coupon%'`
      assert.deepStrictEqual(notified, [{ text: `${code} paid its coupon of 2 Feb 1970.` }])
      assert.deepInclude(yield* panel, { maySettle: true })
      assert.strictEqual((yield* settleNext(community, "redeem")).after.state, "committed")
      yield* minute
      assert.strictEqual((yield* seriesNow()).state, "redeemed")
      const list = yield* visit("/bondissued", bondissuedPage, { params: { id: community.id } })
      const [card] = list.value.view === "list" ? list.value.cards : []
      assert.deepStrictEqual(
        card?.payments.map(({ status }) => status),
        ["paid", "paid"]
      )
    }).pipe(Effect.provide(withPayouts(database)))
  )
})
