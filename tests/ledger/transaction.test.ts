import { randomBytes } from "@noble/hashes/utils.js"
import { Either, FastCheck as fc, Option } from "effect"
import { assert, describe, it } from "vitest"
import { readHash } from "~/ledger/hash"
import {
  buildIntentV2,
  decodeTransaction,
  encodeTransaction,
  intentHashV1,
  isSignedBy,
  notarizedHashV1,
  plaintext,
  type Signer,
  signedIntentHashV1,
  signedIntentHashV2,
  signerOf,
  signerOfSignature,
  signV1,
  subintentHash,
  type Transaction,
  writeHash
} from "~/ledger/index"
import { compiled, STOKENET, signedPartial, signedV1, signedV2, signer } from "./signing"

const roundTrip = (transaction: Transaction) =>
  assert.deepStrictEqual(Either.getOrThrow(decodeTransaction(encodeTransaction(transaction))), transaction)
const named = (children: ReadonlyArray<ReturnType<typeof signedPartial>>) =>
  children
    .map(({ partial }, index) => {
      const hash = writeHash("subtxid", subintentHash(partial.root), STOKENET)
      return `USE_CHILD NamedIntent("c${index}") Intent("${hash}");\n`
    })
    .join("")
const yields = (count: number) =>
  Array.from({ length: count }, (_, index) => `YIELD_TO_CHILD NamedIntent("c${index}");\n`).join("")

describe("transactions", () => {
  it("of every form decode to the tree they were encoded from", () => {
    const notarized = signedV1("DROP_ALL_PROOFS;", [signer(1), signerOf("secp256k1", new Uint8Array(32).fill(9))])
    const child = signedPartial("YIELD_TO_PARENT;", [signer(2)], { minTimestamp: 5n, maxTimestamp: 9n })
    const whole = signedV2(named([child]) + yields(1), [child], [signer(3)])
    const { signedIntent } = notarized
    const message = { ...signedIntent.intent, message: plaintext('Zins "für" alle') }
    const binary = {
      ...signedIntent.intent,
      message: { kind: "plaintext" as const, mimeType: "image/png", content: Uint8Array.of(1, 2) }
    }
    const signers = [signer(1).publicKey]
    const forms: ReadonlyArray<Transaction> = [
      { kind: "intentV1", body: message },
      { kind: "intentV1", body: binary },
      { kind: "signedIntentV1", body: signedIntent },
      { kind: "notarizedV1", body: notarized },
      { kind: "intentV2", body: whole.signedIntent.intent },
      { kind: "signedIntentV2", body: whole.signedIntent },
      { kind: "notarizedV2", body: whole },
      { kind: "subintent", body: child.partial.root },
      { kind: "partial", body: child.partial },
      { kind: "signedPartial", body: child },
      { kind: "previewV2", body: { intent: whole.signedIntent.intent, signers, subintentSigners: [signers] } }
    ]
    forms.forEach(roundTrip)
    assert.lengthOf(new Set(forms.map(({ kind }) => kind)), 10)
  })

  it("with grandchildren contain every descendant once, each with its signatures", () => {
    const grandchildren = [signedPartial("YIELD_TO_PARENT;", [signer(4)]), signedPartial("YIELD_TO_PARENT;", [])]
    const text = `${named(grandchildren)}${yields(2)}YIELD_TO_PARENT;`
    const child = signedPartial(text, [signer(5), signer(6)], { children: grandchildren })
    const whole = signedV2(named([child]) + yields(1), [child])
    roundTrip({ kind: "notarizedV2", body: whole })
    const { intent, subintentSignatures } = whole.signedIntent
    assert.deepStrictEqual(
      subintentSignatures.map((list) => list.length),
      [2, 1, 0]
    )
    intent.subintents.forEach((subintent, index) => {
      for (const given of subintentSignatures[index] ?? []) {
        assert.isTrue(Option.isSome(signerOfSignature(given, subintentHash(subintent))))
      }
    })
    const { notaryPublicKey } = intent.header
    assert.isTrue(isSignedBy(notaryPublicKey, whole.notarySignature, signedIntentHashV2(whole.signedIntent)))
  })

  it("refuse children that the manifest does not name", () => {
    const child = signedPartial("YIELD_TO_PARENT;", [])
    const { core, header } = signedV2(named([child]), [child]).signedIntent.intent
    for (const children of [[], [signedPartial("YIELD_TO_PARENT;", [])], [child, child]]) {
      const root = { header, intentHeader: core.header, compiled: compiled(named([child]), "v2"), children }
      assert.isTrue(Either.isLeft(buildIntentV2(root)))
    }
  })

  it("distinguish the signers from anybody else, on both curves", () => {
    const signers: ReadonlyArray<Signer> = [signer(1), signerOf("secp256k1", new Uint8Array(32).fill(2))]
    const { signedIntent, notarySignature } = signedV1("DROP_ALL_PROOFS;", signers)
    const hash = intentHashV1(signedIntent.intent)
    const found = signedIntent.signatures.map((given) => Option.getOrThrow(signerOfSignature(given, hash)))
    assert.deepStrictEqual(
      found,
      signers.map(({ publicKey }) => publicKey)
    )
    const other = signedV1("DROP_ALL_PROOFS;", []).signedIntent.intent
    const [ed] = signV1(other, signers).signatures
    assert.isDefined(ed)
    assert.isTrue(Option.isNone(signerOfSignature(ed, hash)))
    assert.isFalse(isSignedBy(signer(1).publicKey, notarySignature, signedIntentHashV1(signedIntent)))
  })

  it("change their hash with every signature", () => {
    const notarized = signedV1("DROP_ALL_PROOFS;", [signer(1)])
    const { intent } = notarized.signedIntent
    const unsigned = signV1(intent, [])
    assert.notDeepEqual(signedIntentHashV1(unsigned), signedIntentHashV1(notarized.signedIntent))
    assert.notDeepEqual(notarizedHashV1(notarized), signedIntentHashV1(notarized.signedIntent))
    assert.deepEqual(intentHashV1(unsigned.intent), intentHashV1(intent))
  })

  it("are distinguished from other SBOR, and never crash the reader", () =>
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 255 }), (where, byte) => {
        const child = signedPartial("YIELD_TO_PARENT;", [signer(2)])
        const bytes = encodeTransaction({ kind: "signedPartial", body: child })
        bytes[where % bytes.length] = byte
        const result = decodeTransaction(bytes)
        if (Either.isRight(result)) assert.deepStrictEqual(encodeTransaction(result.right), bytes)
        assert.isTrue(Either.isLeft(decodeTransaction(randomBytes(200))))
      })
    ))

  it("write their hashes in the form of their own network", () => {
    const hash = subintentHash(signedPartial("YIELD_TO_PARENT;", []).partial.root)
    const text = writeHash("subtxid", hash, STOKENET)
    assert.match(text, /^subtxid_tdx_2_1/)
    assert.deepStrictEqual(readHash("subtxid", text, STOKENET), Option.some(hash))
    assert.isTrue(Option.isNone(readHash("txid", text, STOKENET)))
    assert.isTrue(Option.isNone(readHash("subtxid", text, 1)))
  })
})
