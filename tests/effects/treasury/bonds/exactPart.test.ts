/** Subintents under a given header: exactly the expected hash, and an explanation for a wallet that ignores headers. */
import { bytesToHex } from "@noble/hashes/utils.js"
import { Either } from "effect"
import { assert, describe, it } from "vitest"
import { OWN_HEADER, readExactPart } from "~/effects/treasury/bonds/signedPart"
import { encodeTransaction, type SignedPartial, type Subintent } from "~/ledger/index"
import { signedBy } from "../../../ledger/engine/requests"
import { accountOf, signer, subintentOf } from "../../../ledger/signing"

const ada = signer(12)
const text = (amount: number) =>
  `CALL_METHOD Address("${accountOf(ada)}") "lock_fee" Decimal("${amount}"); YIELD_TO_PARENT;`
const expected = subintentOf(text(1), { endEpoch: 4_032n, maxTimestamp: 1_209_600n })
const hexOf = (body: SignedPartial) => bytesToHex(encodeTransaction({ kind: "signedPartial", body }))
const read = (given: Subintent, ...signers: ReadonlyArray<typeof ada>) =>
  readExactPart(hexOf(signedBy(given, ...signers)), expected)
const reasonOf = (given: ReturnType<typeof read>) => Either.match(given, { onLeft: (why) => why, onRight: () => "" })

describe("a subintent that is signed under a given header", () => {
  it("is accepted with the expected hash, and names its signers", () => {
    const part = Either.getOrThrow(read(expected, ada))
    assert.deepStrictEqual(part.signers, [ada.publicKey])
  })

  it("is refused with another discriminator, end or time: the wallet made a request of its own", () => {
    const { header } = expected.core
    const changed = (change: object): Subintent => ({ core: { ...expected.core, header: { ...header, ...change } } })
    for (const change of [{ discriminator: 7n }, { endEpoch: 4_033n }, { startEpoch: 1n }, { networkId: 1 }]) {
      assert.strictEqual(reasonOf(read(changed(change), ada)), OWN_HEADER)
    }
  })

  it("is refused with other instructions or another message, without signatures, and as anything else", () => {
    assert.strictEqual(reasonOf(read(subintentOf(text(2)), ada)), "different instructions")
    const message = { kind: "plaintext", mimeType: "text/plain", content: "Pay me" } as const
    assert.strictEqual(reasonOf(read({ core: { ...expected.core, message } }, ada)), "different instructions")
    assert.strictEqual(reasonOf(read(expected)), "an invalid signature")
    assert.strictEqual(reasonOf(readExactPart("00", expected)), "no signed part")
  })

  it("is refused with a signature over another hash", () => {
    const other = signedBy(subintentOf(text(2)), ada)
    const moved = { ...other, partial: { root: expected, subintents: [] } }
    assert.strictEqual(reasonOf(readExactPart(hexOf(moved), expected)), "an invalid signature")
  })
})
