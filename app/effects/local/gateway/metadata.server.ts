/**
 * Metadata values in the three forms the gateway answers with: typed, SBOR as hex, and SBOR as JSON (protocol 6.2).
 * Only the types the local ledger sets. Pure.
 */
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js"

export interface KeyHash {
  readonly key_hash_type: "EddsaEd25519" | "EcdsaSecp256k1"
  /** 29 bytes as hex. */
  readonly hash_hex: string
}

export type TypedValue =
  | { readonly type: "String"; readonly value: string }
  | { readonly type: "OriginArray"; readonly values: ReadonlyArray<string> }
  | { readonly type: "PublicKeyHashArray"; readonly values: ReadonlyArray<KeyHash> }

interface Encoded {
  readonly bytes: ReadonlyArray<number>
  readonly json: object
}

// Scrypto SBOR: payload prefix, value kinds, and the variants of MetadataValue.
const PAYLOAD = 0x5c
const KIND = { u8: 0x07, string: 0x0c, array: 0x20, enum: 0x22 } as const
const VARIANT = { String: 0x00, OriginArray: 0x8e, PublicKeyHashArray: 0x8f } as const
const KEY_VARIANT = { EcdsaSecp256k1: 0, EddsaEd25519: 1 } as const

/** Lengths are LEB128. */
const size = (length: number): ReadonlyArray<number> =>
  length < 0x80 ? [length] : [(length & 0x7f) | 0x80, ...size(length >>> 7)]

const textBody = (text: string) => {
  const bytes = utf8ToBytes(text)
  return [...size(bytes.length), ...bytes]
}

const keyHashBody = ({ hash_hex, key_hash_type }: KeyHash) => {
  const hash = hexToBytes(hash_hex)
  return [KEY_VARIANT[key_hash_type], 1, KIND.array, KIND.u8, ...size(hash.length), ...hash]
}

const fieldOf = (value: TypedValue): Encoded => {
  switch (value.type) {
    case "String":
      return { bytes: [KIND.string, ...textBody(value.value)], json: { kind: "String", value: value.value } }
    case "OriginArray":
      return {
        bytes: [KIND.array, KIND.string, ...size(value.values.length), ...value.values.flatMap(textBody)],
        json: {
          kind: "Array",
          element_kind: "String",
          elements: value.values.map((text) => ({ kind: "String", value: text }))
        }
      }
    case "PublicKeyHashArray":
      return {
        bytes: [KIND.array, KIND.enum, ...size(value.values.length), ...value.values.flatMap(keyHashBody)],
        json: {
          kind: "Array",
          element_kind: "Enum",
          elements: value.values.map(({ hash_hex, key_hash_type }) => ({
            kind: "Enum",
            variant_id: String(KEY_VARIANT[key_hash_type]),
            fields: [{ kind: "Bytes", element_kind: "U8", hex: hash_hex }]
          }))
        }
      }
  }
}

/** One item of a metadata page. */
export const metadataItem = (key: string, typed: TypedValue) => {
  const { bytes, json } = fieldOf(typed)
  return {
    key,
    value: {
      raw_hex: bytesToHex(Uint8Array.of(PAYLOAD, KIND.enum, VARIANT[typed.type], 1, ...bytes)),
      programmatic_json: { kind: "Enum", variant_id: String(VARIANT[typed.type]), fields: [json] },
      typed
    },
    is_locked: false,
    last_updated_at_state_version: 1
  }
}
export type MetadataItem = ReturnType<typeof metadataItem>
