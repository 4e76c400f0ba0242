/** Our templates 03, 07, 08 and 10 in the engine: admins, batches of forty and claims, and the limits of each role. */
import { assert, beforeEach, describe, it } from "vitest"
import { ONE, Templates } from "~/ledger/index"
import { failing } from "../bench"
import { accountOf, signer } from "../signing"
import { Community } from "./ownTemplates"

describe("a community of our templates", () => {
  let bench = new Community()
  const people = Array.from({ length: Templates.MAX_RECIPIENTS }, (_, index) => signer(60 + index))
  const accounts = people.map(accountOf)
  beforeEach(() => {
    bench = new Community()
  })

  const batch = (batchId: string, isDirect: boolean, each = 3n * ONE) =>
    Templates.airdrop({
      admin: bench.admin,
      treasury: bench.treasury,
      locker: bench.locker,
      resource: bench.token,
      shares: accounts.map((account) => [account, each]),
      isDirect,
      batchId,
      batchHash: "00"
    })
  const kept = (account: string) => bench.balance(`${bench.locker}/${account}`, bench.token)

  it("gives a badge to another member, who can then spend; a stranger cannot, and no badge number is used twice", () => {
    const ada = accountOf(bench.ada)
    const second = Templates.addAdmin({
      admin: bench.admin,
      account: ada,
      id: "#2#",
      name: "Harbour Commons admin 2",
      role: "owner",
      iconUrl: "https://commons.example/icon.png"
    })
    const payment = {
      treasury: bench.treasury,
      resource: bench.token,
      amount: 5n * ONE,
      payee: ada,
      proposalId: "p1",
      proposalHash: "00"
    }
    const byAda = Templates.executePayment({ ...payment, admin: { ...bench.admin, account: ada, id: "#2#" } })
    failing(bench.sign(second, bench.ada), "not authorized")
    failing(bench.sign(byAda, bench.ada), "has no")
    bench.done(second, bench.founder)
    assert.deepStrictEqual(bench.ids(ada, bench.admin.badge), ["#2#"])
    failing(bench.sign(second, bench.founder), "exists already")
    bench.done(byAda, bench.ada)
    assert.strictEqual(bench.balance(ada, bench.token), "5")
    failing(bench.sign(byAda, bench.ada), "is locked")
  })

  it("pays forty people together, directly to accounts that accept and into the locker for the others", () => {
    const [shy] = people
    assert.isDefined(shy)
    bench.ok(`CALL_METHOD Address("${accountOf(shy)}") "set_default_deposit_rule" Enum<1u8>();`, shy)
    const done = bench.done(batch("one", true), bench.founder)
    assert.strictEqual(bench.balance(bench.treasury, bench.token), "880")
    assert.strictEqual(bench.balance(accountOf(shy), bench.token), "0")
    assert.strictEqual(kept(accountOf(shy)), "3")
    for (const account of accounts.slice(1)) assert.strictEqual(bench.balance(account, bench.token), "3")
    assert.isAtMost(done.events.length, 256)
  })

  it("stores forty claims, each for its owner alone", () => {
    bench.done(batch("two", false), bench.founder)
    const [first, other] = people
    assert.isDefined(first)
    assert.isDefined(other)
    const claim = (amount: bigint) =>
      Templates.claim({ locker: bench.locker, account: accountOf(first), resource: bench.token, amount: amount * ONE })
    assert.strictEqual(kept(accountOf(first)), "3")
    failing(bench.sign(claim(3n), other), "claiming for")
    failing(bench.sign(claim(4n), first), "not enough")
    bench.done(claim(2n), first)
    assert.strictEqual(bench.balance(accountOf(first), bench.token), "2")
    const recover = Templates.recoverUnclaimed({
      admin: bench.admin,
      treasury: bench.treasury,
      locker: bench.locker,
      account: accountOf(first),
      resource: bench.token,
      amount: ONE
    })
    failing(bench.sign(recover, first), "not authorized")
    bench.done(recover, bench.founder)
    failing(bench.sign(claim(1n), first), "not enough")
    assert.strictEqual(bench.balance(bench.treasury, bench.token), "881")
  })

  it("runs a batch once, with an admin's signature, and only with enough money in the treasury", () => {
    failing(bench.sign(batch("three", true), bench.ada), "not authorized")
    failing(bench.sign(batch("three", true, 26n * ONE), bench.founder), "not enough")
    failing(bench.sign(batch("three", true, ONE / 1000n), bench.founder), "too many decimals")
    bench.done(batch("three", true), bench.founder)
    failing(bench.sign(batch("three", true), bench.founder), "is locked")
    assert.strictEqual(bench.balance(bench.treasury, bench.token), "880")
  })
})
