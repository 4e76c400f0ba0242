/** Keys, headers and whole transactions for tests. */
import { Either, Option } from "effect"
import {
  type AccountAddress,
  buildIntentV1,
  buildIntentV2,
  buildSubintent,
  type Compiled,
  compileManifest,
  deriveAddress,
  type IntentHeaderV2,
  type ManifestKind,
  type NotarizedV1,
  type NotarizedV2,
  notarizeV1,
  notarizeV2,
  plaintext,
  type SignedPartial,
  type Signer,
  signerOf,
  signPartial,
  signV1,
  signV2
} from "~/ledger/index"

export const STOKENET = 2

export const signer = (seed: number): Signer => signerOf("curve25519", new Uint8Array(32).fill(seed))
export const accountOf = ({ publicKey }: Signer): AccountAddress =>
  deriveAddress("account", publicKey.curve, publicKey.bytes, STOKENET)

export const notary = signer(250)
let serial = 0

export const compiled = (text: string, kind: ManifestKind): Compiled =>
  Either.getOrThrow(compileManifest(text, { kind, networkId: STOKENET }))

export interface Window {
  readonly networkId?: number
  readonly startEpoch?: bigint
  readonly endEpoch?: bigint
  readonly minTimestamp?: bigint
  readonly maxTimestamp?: bigint
}

/** A serial number makes every transaction of a test unique. */
export const signedV1 = (text: string, signers: ReadonlyArray<Signer>, window: Window = {}): NotarizedV1 =>
  notarizeV1(
    signV1(
      buildIntentV1(
        {
          networkId: window.networkId ?? STOKENET,
          startEpoch: window.startEpoch ?? 0n,
          endEpoch: window.endEpoch ?? 100n,
          nonce: serial++,
          notaryPublicKey: notary.publicKey,
          notaryIsSignatory: false,
          tipPercentage: 0
        },
        compiled(text, "v1")
      ),
      signers
    ),
    notary
  )

const intentHeader = (window: Window): IntentHeaderV2 => ({
  networkId: window.networkId ?? STOKENET,
  startEpoch: window.startEpoch ?? 0n,
  endEpoch: window.endEpoch ?? 100n,
  minTimestamp: Option.fromNullable(window.minTimestamp),
  maxTimestamp: Option.fromNullable(window.maxTimestamp),
  discriminator: BigInt(serial++)
})

export const subintentOf = (text: string, window: Window = {}) =>
  buildSubintent(intentHeader(window), compiled(text, "subintent"))

export const signedPartial = (
  text: string,
  signers: ReadonlyArray<Signer>,
  { children = [], ...window }: Window & { readonly children?: ReadonlyArray<SignedPartial> } = {}
): SignedPartial => Either.getOrThrow(signPartial(subintentOf(text, window), signers, children))

interface GivenHeader {
  /** Another network than the site's, whose requests no wallet of this network would sign. */
  readonly networkId?: number
  readonly startEpochInclusive: number
  readonly endEpochExclusive: number
  readonly maxProposerTimestampExclusive: number
  readonly intentDiscriminator: number
}

/** What a wallet signs under the header and message that a site requested. */
export const signedRequest = (
  { header, manifest, message }: { readonly header: GivenHeader; readonly manifest: string; readonly message: string },
  ...signers: ReadonlyArray<Signer>
): SignedPartial => {
  const given: IntentHeaderV2 = {
    networkId: header.networkId ?? STOKENET,
    startEpoch: BigInt(header.startEpochInclusive),
    endEpoch: BigInt(header.endEpochExclusive),
    minTimestamp: Option.none(),
    maxTimestamp: Option.some(BigInt(header.maxProposerTimestampExclusive)),
    discriminator: BigInt(header.intentDiscriminator)
  }
  return Either.getOrThrow(
    signPartial(buildSubintent(given, compiled(manifest, "subintent"), plaintext(message)), signers)
  )
}

export const signedV2 = (
  text: string,
  children: ReadonlyArray<SignedPartial>,
  signers: ReadonlyArray<Signer> = [],
  window: Window = {}
): NotarizedV2 => {
  const intent = Either.getOrThrow(
    buildIntentV2({
      header: { notaryPublicKey: notary.publicKey, notaryIsSignatory: false, tipBasisPoints: 0 },
      intentHeader: intentHeader(window),
      compiled: compiled(text, "v2"),
      children
    })
  )
  return notarizeV2(signV2(intent, children, signers), notary)
}
