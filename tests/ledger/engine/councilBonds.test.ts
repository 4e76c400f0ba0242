/**
 * A series that signers issue and sell together: its units are created in the treasury and moved to escrow by n of
 * them, settled by the relayer, and out of reach of a single badge (docs/ledger.md).
 */
import { Either } from "effect"
import { assert, beforeEach, describe, it } from "vitest"
import { type Manifest, ONE, parseManifest, renderManifest, type Signer, Templates } from "~/ledger/index"
import { asAccount, asResource } from "../../addresses"
import { failing, rejecting, XRD } from "../bench"
import { accountOf, STOKENET, signedV1, signedV2 } from "../signing"
import { Requests } from "./requests"

const PRICE = 9n * ONE
const FACE = 10n * ONE
const UNITS = 60n

type Part = ReturnType<Requests["part"]>

class BondCouncil extends Requests {
  constructor() {
    super((early) => early.pay(XRD, 900n, early.ada))
  }

  get signersRule() {
    return { badge: this.admin.badge, ids: this.numbers, needed: 2 }
  }

  issue = (seriesId: string): Manifest =>
    Templates.issueSeries({
      by: this.signersRule,
      treasury: this.treasury,
      communityName: "Harbour Commons",
      seriesId,
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

  funding = (what: string, resource: string, total: bigint): Manifest =>
    Templates.fundForSwaps({
      networkId: STOKENET,
      by: this.signersRule,
      treasury: this.treasury,
      relayer: this.relayerBadge,
      resource: asResource(resource),
      total,
      fees: 40n * ONE,
      idempotencyKey: `park:${what}`,
      digest: "ab".repeat(32),
      siteOrigin: "https://commons.example"
    })

  back = (units: bigint): Manifest =>
    Templates.withdrawEscrow({
      by: this.signersRule,
      escrow: this.escrow,
      treasury: this.treasury,
      amounts: [[this.series, units * ONE]]
    })

  /** Approved by two of them, or the test is wrong. */
  agreed = (act: Manifest) => {
    const done = this.together(act, 2, 1)
    if (done.status !== "CommittedSuccess") throw new Error(done.error)
    return done
  }

  lockFee = (account = this.escrow) => `CALL_METHOD Address("${account}") "lock_fee" Decimal("5");\n`
  byKey = (text: string) => this.submit(signedV1(text, [this.relayer]))
  proof = (n: number) =>
    `CALL_METHOD Address("${this.side(n).account}") "create_proof_of_non_fungibles" Address("${this.admin.badge}") Array<NonFungibleLocalId>(NonFungibleLocalId("#${n}#"));\n`
  alone = (n: number, text: string) => this.run(this.proof(n) + text, this.signer(n) as Signer)
  /** Withdraws units to Ben; the proofs come before it. */
  withdrawn = (account: string) => `CALL_METHOD Address("${account}") "withdraw" Address("${this.series}") Decimal("1");
    CALL_METHOD Address("${accountOf(this.ben)}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`

  swap = (who: Signer, gives: readonly [string, bigint], gets: readonly [string, bigint]) =>
    this.part(
      Templates.order({
        account: accountOf(who),
        gives: { resource: asResource(gives[0]), amount: gives[1] },
        gets: { resource: asResource(gets[0]), amount: gets[1] }
      }),
      who
    )
  buys = (who: Signer, units: bigint) => this.swap(who, [XRD, units * PRICE], [this.series, units * ONE])
  returns = (who: Signer, units: bigint) => this.swap(who, [this.series, units * ONE], [XRD, units * FACE])

  settles = (
    escrow: string,
    [gives, takes]: readonly [string, string],
    orders: ReadonlyArray<readonly [part: Part, amount: bigint]>,
    by: Signer = this.relayer
  ) => {
    const root = Templates.settleFromEscrow({
      escrow: asAccount(escrow),
      treasury: this.treasury,
      orders: orders.map(([{ hash }, amount]) => ({ subintent: hash, amount })),
      units: asResource(gives),
      payments: asResource(takes),
      fee: 5n * ONE,
      batchId: "b1",
      batchHash: "00"
    })
    const parts = orders.map(([{ partial }]) => partial)
    return this.submitV2(signedV2(renderManifest(root), parts, [by]))
  }

  /** Both created by the signers together, after everything that creates them. */
  readonly series = asResource(this.made(this.agreed(this.issue("HARB-1")), "resource"))
  readonly escrow = asAccount(this.made(this.agreed(this.funding("sale", this.series, UNITS * ONE)), "account_"))
}

describe("a series that two of three signers issue", () => {
  let bench = new BondCouncil()
  beforeEach(() => {
    bench = new BondCouncil()
  })

  it("is not issued by a single signer or by the relayer", () => {
    const issue = bench.issue("HARB-2")
    failing(bench.alone(1, renderManifest(issue)), "not authorized")
    failing(bench.together(issue, 1), "not authorized")
    failing(bench.byKey(bench.lockFee() + renderManifest(issue)), "not authorized")
    for (const n of [1, 2, 3]) assert.deepStrictEqual(bench.held(n), [`#${n}#`])
    assert.strictEqual(bench.balance(bench.treasury, bench.series), "40")
  })

  it("is issued once with a fixed number of units, and its picture is changed by the signers together", () => {
    failing(bench.together(bench.issue("HARB-1"), 3, 2), "is locked")
    const picture = `SET_METADATA Address("${bench.series}") "icon_url" Enum<Metadata::Url>("https://commons.example/b.png");`
    failing(bench.alone(1, picture), "not authorized")
    const mint = `MINT_FUNGIBLE Address("${bench.series}") Decimal("1");
      CALL_METHOD Address("${accountOf(bench.ben)}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`
    failing(bench.alone(1, mint), "not authorized")
    const both = (text: string) => bench.together(Either.getOrThrow(parseManifest(text)), 2, 1)
    failing(both(mint), "not authorized")
    assert.strictEqual(both(picture).status, "CommittedSuccess")
  })

  it("is not reached by a single badge, in the treasury or in escrow", () => {
    for (const account of [bench.treasury, bench.escrow]) {
      failing(bench.alone(1, bench.withdrawn(account)), "not authorized")
      failing(bench.alone(3, bench.withdrawn(account)), "not authorized")
    }
    failing(bench.byKey(bench.lockFee() + bench.withdrawn(bench.treasury)), "not authorized")
    failing(bench.alone(2, renderManifest(bench.funding("more", bench.series, ONE))), "not authorized")
    failing(bench.together(bench.back(1n), 1), "not authorized")
    assert.strictEqual(bench.balance(bench.escrow, bench.series), "60")
  })

  it("is sold by the relayer alone for exactly what was signed, and the treasury receives the money", () => {
    const before = Number(bench.balance(bench.treasury, XRD))
    const orders = [[bench.buys(bench.ben, 2n), 2n * ONE]] as const
    rejecting(bench.settles(bench.escrow, [bench.series, XRD], orders, bench.founder), "not authorized")
    const done = bench.settles(bench.escrow, [bench.series, XRD], orders)
    assert.strictEqual(done.status, "CommittedSuccess", "error" in done ? done.error : "")
    assert.strictEqual(bench.balance(accountOf(bench.ben), bench.series), "2")
    assert.strictEqual(Number(bench.balance(bench.treasury, XRD)), before + 18)
    assert.strictEqual(bench.together(bench.back(58n), 3, 2).status, "CommittedSuccess")
    assert.strictEqual(bench.balance(bench.treasury, bench.series), "98")
  })

  it("is redeemed from face values that signers put in escrow; one signer and the relayer cannot, and no holder is paid twice", () => {
    bench.settles(bench.escrow, [bench.series, XRD], [[bench.buys(bench.ben, 2n), 2n * ONE]])
    const funding = bench.funding("redemptions", XRD, 2n * FACE)
    failing(bench.alone(1, renderManifest(funding)), "not authorized")
    failing(bench.byKey(bench.lockFee() + renderManifest(funding)), "not authorized")
    const faces = bench.made(bench.agreed(funding), "account_")
    const [request, again] = [bench.returns(bench.ben, 2n), bench.returns(bench.ben, 2n)]
    const done = bench.settles(faces, [XRD, bench.series], [[request, 2n * FACE]])
    assert.strictEqual(done.status, "CommittedSuccess", "error" in done ? done.error : "")
    assert.notStrictEqual(bench.settles(faces, [XRD, bench.series], [[again, 2n * FACE]]).status, "CommittedSuccess")
    assert.strictEqual(bench.balance(accountOf(bench.ben), bench.series), "0")
    assert.strictEqual(bench.balance(bench.treasury, bench.series), "42")
  })
})
