import { bytesToHex } from "@noble/hashes/utils.js"
import { Either, FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import {
  compileManifest,
  type ManifestKind,
  parseManifest,
  renderManifest,
  type Term,
  Tree,
  wellKnown
} from "~/ledger/index"
import { EXAMPLES } from "./templates"
import { scalars, valuesFrom } from "./values"

const XRD = wellKnown("xrd", 2)
const { MEMBER_1: ACCOUNT = "", TOKEN = "", SUBINTENT_1: CHILD = "" } = EXAMPLES

const compile = (source: Parameters<typeof compileManifest>[0], kind: ManifestKind = "v1", networkId = 2) =>
  compileManifest(source, { kind, networkId })
const mistake = (text: string, kind: ManifestKind = "v1") => Either.getOrThrow(Either.flip(compile(text, kind)))

/** What is wrong, the text, line, column, part of the reason, and the kind of manifest where it is not the first. */
type Mistake = [string, string, number, number, string, ManifestKind?]

describe("manifests", () => {
  it("compile to the same bytes as a tree and as text", () =>
    fc.assert(
      fc.property(fc.array(valuesFrom(scalars), { maxLength: 4 }), (values) => {
        // Without references, values and nodes of a tree are the same.
        const tree = Tree.manifest(
          Tree.instruction("CALL_METHOD", Tree.address(ACCOUNT), Tree.text("any"), ...(values as ReadonlyArray<Term>))
        )
        const straight = Either.getOrThrow(compile(tree))
        const through = Either.getOrThrow(compile(renderManifest(tree)))
        assert.strictEqual(bytesToHex(through.instructions), bytesToHex(straight.instructions))
      }),
      { numRuns: 300 }
    ))

  it("keep text that looks like instructions inside its string", () => {
    const name = '"; CALL_METHOD Address("x") "withdraw"; #\n\\" \u202e\u0000'
    const tree = Tree.manifest(
      Tree.instruction("SET_METADATA", Tree.address(ACCOUNT), Tree.text("name"), Tree.variant(0, Tree.text(name)))
    )
    const parsed = Either.getOrThrow(parseManifest(renderManifest(tree)))
    assert.lengthOf(parsed.instructions, 1)
    const [, , value] = parsed.instructions[0]?.args ?? []
    assert.deepInclude(value?.kind === "Enum" ? value.fields[0] : undefined, { kind: "String", value: name })
    assert.notInclude(renderManifest(tree), "\u202e")
  })

  it("keep an invalid address inside its quotes, and refuse it", () => {
    const bad = `${ACCOUNT}"); DROP_ALL_PROOFS; CALL_METHOD Address("${ACCOUNT}`
    const tree = Tree.manifest(Tree.instruction("CALL_METHOD", Tree.address(bad), Tree.text("free")))
    assert.lengthOf(Either.getOrThrow(parseManifest(renderManifest(tree))).instructions, 1)
    const error = Either.getOrThrow(Either.flip(compile(tree)))
    assert.deepInclude(error, { line: 0, column: 0, reason: "the address is not well formed" })
    assert.strictEqual(error.message, error.reason)
  })

  it.each<Mistake>([
    ["an unknown instruction", "DROP_ALL_PROOFS;\n  FLY;", 2, 3, "no such instruction: FLY"],
    ["a missing semicolon", "DROP_ALL_PROOFS\n", 2, 1, 'expected ";"'],
    ["a string without end", 'CALL_METHOD\n    "abc', 2, 5, "no end"],
    ["a wrong escape", 'CALL_METHOD "a\\qb";', 1, 15, "no escape"],
    ["half a surrogate pair", 'CALL_METHOD "\\ud800";', 1, 14, "surrogate"],
    ["a stray letter", "DROP_ALL_PROOFS;\n\n   @", 3, 4, 'unexpected "@"'],
    ["a number without type", `CALL_METHOD Address("${ACCOUNT}") "m" 12;`, 1, 29 + ACCOUNT.length, "needs its type"],
    ["a number too large", 'CALL_METHOD\n "m" 256u8;', 2, 6, "does not fit u8"],
    ["no decimal", 'CALL_METHOD\n Decimal("1.5.1");', 2, 10, "is not a valid Decimal"],
    ["no local id", 'CALL_METHOD\n\n NonFungibleLocalId("7");', 3, 21, "is not a local id"],
    ["no address", 'CALL_METHOD\n  Address("account_tdx_2_1") "m";', 2, 3, "not well formed"],
    ["another network", `CALL_METHOD\n Address("${wellKnown("faucet", 1)}") "free";`, 2, 2, "another network"],
    ["a method of a vault's owner", `TAKE_ALL_FROM_WORKTOP\n Address("${ACCOUNT}") Bucket("b");`, 2, 2, "a resource"],
    [
      "a named address for a take",
      'TAKE_ALL_FROM_WORKTOP\n NamedAddress("x") Bucket("b");',
      2,
      2,
      "found NamedAddress"
    ],
    ["an unknown bucket", 'DROP_ALL_PROOFS;\nRETURN_TO_WORKTOP Bucket("b");', 2, 19, 'no bucket "b"'],
    [
      "a bucket bound twice",
      `${`TAKE_ALL_FROM_WORKTOP Address("${XRD}") Bucket("b");\n`.repeat(2)}`,
      2,
      35 + XRD.length,
      "already there"
    ],
    [
      "a bucket used twice",
      `TAKE_ALL_FROM_WORKTOP Address("${XRD}") Bucket("b");\nBURN_RESOURCE Bucket("b");\nBURN_RESOURCE Bucket("b");`,
      3,
      15,
      "used up"
    ],
    ["a dropped proof", 'POP_FROM_AUTH_ZONE Proof("p");\nDROP_ALL_PROOFS;\nDROP_PROOF Proof("p");', 3, 12, "used up"],
    ["too few operands", "TAKE_ALL_FROM_WORKTOP;", 1, 1, "takes 2 operands"],
    ["an instruction of version 2", "\nASSERT_WORKTOP_IS_EMPTY;", 2, 1, "version 2"],
    ["a child in version 1", `USE_CHILD NamedIntent("c") Intent("${CHILD}");`, 1, 1, "version 2"],
    ["a root without parent", "YIELD_TO_PARENT;", 1, 1, "only a subintent", "v2"],
    ["a subintent without end", "YIELD_TO_PARENT;\nDROP_ALL_PROOFS;", 2, 1, "ends with YIELD_TO_PARENT", "subintent"],
    ["a late child", `DROP_ALL_PROOFS;\nUSE_CHILD NamedIntent("c") Intent("${CHILD}");`, 2, 1, "before all", "v2"],
    [
      "the same child twice",
      `USE_CHILD NamedIntent("c") Intent("${CHILD}");\nUSE_CHILD NamedIntent("d") Intent("${CHILD.toUpperCase()}");`,
      2,
      28,
      "a child already",
      "v2"
    ],
    ["an unknown child", '\n\nYIELD_TO_CHILD NamedIntent("c");', 3, 16, 'no child "c"', "v2"],
    [
      "proofs for another intent",
      'POP_FROM_AUTH_ZONE Proof("p");\nYIELD_TO_PARENT Proof("p");',
      2,
      1,
      "proofs cannot",
      "subintent"
    ],
    ["mixed kinds in an array", 'CALL_METHOD\n Array<String>("a", true);', 2, 21, "expected String"],
    ["an unknown variant", "CALL_METHOD Enum<Metadata::Colour>();", 1, 18, "no such variant"],
    ["an unknown kind", 'CALL_METHOD Array<Text>("a");', 1, 19, "a kind of value"],
    ["tabs and returns", 'CALL_METHOD\r\n\t\tDecimal("x");', 2, 11, "is not a valid Decimal"]
  ])("report line and column of %s", (...[, text, line, column, reason, kind = "v1"]: Mistake) => {
    // The callee comes first if the mistake is in another operand.
    const error = mistake(text.replace("CALL_METHOD\n Array", `CALL_METHOD Address("${ACCOUNT}") "m"\n Array`), kind)
    assert.include(error.reason, reason)
    assert.deepEqual([error.line, error.column], [line, column])
    assert.strictEqual(error.message, `Line ${line}, column ${column}: ${error.reason}`)
  })

  it("never crash on random text", () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '"',
            "(",
            ")",
            "<",
            ">",
            ";",
            "=>",
            ",",
            "\\u12",
            "Enum",
            "Array",
            "String",
            "1u8",
            "Map",
            "#",
            "\n",
            "CALL_METHOD",
            "-",
            "None"
          )
        ),
        (words) => {
          compile(words.join(" "))
        }
      ),
      { numRuns: 1000 }
    ))

  it("refuse unlimited nesting", () => {
    const deep = `CALL_METHOD Address("${ACCOUNT}") "m" ${"Tuple(".repeat(5000)}${")".repeat(5000)};`
    assert.include(mistake(deep).reason, "24 deep")
  })

  it.each<[ManifestKind, number]>([
    ["v1", 18],
    ["v2", 17],
    ["subintent", 15]
  ])("of %s nest as deep as a whole transaction takes: %d", (kind, most) => {
    const end = kind === "subintent" ? "YIELD_TO_PARENT;" : ""
    const nested = (depth: number) =>
      compile(`CALL_METHOD Address("${ACCOUNT}") "m" ${"Tuple(".repeat(depth)}${")".repeat(depth)};${end}`, kind)
    assert.isTrue(Either.isRight(nested(most)))
    assert.include(Either.getOrThrow(Either.flip(nested(most + 1))).reason, "24 deep")
  })

  const ids = 'Array<NonFungibleLocalId>(NonFungibleLocalId("#1#"))'
  it.each<[string, boolean]>([
    ["Enum<0u8>()", true],
    ['Enum<1u8>(Decimal("1"))', true],
    ['Enum<2u8>(Decimal("1"))', true],
    [`Enum<3u8>(${ids})`, true],
    [`Enum<4u8>(${ids})`, true],
    [`Enum<5u8>(Tuple(${ids}, Enum<0u8>(), Enum<1u8>(), Enum<1u8>()))`, true],
    [`Enum<5u8>(Tuple(${ids}, Enum<1u8>(Decimal("1")), Enum<0u8>(Decimal("2")), Enum<0u8>(${ids})))`, true],
    ["Enum<6u8>()", false],
    ['Enum<0u8>(Decimal("1"))', false],
    ["Enum<1u8>()", false],
    ["Enum<1u8>(1u8)", false],
    ['Enum<2u8>(Decimal("1"), Decimal("2"))', false],
    ['Enum<3u8>(Array<String>("a"))', false],
    [`Enum<5u8>(Tuple(${ids}, Enum<2u8>(), Enum<1u8>(), Enum<1u8>()))`, false],
    [`Enum<5u8>(Tuple(${ids}, Enum<0u8>(), Enum<1u8>()))`, false],
    [`Enum<5u8>(${ids})`, false]
  ])("know the constraint %s: %s", (constraint, isKnown) => {
    const bucket = `TAKE_ALL_FROM_WORKTOP Address("${XRD}") Bucket("b");`
    const texts = [
      `${bucket}ASSERT_BUCKET_CONTENTS Bucket("b") ${constraint};RETURN_TO_WORKTOP Bucket("b");`,
      `ASSERT_WORKTOP_RESOURCES_INCLUDE Map<Address, Enum>(Address("${XRD}") => ${constraint});`
    ]
    for (const text of texts) {
      if (isKnown) assert.isTrue(Either.isRight(compile(text, "v2")))
      else assert.strictEqual(mistake(text, "v2").reason, "no such resource constraint")
    }
  })

  it("contain at most 1,000 instructions", () => {
    assert.isTrue(Either.isRight(compile("DROP_ALL_PROOFS;\n".repeat(1000))))
    assert.deepInclude(mistake("DROP_ALL_PROOFS;\n".repeat(1001)), { line: 1001, column: 1 })
  })

  it("leave buckets usable that were only asserted on", () => {
    const text = `TAKE_ALL_FROM_WORKTOP Address("${TOKEN}") Bucket("b");
      CREATE_PROOF_FROM_BUCKET_OF_ALL Bucket("b") Proof("p");
      DROP_PROOF Proof("p");
      RETURN_TO_WORKTOP Bucket("b");`
    assert.isTrue(Either.isRight(compile(text)))
  })
})
