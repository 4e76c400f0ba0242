/** Types that both transaction versions share: keys, signatures, messages. */
import type { Curve } from "../address"
import { list, Misshapen, type Shape, shape } from "../sbor/Shape"
import type { EnumOf, Value } from "../sbor/Value"

export interface PublicKey {
  readonly curve: Curve
  /** 32 bytes on curve25519, 33 (compressed) on secp256k1. */
  readonly bytes: Uint8Array
}

export interface Signature {
  readonly curve: Curve
  /** 64 bytes on curve25519; on secp256k1 65: recovery id, r, s. */
  readonly bytes: Uint8Array
}

/** A signature that identifies its signer: with the key on curve25519, by recovery on secp256k1. */
export type IntentSignature =
  | { readonly curve: "secp256k1"; readonly signature: Uint8Array }
  | { readonly curve: "curve25519"; readonly signature: Uint8Array; readonly publicKey: Uint8Array }

/** Message for people. Encrypted messages are passed through, never read. */
export type Message =
  | { readonly kind: "none" }
  | { readonly kind: "plaintext"; readonly mimeType: string; readonly content: string | Uint8Array }
  | { readonly kind: "encrypted"; readonly value: Value }

export type InstructionValue = EnumOf<Value>

export const noMessage: Message = { kind: "none" }
export const plaintext = (content: string): Message => ({ kind: "plaintext", mimeType: "text/plain", content })

const KEY_BYTES: Readonly<Record<Curve, number>> = { secp256k1: 33, curve25519: 32 }
const SIGNATURE_BYTES: Readonly<Record<Curve, number>> = { secp256k1: 65, curve25519: 64 }
const CURVES: ReadonlyArray<Curve> = ["secp256k1", "curve25519"] // in the order of their variant

const enumOf = (variant: number, ...fields: ReadonlyArray<Value>): Value => ({ kind: "Enum", variant, fields })
const bytesValue = (value: Uint8Array): Value => ({ kind: "Bytes", value })
/** Signatures are wrapped in a tuple; keys are not. */
const boxed = (value: Uint8Array): Value => ({ kind: "Tuple", fields: [bytesValue(value)] })

const unboxed = (value: Value | undefined, length: number): Uint8Array | undefined => {
  const inner = value?.kind === "Tuple" && value.fields.length === 1 ? value.fields[0] : undefined
  return inner?.kind === "Bytes" && inner.value.length === length ? inner.value : undefined
}

export const publicKey = shape<PublicKey>(
  "Enum",
  ({ bytes, curve }) => enumOf(CURVES.indexOf(curve), bytesValue(bytes)),
  (value) => {
    if (value.kind !== "Enum" || value.fields.length !== 1) return undefined
    const curve = CURVES[value.variant]
    const [inner] = value.fields
    return curve !== undefined && inner?.kind === "Bytes" && inner.value.length === KEY_BYTES[curve]
      ? { curve, bytes: inner.value }
      : undefined
  }
)

export const signature = shape<Signature>(
  "Enum",
  ({ bytes, curve }) => enumOf(CURVES.indexOf(curve), boxed(bytes)),
  (value) => {
    if (value.kind !== "Enum" || value.fields.length !== 1) return undefined
    const curve = CURVES[value.variant]
    const bytes = curve === undefined ? undefined : unboxed(value.fields[0], SIGNATURE_BYTES[curve])
    return curve === undefined || bytes === undefined ? undefined : { curve, bytes }
  }
)

const intentSignature = shape<IntentSignature>(
  "Enum",
  (given) =>
    given.curve === "secp256k1"
      ? enumOf(0, boxed(given.signature))
      : enumOf(1, bytesValue(given.publicKey), boxed(given.signature)),
  (value) => {
    if (value.kind !== "Enum") return undefined
    const [first, second] = value.fields
    if (value.variant === 0 && value.fields.length === 1) {
      const bytes = unboxed(first, SIGNATURE_BYTES.secp256k1)
      return bytes === undefined ? undefined : { curve: "secp256k1", signature: bytes }
    }
    const bytes = unboxed(second, SIGNATURE_BYTES.curve25519)
    return value.variant === 1 &&
      value.fields.length === 2 &&
      bytes !== undefined &&
      first?.kind === "Bytes" &&
      first.value.length === KEY_BYTES.curve25519
      ? { curve: "curve25519", publicKey: first.value, signature: bytes }
      : undefined
  }
)

export const intentSignatures: Shape<ReadonlyArray<IntentSignature>> = list(intentSignature)

const content = (value: Value | undefined): string | Uint8Array => {
  const inner = value?.kind === "Enum" && value.fields.length === 1 ? value.fields[0] : undefined
  if (value?.kind === "Enum" && value.variant === 0 && inner?.kind === "String") return inner.value
  if (value?.kind === "Enum" && value.variant === 1 && inner?.kind === "Bytes") return inner.value
  throw new Misshapen("a message is text or bytes")
}

export const message = shape<Message>(
  "Enum",
  (given) => {
    if (given.kind === "none") return enumOf(0)
    if (given.kind === "encrypted") return enumOf(2, given.value)
    const inner =
      typeof given.content === "string"
        ? enumOf(0, { kind: "String", value: given.content })
        : enumOf(1, bytesValue(given.content))
    return enumOf(1, { kind: "Tuple", fields: [{ kind: "String", value: given.mimeType }, inner] })
  },
  (value) => {
    if (value.kind !== "Enum") return undefined
    const [inner, ...others] = value.fields
    if (value.variant === 0 && inner === undefined) return noMessage
    if (inner?.kind !== "Tuple" || others.length > 0) return undefined
    if (value.variant === 2) return { kind: "encrypted", value: inner }
    const [mime, said] = inner.fields
    return value.variant === 1 && inner.fields.length === 2 && mime?.kind === "String"
      ? { kind: "plaintext", mimeType: mime.value, content: content(said) }
      : undefined
  }
)
