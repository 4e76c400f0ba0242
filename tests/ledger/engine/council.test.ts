/** A treasury that opens with two of three signers: what they can do together, and how each attack ends. */
import { assert, beforeEach, describe, it } from "vitest"
import { ONE, renderManifest, Templates } from "~/ledger/index"
import { failing } from "../bench"
import { accountOf } from "../signing"
import { Council } from "./council"

describe("a treasury of two of three signers", () => {
  let bench = new Council()
  beforeEach(() => {
    bench = new Council()
  })
  const paid = () => bench.balance(accountOf(bench.ben), bench.token)

  it("needs two of them: one signer alone opens nothing, even with a badge made later", () => {
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
    const more = { name: "Another", role: "signer", iconUrl: "https://commons.example/icon.png" }
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

  it("is not opened by the relayer alone", () => {
    const withdrawn = `CALL_METHOD Address("${bench.treasury}") "withdraw" Address("${bench.token}") Decimal("1");
      CALL_METHOD Address("${accountOf(bench.ben)}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`
    failing(bench.run(withdrawn, bench.relayer), "not authorized")
  })

  it("does not prevent one badge from taking unclaimed money to any account", () => {
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

  it("does not prevent one signer from making admin badges, which do not count until the signers agree", () => {
    const more = { id: "#5#", name: "Another", role: "signer", iconUrl: "https://commons.example/icon.png" }
    bench.done(Templates.addAdmin({ admin: bench.side(2), account: accountOf(bench.ben), ...more }), bench.ada)
    assert.deepStrictEqual(bench.ids(accountOf(bench.ben), bench.admin.badge), ["#5#"])
  })
})
