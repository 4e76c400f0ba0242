/** Templates 01-10 and 18-28: a community from its deployment to its payments, and the limits of each role. */
import { bytesToHex } from "@noble/hashes/utils.js"
import { assert, beforeEach, describe, it } from "vitest"
import { requires } from "~/ledger/engine/auth/Rule"
import { publicKeyHash } from "~/ledger/index"
import { Bench, committed, failing, XRD } from "../bench"
import { ABSENT } from "../scenarios"
import { accountOf, signer } from "../signing"
import { templates } from "../templates"

const allow = "Enum<0u8>()"

describe.skipIf(templates === undefined)(templates === undefined ? ABSENT : "a community", () => {
  let bench = new Bench()
  const { MEMBER_1 = "", MEMBER_2 = "", ADMIN_ACCOUNT = "" } = bench.names

  beforeEach(() => {
    bench = new Bench()
    bench.fund(bench.founder, bench.ada, bench.ben)
  })

  it("is deployed by one transaction that links badge, token, treasury and locker", () => {
    const done = bench.deploy()
    const { LOCKER = "", OWNER_BADGE = "", TOKEN = "", TREASURY = "" } = bench.names
    assert.lengthOf(done.created, 4)
    assert.deepStrictEqual(bench.ids(ADMIN_ACCOUNT, OWNER_BADGE), ["#1#"])
    assert.strictEqual(bench.balance(TREASURY, TOKEN), "1000000")
    assert.strictEqual(bench.rows.get("entity", OWNER_BADGE)?.blueprint, "NonFungibleResourceManager")
    const badgeRule = requires(OWNER_BADGE)
    assert.deepStrictEqual(bench.rows.get("entity", TREASURY)?.owner, { rule: badgeRule, updatable: true })
    assert.deepStrictEqual(bench.rows.get("entity", LOCKER)?.roles.storer, badgeRule)
    assert.deepStrictEqual(bench.rows.get("entity", LOCKER)?.roles.recoverer, { type: "deny" })
    assert.isString(bench.rows.get("metadata", `${TREASURY}/app_community_id`)?.value)
    assert.isString(bench.rows.get("metadata", `${TOKEN}/dapp_definitions`)?.value)
  })

  it("has a fixed supply unless it chose otherwise", () => {
    bench.deploy()
    failing(bench.run(bench.text("02"), bench.founder), "minting")
    const open = new Bench()
    open.fund(open.founder)
    open.deploy({ MINT_RULE: allow })
    open.ok(open.text("02"), open.founder)
    assert.strictEqual(open.balance(open.name("TREASURY"), open.name("TOKEN")), "1000005")
  })

  it("adds a second admin, who can then pay like the first", () => {
    bench.deploy()
    bench.ok(bench.text("03"), bench.founder)
    assert.deepStrictEqual(bench.ids(MEMBER_1, bench.name("OWNER_BADGE")), ["#2#"])
    const byAda = bench.text("22", { ADMIN_ACCOUNT: MEMBER_1 }).replace("#1#", "#2#")
    bench.ok(byAda, bench.ada)
    assert.strictEqual(bench.balance(MEMBER_2, bench.name("TOKEN")), "500")
    failing(bench.run(bench.text("03"), bench.founder), "exists already")
  })

  it("pays once per proposal, and only with an admin's signature", () => {
    bench.deploy()
    failing(bench.run(bench.text("22"), bench.ada), "not authorized")
    bench.ok(bench.text("22"), bench.founder)
    failing(bench.run(bench.text("22"), bench.founder), "is locked")
    assert.strictEqual(bench.balance(MEMBER_2, bench.name("TOKEN")), "500")
    assert.strictEqual(bench.balance(bench.name("TREASURY"), bench.name("TOKEN")), "999500")
  })

  it("pays directly to accounts that accept, into the locker for the others, and only once", () => {
    bench.deploy()
    const { LOCKER = "", TOKEN = "", TREASURY = "" } = bench.names
    bench.ok(`CALL_METHOD Address("${MEMBER_1}") "set_default_deposit_rule" Enum<1u8>();`, bench.ada)
    bench.ok(bench.text("07"), bench.founder)
    assert.strictEqual(bench.balance(`${LOCKER}/${MEMBER_1}`, TOKEN), "100")
    assert.strictEqual(bench.balance(MEMBER_1, TOKEN), "0")
    assert.strictEqual(bench.balance(MEMBER_2, TOKEN), "250")
    assert.strictEqual(bench.balance(TREASURY, TOKEN), "999650")
    failing(bench.run(bench.text("07"), bench.founder), "is locked")
    assert.strictEqual(bench.balance(MEMBER_2, TOKEN), "250")

    failing(bench.run(bench.text("08"), bench.ben), "not authorized: claiming for")
    bench.ok(bench.text("08"), bench.ada)
    assert.strictEqual(bench.balance(MEMBER_1, TOKEN), "100")
    failing(bench.run(bench.text("08"), bench.ada), "not enough")
  })

  it("refuses a payout whose parts are less or more than what was withdrawn", () => {
    bench.deploy()
    failing(bench.run(bench.text("07").replaceAll("350", "351"), bench.founder), "left on the worktop")
    failing(bench.run(bench.text("07").replaceAll("350", "349"), bench.founder), "not enough")
  })

  it("recovers unclaimed payouts only from a locker that permits it", () => {
    bench.deploy()
    const drop = { TRY_DIRECT: "false" }
    bench.ok(bench.text("07", drop), bench.founder)
    failing(bench.run(bench.text("10"), bench.founder), "recovering")
    const other = new Bench()
    other.fund(other.founder)
    other.deploy({ RECOVER_RULE: allow })
    other.ok(other.text("07", drop), other.founder)
    other.ok(other.text("10"), other.founder)
    assert.strictEqual(other.balance(other.name("TREASURY"), other.name("TOKEN")), "999900")
  })

  it("issues badges that cannot be transferred but can be burned by their holder", () => {
    bench.deploy()
    const made = bench.ok(bench.text("04"), bench.founder)
    const MEMBER_BADGE = bench.made(made, "resource")
    const values = { MEMBER_BADGE }
    bench.ok(bench.text("05", values), bench.founder)
    const [id = ""] = bench.ids(MEMBER_1, MEMBER_BADGE)
    assert.match(id, /^\{[0-9a-f]{16}(-[0-9a-f]{16}){3}\}$/)
    const give = `CALL_METHOD Address("${MEMBER_1}") "withdraw" Address("${MEMBER_BADGE}") Decimal("1");
      CALL_METHOD Address("${MEMBER_2}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`
    failing(bench.run(give, bench.ada), "withdrawing")
    const leave = bench.text("06", values).replace(/\{1111[^"]*\}/, id)
    failing(bench.run(leave, bench.ben), "not authorized")
    bench.ok(leave, bench.ada)
    assert.deepStrictEqual(bench.ids(MEMBER_1, MEMBER_BADGE), [])
    assert.isNull(bench.rows.get("item", `${MEMBER_BADGE}/${id}`)?.holder)
    assert.lengthOf(bench.ids(MEMBER_2, MEMBER_BADGE), 1)
  })

  it("updates its links", () => {
    bench.deploy()
    const key = `${bench.name("TREASURY")}/claimed_entities`
    const before = bench.rows.get("metadata", key)?.value
    bench.ok(bench.text("27"), bench.founder)
    assert.notStrictEqual(bench.rows.get("metadata", key)?.value, before)
    failing(bench.run(bench.text("27"), bench.ada), "not authorized")
  })

  it("can require two of three signatures, after which one admin alone is refused", () => {
    bench.deploy()
    const council = [signer(31), signer(32), signer(33)]
    const text = council.reduce((all, { publicKey }, index) => {
      const hashes = ["1a", "2b", "3c"].map((pair) => pair.repeat(29))
      return all.replace(hashes[index] ?? "", bytesToHex(publicKeyHash(publicKey.bytes)))
    }, bench.text("28"))
    bench.ok(text, bench.founder)
    failing(bench.run(bench.text("22"), bench.founder), "not authorized")
    const pay = bench.text("22").split("\n").slice(2).join("\n")
    failing(bench.run(pay, ...council.slice(0, 1)), "not authorized")
    bench.ok(pay, ...council.slice(1))
    assert.strictEqual(bench.balance(MEMBER_2, bench.name("TOKEN")), "500")
  })

  it("pays through an escrow that opens with two of three approvals", () => {
    bench.deploy()
    const made = bench.ok(bench.text("23"), bench.founder)
    const APPROVAL = bench.made(made, "resource")
    const ESCROW = bench.made(made, "account_tdx_2_1c")
    const values = { APPROVAL, ESCROW, PAYEE: MEMBER_2 }
    assert.strictEqual(bench.balance(ESCROW, bench.name("TOKEN")), "500")
    failing(bench.run(bench.text("25", values), bench.ben), "not enough")
    bench.ok(bench.text("24", { ...values, ADMIN_ACCOUNT: MEMBER_1 }), bench.ada)
    bench.ok(bench.text("25", values), bench.ben)
    assert.strictEqual(bench.balance(MEMBER_2, bench.name("TOKEN")), "500")
    assert.strictEqual(bench.balance(MEMBER_2, APPROVAL), "0")
    const supply = bench.rows.get("entity", APPROVAL)
    assert.strictEqual(supply?.blueprint === "FungibleResourceManager" ? supply.supply : undefined, 10n ** 18n)
  })

  it("needs XRD for its transactions, which the faucet gives once per transaction", () => {
    const poor = signer(40)
    const twice = bench.text("26", { MEMBER_1: accountOf(poor) }).replace(/(CALL_METHOD.*"free";)/, "$1\n$1")
    failing(bench.run(twice), "once a transaction")
    committed(bench.run(bench.text("26", { MEMBER_1: accountOf(poor) })))
    assert.strictEqual(bench.balance(accountOf(poor), XRD), "10000")
  })
})
