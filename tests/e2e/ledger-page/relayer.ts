/**
 * Completes a pre-authorization: builds the root intent around it, notarizes and submits. Pays nothing from its own
 * account.
 */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Either, Option } from "effect"
import {
  buildIntentV2,
  compileManifest,
  decodeTransaction,
  encodeTransaction,
  intentHashV2,
  notarizeV2,
  signerOf,
  signV2,
  subintentHash,
  wellKnown,
  writeHash
} from "~/ledger/index"

const NETWORK = 2

export type AskGateway = (path: string, body: object) => Promise<unknown>

/** What the subintent yields goes to `payee`. Returns the transaction's hash. */
export const settle = async (askGateway: AskGateway, signedPartial: string, payee: string): Promise<string> => {
  const decoded = Either.getOrThrow(decodeTransaction(hexToBytes(signedPartial)))
  if (decoded.kind !== "signedPartial") throw new Error(`a ${decoded.kind} is no pre-authorization`)
  const child = decoded.body
  const hash = writeHash("subtxid", subintentHash(child.partial.root), NETWORK)
  const root = `USE_CHILD NamedIntent("order") Intent("${hash}");
    CALL_METHOD Address("${wellKnown("faucet", NETWORK)}") "lock_fee" Decimal("5");
    YIELD_TO_CHILD NamedIntent("order");
    CALL_METHOD Address("${payee}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`
  const { ledger_state } = (await askGateway("transaction/construction", {})) as {
    readonly ledger_state: { readonly epoch: number }
  }
  const notary = signerOf("curve25519", new Uint8Array(32).fill(9))
  const intent = Either.getOrThrow(
    buildIntentV2({
      header: { notaryPublicKey: notary.publicKey, notaryIsSignatory: false, tipBasisPoints: 0 },
      intentHeader: {
        networkId: NETWORK,
        startEpoch: BigInt(ledger_state.epoch),
        endEpoch: BigInt(ledger_state.epoch + 2),
        minTimestamp: Option.none(),
        maxTimestamp: Option.none(),
        discriminator: 1n
      },
      compiled: Either.getOrThrow(compileManifest(root, { kind: "v2", networkId: NETWORK })),
      children: [child]
    })
  )
  const body = notarizeV2(signV2(intent, [child], []), notary)
  const notarized_transaction_hex = bytesToHex(encodeTransaction({ kind: "notarizedV2", body }))
  await askGateway("transaction/submit", { notarized_transaction_hex })
  return writeHash("txid", intentHashV2(intent), NETWORK)
}
