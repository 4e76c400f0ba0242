/**
 * Transactions of version 2: a root and the subintents of others, each with its own manifest, time window and
 * signatures.
 *
 * A pre-authorization is a signed partial transaction: one subintent, the subintents below it, and their signatures.
 */
import type { Option } from "effect"
import { anyEnum, bool, bytes, hash, i64, list, option, struct, u8, u32, u64 } from "../sbor/Shape"
import {
  type InstructionValue,
  type IntentSignature,
  intentSignatures,
  type Message,
  message,
  type PublicKey,
  publicKey,
  type Signature,
  signature
} from "./parts"

export interface IntentHeaderV2 {
  readonly networkId: number
  /** Inclusive. */
  readonly startEpoch: bigint
  /** Exclusive. */
  readonly endEpoch: bigint
  /** Proposer timestamp in seconds since 1970, inclusive. */
  readonly minTimestamp: Option.Option<bigint>
  /** Exclusive. */
  readonly maxTimestamp: Option.Option<bigint>
  /** Distinguishes otherwise equal intents. */
  readonly discriminator: bigint
}

export interface IntentCore {
  readonly header: IntentHeaderV2
  readonly blobs: ReadonlyArray<Uint8Array>
  readonly message: Message
  /** Hashes of the subintents that this one uses. */
  readonly children: ReadonlyArray<Uint8Array>
  readonly instructions: ReadonlyArray<InstructionValue>
}

export interface Subintent {
  readonly core: IntentCore
}

export interface HeaderV2 {
  readonly notaryPublicKey: PublicKey
  readonly notaryIsSignatory: boolean
  readonly tipBasisPoints: number
}

export interface IntentV2 {
  readonly header: HeaderV2
  readonly core: IntentCore
  /** All descendants, in any order; the signatures have the same order. */
  readonly subintents: ReadonlyArray<Subintent>
}

export interface SignedIntentV2 {
  readonly intent: IntentV2
  readonly signatures: ReadonlyArray<IntentSignature>
  readonly subintentSignatures: ReadonlyArray<ReadonlyArray<IntentSignature>>
}

export interface NotarizedV2 {
  readonly signedIntent: SignedIntentV2
  readonly notarySignature: Signature
}

export interface Partial {
  readonly root: Subintent
  readonly subintents: ReadonlyArray<Subintent>
}

export interface SignedPartial {
  readonly partial: Partial
  readonly signatures: ReadonlyArray<IntentSignature>
  readonly subintentSignatures: ReadonlyArray<ReadonlyArray<IntentSignature>>
}

/** Input of a preview: who would sign, in place of signatures. */
export interface PreviewV2 {
  readonly intent: IntentV2
  readonly signers: ReadonlyArray<PublicKey>
  readonly subintentSigners: ReadonlyArray<ReadonlyArray<PublicKey>>
}

export const intentHeaderV2 = struct<IntentHeaderV2>({
  networkId: u8,
  startEpoch: u64,
  endEpoch: u64,
  minTimestamp: option(i64),
  maxTimestamp: option(i64),
  discriminator: u64
})
const intentCore = struct<IntentCore>({
  header: intentHeaderV2,
  blobs: list(bytes),
  message,
  children: list(hash),
  instructions: list(anyEnum)
})
export const subintent = struct<Subintent>({ core: intentCore })
export const headerV2 = struct<HeaderV2>({ notaryPublicKey: publicKey, notaryIsSignatory: bool, tipBasisPoints: u32 })
export const intentV2 = struct<IntentV2>({ header: headerV2, core: intentCore, subintents: list(subintent) })
export const subintentSignatures = list(intentSignatures)
export const signedIntentV2 = struct<SignedIntentV2>({
  intent: intentV2,
  signatures: intentSignatures,
  subintentSignatures
})
export const notarizedV2 = struct<NotarizedV2>({ signedIntent: signedIntentV2, notarySignature: signature })
export const partial = struct<Partial>({ root: subintent, subintents: list(subintent) })
export const signedPartial = struct<SignedPartial>({ partial, signatures: intentSignatures, subintentSignatures })
export const previewV2 = struct<PreviewV2>({
  intent: intentV2,
  signers: list(publicKey),
  subintentSigners: list(list(publicKey))
})
