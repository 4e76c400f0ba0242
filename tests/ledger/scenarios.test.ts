import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Either, Option } from "effect"
import { assert, describe, it } from "vitest"
import {
  compileManifest,
  decodeTransaction,
  decompile,
  deriveAddress,
  ENTITY,
  encodeTransaction,
  intentHashV1,
  intentHashV2,
  isSignedBy,
  readAddress,
  renderManifest,
  signedIntentHashV1,
  signedIntentHashV2,
  signerOfSignature,
  subintentHash,
  type Transaction,
  writeHash
} from "~/ledger/index"
import { ABSENT, type Scenario, SIMULATOR, scenarios } from "./scenarios"

const bytesOf = (scenario: Scenario) => hexToBytes(scenario.notarizedPayloadHex)
const decoded = (scenario: Scenario): Transaction => Either.getOrThrow(decodeTransaction(bytesOf(scenario)))

/** Instructions and children of each intent of a transaction: the root first, then the subintents. */
const intentsOf = ({ body, kind }: Transaction) => {
  if (kind === "notarizedV1") {
    return [{ kind: "v1" as const, instructions: body.signedIntent.intent.instructions, children: [] }]
  }
  if (kind !== "notarizedV2") throw new Error(`unexpected ${kind}`)
  const { core, subintents } = body.signedIntent.intent
  return [
    { kind: "v2" as const, ...core },
    ...subintents.map((subintent) => ({ kind: "subintent" as const, ...subintent.core }))
  ]
}

describe("official scenario transactions", () => {
  const each = (name: string, check: (scenario: Scenario) => void) =>
    it(name, ({ skip }) => {
      if (scenarios === undefined) return skip(ABSENT)
      assert.strictEqual(scenarios.length, 39)
      for (const scenario of scenarios) check(scenario)
    })

  each("decode and encode to the same bytes", (scenario) => {
    assert.strictEqual(bytesToHex(encodeTransaction(decoded(scenario))), scenario.notarizedPayloadHex)
  })

  each("have the instruction bytes that their manifests compile to", (scenario) => {
    const texts = [scenario.manifest, ...scenario.subintentManifests]
    const intents = intentsOf(decoded(scenario))
    assert.strictEqual(texts.length, intents.length)
    intents.forEach(({ children, kind }, index) => {
      const compiled = Either.getOrThrow(compileManifest(texts[index] ?? "", { kind, networkId: SIMULATOR }))
      assert.include(scenario.notarizedPayloadHex, bytesToHex(compiled.instructions), scenario.transaction)
      assert.deepStrictEqual(compiled.children.map(bytesToHex), children.map(bytesToHex))
    })
  })

  each("decompile, render and compile to the same bytes", (scenario) => {
    for (const { children, instructions, kind } of intentsOf(decoded(scenario))) {
      const tree = Either.getOrThrow(decompile(instructions, { children, networkId: SIMULATOR }))
      const again = Either.getOrThrow(compileManifest(renderManifest(tree), { kind, networkId: SIMULATOR }))
      const straight = Either.getOrThrow(compileManifest(tree, { kind, networkId: SIMULATOR }))
      assert.include(scenario.notarizedPayloadHex, bytesToHex(again.instructions), scenario.transaction)
      assert.deepStrictEqual(straight, again)
    }
  })

  // Any secp256k1 signature recovers to some key, so those of the scenarios must recover to the same few accounts.
  const recovered = new Set<string>()

  each("carry signatures that hold over our hashes of intent, subintents and signed intent", (scenario) => {
    const { body, kind } = decoded(scenario)
    if (kind === "notarizedV1") {
      const { intent, signatures } = body.signedIntent
      for (const given of signatures) {
        const key = Option.getOrThrow(signerOfSignature(given, intentHashV1(intent)))
        recovered.add(deriveAddress("account", key.curve, key.bytes, SIMULATOR))
      }
      const hash = signedIntentHashV1(body.signedIntent)
      assert.isTrue(isSignedBy(intent.header.notaryPublicKey, body.notarySignature, hash), scenario.transaction)
    } else if (kind === "notarizedV2") {
      const { intent, signatures, subintentSignatures } = body.signedIntent
      for (const given of signatures) {
        assert.isTrue(Option.isSome(signerOfSignature(given, intentHashV2(intent))), scenario.transaction)
      }
      subintentSignatures.forEach((list, index) => {
        const subintent = intent.subintents[index]
        assert.isDefined(subintent)
        for (const given of list) assert.isTrue(Option.isSome(signerOfSignature(given, subintentHash(subintent))))
      })
      const hash = signedIntentHashV2(body.signedIntent)
      assert.isTrue(isSignedBy(intent.header.notaryPublicKey, body.notarySignature, hash), scenario.transaction)
    } else assert.fail(kind)
  })

  it("are signed by the accounts whose money they move", ({ skip }) => {
    if (scenarios === undefined) return skip(ABSENT)
    const transfers = scenarios.filter(({ scenario }) => scenario === "transfer_xrd").map(({ manifest }) => manifest)
    const senders = [...recovered].filter((account) => transfers.some((text) => text.includes(account)))
    assert.lengthOf(senders, 1)
    assert.strictEqual(Either.getOrThrow(readAddress(senders[0] ?? "", SIMULATOR))[0], ENTITY.secp256k1Account)
  })

  each("name their children by our subintent hashes", (scenario) => {
    const { body, kind } = decoded(scenario)
    if (kind !== "notarizedV2") return
    const { core, subintents } = body.signedIntent.intent
    const hashes = subintents.map((subintent) => bytesToHex(subintentHash(subintent)))
    for (const child of core.children) {
      assert.include(hashes, bytesToHex(child))
      assert.include(scenario.manifest, writeHash("subtxid", child, SIMULATOR))
    }
  })
})
