/** Our templates 29-32 in the engine: a series is issued, sold, pays its coupon and is redeemed. */
import { assert, beforeEach, describe, it } from "vitest"
import { ONE, type Signer, Templates } from "~/ledger/index"
import { asResource } from "../../addresses"
import { failing, rejecting, XRD } from "../bench"
import { accountOf, STOKENET, signer } from "../signing"
import { Community } from "./ownTemplates"

const PRICE = 9n * ONE
const FACE = 10n * ONE
const FEE = 10n * ONE

describe("a series of our templates", () => {
  let bench = new Community()
  let series = asResource("")
  const issue = () =>
    Templates.issueSeries({
      by: bench.admin,
      treasury: bench.treasury,
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
      coupon: { rate: ONE / 20n, every: "year" },
      termsUrl: "https://commons.example/terms.json",
      termsHash: "ab".repeat(32)
    })

  beforeEach(() => {
    bench = new Community()
    series = asResource(bench.made(bench.done(issue(), bench.founder), "resource"))
  })

  const buy = (who: Signer, units: bigint, price = PRICE) =>
    bench.part(
      Templates.order({
        account: accountOf(who),
        gives: { resource: XRD, amount: units * price },
        gets: { resource: series, amount: units * ONE }
      }),
      who
    )
  const offer = (units: bigint, by = bench.founder) =>
    bench.part(
      Templates.batchOffer({
        admin: bench.admin,
        treasury: bench.treasury,
        gives: { resource: series, amount: units * ONE },
        gets: { resource: XRD, amount: units * PRICE }
      }),
      by
    )
  type Part = ReturnType<typeof buy>
  const sell = (treasury: Part, orders: ReadonlyArray<readonly [Part, bigint]>) =>
    bench.join(
      Templates.settleBatch({
        networkId: STOKENET,
        treasury: treasury.hash,
        orders: orders.map(([{ hash }, units]) => ({ subintent: hash, amount: units * ONE })),
        units: series,
        payments: XRD,
        fee: FEE
      }),
      treasury,
      ...orders.map(([part]) => part)
    )

  const request = (who: Signer, units: bigint, by = who) =>
    bench.part(
      Templates.order({
        account: accountOf(who),
        gives: { resource: series, amount: units * ONE },
        gets: { resource: XRD, amount: units * FACE }
      }),
      by
    )
  const payout = (units: bigint, by = bench.founder, faceValue = FACE) =>
    bench.part(
      Templates.batchOffer({
        admin: bench.admin,
        treasury: bench.treasury,
        gives: { resource: XRD, amount: units * faceValue },
        gets: { resource: series, amount: units * ONE }
      }),
      by
    )
  const redeem = (treasury: Part, requests: ReadonlyArray<readonly [Part, bigint]>) =>
    bench.join(
      Templates.settleBatch({
        networkId: STOKENET,
        treasury: treasury.hash,
        orders: requests.map(([{ hash }, units]) => ({ subintent: hash, amount: units * FACE })),
        units: XRD,
        payments: series,
        fee: FEE
      }),
      treasury,
      ...requests.map(([part]) => part)
    )
  const sold = () =>
    assert.strictEqual(
      sell(offer(45n), [
        [buy(bench.ada, 30n), 30n],
        [buy(bench.ben, 15n), 15n]
      ]).status,
      "CommittedSuccess"
    )

  it("is issued once as a whole, with terms that nobody changes", () => {
    assert.strictEqual(bench.balance(bench.treasury, series), "100")
    failing(bench.sign(issue(), bench.founder), "is locked")
    failing(bench.sign(issue(), bench.ada), "not authorized")
    const proof = `CALL_METHOD Address("${bench.admin.account}") "create_proof_of_non_fungibles" Address("${bench.admin.badge}") Array<NonFungibleLocalId>(NonFungibleLocalId("#1#"));`
    for (const key of ["face_value", "matures_at", "coupon_rate", "coupon_every", "terms_hash"]) {
      const change = `SET_METADATA Address("${series}") "${key}" Enum<Metadata::String>("other");`
      failing(bench.run(proof + change, bench.founder), "is locked")
    }
    failing(bench.run(`${proof}MINT_FUNGIBLE Address("${series}") Decimal("1");`, bench.founder), "minting")
  })

  it("is sold to twenty buyers in one transaction", () => {
    const buyers = Array.from({ length: Templates.MAX_ORDERS }, (_, index) => signer(100 + index))
    bench.fund(...buyers)
    const outcome = sell(
      offer(100n),
      buyers.map((each) => [buy(each, 5n), 5n])
    )
    assert.strictEqual(outcome.status, "CommittedSuccess", "error" in outcome ? outcome.error : "")
    for (const each of buyers) {
      assert.strictEqual(bench.balance(accountOf(each), series), "5")
      assert.strictEqual(bench.balance(accountOf(each), XRD), "9955")
    }
    assert.strictEqual(bench.balance(bench.treasury, XRD), "900")
    assert.strictEqual(bench.balance(bench.treasury, series), "0")
  })

  it("is redeemed in one transaction that swaps units for face value", () => {
    sold()
    bench.pay(XRD, 100n, bench.founder)
    const outcome = redeem(payout(45n), [
      [request(bench.ada, 30n), 30n],
      [request(bench.ben, 15n), 15n]
    ])
    assert.strictEqual(outcome.status, "CommittedSuccess", "error" in outcome ? outcome.error : "")
    assert.strictEqual(bench.balance(accountOf(bench.ada), XRD), "10030")
    assert.strictEqual(bench.balance(accountOf(bench.ben), XRD), "10015")
    assert.strictEqual(bench.balance(accountOf(bench.ada), series), "0")
    assert.strictEqual(bench.balance(bench.treasury, series), "100")
    assert.strictEqual(bench.balance(bench.treasury, XRD), "55")
  })

  it("is not redeemed without the money, the units or their owner, and then changes nothing", () => {
    sold()
    failing(redeem(payout(45n), [[request(bench.ada, 45n), 45n]]), "not enough")
    bench.pay(XRD, 500n, bench.founder)
    failing(redeem(payout(45n), [[request(bench.ada, 45n), 45n]]), "not enough")
    failing(redeem(payout(30n), [[request(bench.ada, 30n, bench.ben), 30n]]), "not authorized")
    failing(redeem(payout(30n, bench.ada), [[request(bench.ada, 30n), 30n]]), "not authorized")
    failing(redeem(payout(30n), [[request(bench.ada, 29n), 29n]]), "less than the 30 asserted")
    failing(redeem(payout(30n, bench.founder, PRICE), [[request(bench.ada, 30n), 30n]]), "not enough")
    assert.strictEqual(bench.balance(accountOf(bench.ada), series), "30")
    assert.strictEqual(bench.balance(bench.treasury, XRD), "905")
  })

  it("uses no pre-authorization twice, and reuses those of a failed batch", () => {
    sold()
    const [treasury, ada] = [payout(30n), request(bench.ada, 30n)]
    bench.pay(XRD, 500n, bench.founder)
    failing(redeem(payout(31n), [[ada, 30n]]), "less than the 31 asserted")
    assert.strictEqual(redeem(treasury, [[ada, 30n]]).status, "CommittedSuccess")
    rejecting(redeem(treasury, [[ada, 30n]]), "was committed before")
  })

  it("pays its coupon to holders as a payout, once", () => {
    sold()
    const coupon = Templates.airdrop({
      admin: bench.admin,
      treasury: bench.treasury,
      locker: bench.locker,
      resource: XRD,
      shares: [
        [accountOf(bench.ada), 15n * ONE],
        [accountOf(bench.ben), (15n * ONE) / 2n]
      ],
      isDirect: true,
      batchId: "HARB-1:2027",
      batchHash: "00"
    })
    bench.done(coupon, bench.founder)
    assert.strictEqual(bench.balance(accountOf(bench.ben), XRD), "9872.5")
    failing(bench.sign(coupon, bench.founder), "is locked")
  })
})
