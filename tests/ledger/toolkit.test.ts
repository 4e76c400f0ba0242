/** The official toolkit supports version 1 only, where it must agree with our compiler byte for byte. */
import { bytesToHex } from "@noble/hashes/utils.js"
import { PrivateKey, RadixEngineToolkit, TransactionBuilder } from "@radixdlt/radix-engine-toolkit"
import { Either } from "effect"
import { assert, describe, it } from "vitest"
import {
  type ControllerAddress,
  compileManifest,
  decompile,
  type Manifest,
  ONE,
  renderManifest,
  Templates,
  wellKnown
} from "~/ledger/index"
import { asAccount, asResource } from "../addresses"
import { ABSENT } from "./scenarios"
import { EXAMPLES, fill, templates } from "./templates"

/** The toolkit returns a whole payload, whose first byte is the prefix. */
const PREFIX = "4d"

const XRD = wellKnown("xrd", 2)
const BADGE = wellKnown("ed25519Badge", 2)
const FAUCET = wellKnown("faucet", 2)
const PACKAGE = wellKnown("accountPackage", 2)
const BLOB = `Blob("${"ab".repeat(32)}")`
const call = (args: string) => `CALL_METHOD Address("${FAUCET}") "m" ${args};`
const nested = (depth: number) => call(`${"Tuple(".repeat(depth)}${")".repeat(depth)}`)
const allocate = `ALLOCATE_GLOBAL_ADDRESS Address("${PACKAGE}") "Account" AddressReservation("r") NamedAddress("a");`
const bucket = `TAKE_ALL_FROM_WORKTOP Address("${XRD}") Bucket("b");`
const locked = `${bucket} CREATE_PROOF_FROM_BUCKET_OF_ALL Bucket("b") Proof("p");`
const back = 'RETURN_TO_WORKTOP Bucket("b");'
const RUID = "1111111111111111-1111111111111111-1111111111111111-11111111111111AB"

const BOTH_COMPILE: ReadonlyArray<[name: string, text: string]> = [
  [
    "a function of a package by its new name",
    `${allocate} CALL_FUNCTION NamedAddress("a") "B" "f" AddressReservation("r");`
  ],
  ["an address in capitals", `CALL_METHOD Address("${FAUCET.toUpperCase()}") "free";`],
  ["an id of bytes in capitals", call('NonFungibleLocalId("[ABCD]")')],
  ["a random id in capitals", call(`NonFungibleLocalId("{${RUID}}")`)],
  ["an id of text as it is", call('NonFungibleLocalId("<AbCd>")')],
  ["a global id in capitals", call(`NonFungibleGlobalId("${BADGE.toUpperCase()}:[ABCD]")`)],
  ["global ids in an array", call(`Array<NonFungibleGlobalId>(NonFungibleGlobalId("${BADGE}:#1#"))`)],
  ["a global id as a tuple", call(`Tuple(Address("${BADGE}"), NonFungibleLocalId("#1#"))`)],
  ["a tuple of a component and an id", call(`Tuple(Address("${FAUCET}"), NonFungibleLocalId("#1#"))`)],
  ["a package", `PUBLISH_PACKAGE Tuple(Map<String, Tuple>()) ${BLOB} Map<String, Tuple>();`],
  [
    "a package with an owner",
    `PUBLISH_PACKAGE_ADVANCED Enum<0u8>() Tuple(Map<String, Tuple>()) ${BLOB} Map<String, Tuple>() Enum<0u8>();`
  ],
  ["a royalty", `SET_COMPONENT_ROYALTY Address("${FAUCET}") "m" Enum<RoyaltyAmount::Free>();`],
  ["a locked royalty", `LOCK_COMPONENT_ROYALTY Address("${FAUCET}") "m";`],
  ["royalties of a component", `CLAIM_COMPONENT_ROYALTIES Address("${FAUCET}");`],
  ["royalties of a package", `CLAIM_PACKAGE_ROYALTIES Address("${PACKAGE}");`],
  ["an identity", "CREATE_IDENTITY;"],
  ["an identity with an owner", "CREATE_IDENTITY_ADVANCED Enum<0u8>();"],
  ["a validator", `${bucket} CREATE_VALIDATOR Bytes("${"02".repeat(33)}") Decimal("0.1") Bucket("b");`],
  ["options and results", call("None Some(1u8) Ok(1u8) Err(1u8)")],
  ["a bucket whose proof went to the auth zone", `${locked} PUSH_TO_AUTH_ZONE Proof("p"); ${back}`],
  ["a bucket whose proof was dropped", `${locked} DROP_ALL_PROOFS; ${back}`],
  ["a bucket whose proof was passed on", `${locked} ${call('Proof("p")')} ${back}`],
  ["values as deep as a transaction takes", nested(18)]
]
const BOTH_REFUSE: ReadonlyArray<[name: string, text: string, reason: string]> = [
  ["small letters among capitals", `CALL_METHOD Address("${FAUCET.slice(0, -1)}L") "free";`, "not well formed"],
  ["a take by a new name", `${allocate} TAKE_ALL_FROM_WORKTOP NamedAddress("a") Bucket("b");`, "address of a resource"],
  [
    "an address of a new package",
    `${allocate} ${allocate.replace(/Address\(".*?"\)/, 'NamedAddress("a")')}`,
    "address of a package"
  ],
  ["Some of nothing", call("Some()"), "takes one value"],
  ["Some of two", call("Some(1u8, 2u8)"), "takes one value"],
  ["None of one", call("None(1u8)"), "takes no value"],
  ["Ok of two", call("Ok(1u8, 2u8)"), "takes one value"],
  ["Err of nothing", call("Err()"), "takes one value"],
  ["a bucket locked by a proof", `${locked} ${back}`, "locked by a proof"],
  [
    "a bucket locked by a clone",
    `${locked} CLONE_PROOF Proof("p") Proof("q"); DROP_PROOF Proof("p"); ${back}`,
    "locked by a proof"
  ],
  ["a locked bucket as an argument", `${locked} ${call('Bucket("b")')}`, "locked by a proof"],
  ["a global id of a component", call(`NonFungibleGlobalId("${FAUCET}:#1#")`), "global id"]
]

const securedManifests = (areSigners: boolean): ReadonlyArray<Manifest> => {
  const example = (name: string) => EXAMPLES[name] ?? ""
  const badge = asResource(example("OWNER_BADGE"))
  const treasury = asAccount(example("TREASURY"))
  const holder = asAccount(example("MEMBER_1"))
  const bond = asResource(example("BOND"))
  const by = areSigners
    ? { badge, ids: ["#1#", "#2#", "#3#"], needed: 2 }
    : { account: asAccount(example("ADMIN_ACCOUNT")), badge, id: "#1#" }
  const terms = {
    networkId: 2,
    by,
    treasury,
    communityName: "Harbour Commons",
    seriesId: "s1",
    name: "Harbour bond A",
    symbol: "HARB",
    iconUrl: example("ICON_URL"),
    units: BigInt(Templates.MAX_SECURED),
    currency: asResource(XRD),
    faceValue: 100n * ONE,
    issuePrice: 92n * ONE,
    maturesAt: 1_797_776_000n,
    termsUrl: example("TERMS_URL"),
    termsHash: example("TERMS_HASH"),
    collateral: { resource: asResource(example("COLLATERAL")), amount: ONE / 3n, delayMinutes: 4_000_000 }
  }
  const vault = example("VAULT") as ControllerAddress
  const vaults = [
    { vault, id: "#1#", isConfirmed: false, isWithdrawing: false },
    { vault, id: "#2#", isConfirmed: true, isWithdrawing: true }
  ]
  return [
    Templates.issueSecured(terms),
    Templates.takeCollateral(holder, bond, vaults),
    Templates.releaseCollateral({
      by,
      treasury,
      bond,
      vaults,
      idempotencyKey: "release:s1:1-2",
      digest: "ab".repeat(32)
    })
  ]
}

const theirBytes = async (value: string) =>
  bytesToHex(await RadixEngineToolkit.Instructions.compile({ kind: "String", value }, 2))
const ourBytes = (value: string) => compileManifest(value, { kind: "v1", networkId: 2 })

describe("the official toolkit", () => {
  it("compiles the version 1 templates to our bytes", async ({ skip }) => {
    if (templates === undefined) return skip(ABSENT)
    const first = templates.filter(({ kind }) => kind === "v1")
    assert.lengthOf(first, 23)
    for (const { name, text } of first) {
      const value = fill(text)
      const theirs = await RadixEngineToolkit.Instructions.compile({ kind: "String", value }, 2)
      const ours = Either.getOrThrow(compileManifest(value, { kind: "v1", networkId: 2 }))
      assert.strictEqual(PREFIX + bytesToHex(ours.instructions), bytesToHex(theirs), name)
    }
  })

  it.each(["admin", "signers"])("compiles our manifests of secured bonds to our bytes, for the %s", async (by) => {
    for (const manifest of securedManifests(by === "signers")) {
      const value = renderManifest(manifest)
      const ours = Either.getOrThrow(compileManifest(manifest, { kind: "v1", networkId: 2 }))
      assert.strictEqual(PREFIX + bytesToHex(ours.instructions), await theirBytes(value))
    }
  })

  it.each(BOTH_COMPILE)(
    "compiles %s to our bytes, and so do the texts that either decompiles it to",
    async (_, value) => {
      const bytes = await theirBytes(value)
      const { instructions, values } = Either.getOrThrow(ourBytes(value))
      assert.strictEqual(PREFIX + bytesToHex(instructions), bytes)
      const ours = renderManifest(Either.getOrThrow(decompile(values, { networkId: 2, children: [] })))
      assert.strictEqual(await theirBytes(ours), bytes)
      const theirs = await RadixEngineToolkit.Instructions.convert({ kind: "String", value }, 2, "Parsed").then(
        (parsed) => RadixEngineToolkit.Instructions.convert(parsed, 2, "String")
      )
      assert.strictEqual(PREFIX + bytesToHex(Either.getOrThrow(ourBytes(String(theirs.value))).instructions), bytes)
    }
  )

  it.each(BOTH_REFUSE)("refuses %s, as we do", async (_, value, reason) => {
    assert.include(Either.getOrThrow(Either.flip(ourBytes(value))).reason, reason)
    assert.strictEqual(await theirBytes(value).catch(() => "refused"), "refused")
  })

  it("takes values as deep as we do in a whole transaction", async () => {
    const key = new PrivateKey.Ed25519("01".repeat(32))
    const header = {
      networkId: 2,
      startEpochInclusive: 1,
      endEpochExclusive: 2,
      nonce: 1,
      notaryPublicKey: key.publicKey(),
      notaryIsSignatory: true,
      tipPercentage: 0
    }
    const whole = async (value: string) => {
      const builder = await TransactionBuilder.new()
      const transaction = await builder
        .header(header)
        .manifest({ instructions: { kind: "String", value }, blobs: [] })
        .notarize(key)
      return RadixEngineToolkit.NotarizedTransaction.compile(transaction).then(
        () => true,
        () => false
      )
    }
    for (const depth of [18, 19]) {
      assert.strictEqual(Either.isRight(ourBytes(nested(depth))), depth === 18)
      assert.strictEqual(await whole(nested(depth)), depth === 18)
    }
  })

  // They take the sign of the part after the point for the whole, and read 1 - 0.05.
  it.each(["1.-5", "-1.-5", "1.+5"])(
    "reads %s as another number, so we refuse a sign after the point",
    async (text) => {
      const value = call(`Decimal("${text}")`)
      assert.notStrictEqual(await theirBytes(value), "")
      assert.include(Either.getOrThrow(Either.flip(ourBytes(value))).reason, "is not a valid Decimal")
      if (text === "1.-5") assert.strictEqual(await theirBytes(value), await theirBytes(call('Decimal("0.95")')))
    }
  )
})
