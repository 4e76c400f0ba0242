/** Secured bonds of our templates: who can reach the collateral, and when. */
import { assert, beforeEach, describe, it } from "vitest"
import { ONE, renderManifest, type Signer, Templates } from "~/ledger/index"
import { committed, failing, XRD } from "../bench"
import { accountOf } from "../signing"
import { COLLATERAL, DELAY_MINUTES, SecuredBonds } from "./securedBonds"

describe("secured bonds", () => {
  let bench = new SecuredBonds()
  beforeEach(() => {
    bench = new SecuredBonds()
  })

  const proofOfBond = (who: Signer, id: string) =>
    `CALL_METHOD Address("${accountOf(who)}") "create_proof_of_non_fungibles" Address("${bench.bond}") Array<NonFungibleLocalId>(NonFungibleLocalId("${id}"));`
  const proofOfAdmin = () =>
    `CALL_METHOD Address("${bench.admin.account}") "create_proof_of_non_fungibles" Address("${bench.admin.badge}") Array<NonFungibleLocalId>(NonFungibleLocalId("#1#"));`
  const holderRule = (id: string, bond: string = bench.bond) =>
    `Enum<2u8>(Enum<0u8>(Enum<0u8>(Enum<0u8>(Tuple(Address("${bond}"), NonFungibleLocalId("${id}"))))))`
  const proposal = (id: string, bond: string = bench.bond) =>
    `Tuple(${holderRule(id, bond)}, ${holderRule(id, bond)}, Enum<1u8>()) Enum<0u8>()`
  const onVault = (method: string, args = "", number = 1) =>
    `CALL_METHOD Address("${bench.vaultOf(number).vault}") "${method}" ${args};`
  const ids = (holder: string) => bench.ids(holder, bench.bond)
  const waitOut = () => bench.wait(DELAY_MINUTES)
  const sold = (who: Signer, units = 1n) => assert.strictEqual(bench.sell(who, units).status, "CommittedSuccess")

  it("are issued together with their collateral, by one transaction that burns the timer key", () => {
    const { token, treasury } = bench
    assert.deepStrictEqual(ids(treasury), ["#1#", "#2#", "#3#"])
    assert.deepStrictEqual([1, 2, 3].map(bench.collateral), ["120", "120", "120"])
    assert.strictEqual(bench.balance(treasury, token), "640")
    for (const number of [1, 2, 3]) {
      const entity = bench.rows.get("entity", bench.vaultOf(number).vault)
      assert(entity?.blueprint === "AccessController")
      assert.deepStrictEqual([entity.roles.primary?.type, entity.roles.confirmation?.type], ["deny", "deny"])
      assert.strictEqual(entity.recovery?.confirmableFrom, (Math.floor(bench.issuedAt / 60) + DELAY_MINUTES) * 60)
      const timer = entity.roles.recovery
      assert(timer?.type === "protected" && timer.node.type === "basic" && timer.node.requirement.type === "require")
      const key = bench.rows.get("entity", timer.node.requirement.badge.resource)
      assert(key?.blueprint === "FungibleResourceManager")
      assert.strictEqual(key.supply, 0n)
      assert.strictEqual(key.roles.minter?.type, "deny")
      assert.strictEqual(key.roles.minter_updater?.type, "deny")
    }
  })

  it("are not issued at all when the treasury lacks the collateral of one of them", () => {
    const before = bench.balance(bench.treasury, bench.token)
    failing(bench.sign(Templates.issueSecured(bench.terms(214n * ONE)), bench.founder), "not enough")
    assert.strictEqual(bench.balance(bench.treasury, bench.token), before)
  })

  it("are issued once, so that the same collateral never secures two series", () => {
    failing(bench.sign(Templates.issueSecured(bench.terms()), bench.founder), "is locked")
    assert.strictEqual(bench.balance(bench.treasury, bench.token), "640")
  })

  it("are not issued by someone without an admin badge", () => {
    failing(bench.sign(Templates.issueSecured(bench.terms(ONE)), bench.ada), "not authorized")
  })

  it("are sold and redeemed by the orders and settlements of every series", () => {
    sold(bench.ada, 2n)
    assert.lengthOf(ids(accountOf(bench.ada)), 2)
    assert.strictEqual(bench.balance(bench.treasury, XRD), "184")
    assert.strictEqual(bench.redeem(bench.ada).status, "CommittedSuccess")
    assert.lengthOf(ids(accountOf(bench.ada)), 1)
    assert.lengthOf(ids(bench.treasury), 2)
  })

  describe("before the delay is over", () => {
    beforeEach(() => {
      sold(bench.ada)
      bench.wait(DELAY_MINUTES - 1)
    })

    it("the holder, the issuer and strangers cannot take the collateral", () => {
      failing(bench.sign(bench.take(bench.ada, [1]), bench.ada), "the delay is not over yet")
      failing(bench.sign(bench.release([2]), bench.founder), "the delay is not over yet")
      failing(bench.run(onVault("timed_confirm_recovery", proposal("#1#")), bench.ben), "the delay is not over yet")
    })

    it.each([
      ["initiate_recovery_as_primary", () => proposal("#1#")],
      ["initiate_recovery_as_recovery", () => proposal("#1#")],
      ["quick_confirm_recovery_role_recovery_proposal", () => proposal("#1#")],
      ["cancel_recovery_role_recovery_proposal", () => ""],
      ["stop_timed_recovery", () => proposal("#1#")],
      ["initiate_badge_withdraw_attempt_as_primary", () => ""],
      ["initiate_badge_withdraw_attempt_as_recovery", () => ""],
      ["create_proof", () => ""],
      ["lock_primary_role", () => ""],
      ["unlock_primary_role", () => ""]
    ])("nobody may call %s", (method, args) => {
      const call = onVault(method, args())
      failing(bench.run(proofOfAdmin() + call, bench.founder), "not authorized")
      failing(bench.run(proofOfBond(bench.ada, "#1#") + call, bench.ada), "not authorized")
      failing(bench.run(call, bench.ben), "not authorized")
      assert.strictEqual(bench.collateral(1), "120")
    })

    it("nobody can change a role of the controller or set its owner", () => {
      const { vault } = bench.vaultOf(1)
      const rule = "Enum<0u8>()"
      const role = `SET_ROLE Address("${vault}") Enum<0u8>() "primary" ${rule};`
      failing(bench.run(proofOfAdmin() + role, bench.founder), "")
      failing(bench.run(`${proofOfAdmin()}SET_OWNER_ROLE Address("${vault}") ${rule};`, bench.founder), "is fixed")
    })

    it("no further timer key can be made", () => {
      const entity = bench.rows.get("entity", bench.vaultOf(1).vault)
      assert(entity?.blueprint === "AccessController" && entity.roles.recovery?.type === "protected")
      const { node } = entity.roles.recovery
      assert(node.type === "basic" && node.requirement.type === "require")
      const mint = `MINT_FUNGIBLE Address("${node.requirement.badge.resource}") Decimal("1");`
      failing(bench.run(proofOfAdmin() + mint, bench.founder), "not authorized")
    })
  })

  describe("from the moment the delay is over", () => {
    beforeEach(() => {
      sold(bench.ada)
      waitOut()
    })

    it("the holder takes exactly the collateral of their bond, once, and keeps the bond", () => {
      committed(bench.sign(bench.take(bench.ada, [1]), bench.ada))
      assert.strictEqual(bench.balance(accountOf(bench.ada), bench.token), "120")
      assert.deepStrictEqual(ids(accountOf(bench.ada)), ["#1#"])
      assert.deepStrictEqual([1, 2, 3].map(bench.collateral), ["0", "120", "120"])
      failing(bench.sign(bench.take(bench.ada, [1]), bench.ada), "no recovery is under way")
      failing(bench.sign(bench.take(bench.ada, [1], { isConfirmed: true }), bench.ada), "not authorized")
    })

    it("a bond of another number opens nothing", () => {
      failing(bench.sign(bench.take(bench.ada, [2]), bench.ada), "#2# is not there")
      const other = onVault("timed_confirm_recovery", proposal("#1#"), 2)
      failing(bench.run(other, bench.ada), "another recovery is under way")
      const theirs = [onVault("timed_confirm_recovery", proposal("#2#"), 2), proofOfBond(bench.ada, "#1#")]
      const call = onVault("initiate_badge_withdraw_attempt_as_primary", "", 2)
      failing(bench.run([...theirs, call].join("\n"), bench.ada), "not authorized")
    })

    it("no other proposal can be confirmed", () => {
      for (const given of [proposal("#2#"), proposal("#1#", bench.admin.badge)]) {
        failing(bench.run(onVault("timed_confirm_recovery", given), bench.founder), "another recovery is under way")
      }
    })

    it("the issuer takes the collateral of bonds that the treasury holds, and of no other", () => {
      failing(bench.sign(bench.release([1]), bench.founder), "#1# is not there")
      failing(bench.sign(bench.release([2, 3]), bench.ada), "not authorized")
      committed(bench.sign(bench.release([2, 3]), bench.founder))
      assert.strictEqual(bench.balance(bench.treasury, bench.token), "880")
      assert.deepStrictEqual([1, 2, 3].map(bench.collateral), ["120", "0", "0"])
    })

    it("its present holder counts, and a former holder does not", () => {
      committed(bench.send(bench.ada, "#1#", accountOf(bench.ben)))
      failing(bench.sign(bench.take(bench.ada, [1]), bench.ada), "#1# is not there")
      committed(bench.sign(bench.take(bench.ben, [1]), bench.ben))
      assert.strictEqual(bench.balance(accountOf(bench.ben), bench.token), "120")
    })

    it("a stranger who confirms first changes nothing for the holder", () => {
      committed(bench.run(onVault("timed_confirm_recovery", proposal("#1#")), bench.ben))
      failing(bench.sign(bench.take(bench.ada, [1]), bench.ada), "no recovery is under way")
      committed(bench.sign(bench.take(bench.ada, [1], { isConfirmed: true }), bench.ada))
      assert.strictEqual(bench.balance(accountOf(bench.ada), bench.token), "120")
    })

    it("a withdrawal that a former holder began is finished by the present one", () => {
      const begun = [
        onVault("timed_confirm_recovery", proposal("#1#")),
        proofOfBond(bench.ada, "#1#"),
        onVault("initiate_badge_withdraw_attempt_as_primary")
      ]
      committed(bench.run(begun.join("\n"), bench.ada))
      committed(bench.send(bench.ada, "#1#", accountOf(bench.ben)))
      const rest = { isConfirmed: true, isWithdrawing: true }
      failing(bench.sign(bench.take(bench.ben, [1], { isConfirmed: true }), bench.ben), "under way already")
      committed(bench.sign(bench.take(bench.ben, [1], rest), bench.ben))
      assert.strictEqual(bench.balance(accountOf(bench.ben), bench.token), "120")
    })
  })

  it("cannot be burned, because their collateral would be lost", () => {
    sold(bench.ada)
    const burn = `CALL_METHOD Address("${accountOf(bench.ada)}") "burn_non_fungibles" Address("${bench.bond}") Array<NonFungibleLocalId>(NonFungibleLocalId("#1#"));`
    failing(bench.run(burn, bench.ada), "not authorized")
    failing(bench.run(proofOfAdmin() + burn, bench.founder, bench.ada), "not authorized")
  })

  it("have the delay that the ledger's clock counts, in whole minutes", () => {
    sold(bench.ada)
    bench.now = (Math.floor(bench.issuedAt / 60) + DELAY_MINUTES) * 60 - 1
    failing(bench.sign(bench.take(bench.ada, [1]), bench.ada), "the delay is not over yet")
    bench.now += 1
    committed(bench.sign(bench.take(bench.ada, [1]), bench.ada))
  })

  it("take no delay beyond 32 bits of minutes", () => {
    const terms = bench.terms(ONE, 1n)
    const tooLong = { ...terms, collateral: { ...terms.collateral, delayMinutes: 2 ** 32 } }
    assert.throws(() => bench.run(renderManifest(Templates.issueSecured(tooLong)), bench.founder))
  })

  it("fit into one transaction up to their largest number", () => {
    const most = BigInt(Templates.MAX_SECURED)
    committed(bench.sign(Templates.issueSecured(bench.terms(COLLATERAL / 10n, most)), bench.founder))
  })
})
