/**
 * The site's relayer key. It notarizes bond batches, with fees from the faucet: it signs for nobody there and can only
 * combine what both sides have signed for exactly this swap. As a signatory it pays from escrow, and it submits what
 * signers have approved (docs/ledger.md).
 */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Effect, Either, Option, Redacted } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomToken } from "~/effects/base/text/random.server"
import {
  badgeOfKey,
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
import { NoRelayer } from "./errors"

/** In epochs of five minutes; longer than the treasury's part of a batch is valid. */
const WINDOW = 4n

interface Root {
  readonly manifest: Manifest
  readonly children: ReadonlyArray<SignedPartial>
  readonly epoch: number
  /** True if an account or a subintent requires the key's own signature. */
  readonly isSignatory: boolean
}

/** No signer keys: the preview is told to assume every signature. */
const none: ReadonlyArray<PublicKey> = []

export class Relayer extends Effect.Service<Relayer>()("treasury/relayer/Relayer", {
  effect: Effect.gen(function* () {
    const { relayerKey } = yield* Settings
    // The public key is computed on first use, so that a start does not wait for it.
    const must = yield* Effect.cached(
      Option.match(relayerKey, {
        onNone: () => new NoRelayer(),
        onSome: (key) => Effect.sync(() => signerOf("curve25519", hexToBytes(Redacted.value(key))))
      })
    )

    const intentOf = ({ children, epoch, isSignatory, manifest }: Root, { publicKey }: Signer) =>
      Effect.gen(function* () {
        const discriminator = BigInt(`0x${(yield* randomToken).slice(0, 15)}`)
        return yield* Either.flatMap(
          compileManifest(manifest, { kind: "v2", networkId: NETWORK_ID }),
          (compiled): Either.Either<IntentV2, Error> =>
            buildIntentV2({
              header: { notaryPublicKey: publicKey, notaryIsSignatory: isSignatory, tipBasisPoints: 0 },
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
      isThere: Option.isSome(relayerKey),
      must: Effect.asVoid(must),

      /** The badge that access rules name to require this key's signature. */
      badge: Effect.map(must, ({ publicKey }) => {
        const { id = "", resource } = badgeOfKey(publicKey, NETWORK_ID)
        return { id, resource }
      }),

      /** Bytes of one root intent for a dry run, and those to submit. */
      complete: Effect.fn("Relayer.complete")(function* (root: Root) {
        const key = yield* must
        const intent = yield* intentOf(root, key)
        const body = notarizeV2(signV2(intent, root.children, []), key)
        return {
          txId: writeHash("txid", intentHashV2(intent), NETWORK_ID),
          payload: encodeTransaction({ kind: "notarizedV2", body })
        }
      }),

      /** Root intent for a preview; nobody needs to have signed. */
      dryRun: Effect.fn("Relayer.dryRun")(function* (root: Root) {
        const intent = yield* intentOf(root, yield* must)
        return encodeTransaction({
          kind: "previewV2",
          body: { intent, signers: none, subintentSigners: intent.subintents.map(() => none) }
        })
      })
    }
  })
}) {}
