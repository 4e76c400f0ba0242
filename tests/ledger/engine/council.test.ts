/** A treasury that opens for two of three keepers: what they can together, and what each attack comes to. */
import { assert, beforeEach, describe, it } from "vitest"
import { ONE, renderManifest, Templates } from "~/ledger/index"
import { failing } from "../bench"
import { accountOf } from "../signing"
import { Council } from "./council"

describe("two of three keepers", () => {
  let bench = new Council()
  beforeEach(() => {
    bench = new Council()
  })
  const paid = () => bench.balance(accountOf(bench.ben), bench.token)

  it("pay together, whoever of them lends, and each has their badge afterwards", () => {
    const done = bench.acts(bench.pays(1), bench.lends(2))
    assert.strictEqual(done.status, "CommittedSuccess", "error" in done ? done.error : "")
    assert.strictEqual(bench.acts(bench.pays(3, 1n, "proposal:p2"), bench.lends(1)).status, "CommittedSuccess")
    assert.strictEqual(paid(), "6")
    for (const n of [1, 2, 3]) assert.deepStrictEqual(bench.held(n), [`#${n}#`])
  })

  it("pay a thing once", () => {
    bench.acts(bench.pays(1), bench.lends(2))
    failing(bench.acts(bench.pays(2), bench.lends(3)), "is locked")
    assert.strictEqual(paid(), "5")
  })

  it("are needed: one alone opens nothing, nor does one with a badge that was made since", () => {
    const payment = {
      admin: bench.admin,
      treasury: bench.treasury,
      resource: bench.token,
      amount: 5n * ONE,
      payee: accountOf(bench.ben),
      proposalId: "p1",
      proposalHash: "00"
    }
    failing(bench.sign(Templates.executePayment(payment), bench.founder), "not authorized")
    failing(bench.acts(bench.pays(1)), "a proof needs something behind it")
    const more = { name: "Another", role: "keeper", iconUrl: "https://commons.example/icon.png" }
    bench.done(
      Templates.addAdmin({ admin: bench.admin, account: accountOf(bench.founder), id: "#9#", ...more }),
      bench.founder
    )
    const both = renderManifest(Templates.executePayment(payment)).replace('"#1#"', '"#1#"), NonFungibleLocalId("#9#"')
    failing(bench.run(both, bench.founder), "not authorized")
    failing(
      bench.sign(Templates.guardTreasury({ admin: bench.admin, ...bench.rule(["#1#"], 1) }), bench.founder),
      "not authorized"
    )
    assert.strictEqual(paid(), "0")
  })

  it("the site alone opens nothing, and cannot keep what was lent", () => {
    const withdrawn = `CALL_METHOD Address("${bench.treasury}") "withdraw" Address("${bench.token}") Decimal("1");
      CALL_METHOD Address("${accountOf(bench.ben)}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`
    failing(bench.run(withdrawn, bench.settler), "not authorized")
    const lender = bench.lends(2)
    const keeps = `USE_CHILD NamedIntent("l") Intent("${lender.hash}");
      ${faucetFee};
      YIELD_TO_CHILD NamedIntent("l");
      CALL_METHOD Address("${accountOf(bench.ben)}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;
      YIELD_TO_CHILD NamedIntent("l");`
    failing(bench.submitted(keeps, [lender]), "the returned heap")
    assert.deepStrictEqual(bench.held(2), ["#2#"])
  })

  it("the site with one loan opens nothing: a loan is one badge of two", () => {
    const lender = bench.lends(2)
    failing(bench.submitted(spending(bench, [lender]), [lender]), "not authorized")
    assert.deepStrictEqual(bench.held(2), ["#2#"])
  })

  it("the site with as many loans as are needed spends anything: no more than one may live at once", () => {
    const lenders = [bench.lends(2), bench.lends(3)]
    assert.strictEqual(bench.submitted(spending(bench, lenders), lenders).status, "CommittedSuccess")
    assert.strictEqual(paid(), "7")
    for (const n of [2, 3]) assert.deepStrictEqual(bench.held(n), [`#${n}#`])
  })

  it("nobody else can use a loan, and no loan or payment is used twice", () => {
    const [payer, lender] = [bench.pays(1), bench.lends(2)]
    failing(bench.submitted(bench.root(payer, [lender]), [payer, lender], []), "verifying the parent")
    failing(bench.submitted(bench.root(payer, [lender]), [payer, lender], [bench.ben]), "verifying the parent")
    assert.strictEqual(bench.acts(payer, lender).status, "CommittedSuccess")
    assert.strictEqual(bench.acts(payer, bench.lends(3)).status, "PermanentlyRejected")
    assert.strictEqual(bench.acts(bench.pays(3, 1n, "proposal:p2"), lender).status, "PermanentlyRejected")
    assert.strictEqual(paid(), "5")
  })

  it("loans that are started in another order, or handed back to the wrong keeper, move nothing", () => {
    const [payer, second, third] = [bench.pays(1), bench.lends(2), bench.lends(3)]
    const swapped = bench.root(payer, [
      { ...second, id: "#3#" },
      { ...third, id: "#2#" }
    ])
    failing(bench.submitted(swapped, [payer, second, third]), "the returned heap")
    assert.strictEqual(paid(), "0")
    assert.strictEqual(bench.acts(payer, third, second).status, "CommittedSuccess")
  })

  it("an expired loan is refused", () => {
    const [payer, lender] = [bench.pays(1), bench.lends(2)]
    bench.now += 101 * 300
    assert.strictEqual(bench.acts(payer, lender).status, "PermanentlyRejected")
  })

  it("replace one who has lost their wallet, whose badge and whose loan open nothing from then on", () => {
    const stale = bench.lends(3)
    const icon = { name: "Keeper 4", role: "keeper", iconUrl: "https://commons.example/icon.png" }
    bench.done(
      Templates.addAdmin({ admin: bench.admin, account: accountOf(bench.ben), id: "#4#", ...icon }),
      bench.founder
    )
    const rule = bench.part(
      Templates.councilRule({ keeper: bench.side(1), ...bench.rule(["#1#", "#2#", "#4#"]) }),
      bench.founder
    )
    assert.strictEqual(bench.acts(rule, bench.lends(2)).status, "CommittedSuccess")
    failing(bench.acts(bench.pays(1), stale), "not authorized")
    failing(bench.acts(bench.pays(1), bench.lends(3)), "not authorized")
    assert.strictEqual(bench.acts(bench.pays(1), bench.lends(2)).status, "CommittedSuccess")
    assert.strictEqual(paid(), "5")
  })

  it("two end it, and one badge opens the treasury as it was made; one alone ends nothing", () => {
    const ends = (n: number) =>
      bench.part(
        Templates.endCouncil({ keeper: bench.side(n), treasury: bench.treasury, badge: bench.admin.badge }),
        bench.keeper(n)
      )
    failing(bench.acts(ends(1)), "a proof needs something behind it")
    assert.strictEqual(bench.acts(ends(1), bench.lends(2)).status, "CommittedSuccess")
    const payment = { payee: accountOf(bench.ben), resource: bench.token, amount: 5n * ONE }
    const once = { proposalId: "p9", proposalHash: "00" }
    bench.done(
      Templates.executePayment({ ...payment, ...once, admin: bench.side(3), treasury: bench.treasury }),
      bench.third
    )
    assert.strictEqual(paid(), "5")
  })

  it("one badge alone can take what nobody claimed anywhere, not only to the treasury: that is not guarded", () => {
    const [claimant, ben] = [accountOf(bench.ada), accountOf(bench.ben)]
    const council = new Council((early) => {
      const { admin, locker, token, treasury } = early
      const shares = [[claimant, 3n * ONE]] as const
      const batch = { batchId: "one", batchHash: "00", isDirect: false }
      early.done(Templates.airdrop({ admin, treasury, locker, resource: token, shares, ...batch }), early.founder)
    })
    council.ok(
      `CALL_METHOD Address("${council.side(3).account}") "create_proof_of_non_fungibles" Address("${council.admin.badge}") Array<NonFungibleLocalId>(NonFungibleLocalId("#3#"));
       CALL_METHOD Address("${council.locker}") "recover" Address("${claimant}") Address("${council.token}") Decimal("3");
       CALL_METHOD Address("${ben}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`,
      council.third
    )
    assert.strictEqual(council.balance(ben, council.token), "3")
  })

  it("one keeper alone can still make admin badges, which count for nothing until n agree: that is not guarded", () => {
    const more = { id: "#5#", name: "Another", role: "keeper", iconUrl: "https://commons.example/icon.png" }
    bench.done(Templates.addAdmin({ admin: bench.side(2), account: accountOf(bench.ben), ...more }), bench.ada)
    assert.deepStrictEqual(bench.ids(accountOf(bench.ben), bench.admin.badge), ["#5#"])
  })
})

const faucetFee = `CALL_METHOD Address("component_tdx_2_1cptxxxxxxxxxfaucetxxxxxxxxx000527798379xxxxxxxxxyulkzl") "lock_fee" Decimal("5")`

/** A root that spends with lent badges itself, without any keeper's payment. */
const spending = (
  bench: Council,
  lenders: ReadonlyArray<{ readonly hash: string; readonly id: string }>
) => `${lenders.map(({ hash }, n) => `USE_CHILD NamedIntent("l${n}") Intent("${hash}");`).join("\n")}
  ${faucetFee};
  ${lenders.map((_, n) => `YIELD_TO_CHILD NamedIntent("l${n}");`).join("\n")}
  TAKE_ALL_FROM_WORKTOP Address("${bench.admin.badge}") Bucket("all");
  CREATE_PROOF_FROM_BUCKET_OF_ALL Bucket("all") Proof("p");
  PUSH_TO_AUTH_ZONE Proof("p");
  CALL_METHOD Address("${bench.treasury}") "withdraw" Address("${bench.token}") Decimal("7");
  TAKE_ALL_FROM_WORKTOP Address("${bench.token}") Bucket("taken");
  CALL_METHOD Address("${accountOf(bench.ben)}") "try_deposit_or_abort" Bucket("taken") None;
  DROP_AUTH_ZONE_REGULAR_PROOFS;
  RETURN_TO_WORKTOP Bucket("all");
  ${lenders
    .map(
      (
        { id },
        n
      ) => `TAKE_NON_FUNGIBLES_FROM_WORKTOP Address("${bench.admin.badge}") Array<NonFungibleLocalId>(NonFungibleLocalId("${id}")) Bucket("b${n}");
  YIELD_TO_CHILD NamedIntent("l${n}") Bucket("b${n}");`
    )
    .join("\n")}`
