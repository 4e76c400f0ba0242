/** A budget in escrow: what the relayer can pay from it once, and what it cannot change or reach. */
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { assert, beforeEach, describe, it } from "vitest"
import { badgeOfKey, type Manifest, ONE, renderManifest, Templates } from "~/ledger/index"
import { asAccount } from "../../addresses"
import { failing, XRD } from "../bench"
import { accountOf, STOKENET, signedV1, signer } from "../signing"
import { Community } from "./ownTemplates"

const UNTIL = "2027-11-24"

class Budget extends Community {
  readonly relayer = signer(40)
  escrow = asAccount(accountOf(this.relayer))

  constructor() {
    super()
    this.pay(XRD, 200n, this.ada)
    const { id = "", resource } = badgeOfKey(this.relayer.publicKey, STOKENET)
    const funding = Templates.fundForSwaps({
      networkId: STOKENET,
      by: this.admin,
      treasury: this.treasury,
      relayer: { resource, id },
      resource: this.token,
      total: 90n * ONE,
      fees: 40n * ONE,
      idempotencyKey: "park:b1",
      digest: "ab".repeat(32),
      siteOrigin: "https://commons.example",
      until: UNTIL
    })
    this.escrow = asAccount(this.made(this.done(funding, this.founder), "account_"))
  }

  payment = (n: number, amount = 30n * ONE): Manifest =>
    Templates.escrowPaymentOf({
      escrow: this.escrow,
      resource: this.token,
      payee: asAccount(accountOf(this.ben)),
      amount,
      idempotencyKey: `pay:b1-${n}`,
      digest: "cd".repeat(32),
      fee: 2n * ONE
    })

  byKey = (text: string | Manifest) =>
    this.submit(signedV1(typeof text === "string" ? text : renderManifest(text), [this.relayer]))
}

describe("a budget in escrow", () => {
  let bench = new Budget()
  beforeEach(() => {
    bench = new Budget()
  })
  const paid = () => bench.balance(accountOf(bench.ben), bench.token)

  it("states when it expires, and nobody changes that", () => {
    const until = bench.rows.get("metadata", `${bench.escrow}/until`)
    assert.strictEqual(until?.isLocked, true)
    assert.include(until?.value ?? "", bytesToHex(utf8ToBytes(UNTIL)))
    const lock = `CALL_METHOD Address("${bench.escrow}") "lock_fee" Decimal("5");\n`
    const changed = `SET_METADATA Address("${bench.escrow}") "until" Enum<Metadata::String>("2099-01-01");`
    failing(bench.byKey(lock + changed), "is locked")
    const { account, badge, id } = bench.admin
    const proof = `CALL_METHOD Address("${account}") "create_proof_of_non_fungibles" Address("${badge}") Array<NonFungibleLocalId>(NonFungibleLocalId("${id}"));\n`
    failing(bench.run(proof + changed, bench.founder), "is locked")
  })

  it("is paid from by the relayer, each payment once, and never beyond its balance", () => {
    assert.strictEqual(bench.byKey(bench.payment(1)).status, "CommittedSuccess")
    assert.strictEqual(paid(), "30")
    failing(bench.byKey(bench.payment(1, ONE)), "is locked")
    assert.strictEqual(paid(), "30")
    failing(bench.byKey(bench.payment(2, 61n * ONE)), "")
    assert.strictEqual(bench.byKey(bench.payment(3, 60n * ONE)).status, "CommittedSuccess")
    assert.strictEqual(bench.balance(bench.treasury, bench.token), "910")
  })

  it("pays nothing to an account that refuses deposits, and the payment can be made later", () => {
    bench.ok(`CALL_METHOD Address("${accountOf(bench.ben)}") "set_default_deposit_rule" Enum<1u8>();`, bench.ben)
    failing(bench.byKey(bench.payment(1)), "")
    assert.strictEqual(bench.balance(bench.escrow, bench.token), "90")
    bench.ok(`CALL_METHOD Address("${accountOf(bench.ben)}") "set_default_deposit_rule" Enum<0u8>();`, bench.ben)
    assert.strictEqual(bench.byKey(bench.payment(1)).status, "CommittedSuccess")
  })

  it("is paid from by nobody else", () => {
    failing(bench.sign(bench.payment(1), bench.ada), "not authorized")
    assert.strictEqual(paid(), "0")
  })
})
