/**
 * Settler: the key that completes batches (D-19). It notarizes root transactions whose fee the faucet pays; it signs
 * for nobody, holds nothing, and can only bring together what both sides have signed for exactly this swap.
 */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Effect, Either, Option, Redacted } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomToken } from "~/effects/base/text/random.server"
import {
  buildIntentV2,
  compileManifest,
  encodeTransaction,
  type IntentV2,
  intentHashV2,
  type Manifest,
  notarizeV2,
  type PublicKey,
  type SignedPartial,
  type Signer,
  signerOf,
  signV2,
  writeHash
} from "~/ledger/index"
import { NoSettler } from "./errors"

/** Epochs of five minutes: longer than the treasury's part of a batch lives. */
const WINDOW = 4n

interface Root {
  readonly manifest: Manifest
  readonly children: ReadonlyArray<SignedPartial>
  readonly epoch: number
}

/** Ed25519 keys of nobody, for a preview that is told to assume every signature. */
const none: ReadonlyArray<PublicKey> = []

export class Settler extends Effect.Service<Settler>()("effects/bonds/Settler", {
  effect: Effect.gen(function* () {
    const { settlerKey } = yield* Settings
    // The key's public half is worked out when it is first needed: a start need not wait for it.
    const must = yield* Effect.cached(
      Option.match(settlerKey, {
        onNone: () => new NoSettler(),
        onSome: (key) => Effect.sync(() => signerOf("curve25519", hexToBytes(Redacted.value(key))))
      })
    )

    const intentOf = ({ children, epoch, manifest }: Root, { publicKey }: Signer) =>
      Effect.gen(function* () {
        const discriminator = BigInt(`0x${(yield* randomToken).slice(0, 15)}`)
        return yield* Either.flatMap(
          compileManifest(manifest, { kind: "v2", networkId: NETWORK_ID }),
          (compiled): Either.Either<IntentV2, Error> =>
            buildIntentV2({
              header: { notaryPublicKey: publicKey, notaryIsSignatory: false, tipBasisPoints: 0 },
              intentHeader: {
                networkId: NETWORK_ID,
                startEpoch: BigInt(epoch),
                endEpoch: BigInt(epoch) + WINDOW,
                minTimestamp: Option.none(),
                maxTimestamp: Option.none(),
                discriminator
              },
              compiled,
              children
            })
        )
      }).pipe(Effect.orDie)

    return {
      isThere: Option.isSome(settlerKey),
      must: Effect.asVoid(must),

      /** The bytes to try, and those to submit, of one root. */
      complete: Effect.fn("Settler.complete")(function* (root: Root) {
        const key = yield* must
        const intent = yield* intentOf(root, key)
        const body = notarizeV2(signV2(intent, root.children, []), key)
        return {
          txId: writeHash("txid", intentHashV2(intent), NETWORK_ID),
          payload: encodeTransaction({ kind: "notarizedV2", body })
        }
      }),

      /** For a preview: nobody has to have signed. */
      dryRun: Effect.fn("Settler.dryRun")(function* (root: Root) {
        const intent = yield* intentOf(root, yield* must)
        return encodeTransaction({
          kind: "previewV2",
          body: { intent, signers: none, subintentSigners: intent.subintents.map(() => none) }
        })
      })
    }
  })
}) {}
