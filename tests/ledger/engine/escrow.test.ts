/** A payment that waits for two of three approvals: who opens it, who cannot, and when it stays closed. */
import { assert, beforeEach, describe, it } from "vitest"
import { ONE, type Signer, Templates } from "~/ledger/index"
import { asAccount, asResource } from "../../addresses"
import { failing } from "../bench"
import { accountOf, STOKENET, signer } from "../signing"
import { Community } from "./ownTemplates"

class Escrowed extends Community {
  readonly third = signer(41)
  readonly payee = signer(42)
  readonly keepers = [this.founder, this.ada, this.third]
  escrow = this.treasury
  approval = this.token

  constructor() {
    super()
    this.fund(this.third, this.payee)
    const done = this.done(this.setAside(), this.founder)
    this.escrow = asAccount(this.made(done, "account_"))
    this.approval = asResource(this.made(done, "resource_"))
  }

  setAside = (onceKey = "pay:p1") =>
    Templates.escrowPayment({
      networkId: STOKENET,
      admin: this.admin,
      treasury: this.treasury,
      resource: this.token,
      amount: 50n * ONE,
      keepers: this.keepers.map((keeper) => accountOf(keeper)),
      needed: 2,
      name: "Approval of payment 1",
      digest: "ab".repeat(32),
      onceKey
    })

  /** A yes pays the payee, a no pays the founder. */
  sends = (keeper: Signer, to: Signer, approval = this.approval) =>
    Templates.approveEscrow({ keeper: accountOf(keeper), approval, to: accountOf(to) })

  takes = (holder: Signer, to = accountOf(holder), more: Partial<Parameters<typeof Templates.takeEscrow>[0]> = {}) =>
    Templates.takeEscrow({
      holder: accountOf(holder),
      approval: this.approval,
      needed: 2,
      escrow: this.escrow,
      resource: this.token,
      amount: 50n * ONE,
      to,
      ...more
    })
}

describe("a payment that waits for two of three approvals", () => {
  let bench = new Escrowed()
  beforeEach(() => {
    bench = new Escrowed()
  })
  const approve = (...keepers: ReadonlyArray<Signer>) => {
    for (const keeper of keepers) bench.done(bench.sends(keeper, bench.payee), keeper)
  }
  const paid = () => bench.balance(accountOf(bench.payee), bench.token)

  it("is set aside with one approval for each signer", () => {
    assert.strictEqual(bench.balance(bench.escrow, bench.token), "50")
    for (const keeper of bench.keepers) assert.strictEqual(bench.balance(accountOf(keeper), bench.approval), "1")
  })

  it("opens for the payee with two approvals, which are used up", () => {
    approve(bench.ada, bench.third)
    bench.done(bench.takes(bench.payee), bench.payee)
    assert.strictEqual(paid(), "50")
    assert.strictEqual(bench.balance(accountOf(bench.payee), bench.approval), "0")
    approve(bench.founder)
    failing(bench.sign(bench.takes(bench.payee, accountOf(bench.payee), { needed: 1 }), bench.payee), "not authorized")
  })

  it("stays closed with one approval, also for the admin who set it aside", () => {
    approve(bench.ada)
    failing(bench.sign(bench.takes(bench.payee, accountOf(bench.payee), { needed: 1 }), bench.payee), "not authorized")
    failing(bench.sign(bench.takes(bench.payee), bench.payee), "not enough")
    failing(bench.sign(bench.takes(bench.founder, bench.treasury, { needed: 1 }), bench.founder), "not authorized")
    assert.strictEqual(bench.balance(bench.escrow, bench.token), "50")
  })

  it("returns to the treasury when two signers say no", () => {
    bench.done(bench.sends(bench.ada, bench.founder), bench.ada)
    bench.done(bench.takes(bench.founder, bench.treasury), bench.founder)
    assert.strictEqual(bench.balance(bench.treasury, bench.token), "1000")
  })

  it("is stuck when one signer says yes, one says no and the third lost their wallet", () => {
    approve(bench.ada)
    for (const [who, to] of [
      [bench.payee, accountOf(bench.payee)],
      [bench.founder, bench.treasury]
    ] as const) {
      failing(bench.sign(bench.takes(who, to, { needed: 1 }), who), "not authorized")
    }
  })

  it("is not opened by the approvals of another payment", () => {
    const done = bench.done(bench.setAside("pay:p2"), bench.founder)
    const other = asResource(bench.made(done, "resource_"))
    for (const keeper of [bench.ada, bench.third]) bench.done(bench.sends(keeper, bench.payee, other), keeper)
    failing(
      bench.sign(bench.takes(bench.payee, accountOf(bench.payee), { approval: other }), bench.payee),
      "not authorized"
    )
    assert.strictEqual(paid(), "0")
  })

  it("is set aside once under its idempotency key", () => {
    failing(bench.sign(bench.setAside(), bench.founder), "is locked")
    assert.strictEqual(bench.balance(bench.treasury, bench.token), "950")
  })

  it("counts the approval of a former signer, and one that was given away", () => {
    bench.done(bench.sends(bench.third, bench.ben), bench.third)
    bench.done(bench.sends(bench.ben, bench.payee), bench.ben)
    approve(bench.ada)
    bench.done(bench.takes(bench.payee), bench.payee)
    assert.strictEqual(paid(), "50")
  })

  it("does not prevent one admin from spending elsewhere", () => {
    const payment = { admin: bench.admin, treasury: bench.treasury, resource: bench.token, amount: 5n * ONE }
    const to = { payee: accountOf(bench.ben), proposalId: "p9", proposalHash: "00" }
    bench.done(Templates.executePayment({ ...payment, ...to }), bench.founder)
    assert.strictEqual(bench.balance(accountOf(bench.ben), bench.token), "5")
  })
})
