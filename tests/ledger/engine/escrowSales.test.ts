/**
 * Sales and redemptions from escrow: the relayer alone swaps orders for units or face values; what it can and cannot do
 * with them.
 */
import { assert, beforeEach, describe, it } from "vitest"
import { badgeOfKey, ONE, renderManifest, type Signer, Templates } from "~/ledger/index"
import { asAccount, asResource } from "../../addresses"
import { failing, rejecting, XRD } from "../bench"
import { accountOf, STOKENET, signedV2, signer } from "../signing"
import { Community } from "./ownTemplates"

const PRICE = 9n * ONE
const FACE = 10n * ONE
const FEE = 5n * ONE
const UNITS = 60n

class Sale extends Community {
  readonly relayer = signer(40)
  readonly series = asResource(this.made(this.done(this.issue(), this.founder), "resource"))
  escrow = this.fundEscrow("sale", { resource: this.series, total: UNITS * ONE })

  private issue() {
    return Templates.issueSeries({
      by: this.admin,
      treasury: this.treasury,
      communityName: "Harbour Commons",
      seriesId: "HARB-1",
      name: "Harbour bond 1",
      symbol: "HARB1",
      iconUrl: "https://commons.example/icon.png",
      units: 100n,
      currency: XRD,
      faceValue: FACE,
      issuePrice: PRICE,
      maturesAt: 1_900_000_000n,
      termsUrl: "https://commons.example/terms.json",
      termsHash: "ab".repeat(32)
    })
  }

  funding(what: string, { resource, total }: { resource: string; total: bigint }) {
    const { id = "", resource: badge } = badgeOfKey(this.relayer.publicKey, STOKENET)
    return Templates.fundForSwaps({
      networkId: STOKENET,
      by: this.admin,
      treasury: this.treasury,
      relayer: { resource: badge, id },
      resource: asResource(resource),
      total,
      fees: 40n * ONE,
      idempotencyKey: `park:${what}`,
      digest: "ab".repeat(32),
      siteOrigin: "https://commons.example"
    })
  }

  fundEscrow(what: string, plan: { resource: string; total: bigint }) {
    this.pay(XRD, 100n, this.ada)
    return asAccount(this.made(this.done(this.funding(what, plan), this.founder), "account_"))
  }

  buys = (who: Signer, units: bigint, price = PRICE) =>
    this.part(
      Templates.order({
        account: accountOf(who),
        gives: { resource: XRD, amount: units * price },
        gets: { resource: this.series, amount: units * ONE }
      }),
      who
    )
  returns = (who: Signer, units: bigint) =>
    this.part(
      Templates.order({
        account: accountOf(who),
        gives: { resource: this.series, amount: units * ONE },
        gets: { resource: XRD, amount: units * FACE }
      }),
      who
    )

  root = (orders: ReadonlyArray<readonly [Part, bigint]>, more: Partial<Root> = {}) =>
    Templates.settleFromEscrow({
      escrow: this.escrow,
      treasury: this.treasury,
      orders: orders.map(([{ hash }, units]) => ({ subintent: hash, amount: units * ONE })),
      units: this.series,
      payments: XRD,
      fee: FEE,
      batchId: "b1",
      batchHash: "00",
      ...more
    })
  /** Redemptions: face values for units. */
  redeeming = (orders: ReadonlyArray<readonly [Part, bigint]>, more: Partial<Root> = {}) =>
    this.root(orders, {
      orders: orders.map(([{ hash }, units]) => ({ subintent: hash, amount: units * FACE })),
      units: XRD,
      payments: this.series,
      ...more
    })
  settles = (root: ReturnType<Sale["root"]>, parts: ReadonlyArray<Part>, by: Signer = this.relayer) =>
    this.submitV2(
      signedV2(
        renderManifest(root),
        parts.map(({ partial }) => partial),
        [by]
      )
    )
  held = (who: Signer) => this.balance(accountOf(who), this.series)
}
type Part = ReturnType<Community["part"]>
type Root = Parameters<typeof Templates.settleFromEscrow>[0]

describe("a sale that settles automatically", () => {
  let bench = new Sale()
  beforeEach(() => {
    bench = new Sale()
  })
  const sold = (...orders: ReadonlyArray<readonly [Part, bigint]>) =>
    bench.settles(
      bench.root(orders),
      orders.map(([part]) => part)
    )

  it("puts units and fees in escrow, and creates no locker for them", () => {
    assert.strictEqual(bench.balance(bench.escrow, bench.series), "60")
    assert.strictEqual(bench.balance(bench.treasury, bench.series), "40")
    assert.strictEqual(bench.balance(bench.escrow, XRD), "40")
    bench.pay(XRD, 50n, bench.ada)
    const again = bench.sign(bench.funding("sale", { resource: bench.series, total: ONE }), bench.founder)
    failing(again, "is locked")
    failing(bench.sign(bench.funding("other", { resource: bench.series, total: ONE }), bench.ada), "not authorized")
  })

  it("gives each buyer their units and the treasury their payments, without a signature of the treasury", () => {
    const before = Number(bench.balance(bench.treasury, XRD))
    const done = sold([bench.buys(bench.ada, 3n), 3n], [bench.buys(bench.ben, 2n), 2n])
    assert.strictEqual(done.status, "CommittedSuccess", "error" in done ? done.error : "")
    assert.strictEqual(bench.held(bench.ada), "3")
    assert.strictEqual(bench.held(bench.ben), "2")
    assert.strictEqual(bench.balance(bench.escrow, bench.series), "55")
    assert.strictEqual(Number(bench.balance(bench.treasury, XRD)) - before, 45)
    const fees = Number(bench.balance(bench.escrow, XRD))
    assert.isTrue(fees < 40 && fees > 35)
  })

  it("uses an order once, and a batch once", () => {
    const order = bench.buys(bench.ada, 3n)
    sold([order, 3n])
    rejecting(bench.settles(bench.root([[order, 3n]], { batchId: "b2" }), [order]), "")
    const other = bench.buys(bench.ada, 1n)
    failing(sold([other, 1n]), "is locked")
    assert.strictEqual(bench.held(bench.ada), "3")
  })

  it("needs the relayer or an admin's badge", () => {
    const order = bench.buys(bench.ada, 3n)
    rejecting(bench.settles(bench.root([[order, 3n]]), [order], bench.ben), "")
    assert.strictEqual(bench.held(bench.ada), "0")
  })

  it("cannot give a buyer fewer units than were signed for, or take more money", () => {
    const order = bench.buys(bench.ada, 3n)
    failing(bench.settles(bench.root([[order, 2n]]), [order]), "")
    failing(bench.settles(bench.root([[order, 4n]]), [order]), "")
    assert.strictEqual(bench.held(bench.ada), "0")
  })

  it("settles nothing in a batch whose buyer spent the money; the others settle without that buyer", () => {
    const rich = bench.buys(bench.ada, 3n)
    const poor = bench.buys(bench.ben, 2n, 100_000n * ONE)
    failing(sold([rich, 3n], [poor, 2n]), "")
    assert.strictEqual(bench.held(bench.ada), "0")
    assert.strictEqual(sold([rich, 3n]).status, "CommittedSuccess")
    assert.strictEqual(bench.held(bench.ada), "3")
  })

  it("gives no more units than are in escrow", () => {
    const order = bench.buys(bench.ada, UNITS + 1n)
    failing(sold([order, UNITS + 1n]), "")
    assert.strictEqual(bench.balance(bench.escrow, bench.series), "60")
  })

  it("does not reach units in the treasury", () => {
    const order = bench.buys(bench.ada, 3n)
    rejecting(bench.settles(bench.root([[order, 3n]], { escrow: bench.treasury }), [order]), "not authorized")
    const taken = `CALL_METHOD Address("${bench.escrow}") "lock_fee" Decimal("5");
      CALL_METHOD Address("${bench.treasury}") "withdraw" Address("${bench.series}") Decimal("1");
      CALL_METHOD Address("${bench.escrow}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") Enum<0u8>();`
    failing(bench.submitV2(signedV2(taken, [], [bench.relayer])), "not authorized")
    assert.strictEqual(bench.balance(bench.treasury, bench.series), "40")
  })

  it("ends when an admin withdraws the units: a later batch changes nothing", () => {
    const order = bench.buys(bench.ada, 3n)
    const back = Templates.withdrawEscrow({
      by: bench.admin,
      escrow: bench.escrow,
      treasury: bench.treasury,
      amounts: [[bench.series, UNITS * ONE]]
    })
    bench.done(back, bench.founder)
    failing(sold([order, 3n]), "")
    assert.strictEqual(bench.balance(bench.treasury, bench.series), "100")
    assert.strictEqual(bench.held(bench.ada), "0")
  })

  it("can hand units to somebody who did not order, but reaches nothing outside the escrow", () => {
    const away = `CALL_METHOD Address("${bench.escrow}") "lock_fee" Decimal("5");
      CALL_METHOD Address("${bench.escrow}") "withdraw" Address("${bench.series}") Decimal("60");
      CALL_METHOD Address("${accountOf(bench.ben)}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") Enum<0u8>();`
    assert.strictEqual(bench.submitV2(signedV2(away, [], [bench.relayer])).status, "CommittedSuccess")
    assert.strictEqual(bench.held(bench.ben), "60")
    assert.strictEqual(bench.balance(bench.treasury, bench.series), "40")
  })

  it("cannot take a buyer's payment without giving them their units", () => {
    const order = bench.buys(bench.ada, 3n)
    const kept = `USE_CHILD NamedIntent("order") Intent("${order.hash}");
      CALL_METHOD Address("${bench.escrow}") "lock_fee" Decimal("5");
      YIELD_TO_CHILD NamedIntent("order");
      CALL_METHOD Address("${accountOf(bench.ben)}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") Enum<0u8>();
      YIELD_TO_CHILD NamedIntent("order");`
    failing(bench.submitV2(signedV2(kept, [order.partial], [bench.relayer])), "")
  })

  it("redeems from face values in escrow: holders are paid and the treasury receives the units", () => {
    sold([bench.buys(bench.ada, 3n), 3n], [bench.buys(bench.ben, 2n), 2n])
    bench.escrow = bench.fundEscrow("redemption", { resource: XRD, total: 5n * FACE })
    assert.strictEqual(bench.balance(bench.escrow, XRD), "90")
    const requests = [
      [bench.returns(bench.ada, 3n), 3n],
      [bench.returns(bench.ben, 2n), 2n]
    ] as const
    const before = Number(bench.balance(accountOf(bench.ada), XRD))
    const done = bench.settles(
      bench.redeeming(requests),
      requests.map(([part]) => part)
    )
    assert.strictEqual(done.status, "CommittedSuccess", "error" in done ? done.error : "")
    assert.strictEqual(Number(bench.balance(accountOf(bench.ada), XRD)) - before, 30)
    assert.strictEqual(bench.held(bench.ada), "0")
    assert.strictEqual(bench.balance(bench.treasury, bench.series), "45")
  })

  it("pays no holder twice for the same units", () => {
    sold([bench.buys(bench.ada, 3n), 3n])
    bench.escrow = bench.fundEscrow("redemption", { resource: XRD, total: 5n * FACE })
    const [one, other] = [bench.returns(bench.ada, 3n), bench.returns(bench.ada, 3n)]
    assert.strictEqual(bench.settles(bench.redeeming([[one, 3n]]), [one]).status, "CommittedSuccess")
    failing(bench.settles(bench.redeeming([[other, 3n]], { batchId: "b2" }), [other]), "")
  })
})
