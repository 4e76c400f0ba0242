/** Templates 09, 11-16, 18-21 and 29-32: bonds that are sold, redeemed and secured, and attempts to cheat. */
import { assert, beforeEach, describe, it } from "vitest"
import { type SignedPartial, subintentHash, writeHash } from "~/ledger/index"
import { Bench, FAUCET, failing, rejecting, XRD } from "../bench"
import { ABSENT } from "../scenarios"
import { STOKENET, signedPartial, signedV2, signer } from "../signing"
import { templates } from "../templates"

/** Locks a fee and yields to one child the given number of times. */
const rootOf = ({ partial }: SignedPartial, times: number): string =>
  `USE_CHILD NamedIntent("c") Intent("${writeHash("subtxid", subintentHash(partial.root), STOKENET)}");
   CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5");
   ${'YIELD_TO_CHILD NamedIntent("c");\n'.repeat(times)}`

describe.skipIf(templates === undefined)(templates === undefined ? ABSENT : "bonds", () => {
  let bench = new Bench()
  const { MEMBER_1 = "", MEMBER_2 = "" } = bench.names
  const supplyOf = (resource: string) => {
    const entity = bench.rows.get("entity", resource)
    return entity !== undefined && "supply" in entity ? entity.supply / 10n ** 18n : undefined
  }
  /** Renumbers the single bonds to the numbers that the sale templates use. */
  const sevenths = (text: string) => text.replaceAll("#7#", "#1#")
  const partial = (number: string, ...signers: Parameters<Bench["offer"]>[1]) =>
    signedPartial(sevenths(bench.text(number)), signers)

  beforeEach(() => {
    bench = new Bench()
    bench.fund(bench.founder, bench.ada, bench.ben)
    bench.deploy()
  })

  describe("a bond series", () => {
    beforeEach(() => {
      const made = bench.ok(bench.text("29"), bench.founder)
      bench.names.SERIES_RESOURCE = bench.made(made, "resource")
    })
    const order2 = (text: string) =>
      text
        .replaceAll(MEMBER_1, MEMBER_2)
        .replace('"2775"', '"1387.5"')
        .replace('"2775"', '"1387.5"')
        .replace('"30"', '"15"')
    const batch = () => [
      partial("30", bench.founder),
      partial("31", bench.ada),
      signedPartial(order2(bench.text("31")), [bench.ben])
    ]

    it("settles two orders against one batch of the treasury", () => {
      const { SERIES_RESOURCE = "", TREASURY = "" } = bench.names
      const outcome = bench.settle("32", batch())
      assert.strictEqual(outcome.status, "CommittedSuccess")
      assert.strictEqual(bench.balance(MEMBER_1, SERIES_RESOURCE), "30")
      assert.strictEqual(bench.balance(MEMBER_2, SERIES_RESOURCE), "15")
      assert.strictEqual(bench.balance(TREASURY, XRD), "4162.5")
      assert.strictEqual(bench.balance(TREASURY, SERIES_RESOURCE), "955")
      assert.strictEqual(bench.balance(MEMBER_1, XRD), "7225")
    })

    it("is issued once", () => {
      failing(bench.run(bench.text("29"), bench.founder), "is locked")
    })

    it("uses no pre-authorization twice", () => {
      const parts = batch()
      assert.strictEqual(bench.settle("32", parts).status, "CommittedSuccess")
      rejecting(bench.settle("32", parts), "was committed before")
    })

    it("changes nothing when one order cannot pay, and the other orders stay usable", () => {
      const { SERIES_RESOURCE = "", TREASURY = "" } = bench.names
      const parts = batch()
      const all = `CALL_METHOD Address("${MEMBER_2}") "withdraw" Address("${XRD}") Decimal("9000");
        CALL_METHOD Address("${MEMBER_1}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`
      bench.ok(all, bench.ben)
      failing(bench.settle("32", parts), "not enough")
      assert.strictEqual(bench.balance(MEMBER_1, SERIES_RESOURCE), "0")
      assert.strictEqual(bench.balance(TREASURY, XRD), "0")
      bench.fund(bench.ben)
      assert.strictEqual(bench.settle("32", parts).status, "CommittedSuccess")
    })

    it("gives no unit for a wrong price, regardless of who submits the order", () => {
      const cheap = bench.text("31").replaceAll('"2775"', '"2774"')
      const [treasury, , second] = batch()
      const parts = [treasury, signedPartial(cheap, [bench.ada]), second].flatMap((each) => each ?? [])
      failing(bench.settle("32", parts), "less than the 4162.5 asserted")
      const greedy = bench.text("31").replace('"30"', '"31"')
      const others = [treasury, signedPartial(greedy, [bench.ada]), second].flatMap((each) => each ?? [])
      failing(bench.settle("32", others), "less than the 31 asserted")
    })

    it("refuses an order that its account's owner did not sign, and a batch that no admin signed", () => {
      const [treasury, first, second] = batch()
      const stolen = signedPartial(bench.text("31"), [bench.ben])
      failing(
        bench.settle(
          "32",
          [treasury, stolen, second].flatMap((each) => each ?? [])
        ),
        "not authorized"
      )
      const usurped = signedPartial(bench.text("30"), [bench.ada])
      failing(
        bench.settle(
          "32",
          [usurped, first, second].flatMap((each) => each ?? [])
        ),
        "not authorized"
      )
    })

    it("is burned by its holders only", () => {
      assert.strictEqual(bench.settle("32", batch()).status, "CommittedSuccess")
      const { SERIES_RESOURCE = "" } = bench.names
      const burn = `CALL_METHOD Address("${MEMBER_1}") "burn" Address("${SERIES_RESOURCE}") Decimal("5");`
      failing(bench.run(burn, bench.founder), "not authorized")
      bench.ok(burn, bench.ada)
      assert.strictEqual(supplyOf(SERIES_RESOURCE), 995n)
      failing(bench.run(burn.replace('"5"', '"0.5"'), bench.ada), "too many decimals")
    })
  })

  describe("bonds of one unit each", () => {
    beforeEach(() => {
      const made = bench.ok(bench.text("11"), bench.founder)
      bench.names.BOND = bench.made(made, "resource")
    })
    const sell = () => bench.settle("14", [partial("12", bench.founder), partial("13", bench.ada)])

    it("go to the buyer who pays the price", () => {
      assert.strictEqual(sell().status, "CommittedSuccess")
      const { BOND = "", TREASURY = "" } = bench.names
      assert.deepStrictEqual(bench.ids(MEMBER_1, BOND), ["#1#"])
      assert.deepStrictEqual(bench.ids(TREASURY, BOND), ["#2#", "#3#"])
      assert.strictEqual(bench.balance(TREASURY, XRD), "92.5")
      assert.strictEqual(bench.rows.get("item", `${BOND}/#1#`)?.holder, MEMBER_1)
    })

    it("stay with the seller when another bond comes back than was ordered", () => {
      const other = signedPartial(bench.text("12").replaceAll("#7#", "#2#"), [bench.founder])
      failing(bench.settle("14", [other, partial("13", bench.ada)]), "lacks")
    })

    it("are redeemed for their face value and burned", () => {
      sell()
      const { BOND = "", TREASURY = "" } = bench.names
      bench.ok(
        `CALL_METHOD Address("${MEMBER_2}") "withdraw" Address("${XRD}") Decimal("100");
         CALL_METHOD Address("${TREASURY}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`,
        bench.ben
      )
      const parts = [partial("15", bench.ada), partial("16", bench.founder)]
      assert.strictEqual(bench.settle("14", parts).status, "CommittedSuccess")
      assert.strictEqual(supplyOf(BOND), 2n)
      assert.deepStrictEqual(bench.ids(MEMBER_1, BOND), [])
      assert.strictEqual(bench.balance(MEMBER_1, XRD), "10007.5")
    })

    it("are paid through the locker and marked as paid, and their claims are claimed, once", () => {
      const { BOND = "", LOCKER = "", TREASURY = "" } = bench.names
      bench.ok(
        `CALL_METHOD Address("${MEMBER_2}") "withdraw" Address("${XRD}") Decimal("400");
         CALL_METHOD Address("${TREASURY}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`,
        bench.ben
      )
      const before = bench.rows.get("item", `${BOND}/#1#`)?.data
      bench.ok(bench.text("18"), bench.founder)
      assert.notStrictEqual(bench.rows.get("item", `${BOND}/#1#`)?.data, before)
      assert.strictEqual(bench.balance(MEMBER_1, XRD), "10100")
      failing(bench.run(bench.text("18"), bench.founder), "is locked")
      const name = bench.text("18").replaceAll('"status"', '"serial"').replaceAll("payout:", "other:")
      failing(bench.run(name, bench.founder), "cannot change")

      const proof = `CALL_METHOD Address("${bench.name("ADMIN_ACCOUNT")}") "create_proof_of_non_fungibles" Address("${bench.name("OWNER_BADGE")}") Array<NonFungibleLocalId>(NonFungibleLocalId("#1#"));
        CALL_METHOD Address("${TREASURY}") "withdraw_non_fungibles" Address("${BOND}") Array<NonFungibleLocalId>(NonFungibleLocalId("#3#"));
        TAKE_ALL_FROM_WORKTOP Address("${BOND}") Bucket("b");
        CALL_METHOD Address("${LOCKER}") "store" Address("${MEMBER_1}") Bucket("b") false;`
      bench.ok(proof, bench.founder)
      const claim = bench.text("09").replace("#7#", "#3#")
      failing(bench.run(claim, bench.ben), "claiming for")
      bench.ok(claim, bench.ada)
      assert.deepStrictEqual(bench.ids(MEMBER_1, BOND), ["#3#"])
    })

    describe("bonds secured by collateral", () => {
      beforeEach(() => {
        sell()
        bench.names.COLLATERAL = bench.name("TOKEN")
        const made = bench.ok(sevenths(bench.text("19")), bench.founder)
        bench.names.VAULT = bench.made(made, "accesscontroller")
        const key = made.created.find((address) => address.startsWith("resource")) ?? ""
        assert.strictEqual(supplyOf(key), 0n)
      })
      const claim = () => sevenths(bench.text("20"))

      it("keep the collateral until the delay is over, then release it to the holder alone", () => {
        const { COLLATERAL = "", VAULT = "" } = bench.names
        assert.strictEqual(bench.balance(VAULT, COLLATERAL), "120")
        failing(bench.run(claim(), bench.ada), "the delay is not over yet")
        bench.now += 9 * 60
        failing(bench.run(claim(), bench.ada), "the delay is not over yet")
        bench.now += 60
        failing(bench.run(claim().replaceAll(MEMBER_1, MEMBER_2), bench.ben), "has no")
        failing(bench.run(sevenths(bench.text("21")), bench.founder), "has no")
        bench.ok(claim(), bench.ada)
        assert.strictEqual(bench.balance(MEMBER_1, COLLATERAL), "120")
        assert.deepStrictEqual(bench.ids(MEMBER_1, bench.name("BOND")), ["#1#"])
      })

      it("cannot be stopped by the issuer", () => {
        const stop = claim().split(";")[0]?.replace("timed_confirm_recovery", "stop_timed_recovery")
        const proof = bench.text("27").split(";")[0]
        failing(bench.run(`${proof};${stop};`, bench.founder), "not authorized")
      })
    })
  })

  it("require every child to be yielded to as often as it yields", () => {
    const child = signedPartial("YIELD_TO_PARENT;\nYIELD_TO_PARENT;", [signer(1)])
    const outcome = bench.submitV2(signedV2(rootOf(child, 1), [child]))
    rejecting(outcome, "a different number of times")
    assert.strictEqual(bench.submitV2(signedV2(rootOf(child, 2), [child])).status, "CommittedSuccess")
  })
})
