/**
 * Transactions of the demonstration's people: real transactions of the local ledger, signed with the keys of their
 * accounts. The faucet pays the fees. Local mode only.
 */
import { Effect, Either } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { randomToken } from "~/effects/base/text/random.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import {
  buildIntentV1,
  compileManifest,
  encodeTransaction,
  intentHashV1,
  notarizeV1,
  type Signer,
  signerOf,
  signV1,
  wellKnown,
  writeHash
} from "~/ledger/index"
import { demoSecret } from "./accounts"

/** Ten epochs, as wallets do. */
const EPOCHS = 10n
const NONCE_DIGITS = 8

export const demoSigner = (name: string): Signer => signerOf("curve25519", demoSecret(name))

/** Signs the text of a V1 manifest as these people and submits it; returns the transaction's id. */
export const sendAs = Effect.fn("demoTransactions.sendAs")(function* (names: ReadonlyArray<string>, manifest: string) {
  const ledger = yield* Ledger
  const { epoch } = yield* ledger.currentState()
  const nonce = Number.parseInt((yield* randomToken).slice(0, NONCE_DIGITS), 16)
  const lock = `CALL_METHOD Address("${wellKnown("faucet", NETWORK_ID)}") "lock_fee" Decimal("20");\n`
  const compiled = yield* Effect.orDie(
    Either.mapLeft(compileManifest(`${lock}${manifest}`, { kind: "v1", networkId: NETWORK_ID }), ({ reason }) => reason)
  )
  const signers = names.map(demoSigner)
  const notary = demoSigner(`the notary of ${names.join(", ")}`)
  const intent = buildIntentV1(
    {
      networkId: NETWORK_ID,
      startEpoch: BigInt(epoch),
      endEpoch: BigInt(epoch) + EPOCHS,
      nonce,
      notaryPublicKey: notary.publicKey,
      notaryIsSignatory: false,
      tipPercentage: 0
    },
    compiled
  )
  const body = notarizeV1(signV1(intent, signers), notary)
  yield* ledger.submit(encodeTransaction({ kind: "notarizedV1", body }))
  return writeHash("txid", intentHashV1(intent), NETWORK_ID)
})
