/** A committed transaction matches the prepared one whatever a wallet added, and no other one ever does. */
import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { fingerprintOf } from "~/effects/chain/prepared-transactions/fingerprint"
import { isOver, mayTryAgain, TransactionState } from "~/effects/chain/prepared-transactions/Step"
import {
  compileManifest,
  decompile,
  type Manifest,
  ONE,
  parseManifest,
  renderManifest,
  Templates
} from "~/ledger/index"
import { asAccount } from "../../../addresses"
import { ADA, FAUCET, harbour, XRD } from "../ledger/transactions"

const parsed = (text: string): Manifest => Either.getOrThrow(parseManifest(text))

/** As decoded from the bytes of a transaction. */
const throughBytes = (text: string): Manifest => {
  const { values } = Either.getOrThrow(compileManifest(text, { kind: "v1", networkId: 2 }))
  return Either.getOrThrow(decompile(values, { networkId: 2, children: [] }))
}

const founding = {
  networkId: 2,
  founder: ADA,
  name: 'Quote "; and\nbreak',
  description: "We share a harbour.",
  iconUrl: "https://commons.example/icon.png",
  siteOrigin: "https://commons.example",
  communityId: "c-1",
  token: { symbol: "HARB", supply: 1000n * ONE, divisibility: 2, isMintable: false },
  isRecoverable: true
}

describe("fingerprintOf", () => {
  it("matches what was prepared, with a fee lock before it and assertions after it", () => {
    const text = renderManifest(harbour)
    const lock = `CALL_METHOD Address("${ADA}") "lock_fee" Decimal("5.5");\n`
    const contingent = `CALL_METHOD Address("${FAUCET}") "lock_contingent_fee" Decimal("1");\n`
    const guard = `ASSERT_WORKTOP_CONTAINS Address("${XRD}") Decimal("0");\n`
    for (const sent of [text, lock + text, lock + contingent + text + guard]) {
      assert.strictEqual(fingerprintOf(throughBytes(sent)), fingerprintOf(harbour))
      assert.strictEqual(fingerprintOf(parsed(sent)), fingerprintOf(harbour))
    }
  })

  it("differs for any other change: each field of a deployment, an added or missing instruction, another order", () => {
    const own = fingerprintOf(Templates.deployCommunity(founding))
    const others = [
      { ...founding, founder: asAccount(FAUCET) },
      { ...founding, name: "Another" },
      { ...founding, description: "" },
      { ...founding, iconUrl: "https://commons.example/other.png" },
      { ...founding, siteOrigin: "https://elsewhere.example" },
      { ...founding, communityId: "c-2" },
      { ...founding, isRecoverable: false },
      { ...founding, token: { ...founding.token, symbol: "HARC" } },
      { ...founding, token: { ...founding.token, supply: 1000n * ONE + 1n } },
      { ...founding, token: { ...founding.token, divisibility: 3 } },
      { ...founding, token: { ...founding.token, isMintable: true } },
      { ...founding, token: { ...founding.token, name: "Harbour" } }
    ].map((given) => fingerprintOf(Templates.deployCommunity(given)))
    const { instructions } = Templates.deployCommunity(founding)
    const [first, ...rest] = instructions
    assert(first !== undefined)
    const shapes = [
      { instructions: rest },
      { instructions: [...instructions, first] },
      { instructions: [...rest, first] }
    ]
    const all = [own, ...others, ...shapes.map(fingerprintOf)]
    assert.strictEqual(new Set(all).size, all.length)
  })

  it("does not mistake a withdrawal for a fee lock", () => {
    const text = renderManifest(harbour)
    const theft = `CALL_METHOD Address("${ADA}") "lock_fee_and_withdraw" Decimal("1") Address("${XRD}") Decimal("9");\n`
    assert.notStrictEqual(fingerprintOf(parsed(theft + text)), fingerprintOf(harbour))
  })
})

describe("the states of a prepared transaction", () => {
  it("allow a retry exactly when it is over and did not happen", () => {
    const again = TransactionState.literals.filter(mayTryAgain)
    assert.deepStrictEqual(again, ["rejected", "failed", "expired", "mismatch", "replaced"])
    assert.deepStrictEqual(
      TransactionState.literals.filter((state) => !isOver(state)),
      ["waiting", "sent", "committed"]
    )
  })
})
