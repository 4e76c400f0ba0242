/** Transactions of version 1: one manifest. Wallets submit these alone. */
import { anyEnum, bool, bytes, list, struct, u8, u16, u32, u64 } from "../sbor/Shape"
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

export interface HeaderV1 {
  readonly networkId: number
  /** Inclusive. */
  readonly startEpoch: bigint
  /** Exclusive. */
  readonly endEpoch: bigint
  readonly nonce: number
  readonly notaryPublicKey: PublicKey
  readonly notaryIsSignatory: boolean
  readonly tipPercentage: number
}

export interface IntentV1 {
  readonly header: HeaderV1
  readonly instructions: ReadonlyArray<InstructionValue>
  readonly blobs: ReadonlyArray<Uint8Array>
  readonly message: Message
}

export interface SignedIntentV1 {
  readonly intent: IntentV1
  readonly signatures: ReadonlyArray<IntentSignature>
}

export interface NotarizedV1 {
  readonly signedIntent: SignedIntentV1
  readonly notarySignature: Signature
}

export const headerV1 = struct<HeaderV1>({
  networkId: u8,
  startEpoch: u64,
  endEpoch: u64,
  nonce: u32,
  notaryPublicKey: publicKey,
  notaryIsSignatory: bool,
  tipPercentage: u16
})
export const intentV1 = struct<IntentV1>({
  header: headerV1,
  instructions: list(anyEnum),
  blobs: list(bytes),
  message
})
export const signedIntentV1 = struct<SignedIntentV1>({ intent: intentV1, signatures: intentSignatures })
export const notarizedV1 = struct<NotarizedV1>({ signedIntent: signedIntentV1, notarySignature: signature })
