/** A series from the draft to the last redemption, on the real local ledger. */

import { assert, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { DirectoryTotals } from "~/effects/communities/communities/DirectoryTotals.server"
import { checkFile } from "~/effects/governance/votes/file/checkFile"
import { OwnVotes } from "~/effects/governance/votes/OwnVotes.server"
import { Bonds } from "~/effects/treasury/bonds/Bonds.server"
import { HOUR_MS } from "~/effects/treasury/bonds/limits"
import { RAN_OUT, SPENT } from "~/effects/treasury/bonds/OrderEnds.server"
import { ReceiptsRepo } from "~/effects/treasury/bonds/ReceiptsRepo.server"
import { Sales } from "~/effects/treasury/bonds/Sales.server"
import { Settlements } from "~/effects/treasury/bonds/Settlements.server"
import { termsDigest } from "~/effects/treasury/bonds/terms"
import { confirmReport } from "~/effects/treasury/receipts/confirm.server"
import { encodeTransaction } from "~/ledger/index"
import { describeOnBothDatabases } from "../../../databases"
import { accountOf, signedV1 } from "../../../ledger/signing"
import { FAUCET } from "../../chain/ledger/transactions"
import { found } from "../../communities/communities/world"
import {
  ADA,
  ask,
  balance,
  bought,
  buyer,
  closed,
  deployed,
  fund,
  hereOf,
  issued,
  issueIn,
  minute,
  opened,
  order,
  orderNow,
  SERIES,
  seriesNow,
  settleNext,
  signPart,
  terms,
  world,
  XRD
} from "./world"

const [bea, cas] = [buyer(1), buyer(2)]
const [OTHER, MILLS] = ["seriesbbbbbb", "seriescccccc"]
const both = Effect.zipRight(fund(accountOf(bea)), fund(accountOf(cas)))

/** Site and ledger confirm the file as it was issued, and refuse any change to it. */
const confirms = (document: string) =>
  Effect.gen(function* () {
    const reportOf = (text: string) =>
      Effect.flatMap(
        Effect.promise(() => checkFile(text)),
        (report) => confirmReport(text, report)
      )
    const report = yield* reportOf(`${document}\n`)
    assert.strictEqual(report.confirmation, "confirmed", report.detail)
    assert.deepStrictEqual(
      report.steps.map(({ state }) => state),
      Array(report.steps.length).fill("ok")
    )
    for (const forged of [
      document.replace(accountOf(bea), accountOf(cas)),
      document.replace("-000001", "-000002").replace("-P000001", "-P000002"),
      document.replace('"units":30', '"units":300').replace(/"total":"(\d+)"/, '"total":"$10"')
    ]) {
      assert.notStrictEqual(forged, document)
      const refuted = yield* reportOf(`${forged}\n`)
      assert.deepStrictEqual([refuted.holds, refuted.confirmation], [false, undefined], refuted.verdict)
    }
  }).pipe(Effect.provide(OwnVotes.Default))

describeOnBothDatabases("a bond sale", (database) => {
  it.effect(
    "is issued, ordered, settled in one transaction and redeemed, with money in equal to money out",
    () =>
      Effect.gen(function* () {
        const { code, community, step } = yield* issued()
        assert.deepStrictEqual([step.state, step.problem], ["verified", null])
        assert.strictEqual(code, "GRD-1970A")
        const scheduled = yield* seriesNow()
        assert.strictEqual(scheduled.state, "scheduled")
        assert.strictEqual(scheduled.termsDigest, termsDigest(scheduled))
        const [treasury, bond] = [community.treasuryAccount ?? "", scheduled.bondResource ?? ""]
        assert.strictEqual(yield* balance(treasury, bond), 100)

        yield* both
        yield* TestClock.setTime(terms.saleOpensAt)
        yield* minute
        assert.strictEqual((yield* seriesNow()).state, "open")
        const first = yield* order(community, bea, 30)
        const second = yield* order(community, cas, 15)
        assert.strictEqual(yield* balance(accountOf(bea), XRD), 10_000)
        assert.strictEqual((yield* seriesNow()).sold, 45)

        yield* closed
        assert.strictEqual((yield* seriesNow()).state, "settling")
        const { after, amount, orders, units } = yield* settleNext(community)
        assert.deepStrictEqual([after.state, after.problem, orders, units, amount], ["committed", null, 2, 45, "10350"])
        assert.deepStrictEqual(
          [yield* balance(accountOf(bea), bond), yield* balance(accountOf(cas), bond), yield* balance(treasury, bond)],
          [30, 15, 55]
        )
        assert.strictEqual(yield* balance(treasury, XRD), 10_350)
        assert.strictEqual((yield* orderNow(community, first)).state, "settled")
        assert.strictEqual((yield* orderNow(community, second)).txId, after.txId)
        const papers = yield* ReceiptsRepo
        const [receipt] = yield* papers.page(accountOf(bea), community.id, null, 5)
        assert.deepInclude(receipt, {
          number: "R-GRD-1970A-000001",
          units: 30,
          amount: AmountText.make("6900"),
          kind: "purchase"
        })
        yield* confirms(receipt?.document ?? "")
        yield* minute
        assert.strictEqual((yield* seriesNow()).state, "active")

        yield* fund(treasury)
        yield* TestClock.setTime(terms.maturesAt)
        yield* minute
        assert.strictEqual((yield* seriesNow()).state, "maturing")
        yield* order(community, bea, 30, "redeem")
        yield* order(community, cas, 15, "redeem")
        assert.strictEqual((yield* settleNext(community, "redeem")).after.state, "committed")
        assert.strictEqual(yield* balance(accountOf(bea), XRD), 10_000 - 6_900 + 7_500)
        assert.strictEqual(yield* balance(accountOf(cas), XRD), 10_000 - 3_450 + 3_750)
        assert.strictEqual(yield* balance(treasury, XRD), 10_000 + 10_350 - 11_250)
        assert.strictEqual(yield* balance(treasury, bond), 100)
        const [paid] = yield* papers.page(accountOf(bea), community.id, null, 5)
        assert.deepInclude(paid, {
          number: "R-GRD-1970A-P000001",
          units: 30,
          amount: AmountText.make("7500"),
          kind: "redemption"
        })
        yield* confirms(paid?.document ?? "")
        assert.deepInclude(yield* (yield* DirectoryTotals).read, { units: 45, unitsOnTime: 45 })
        yield* minute
        assert.strictEqual((yield* seriesNow()).state, "redeemed")
      }).pipe(Effect.provide(world(database))),
    60_000
  )

  it.effect("counts earlier orders towards limits, sells whole orders only, and offers what is left", () =>
    Effect.gen(function* () {
      const { community } = yield* opened({ units: 60, minPerBuyer: 5, minRaiseUnits: 10 })
      yield* both
      assert.deepInclude(yield* Effect.flip(ask(community, bea, 4)), {
        message: "Order 5 to 50 units."
      })
      yield* order(community, bea, 40)
      assert.deepInclude(yield* Effect.flip(ask(community, bea, 11)), {
        message: "Order 1 to 10 units; you already have 40."
      })
      assert.deepInclude(yield* Effect.flip(ask(community, cas, 25)), { message: "Only 20 units are left.", left: 20 })
      assert.deepInclude(yield* Effect.flip(ask(community, buyer(9), 10)), {
        message: "You hold 0 XRD; 2,300 is needed."
      })
      yield* order(community, cas, 20)
      assert.deepInclude(yield* Effect.flip(ask(community, cas, 1)), { message: "All units are ordered.", left: 0 })
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("treats waiting orders as spent: an account cannot order twice with the same amount", () =>
    Effect.gen(function* () {
      const { community } = yield* opened()
      yield* both
      const first = yield* order(community, bea, 30)
      // 20 units cost 4,600; the account holds 10,000, of which 6,900 are promised.
      assert.deepInclude(yield* Effect.flip(ask(community, bea, 20)), {
        _tag: "TooLittle",
        message: "You hold 10,000 XRD; 11,500 is needed, 6,900 of it for your waiting orders in all series."
      })
      yield* order(community, bea, 13)
      yield* (yield* Sales).withdraw(community.id, accountOf(bea), first)
      yield* ask(community, bea, 20)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("treats orders in other series and communities as spent too, also those signed after the request", () =>
    Effect.gen(function* () {
      const { community } = yield* issued()
      yield* issueIn(community, OTHER)
      const mill = yield* deployed(found({ slug: "mill", name: "The Mill", ownerAddress: ADA }))
      yield* issueIn(mill, MILLS)
      yield* TestClock.setTime(terms.saleOpensAt)
      yield* minute
      yield* both
      const late = yield* ask(community, bea, 20)
      const first = yield* order(community, bea, 20, "buy", OTHER)
      yield* order(mill, bea, 20, "buy", MILLS)
      // Each costs 4,600 of 10,000.
      const refused = {
        _tag: "TooLittle",
        message: "You hold 10,000 XRD; 13,800 is needed, 9,200 of it for your waiting orders in all series."
      } as const
      assert.deepInclude(yield* Effect.flip(ask(community, bea, 20)), refused)
      const sales = yield* Sales
      const who = { communityId: community.id, account: accountOf(bea) }
      const signed = yield* signPart(late.manifest, late.expiration, bea)
      assert.deepInclude(yield* Effect.flip(sales.accept(who, late.orderId, signed)), refused)
      assert.strictEqual((yield* orderNow(community, late.orderId)).state, "prepared")
      yield* order(community, cas, 20)
      yield* sales.withdraw(community.id, accountOf(bea), first)
      yield* sales.accept(who, late.orderId, signed)
      assert.strictEqual((yield* seriesNow()).sold, 40)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("accepts only exactly what was requested, signed by the account", () =>
    Effect.gen(function* () {
      const { community } = yield* opened()
      yield* both
      const sales = yield* Sales
      const who = { communityId: community.id, account: accountOf(bea) }
      const asked = yield* ask(community, bea, 10)
      const refused = (hex: string) =>
        Effect.map(Effect.flip(sales.accept(who, asked.orderId, hex)), ({ message }) => message)
      const cheaper = asked.manifest.replace('Decimal("2300")', 'Decimal("23")')
      assert.include(yield* refused(yield* signPart(cheaper, asked.expiration, bea)), "different instructions")
      assert.include(yield* refused(yield* signPart(asked.manifest, asked.expiration - 60, bea)), "a different expiry")
      assert.include(yield* refused(yield* signPart(asked.manifest, asked.expiration, cas)), "not this account's")
      assert.include(yield* refused("00"), "no signed part")
      const good = yield* signPart(asked.manifest, asked.expiration, bea)
      assert.include(yield* refused(`${good.slice(0, -2)}${good.endsWith("00") ? "01" : "00"}`), "does not fit")
      assert.strictEqual(
        (yield* Effect.flip(sales.accept({ ...who, account: accountOf(cas) }, asked.orderId, good)))._tag,
        "NotThere"
      )
      assert.strictEqual((yield* seriesNow()).sold, 0)
      yield* sales.accept(who, asked.orderId, good)
      yield* sales.accept(who, asked.orderId, good)
      assert.strictEqual((yield* seriesNow()).sold, 10)
      const stored = yield* orderNow(community, asked.orderId)
      assert.notInclude(Buffer.from(stored.sealed ?? "", "base64").toString("hex"), good.slice(20, 120))
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("finds an order that was spent elsewhere by the preview, and continues the batch without it", () =>
    Effect.gen(function* () {
      const { community } = yield* opened()
      yield* both
      yield* order(community, bea, 40)
      const lost = yield* order(community, cas, 40)
      const ledger = yield* Ledger
      const { epoch } = yield* ledger.currentState()
      const away = `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5");
CALL_METHOD Address("${accountOf(cas)}") "withdraw" Address("${XRD}") Decimal("9000");
CALL_METHOD Address("${ADA}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`
      const window = { startEpoch: BigInt(epoch), endEpoch: BigInt(epoch) + 50n }
      yield* ledger.submit(encodeTransaction({ kind: "notarizedV1", body: signedV1(away, [cas], window) }))
      yield* closed
      const batch = yield* settleNext(community)
      assert.deepStrictEqual([batch.orders, batch.failed, batch.after.state], [1, 1, "committed"])
      assert.deepInclude(yield* orderNow(community, lost), { state: "failed", failure: SPENT.buy })
      assert.deepInclude(yield* seriesNow(), { sold: 40, settledUnits: 40 })
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("ends at settleBy if the minimum is missed: orders lapse, and no wallet was charged", () =>
    Effect.gen(function* () {
      const { community } = yield* opened()
      yield* both
      const id = yield* order(community, bea, 30)
      yield* closed
      const settlements = yield* Settlements
      assert.include(
        (yield* Effect.flip(settlements.prepare(hereOf(community), SERIES, "buy"))).message,
        "The minimum of 40 units was not reached."
      )
      yield* TestClock.setTime(terms.saleClosesAt + 72 * HOUR_MS)
      yield* minute
      assert.deepInclude(yield* orderNow(community, id), { state: "lapsed", sealed: null })
      assert.deepInclude(yield* seriesNow(), { state: "cancelled", sold: 0 })
      assert.strictEqual(yield* balance(accountOf(bea), XRD), 10_000)
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("lets the buyer withdraw an order while the sale is open, and nobody else", () =>
    Effect.gen(function* () {
      const { community } = yield* opened()
      yield* both
      const sales = yield* Sales
      const [one, two] = [yield* order(community, bea, 30), yield* order(community, cas, 40)]
      assert.strictEqual((yield* Effect.flip(sales.withdraw(community.id, accountOf(cas), one)))._tag, "NotThere")
      yield* sales.withdraw(community.id, accountOf(bea), one)
      assert.deepInclude(yield* orderNow(community, one), { state: "withdrawn", sealed: null })
      assert.strictEqual((yield* seriesNow()).sold, 40)
      yield* closed
      assert.include(
        (yield* Effect.flip(sales.withdraw(community.id, accountOf(cas), two))).message,
        "is being settled"
      )
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("permits only holders of an admin badge to settle and issue", () =>
    Effect.gen(function* () {
      const { community } = yield* opened()
      const [settlements, bonds] = [yield* Settlements, yield* Bonds]
      const stranger = hereOf(community, accountOf(bea))
      assert.strictEqual((yield* Effect.flip(settlements.prepare(stranger, SERIES, "buy")))._tag, "NotTreasuryHolder")
      assert.strictEqual((yield* Effect.flip(bonds.issue(stranger, SERIES)))._tag, "NotTreasuryHolder")
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("fails an order with too few epochs from its wallet without failing the batch", () =>
    Effect.gen(function* () {
      const { community } = yield* opened()
      yield* both
      yield* order(community, bea, 40)
      const { expiration, manifest, orderId } = yield* ask(community, cas, 40)
      const who = { communityId: community.id, account: accountOf(cas) }
      yield* (yield* Sales).accept(who, orderId, yield* signPart(manifest, expiration, cas, 100n))
      yield* closed
      const batch = yield* settleNext(community)
      assert.deepStrictEqual([batch.orders, batch.failed, batch.after.state], [1, 1, "committed"])
      assert.deepInclude(yield* orderNow(community, orderId), { state: "failed", failure: RAN_OUT })
    }).pipe(Effect.provide(world(database)))
  )

  it.effect("marks a redemption that nobody pays as overdue after 72 hours, until it is paid", () =>
    Effect.gen(function* () {
      const { community } = yield* opened()
      yield* bought(community, [bea, 40])
      yield* TestClock.setTime(terms.maturesAt)
      yield* minute
      yield* order(community, bea, 40, "redeem")
      yield* TestClock.adjust(72 * HOUR_MS)
      yield* minute
      assert.deepInclude(yield* seriesNow(), { state: "overdue", defaultedAt: null })
      yield* fund(community.treasuryAccount ?? "")
      assert.strictEqual((yield* settleNext(community, "redeem")).after.state, "committed")
      yield* minute
      assert.deepInclude(yield* seriesNow(), { state: "redeemed", redeemedUnits: 40, lateSince: null })
    }).pipe(Effect.provide(world(database)))
  )
})
