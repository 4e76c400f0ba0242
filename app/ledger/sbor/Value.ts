/**
 * Manifest SBOR as a tree: the values of a transaction, with the ids that a compiled manifest uses in place of names.
 *
 * Values and bytes correspond one to one: `read(write(value))` is the value and `write(read(bytes))` the bytes.
 */
import type { Amount } from "../amount"

/** Value kinds and their bytes. */
export const KIND_BYTES = {
  Bool: 0x01,
  I8: 0x02,
  I16: 0x03,
  I32: 0x04,
  I64: 0x05,
  I128: 0x06,
  U8: 0x07,
  U16: 0x08,
  U32: 0x09,
  U64: 0x0a,
  U128: 0x0b,
  String: 0x0c,
  Array: 0x20,
  Tuple: 0x21,
  Enum: 0x22,
  Map: 0x23,
  Address: 0x80,
  Bucket: 0x81,
  Proof: 0x82,
  Expression: 0x83,
  Blob: 0x84,
  Decimal: 0x85,
  PreciseDecimal: 0x86,
  NonFungibleLocalId: 0x87,
  AddressReservation: 0x88
} as const

export type Kind = keyof typeof KIND_BYTES

export type SmallInteger = "I8" | "I16" | "I32" | "U8" | "U16" | "U32"
export type BigInteger = "I64" | "I128" | "U64" | "U128"
export type Expression = "ENTIRE_WORKTOP" | "ENTIRE_AUTH_ZONE"

/** Values without parts that are the same in text and bytes. */
export type Scalar =
  | { readonly kind: "Bool"; readonly value: boolean }
  | { readonly kind: SmallInteger; readonly value: number }
  | { readonly kind: BigInteger; readonly value: bigint }
  | { readonly kind: "String"; readonly value: string }
  /** An array of U8: always in this form, never as `Array`. */
  | { readonly kind: "Bytes"; readonly value: Uint8Array }
  | { readonly kind: "Expression"; readonly value: Expression }
  | { readonly kind: "Decimal"; readonly value: Amount }
  /** 36 places. */
  | { readonly kind: "PreciseDecimal"; readonly value: bigint }
  /** In its written form: `<text>`, `#7#`, `[hex]`, `{four groups of 16 hex}`. */
  | { readonly kind: "NonFungibleLocalId"; readonly value: string }

export interface ArrayOf<V> {
  readonly kind: "Array"
  readonly of: Exclude<Kind, "U8">
  readonly items: ReadonlyArray<V>
}
export interface TupleOf<V> {
  readonly kind: "Tuple"
  readonly fields: ReadonlyArray<V>
}
export interface EnumOf<V> {
  readonly kind: "Enum"
  readonly variant: number
  readonly fields: ReadonlyArray<V>
}
export interface MapOf<V> {
  readonly kind: "Map"
  readonly from: Kind
  readonly to: Kind
  readonly entries: ReadonlyArray<readonly [V, V]>
}

export type Value =
  | Scalar
  | ArrayOf<Value>
  | TupleOf<Value>
  | EnumOf<Value>
  | MapOf<Value>
  /** Entity byte and 29 bytes of hash. */
  | { readonly kind: "Address"; readonly value: Uint8Array }
  | { readonly kind: "NamedAddress"; readonly id: number }
  | { readonly kind: "Bucket" | "Proof" | "AddressReservation"; readonly id: number }
  /** BLAKE2b-256 of the blob. */
  | { readonly kind: "Blob"; readonly value: Uint8Array }

/** Kind of a value as used in arrays, maps and the byte before a value. */
export const kindOf = (value: { readonly kind: Value["kind"] }): Kind =>
  value.kind === "Bytes" ? "Array" : value.kind === "NamedAddress" ? "Address" : value.kind

/** The byte before a value. */
export const kindByte = (value: { readonly kind: Value["kind"] }): number => KIND_BYTES[kindOf(value)]

/** Maximum nesting, enforced for reading and writing. */
export const MAX_DEPTH = 24
/** One mebibyte: no transaction is larger. */
export const MAX_BYTES = 1024 * 1024

export const variant = (number: number, ...fields: ReadonlyArray<Value>): EnumOf<Value> => ({
  kind: "Enum",
  variant: number,
  fields
})
