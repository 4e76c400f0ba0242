/** Instructions one by one: what each does and refuses. */
import { assert, beforeEach, describe, it } from "vitest"
import {
  buildIntentV1,
  type IntentV2,
  type Message,
  notarizeV1,
  notarizeV2,
  plaintext,
  type SignedPartial,
  signV1,
  signV2,
  subintentHash,
  writeHash
} from "~/ledger/index"
import { Bench, FAUCET, failing, rejecting, XRD } from "../bench"
import { accountOf, compiled, notary, signedPartial, signedV1, signedV2, signer } from "../signing"

const ada = signer(12)
const ben = signer(13)
const ADA = accountOf(ada)
const BEN = accountOf(ben)

const out = (amount: string, from = ADA) =>
  `CALL_METHOD Address("${from}") "withdraw" Address("${XRD}") Decimal("${amount}");\n`
const into = (to: string) =>
  `CALL_METHOD Address("${to}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;\n`
const take = (amount: string, name = "b") =>
  `TAKE_FROM_WORKTOP Address("${XRD}") Decimal("${amount}") Bucket("${name}");\n`
const xrdIs = (constraint: string) => `Map<Address, Enum>(Address("${XRD}") => ${constraint})`

let bench = new Bench()
beforeEach(() => {
  bench = new Bench()
  const free = `CALL_METHOD Address("${FAUCET}") "free";\n`
  bench.ok(free + into(ADA))
  bench.ok(free + into(BEN))
})

describe("worktop and buckets", () => {
  it("leave nothing over", () => {
    failing(bench.run(out("5"), ada), "left on the worktop")
    failing(bench.run(out("5") + take("5"), ada), "a bucket is left over")
    failing(bench.run(out("5") + take("6"), ada), "not enough")
    failing(bench.run(out("10001") + into(BEN), ada), "not enough")
    failing(bench.run(out("-1") + into(BEN), ada), "negative")
    bench.ok(`${out("5")}${take("2")}RETURN_TO_WORKTOP Bucket("b");\n${into(BEN)}`, ada)
    assert.strictEqual(bench.balance(BEN), "10005")
  })

  it.each([
    ['ASSERT_WORKTOP_CONTAINS Address("X") Decimal("5");', ""],
    ['ASSERT_WORKTOP_CONTAINS Address("X") Decimal("5.1");', "less than"],
    ['ASSERT_WORKTOP_CONTAINS_ANY Address("X");', ""]
  ])("assert with %s", (assertion, reason) => {
    const outcome = bench.run(out("5") + assertion.replace("X", XRD) + into(BEN), ada)
    if (reason === "") assert.strictEqual(outcome.status, "CommittedSuccess")
    else failing(outcome, reason)
  })
})

describe("assertions of version 2", () => {
  const run = (text: string) =>
    bench.submitV2(signedV2(`CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5");\n${text}`, [], [ada]))

  it.each([
    [`ASSERT_NEXT_CALL_RETURNS_ONLY ${xrdIs('Enum<1u8>(Decimal("5"))')};${out("5")}${into(BEN)}`, ""],
    [`ASSERT_NEXT_CALL_RETURNS_ONLY ${xrdIs('Enum<1u8>(Decimal("4"))')};${out("5")}${into(BEN)}`, "more than"],
    [`ASSERT_NEXT_CALL_RETURNS_ONLY ${xrdIs('Enum<2u8>(Decimal("6"))')};${out("5")}${into(BEN)}`, "less than"],
    [`ASSERT_NEXT_CALL_RETURNS_INCLUDE Map<Address, Enum>();${out("5")}${into(BEN)}`, ""],
    [`ASSERT_NEXT_CALL_RETURNS_ONLY Map<Address, Enum>();${out("5")}${into(BEN)}`, "besides"],
    [`ASSERT_NEXT_CALL_RETURNS_ONLY Map<Address, Enum>();${take("0")}`, "needs one"],
    [`ASSERT_NEXT_CALL_RETURNS_ONLY Map<Address, Enum>();`, "needs one"],
    [`${out("5")}ASSERT_WORKTOP_IS_EMPTY;${into(BEN)}`, "besides"],
    [`${out("5")}ASSERT_WORKTOP_RESOURCES_INCLUDE ${xrdIs("Enum<0u8>()")};${into(BEN)}`, ""],
    [`ASSERT_WORKTOP_RESOURCES_INCLUDE ${xrdIs("Enum<0u8>()")};`, "holds 0"],
    [
      `${out("5")}${take("5")}ASSERT_BUCKET_CONTENTS Bucket("b") Enum<1u8>(Decimal("5"));RETURN_TO_WORKTOP Bucket("b");${into(BEN)}`,
      ""
    ],
    [
      `${out("5")}${take("5")}ASSERT_BUCKET_CONTENTS Bucket("b") Enum<2u8>(Decimal("7"));RETURN_TO_WORKTOP Bucket("b");${into(BEN)}`,
      "less than"
    ]
  ])("%s", (text, reason) => {
    const outcome = run(text)
    if (reason === "") assert.strictEqual(outcome.status, "CommittedSuccess", "error" in outcome ? outcome.error : "")
    else failing(outcome, reason)
  })
})

describe("proofs", () => {
  const prove = (amount: string) =>
    `CALL_METHOD Address("${ADA}") "create_proof_of_amount" Address("${XRD}") Decimal("${amount}");\n`

  it("lock what backs them until they are dropped", () => {
    failing(bench.run(prove("9999") + out("2") + into(BEN), ada), "not enough")
    bench.ok(`${prove("9999")}DROP_AUTH_ZONE_REGULAR_PROOFS;\n${out("2")}${into(BEN)}`, ada)
    failing(bench.run(prove("0") + out("2") + into(BEN), ada), "for a proof")
  })

  it("overlap: two proofs of the same money lock the larger amount, not the sum", () => {
    bench.ok(prove("6000") + prove("7000") + out("3000") + into(BEN), ada)
    failing(bench.run(prove("6000") + prove("7000") + out("1") + into(BEN), ada), "not enough")
  })

  it("of a bucket prevent the bucket from moving", () => {
    const locked = `${out("5")}${take("5")}CREATE_PROOF_FROM_BUCKET_OF_AMOUNT Bucket("b") Decimal("1") Proof("p");\n`
    // While the proof has a name, the compiler refuses already.
    const pushed = `${locked}PUSH_TO_AUTH_ZONE Proof("p");\n`
    failing(bench.run(`${pushed}RETURN_TO_WORKTOP Bucket("b");\n${into(BEN)}`, ada), "cannot move")
    bench.ok(
      `${locked}CLONE_PROOF Proof("p") Proof("q");\nDROP_NAMED_PROOFS;\nRETURN_TO_WORKTOP Bucket("b");\n${into(BEN)}`,
      ada
    )
  })

  it("move between the auth zone and names, and compose", () => {
    bench.ok(
      `${prove("5")}POP_FROM_AUTH_ZONE Proof("p");\nPUSH_TO_AUTH_ZONE Proof("p");\n${prove("9")}
      CREATE_PROOF_FROM_AUTH_ZONE_OF_AMOUNT Address("${XRD}") Decimal("9") Proof("q");
      CREATE_PROOF_FROM_AUTH_ZONE_OF_ALL Address("${XRD}") Proof("r");`,
      ada
    )
    const more = `${prove("5")}${prove("9")}CREATE_PROOF_FROM_AUTH_ZONE_OF_AMOUNT Address("${XRD}") Decimal("10") Proof("q");`
    failing(bench.run(more, ada), "does not prove so much")
    failing(bench.run('POP_FROM_AUTH_ZONE Proof("p");', ada), "is empty")
  })

  it.each([
    ["DROP_AUTH_ZONE_REGULAR_PROOFS", true],
    ["DROP_NAMED_PROOFS", true],
    ["DROP_AUTH_ZONE_SIGNATURE_PROOFS", false],
    ["DROP_AUTH_ZONE_PROOFS", false],
    ["DROP_ALL_PROOFS", false]
  ])("of signatures survive %s: %s", (drop, survives) => {
    const outcome = bench.run(`${drop};\n${out("1")}${into(BEN)}`, ada)
    if (survives) assert.strictEqual(outcome.status, "CommittedSuccess")
    else failing(outcome, "not authorized")
  })
})

describe("accounts", () => {
  const rule = (number: number) => `CALL_METHOD Address("${BEN}") "set_default_deposit_rule" Enum<${number}u8>();`
  const prefer = (number: number) =>
    `CALL_METHOD Address("${BEN}") "set_resource_preference" Address("${XRD}") Enum<${number}u8>();`

  it("accept deposits of strangers as their owner's rule says, and refund or abort otherwise", () => {
    bench.ok(prefer(1), ben)
    failing(bench.run(out("1") + into(BEN), ada), "does not accept")
    const refund = into(BEN).replace("_or_abort", "_or_refund")
    bench.ok(out("1") + refund + into(ADA), ada)
    assert.strictEqual(bench.balance(BEN), "10000")
    bench.ok(rule(1) + prefer(0), ben)
    bench.ok(out("1") + into(BEN), ada)
    bench.ok(`CALL_METHOD Address("${BEN}") "remove_resource_preference" Address("${XRD}");`, ben)
    failing(bench.run(out("1") + into(BEN), ada), "does not accept")
    bench.ok(rule(2), ben)
    bench.ok(out("1") + into(BEN), ada)
    failing(bench.run(rule(0), ada), "not authorized")
  })

  it("accept any deposit of an authorized depositor", () => {
    bench.ok(rule(1), ben)
    const badge = `Enum<1u8>(Address("${XRD}"))`
    const bring = out("1") + into(BEN).replace("None", `Some(${badge})`)
    failing(bench.run(bring, ada), "does not accept")
    bench.ok(`CALL_METHOD Address("${BEN}") "add_authorized_depositor" ${badge};`, ben)
    failing(bench.run(bring, ada), "badge was not shown")
    const shown = `CALL_METHOD Address("${ADA}") "create_proof_of_amount" Address("${XRD}") Decimal("1");\n`
    bench.ok(shown + bring, ada)
    bench.ok(`CALL_METHOD Address("${BEN}") "remove_authorized_depositor" ${badge};`, ben)
    failing(bench.run(shown + bring, ada), "does not accept")
  })
})

describe("an instruction outside the subset", () => {
  it.each([
    [`CALL_METHOD Address("${ADA}") "securify";`, "the account method securify"],
    [`CALL_METHOD Address("${XRD}") "get_total_supply";`, "the resource method get_total_supply"],
    [`CREATE_ACCOUNT;`, "the function create of Account"],
    [`CALL_METHOD Address("${FAUCET}") "drain";`, "the faucet method drain"],
    [
      `CALL_METHOD Address("consensusmanager_tdx_2_1scxxxxxxxxxxcnsmgrxxxxxxxxx000999665565xxxxxxxxxv6cg29") "stake";`,
      "does not exist"
    ]
  ])("is refused by name: %s", (text, reason) => {
    failing(bench.run(text, ada), reason)
  })
})

describe("a transaction is rejected", () => {
  it("outside its validity window, or for another network", () => {
    const text = `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5");`
    rejecting(bench.submit(signedV1(text, [], { startEpoch: 0n, endEpoch: 3n })), "was valid until")
    rejecting(bench.submit(signedV1(text, [], { startEpoch: 4n, endEpoch: 5n })), "not valid before")
    rejecting(bench.submit(signedV1(text, [], { networkId: 1 })), "for network 1")
    rejecting(bench.submitV2(signedV2(text, [], [], { maxTimestamp: 1000n })), "was valid until 1000")
    rejecting(bench.submitV2(signedV2(text, [], [], { minTimestamp: 1001n })), "not valid before 1001")
    rejecting(bench.submit(signedV1(text, [], { startEpoch: 0n, endEpoch: 9000n })), "window is invalid")
  })

  it("when its fee is not locked or too small", () => {
    const move = out("1") + into(BEN)
    rejecting(bench.submit(signedV1(move, [ada])), "the fee was not locked")
    const little = `CALL_METHOD Address("${ADA}") "lock_fee" Decimal("0.1");\n`
    rejecting(bench.submit(signedV1(little + move, [ada])), "the fee was not locked")
    rejecting(bench.submit(signedV1(out("1"), [ada])), "the fee was not locked")
  })

  it("when it was committed before, or its signature covers something else", () => {
    const once = signedV1(`CALL_METHOD Address("${ADA}") "lock_fee" Decimal("1");\n${out("1")}${into(BEN)}`, [ada])
    assert.strictEqual(bench.submit(once).status, "CommittedSuccess")
    rejecting(bench.submit(once), "committed before")
    const { signedIntent } = signedV1(out("1"), [ada])
    const mixed = { ...once, signedIntent: { ...once.signedIntent, signatures: signedIntent.signatures } }
    rejecting(bench.submit(mixed), "does not hold")
  })

  it("when its message or the message's type is too long", () => {
    const text = `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5");`
    const whole = signedV1(text, [])
    const { header } = whole.signedIntent.intent
    const first = (message: Message) =>
      bench.submit(notarizeV1(signV1(buildIntentV1(header, compiled(text, "v1"), message), []), notary))
    const second = (message: Message) => {
      const { intent } = signedV2(text, [], []).signedIntent
      const changed = { ...intent, core: { ...intent.core, message } }
      return bench.submitV2(notarizeV2(signV2(changed, [], []), notary))
    }
    const encrypted = (length: number): Message => ({
      kind: "encrypted",
      value: { kind: "Tuple", fields: [{ kind: "Bytes", value: new Uint8Array(length) }] }
    })
    for (const submit of [first, second]) {
      // Two bytes each.
      rejecting(submit(plaintext(`${"é".repeat(1024)}a`)), "more than 2048 bytes")
      rejecting(submit({ kind: "plaintext", mimeType: "a".repeat(129), content: "" }), "more than 128 bytes")
      rejecting(submit({ kind: "plaintext", mimeType: "a", content: new Uint8Array(2049) }), "more than 2048 bytes")
      rejecting(submit(encrypted(2077)), "more than 2048 bytes")
      const longest = { kind: "plaintext", mimeType: "a".repeat(128), content: "é".repeat(1024) } as const
      assert.strictEqual(submit(longest).status, "CommittedSuccess")
    }
  })

  it("when a key signed twice", () => {
    rejecting(bench.submit(signedV1(out("1"), [ada, ada])), "signed twice")
  })

  it("when its subintents are not a tree: one missing, one without parent, one with two", () => {
    const child = signedPartial("YIELD_TO_PARENT;", [])
    const hash = writeHash("subtxid", subintentHash(child.partial.root), 2)
    const text = `USE_CHILD NamedIntent("c") Intent("${hash}");\nYIELD_TO_CHILD NamedIntent("c");`
    const { intent } = signedV2(text, [child]).signedIntent
    const again = (changed: Partial<IntentV2>, children: ReadonlyArray<SignedPartial>) =>
      bench.submitV2(notarizeV2(signV2({ ...intent, ...changed }, children, []), notary))
    rejecting(again({ subintents: [] }, []), "a child is missing")
    rejecting(again({ core: { ...intent.core, children: [] } }, [child]), "has no parent")
    const [first] = intent.core.children
    assert.isDefined(first)
    rejecting(again({ core: { ...intent.core, children: [first, first] } }, [child]), "has two parents")
    rejecting(again({}, []), "do not fit the subintents")
  })
})

describe("fees", () => {
  it("equal the linear estimate and are taken from the vault that locked them, also on failure", () => {
    const lock = `CALL_METHOD Address("${ADA}") "lock_fee" Decimal("5");\n`
    const done = bench.submit(signedV1(lock + out("1") + into(BEN), [ada]))
    assert.strictEqual("fee" in done ? done.fee : 0n, 240_000_000_000_000_000n)
    assert.strictEqual(bench.balance(ADA), "9998.76")
    failing(bench.submit(signedV1(lock + out("1"), [ada])), "left on the worktop")
    assert.strictEqual(bench.balance(ADA), "9998.55")
    assert.strictEqual(bench.balance(BEN), "10001")
  })
})

describe("subintents", () => {
  it("can verify who their parent is", () => {
    const badge = `NonFungibleGlobalId("resource_tdx_2_1nfxxxxxxxxxxed25sgxxxxxxxxx002236757237xxxxxxxxx3e2cpa:[${"00".repeat(29)}]")`
    const child = (rule: string) => signedPartial(`VERIFY_PARENT ${rule};\nYIELD_TO_PARENT;`, [])
    const root = (part: ReturnType<typeof child>) =>
      signedV2(
        `USE_CHILD NamedIntent("c") Intent("${writeHash("subtxid", subintentHash(part.partial.root), 2)}");
         CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5");\nYIELD_TO_CHILD NamedIntent("c");`,
        [part]
      )
    failing(bench.submitV2(root(child(`Enum<2u8>(Enum<0u8>(Enum<0u8>(Enum<0u8>(${badge}))))`))), "verifying the parent")
    assert.strictEqual(bench.submitV2(root(child("Enum<0u8>()"))).status, "CommittedSuccess")
  })

  it("do not share their signatures with each other or with the root", () => {
    const child = signedPartial("YIELD_TO_PARENT;", [ada])
    const hash = writeHash("subtxid", subintentHash(child.partial.root), 2)
    const whole = signedV2(
      `USE_CHILD NamedIntent("c") Intent("${hash}");
       CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5");
       YIELD_TO_CHILD NamedIntent("c");\n${out("1")}${into(BEN)}`,
      [child]
    )
    failing(bench.submitV2(whole), "not authorized")
  })
})
