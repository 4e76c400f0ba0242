/**
 * Who can do what with a multisig treasury, its escrows and its lockers: the table of the page (what-holds.tsx) and of
 * docs/ledger.md. A row names exactly those for whom the ledger carries it out.
 */
import { assert, beforeEach, describe, it } from "vitest"
import { rules } from "~/components/treasury/multisig/what-holds"
import { badgeOfKey, type Manifest, ONE, renderManifest, type Signer, Templates } from "~/ledger/index"
import { asAccount } from "../../addresses"
import { failing, rejecting, XRD } from "../bench"
import { accountOf, STOKENET, signer } from "../signing"
import { EscrowCouncil } from "./escrowCouncil"
import { merged, signedBy } from "./requests"

/**
 * Two of three signers, an escrow of theirs with a locker that contains something, and an admin whose badge does not
 * count.
 */
class Trusted extends EscrowCouncil {
  readonly other = signer(44)

  constructor() {
    super()
    this.fund(this.other)
    const more = { id: "#4#", name: "Admin 4", role: "admin", iconUrl: "https://commons.example/icon.png" }
    this.done(Templates.addAdmin({ admin: this.admin, account: accountOf(this.other), ...more }), this.founder)
    this.ok(`CALL_METHOD Address("${accountOf(this.ben)}") "set_default_deposit_rule" Enum<1u8>();`, this.ben)
    this.byKey(this.batch("p1-1"))
    this.ok(`CALL_METHOD Address("${accountOf(this.ben)}") "set_default_deposit_rule" Enum<0u8>();`, this.ben)
  }

  /** Shows the proofs of these badges, and is signed by these signers. */
  tried = (text: string, badges: ReadonlyArray<number>, signers: ReadonlyArray<Signer>) => {
    const proofs = badges.map((n) =>
      n === 4
        ? this.proof(1).replace(accountOf(this.founder), accountOf(this.other)).replace("#1#", "#4#")
        : this.proof(n)
    )
    return this.run(proofs.join("") + text, ...signers)
  }
}

const who = {
  "a stranger": (t: Trusted) => ({ badges: [], signers: [t.ben] }),
  "the relayer": (t: Trusted) => ({ badges: [], signers: [t.relayer] }),
  "an admin who does not count": (t: Trusted) => ({ badges: [4], signers: [t.other] }),
  "one signer": (t: Trusted) => ({ badges: [1], signers: [t.founder] }),
  "one signer and the relayer": (t: Trusted) => ({ badges: [1], signers: [t.founder, t.relayer] }),
  "one signer and an admin who does not count": (t: Trusted) => ({ badges: [1, 4], signers: [t.founder, t.other] }),
  "two signers": (t: Trusted) => ({ badges: [1, 3], signers: [t.founder, t.third] })
} as const
type Who = keyof typeof who
const TWO: ReadonlyArray<Who> = ["two signers"]
const WITH_KEY: ReadonlyArray<Who> = ["the relayer", "one signer and the relayer", "two signers"]
const ANY_BADGE: ReadonlyArray<Who> = [
  "an admin who does not count",
  "one signer",
  "one signer and the relayer",
  "one signer and an admin who does not count",
  "two signers"
]

const toAda = (t: Trusted) =>
  `CALL_METHOD Address("${accountOf(t.ada)}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`
const out = (t: Trusted, account: string) =>
  `CALL_METHOD Address("${account}") "withdraw" Address("${t.token}") Decimal("1");\n${toAda(t)}`
const text = (manifest: Manifest) => renderManifest(manifest)

const [SPEND, SET_ASIDE, PAY, , CHANGE, CARRY, ELSE, , BADGE, UNCLAIMED] = rules("Two of three").map(([act]) => act)

/** The page's row, what is attempted, and who can do it. */
const rows: ReadonlyArray<
  readonly [page: string | undefined, what: string, (t: Trusted) => string, ReadonlyArray<Who>]
> = [
  [SPEND, "spend from the treasury", (t) => out(t, t.treasury), TWO],
  [SET_ASIDE, "set money aside in an escrow", (t) => text(t.funding("park:p9")), TWO],
  [
    SET_ASIDE,
    "issue a bond",
    (t) =>
      text(
        Templates.issueSeries({
          by: t.opener,
          treasury: t.treasury,
          communityName: "Harbour Commons",
          seriesId: "HARB-1",
          name: "Harbour bond 1",
          symbol: "HARB1",
          iconUrl: "https://commons.example/icon.png",
          units: 100n,
          currency: XRD,
          faceValue: 10n * ONE,
          issuePrice: 9n * ONE,
          maturesAt: 1_900_000_000n,
          termsUrl: "https://commons.example/terms.json",
          termsHash: "ab".repeat(32)
        })
      ),
    TWO
  ],
  [SET_ASIDE, "take an escrow back", (t) => text(t.back(30n)), WITH_KEY],
  [PAY, "pay a list from the escrow", (t) => text(t.batch("p1-2", 5n)), WITH_KEY],
  [PAY, "send what is in the escrow elsewhere", (t) => out(t, t.escrow), WITH_KEY],
  [
    PAY,
    "change the plan that stands on the escrow",
    (t) => `SET_METADATA Address("${t.escrow}") "plan" Enum<Metadata::String>("other");`,
    []
  ],
  [PAY, "change who opens the escrow", (t) => `SET_OWNER_ROLE Address("${t.escrow}") Enum<0u8>();`, []],
  [
    PAY,
    "take what waits in the escrow's locker",
    (t) =>
      `CALL_METHOD Address("${t.payouts}") "recover" Address("${accountOf(t.ben)}") Address("${t.token}") Decimal("30");\n${toAda(t)}`,
    TWO
  ],
  [CHANGE, "replace a signer", (t) => text(t.becomes(["#1#", "#2#"], "request:rule")), TWO],
  [
    CHANGE,
    "end the rule",
    (t) =>
      text(
        Templates.releaseRequest({
          treasury: t.treasury,
          badge: t.admin.badge,
          idempotencyKey: "request:end",
          digest: "00"
        })
      ),
    TWO
  ],
  [
    BADGE,
    "make a further admin badge",
    (t) => {
      const made = { id: "#9#", name: "Another", role: "admin", iconUrl: "https://commons.example/icon.png" }
      // Without the proof that the template begins with: each tester shows their own.
      const [, ...rest] = Templates.addAdmin({ admin: t.admin, account: accountOf(t.ben), ...made }).instructions
      return text({ instructions: rest })
    },
    ANY_BADGE
  ]
]

describe("who can do what with a treasury of two of three signers", () => {
  let bench = new Trusted()
  beforeEach(() => {
    bench = new Trusted()
  })

  it.each(rows)("%s: %s", (_page, _what, given, may) => {
    let fresh = bench
    const could = Object.entries(who).flatMap(([name, of]) => {
      const { badges, signers } = of(fresh)
      if (fresh.tried(given(fresh), badges, signers).status !== "CommittedSuccess") return []
      fresh = new Trusted()
      return [name]
    })
    assert.deepStrictEqual(could, [...may])
  })

  it("what waits in the escrow's locker is claimed only by the account it waits for", () => {
    const claim = (by: Signer) =>
      bench.sign(
        Templates.claim({
          locker: bench.payouts,
          account: accountOf(bench.ben),
          resource: bench.token,
          amount: 30n * ONE
        }),
        by
      )
    for (const other of [bench.founder, bench.relayer, bench.other]) failing(claim(other), "not authorized")
    assert.strictEqual(claim(bench.ben).status, "CommittedSuccess")
  })

  it(`${UNCLAIMED}: with any one badge, from the community's first locker`, () => {
    const early = new Trusted()
    const claimant = accountOf(early.ada)
    const taken = (badges: ReadonlyArray<number>, ...signers: ReadonlyArray<Signer>) =>
      early.tried(
        `CALL_METHOD Address("${early.locker}") "recover" Address("${claimant}") Address("${XRD}") Decimal("1");\n${toAda(early)}`,
        badges,
        signers
      )
    early.ok(
      `CALL_METHOD Address("${accountOf(early.founder)}") "create_proof_of_non_fungibles" Address("${early.admin.badge}") Array<NonFungibleLocalId>(NonFungibleLocalId("#1#"));
       CALL_METHOD Address("${accountOf(early.founder)}") "withdraw" Address("${XRD}") Decimal("3");
       TAKE_ALL_FROM_WORKTOP Address("${XRD}") Bucket("left");
       CALL_METHOD Address("${early.locker}") "store" Address("${claimant}") Bucket("left") false;`,
      early.founder
    )
    failing(taken([], early.relayer), "not authorized")
    failing(taken([], early.ben), "not authorized")
    assert.strictEqual(taken([4], early.other).status, "CommittedSuccess")
    assert.strictEqual(taken([1], early.founder).status, "CommittedSuccess")
  })

  it(`${CARRY}: by the relayer and by a stranger, exactly as signed and once`, () => {
    for (const by of [bench.relayer, bench.ben]) {
      const request = bench.request([1, 3], bench.paying(5n, `request:${by.publicKey.bytes[0]}`))
      const whole = merged(request, signedBy(request, bench.founder, bench.third))
      assert.strictEqual(bench.sent(request, whole, [by]).status, "CommittedSuccess")
      rejecting(bench.sent(request, whole, [bench.relayer]), "committed before")
    }
    assert.strictEqual(bench.paid(), "10")
  })

  it(`${ELSE}: not by the relayer with one signer, for an escrow or its locker either`, () => {
    const request = bench.request([1, 3], bench.paying())
    const whole = merged(request, signedBy(request, bench.founder, bench.third))
    for (const more of [
      out(bench, bench.treasury),
      `CALL_METHOD Address("${bench.payouts}") "recover" Address("${accountOf(bench.ben)}") Address("${bench.token}") Decimal("30");\n${toAda(bench)}`
    ]) {
      const root = `${bench.rootOf(request)}\n${bench.proof(1)}${more}`
      failing(bench.sent(request, whole, [bench.relayer, bench.founder], root), "not authorized")
    }
    assert.strictEqual(bench.paid(), "0")
  })

  it("a signer whose account changed its keys: the old signature opens nothing, one by the new key does", () => {
    const [before, after] = [signer(45), signer(46)]
    const rule = ({ publicKey }: Signer) => {
      const { id = "", resource } = badgeOfKey(publicKey, STOKENET)
      return `Enum<2u8>(Enum<0u8>(Enum<0u8>(Enum<0u8>(NonFungibleGlobalId("${resource}:${id}")))))`
    }
    const made = bench.ok(`CREATE_ACCOUNT_ADVANCED Enum<2u8>(${rule(before)}) None;`, bench.founder)
    const account = asAccount(bench.made(made, "account_"))
    const more = { id: "#5#", name: "Signer 5", role: "signer", iconUrl: "https://commons.example/icon.png" }
    bench.done(Templates.addAdmin({ admin: bench.admin, account, ...more }), bench.founder)
    const change = bench.request([1, 2], bench.becomes(["#1#", "#5#"], "request:five"))
    assert.strictEqual(bench.happens(change, bench.founder, bench.ada).status, "CommittedSuccess")
    const request = bench.requestBy([bench.side(1), { ...bench.admin, account, id: "#5#" }], bench.paying())
    const first = signedBy(request, before)
    bench.ok(`SET_OWNER_ROLE Address("${account}") ${rule(after)};`, before)
    failing(bench.sent(request, merged(request, first, signedBy(request, bench.founder))), "not authorized")
    assert.strictEqual(bench.happens(request, after, bench.founder).status, "CommittedSuccess")
    assert.strictEqual(bench.paid(), "5")
  })

  it("has a case for every row of the page that the ledger enforces", () => {
    const held = rules("Two of three").filter(([, , by]) => by === "ledger")
    const tried = [...rows.map(([page]) => page), CARRY, ELSE, UNCLAIMED]
    assert.deepStrictEqual(
      held.map(([act]) => act).filter((act) => !tried.includes(act)),
      []
    )
  })
})
