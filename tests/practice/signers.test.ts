/** The keys that the practice wallet signs with for other accounts, by the accounts' rules on the ledger. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Gateway } from "~/connector/index"
import { badgeOfKey, type Signer, signerOf } from "~/ledger/index"
import { keysOf } from "~/practice/keys"
import { signersForOthers } from "~/practice/signers"
import { accountOf, STOKENET, signer } from "../ledger/signing"

const keys = keysOf(new Uint8Array(32).fill(17), STOKENET)
const [main, savings] = keys.accounts
const [TREASURY, PAYEE] = [accountOf(signer(2)), accountOf(signer(3))]
const MANIFEST = `CALL_METHOD Address("${TREASURY}") "withdraw" Address("resource_tdx_2_1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxtfd2jc") Decimal("1");
TAKE_ALL_FROM_WORKTOP Address("resource_tdx_2_1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxtfd2jc") Bucket("payment");
CALL_METHOD Address("${PAYEE}") "try_deposit_or_abort" Bucket("payment") None;
YIELD_TO_PARENT;`

const keyOf = ({ publicKey }: Signer) => {
  const { id = "", resource } = badgeOfKey(publicKey, STOKENET)
  return { id, resource }
}
const counting = (...counted: ReadonlyArray<{ readonly resource: string; readonly id: string }>) => ({
  type: "CountOf",
  count: 2,
  list: counted.map(({ id, resource }) => ({
    type: "NonFungible",
    non_fungible: { resource_address: resource, local_id: { simple_rep: id } }
  }))
})
const stranger = keyOf(signer(9))

/** Each account has this rule; queried accounts are recorded. */
const asked: Array<string> = []
const ruled = (proof_rule: object) =>
  Gateway.layerScript({
    methods: {
      entityDetails: (addresses) =>
        Effect.sync(() => {
          asked.push(...addresses)
          const rule = { type: "Protected", access_rule: { type: "ProofRule", proof_rule } }
          const details = { type: "Component", role_assignments: { owner: { rule }, entries: [] } }
          const ledger_state = {
            network: "stokenet",
            state_version: 1,
            epoch: 1,
            round: 1,
            proposer_round_timestamp: ""
          }
          return { ledger_state, items: addresses.map((address) => ({ address, details })) }
        })
    }
  })
const signing = (manifest: string) =>
  Effect.map(signersForOthers(manifest, keys, STOKENET), (found) => found.map(({ account, label }) => [label, account]))

it.effect("the practice wallet signs with each of its keys that the treasury's rule counts, and queries no payee", () =>
  Effect.gen(function* () {
    asked.length = 0
    assert.deepStrictEqual(yield* signing(MANIFEST), [[savings?.label, TREASURY]])
    assert.deepStrictEqual(asked, [TREASURY])
  }).pipe(
    Effect.provide(
      ruled(counting(stranger, keyOf(signerOf("curve25519", savings?.secret ?? assert.fail("no account")))))
    )
  )
)

it.effect("the practice wallet does not sign if the rule counts keys of others, or is of another kind", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* Effect.provide(signing(MANIFEST), ruled(counting(stranger))), [])
    const one = { type: "Require", requirement: { type: "Resource", resource: stranger.resource } }
    assert.deepStrictEqual(yield* Effect.provide(signing(MANIFEST), ruled(one)), [])
  })
)

it.effect(
  "the practice wallet does not query its own accounts, and fails if the ledger does not respond about others",
  () =>
    Effect.gen(function* () {
      const own = MANIFEST.replaceAll(TREASURY, main?.address ?? "")
      assert.deepStrictEqual(yield* signing(own), [])
      assert.strictEqual((yield* Effect.flip(signing(MANIFEST)))._tag, "RequestStatusNotOk")
    }).pipe(Effect.provide(Gateway.layerScript()))
)
