/**
 * Hashes of transactions (docs/ledger.md). A leaf is the hash of an SBOR value, a composite the hash of its
 * children's hashes; the hash of a payload also covers a marker and the payload's discriminator. In version 1 a leaf
 * covers the value's kind byte, in version 2 it does not.
 */
import { Either } from "effect"
import { hash } from "../hash"
import { anyEnum, list, type Shape } from "../sbor/Shape"
import { kindByte, type Value } from "../sbor/Value"
import { writeBody } from "../sbor/write"
import { DISCRIMINATOR, type Transaction } from "./decode"
import { intentSignatures, message, signature } from "./parts"
import { headerV1, type IntentV1, type NotarizedV1, type SignedIntentV1 } from "./v1"
import {
  headerV2,
  type IntentCore,
  type IntentV2,
  intentHeaderV2,
  type NotarizedV2,
  type SignedIntentV2,
  type Subintent
} from "./v2"

const MARKER = 0x54

const leaf = <A>(shape: Shape<A>, typed: A): Uint8Array => hash(Either.getOrThrow(writeBody(shape.write(typed))))
const wholeValue = (value: Value): Uint8Array =>
  hash(Uint8Array.of(kindByte(value)), Either.getOrThrow(writeBody(value)))
const leafV1 = <A>(shape: Shape<A>, typed: A): Uint8Array => wholeValue(shape.write(typed))
const payload = (kind: Transaction["kind"], ...parts: ReadonlyArray<Uint8Array>): Uint8Array =>
  hash(Uint8Array.of(MARKER, DISCRIMINATOR[kind]), ...parts)

/** Caches hashes: trees never change once built, so each is hashed once, however many hashes include it. */
const cached = <A extends object>(compute: (given: A) => Uint8Array): ((given: A) => Uint8Array) => {
  const known = new WeakMap<A, Uint8Array>()
  return (given) => {
    const before = known.get(given)
    if (before !== undefined) return before.slice()
    const hashed = compute(given)
    known.set(given, hashed)
    return hashed.slice() // a copy, because the caller may change it
  }
}

const instructions = list(anyEnum)

const blobs = (given: ReadonlyArray<Uint8Array>): Uint8Array => hash(...given.map((blob) => hash(blob)))

export const intentHashV1 = (intent: IntentV1): Uint8Array =>
  payload(
    "intentV1",
    leafV1(headerV1, intent.header),
    leafV1(instructions, intent.instructions),
    blobs(intent.blobs),
    leafV1(message, intent.message)
  )

export const signedIntentHashV1 = (signed: SignedIntentV1): Uint8Array =>
  payload("signedIntentV1", intentHashV1(signed.intent), leafV1(intentSignatures, signed.signatures))

export const notarizedHashV1 = (notarized: NotarizedV1): Uint8Array =>
  payload("notarizedV1", signedIntentHashV1(notarized.signedIntent), leafV1(signature, notarized.notarySignature))

const coreHash = (core: IntentCore): Uint8Array =>
  hash(
    leaf(intentHeaderV2, core.header),
    blobs(core.blobs),
    leaf(message, core.message),
    hash(...core.children),
    leaf(instructions, core.instructions)
  )

export const subintentHash = cached((given: Subintent): Uint8Array => payload("subintent", coreHash(given.core)))

export const intentHashV2 = cached(
  (intent: IntentV2): Uint8Array =>
    payload(
      "intentV2",
      leaf(headerV2, intent.header),
      coreHash(intent.core),
      hash(...intent.subintents.map(subintentHash))
    )
)

export const signedIntentHashV2 = (signed: SignedIntentV2): Uint8Array =>
  payload(
    "signedIntentV2",
    intentHashV2(signed.intent),
    leaf(intentSignatures, signed.signatures),
    hash(...signed.subintentSignatures.map((given) => leaf(intentSignatures, given)))
  )

export const notarizedHashV2 = (notarized: NotarizedV2): Uint8Array =>
  payload("notarizedV2", signedIntentHashV2(notarized.signedIntent), leaf(signature, notarized.notarySignature))
