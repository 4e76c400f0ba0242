/** Escrow of a single-signer treasury: what the relayer can do with it, what an admin can, and what neither can. */
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { assert, beforeEach, describe, it } from "vitest"
import { badgeOfKey, type Manifest, ONE, renderManifest, type Signer, Templates, wellKnown } from "~/ledger/index"
import { asAccount, asLocker } from "../../addresses"
import { failing, XRD } from "../bench"
import { accountOf, STOKENET, signedV1, signer } from "../signing"
import { Community } from "./ownTemplates"

const FEE = 5n * ONE
const DIGEST = "ab".repeat(32)

const keyBadge = ({ publicKey }: Signer) => {
  const { id = "", resource } = badgeOfKey(publicKey, STOKENET)
  return { id, resource }
}

class Escrow extends Community {
  readonly relayer = signer(40)
  escrow = asAccount(accountOf(this.relayer))
  payouts = this.locker

  constructor() {
    super()
    this.pay(XRD, 200n, this.ada)
    const done = this.done(this.funding(), this.founder)
    this.escrow = asAccount(this.made(done, "account_"))
    this.payouts = asLocker(this.made(done, "locker_"))
  }

  funding = (more: Partial<Parameters<typeof Templates.moveToEscrow>[0]> = {}): Manifest =>
    Templates.moveToEscrow({
      networkId: STOKENET,
      by: this.admin,
      treasury: this.treasury,
      relayer: keyBadge(this.relayer),
      resource: this.token,
      total: 90n * ONE,
      fees: 40n * ONE,
      idempotencyKey: "park:p1",
      digest: DIGEST,
      siteOrigin: "https://commons.example",
      ...more
    })

  batch = (batchId: string, each = 30n * ONE, isDirect = true): Manifest =>
    Templates.escrowBatch({
      escrow: this.escrow,
      locker: this.payouts,
      resource: this.token,
      shares: [
        [accountOf(this.ada), each],
        [accountOf(this.ben), each]
      ],
      isDirect,
      batchId,
      batchHash: "00",
      fee: FEE
    })

  /** Submits as the relayer, which pays from the escrow. */
  pays = (text: string | Manifest) =>
    this.submit(signedV1(typeof text === "string" ? text : renderManifest(text), [this.relayer]))
}

describe("an escrow of one admin", () => {
  let bench = new Escrow()
  beforeEach(() => {
    bench = new Escrow()
  })
  const lockFee = () => `CALL_METHOD Address("${bench.escrow}") "lock_fee" Decimal("5");\n`

  it("holds exactly what the plan needs, and states its owner", () => {
    assert.strictEqual(bench.balance(bench.escrow, bench.token), "90")
    assert.strictEqual(bench.balance(bench.escrow, XRD), "40")
    assert.strictEqual(bench.balance(bench.treasury, bench.token), "910")
    const value = (key: string) => bench.rows.get("metadata", `${bench.escrow}/${key}`)
    for (const key of ["plan", "treasury", "site"]) assert.strictEqual(value(key)?.isLocked, true, key)
    assert.include(value("plan")?.value ?? "", bytesToHex(utf8ToBytes(DIGEST)))
  })

  it("holds the token and the fees together when the token is XRD", () => {
    const done = bench.done(
      bench.funding({ resource: wellKnown("xrd", STOKENET), idempotencyKey: "park:p2" }),
      bench.founder
    )
    const [fresh] = done.created.filter((each) => each.startsWith("account_") && each !== bench.escrow)
    assert.strictEqual(bench.balance(fresh ?? "", XRD), "130")
  })

  it("is funded once for a plan, and by an admin alone", () => {
    failing(bench.sign(bench.funding(), bench.founder), "is locked")
    failing(bench.sign(bench.funding({ idempotencyKey: "park:p3" }), bench.ada), "not authorized")
    failing(bench.pays(lockFee() + renderManifest(bench.funding({ idempotencyKey: "park:p3" }))), "not authorized")
  })

  it("is paid by the relayer batch by batch, each once, with the fee from the escrow", () => {
    const first = bench.pays(bench.batch("p1-1"))
    assert.strictEqual(first.status, "CommittedSuccess", "error" in first ? first.error : "")
    assert.strictEqual(bench.balance(accountOf(bench.ada), bench.token), "30")
    assert.strictEqual(bench.balance(bench.escrow, bench.token), "30")
    const left = Number(bench.balance(bench.escrow, XRD))
    assert.isTrue(left < 40 && left > 35)
    failing(bench.pays(bench.batch("p1-1", ONE)), "is locked")
    assert.strictEqual(bench.balance(bench.escrow, bench.token), "30")
  })

  it("stores what an account refuses in the payout's own locker", () => {
    bench.ok(`CALL_METHOD Address("${accountOf(bench.ben)}") "set_default_deposit_rule" Enum<1u8>();`, bench.ben)
    bench.pays(bench.batch("p1-1"))
    assert.strictEqual(bench.balance(`${bench.payouts}/${accountOf(bench.ben)}`, bench.token), "30")
    const claim = { locker: bench.payouts, account: accountOf(bench.ben), resource: bench.token, amount: 30n * ONE }
    bench.done(Templates.claim(claim), bench.ben)
    assert.strictEqual(bench.balance(accountOf(bench.ben), bench.token), "30")
  })

  it("lets a later plan pay through the same locker", () => {
    const done = bench.done(bench.funding({ idempotencyKey: "park:p2", locker: bench.payouts }), bench.founder)
    assert.isFalse(done.created.some((each) => each.startsWith("locker_")))
    bench.escrow = asAccount(
      bench.made({ ...done, created: done.created.filter((each) => each !== bench.escrow) }, "account_")
    )
    assert.strictEqual(bench.pays(bench.batch("p2-1")).status, "CommittedSuccess")
  })

  it("opens nothing else to the relayer", () => {
    const to = `CALL_METHOD Address("${accountOf(bench.ben)}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`
    const withdrawn = `CALL_METHOD Address("${bench.treasury}") "withdraw" Address("${bench.token}") Decimal("1");`
    failing(bench.pays(lockFee() + withdrawn + to), "not authorized")
    bench.pays(bench.batch("p1-1", 30n * ONE, false))
    const recover = `CALL_METHOD Address("${bench.payouts}") "recover" Address("${accountOf(bench.ben)}") Address("${bench.token}") Decimal("1");`
    failing(bench.pays(lockFee() + recover + to), "not authorized")
    const store = `CALL_METHOD Address("${bench.escrow}") "withdraw" Address("${bench.token}") Decimal("1");
      TAKE_ALL_FROM_WORKTOP Address("${bench.token}") Bucket("b");
      CALL_METHOD Address("${bench.locker}") "store" Address("${accountOf(bench.ben)}") Bucket("b") true;`
    failing(bench.pays(lockFee() + store), "not authorized")
    for (const key of ["plan", "treasury", "site"]) {
      const changed = `SET_METADATA Address("${bench.escrow}") "${key}" Enum<Metadata::String>("other");`
      failing(bench.pays(lockFee() + changed), "is locked")
    }
    const open = `SET_OWNER_ROLE Address("${bench.escrow}") Enum<0u8>();`
    failing(bench.pays(lockFee() + open), "")
  })

  it("can be sent elsewhere by the relayer, which reaches nothing but the escrow", () => {
    const away = `CALL_METHOD Address("${bench.escrow}") "withdraw" Address("${bench.token}") Decimal("90");
      CALL_METHOD Address("${accountOf(bench.ben)}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`
    assert.strictEqual(bench.pays(lockFee() + away).status, "CommittedSuccess")
    assert.strictEqual(bench.balance(accountOf(bench.ben), bench.token), "90")
    assert.strictEqual(bench.balance(bench.treasury, bench.token), "910")
  })

  it("is withdrawn by an admin at any moment, and by nobody else", () => {
    bench.pays(bench.batch("p1-1"))
    const xrd = BigInt(bench.balance(bench.escrow, XRD).split(".")[0] ?? "0") * ONE
    const back = Templates.withdrawEscrow({
      by: bench.admin,
      escrow: bench.escrow,
      treasury: bench.treasury,
      amounts: [
        [bench.token, 30n * ONE],
        [wellKnown("xrd", STOKENET), xrd]
      ]
    })
    failing(bench.sign(back, bench.ben), "")
    bench.done(back, bench.founder)
    assert.strictEqual(bench.balance(bench.treasury, bench.token), "940")
    const late = bench.pays(bench.batch("p1-2"))
    assert.strictEqual(late.status, "PermanentlyRejected", "nothing is left that could pay for it")
  })

  it("is refunded by the relayer when the plan is over", () => {
    bench.pays(bench.batch("p1-1"))
    const rest = Templates.refundEscrow({
      escrow: bench.escrow,
      treasury: bench.treasury,
      amounts: [[bench.token, 30n * ONE]],
      fee: FEE
    })
    assert.strictEqual(bench.pays(rest).status, "CommittedSuccess")
    assert.strictEqual(bench.balance(bench.treasury, bench.token), "940")
    assert.strictEqual(bench.balance(bench.escrow, bench.token), "0")
  })
})
