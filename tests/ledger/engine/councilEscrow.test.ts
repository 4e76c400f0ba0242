/** Escrow of a multisig treasury: it opens with n signers or the relayer, and with no single badge (docs/ledger.md). */

import { assert, beforeEach, describe, it } from "vitest"
import { ONE, renderManifest, Templates, wellKnown } from "~/ledger/index"
import { failing, XRD } from "../bench"
import { accountOf, STOKENET } from "../signing"
import { EscrowCouncil, FEE } from "./escrowCouncil"

describe("an escrow of two of three signers", () => {
  let bench = new EscrowCouncil()
  beforeEach(() => {
    bench = new EscrowCouncil()
  })
  const lockFee = () => `CALL_METHOD Address("${bench.escrow}") "lock_fee" Decimal("5");\n`

  it("is not funded by one signer, with or without the relayer", () => {
    const funding = bench.funding("park:p2")
    failing(bench.alone(1, renderManifest(funding)), "not authorized")
    failing(bench.together(funding, 1), "not authorized")
    failing(bench.byKey(lockFee() + renderManifest(funding)), "not authorized")
    assert.strictEqual(bench.balance(bench.treasury, bench.token), "910")
  })

  it("is funded once with exactly the approved amount", () => {
    assert.strictEqual(bench.balance(bench.escrow, bench.token), "90")
    assert.strictEqual(bench.balance(bench.escrow, XRD), "40")
    failing(bench.together(bench.funding(), 3, 1), "is locked")
    for (const n of [1, 2, 3]) assert.deepStrictEqual(bench.held(n), [`#${n}#`])
  })

  it("does not open with a single badge, of a signer or made later", () => {
    failing(bench.alone(1, bench.withdrawn(bench.escrow)), "not authorized")
    const more = { id: "#9#", name: "Another", role: "signer", iconUrl: "https://commons.example/icon.png" }
    bench.done(Templates.addAdmin({ admin: bench.admin, account: accountOf(bench.founder), ...more }), bench.founder)
    const both = bench.proof(1).replace('"#1#"', '"#1#"), NonFungibleLocalId("#9#"')
    failing(bench.run(both + bench.withdrawn(bench.escrow), bench.founder), "not authorized")
    failing(bench.together(bench.back(), 1), "not authorized")
    failing(bench.alone(2, `SET_OWNER_ROLE Address("${bench.escrow}") Enum<0u8>();`), "")
    assert.strictEqual(bench.balance(bench.escrow, bench.token), "90")
  })

  it("is paid by the relayer batch by batch, each once, which opens neither the treasury nor the rule", () => {
    assert.strictEqual(bench.byKey(bench.batch("p1-1")).status, "CommittedSuccess")
    failing(bench.byKey(bench.batch("p1-1", 1n)), "is locked")
    assert.strictEqual(bench.balance(accountOf(bench.ada), bench.token), "30")
    failing(bench.byKey(lockFee() + bench.withdrawn(bench.treasury)), "not authorized")
    failing(bench.byKey(`${lockFee()}SET_OWNER_ROLE Address("${bench.escrow}") Enum<0u8>();`), "")
    const plan = `SET_METADATA Address("${bench.escrow}") "plan" Enum<Metadata::String>("other");`
    failing(bench.byKey(lockFee() + plan), "is locked")
  })

  it("keeps what an account refuses for that account, out of reach of one signer and the relayer", () => {
    bench.ok(`CALL_METHOD Address("${accountOf(bench.ben)}") "set_default_deposit_rule" Enum<1u8>();`, bench.ben)
    bench.byKey(bench.batch("p1-1"))
    assert.strictEqual(bench.balance(`${bench.payouts}/${accountOf(bench.ben)}`, bench.token), "30")
    const recover = `CALL_METHOD Address("${bench.payouts}") "recover" Address("${accountOf(bench.ben)}") Address("${bench.token}") Decimal("30");
      CALL_METHOD Address("${accountOf(bench.ada)}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`
    failing(bench.alone(1, recover), "not authorized")
    failing(bench.byKey(lockFee() + recover), "not authorized")
    const claim = { locker: bench.payouts, account: accountOf(bench.ben), resource: bench.token, amount: 30n * ONE }
    bench.done(Templates.claim(claim), bench.ben)
    assert.strictEqual(bench.balance(accountOf(bench.ben), bench.token), "30")
  })

  it("is withdrawn by any two signers at any moment, or refunded by the relayer", () => {
    bench.byKey(bench.batch("p1-1"))
    const done = bench.together(bench.back(30n), 3, 2)
    assert.strictEqual(done.status, "CommittedSuccess", "error" in done ? done.error : "")
    assert.strictEqual(bench.balance(bench.treasury, bench.token), "940")
    const rest = Templates.refundEscrow({
      escrow: bench.escrow,
      treasury: bench.treasury,
      amounts: [[wellKnown("xrd", STOKENET), 20n * ONE]],
      fee: FEE
    })
    assert.strictEqual(bench.byKey(rest).status, "CommittedSuccess")
  })

  it("can be sent elsewhere by the relayer, which reaches nothing but the escrow", () => {
    assert.strictEqual(bench.byKey(lockFee() + bench.withdrawn(bench.escrow)).status, "CommittedSuccess")
    assert.strictEqual(bench.balance(accountOf(bench.ben), bench.token), "1")
  })

  it("keeps the rule it was funded under: later signers do not count, former ones still do", () => {
    const more = { id: "#4#", name: "Signer 4", role: "signer", iconUrl: "https://commons.example/icon.png" }
    bench.done(Templates.addAdmin({ admin: bench.admin, account: accountOf(bench.ben), ...more }), bench.founder)
    const rule = bench.becomes(["#1#", "#2#", "#4#"], "request:rule")
    assert.strictEqual(bench.together(rule, 1, 2).status, "CommittedSuccess")
    const fourth = { ...bench.admin, account: accountOf(bench.ben), id: "#4#" }
    const byFourth = bench.requestBy([fourth, bench.side(1)], bench.back())
    failing(bench.happens(byFourth, bench.ben, bench.founder), "not authorized")
    assert.strictEqual(bench.together(bench.back(), 3, 1).status, "CommittedSuccess")
    assert.strictEqual(bench.balance(bench.treasury, bench.token), "1000")
  })
})
