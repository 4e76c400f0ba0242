/**
 * A manifest as a tree of typed values, before it is compiled to bytes.
 *
 * Callers build this tree instead of text. User text is a `String` node that only `render` writes out, escaped, so that
 * a name containing a quote and a semicolon stays a name.
 */
import type { Amount } from "../amount"
import type { ArrayOf, EnumOf, Expression, Kind, MapOf, Scalar, TupleOf } from "../sbor/Value"
import type { InstructionName } from "./instructions"

/** Position of a node in its text. Both count from 1; a column is a UTF-16 unit. */
export interface Position {
  readonly line: number
  readonly column: number
}

export interface Placed {
  readonly at?: Position
}

export type Node =
  | Scalar
  | ArrayOf<Term>
  | TupleOf<Term>
  | EnumOf<Term>
  | MapOf<Term>
  | { readonly kind: "Address"; readonly address: string }
  | { readonly kind: "NamedAddress" | "Bucket" | "Proof" | "AddressReservation" | "NamedIntent"; readonly name: string }
  /** A subintent by its hash, `subtxid_…`. */
  | { readonly kind: "Intent"; readonly hash: string }
  /** Short form of the tuple of a resource and a local id. */
  | { readonly kind: "NonFungibleGlobalId"; readonly resource: string; readonly id: string }
  /** Hex of the blob's hash. */
  | { readonly kind: "Blob"; readonly hash: string }

export type Term = Node & Placed

export interface Instruction extends Placed {
  readonly name: InstructionName
  readonly args: ReadonlyArray<Term>
}

export interface Manifest {
  readonly instructions: ReadonlyArray<Instruction>
}

/** Transactions of version 1, roots of version 2, and subintents that others sign. */
export type ManifestKind = "v1" | "v2" | "subintent"

export const instruction = (name: InstructionName, ...args: ReadonlyArray<Term>): Instruction => ({ name, args })
export const manifest = (...instructions: ReadonlyArray<Instruction>): Manifest => ({ instructions })

export const text = (value: string): Term => ({ kind: "String", value })
export const bool = (value: boolean): Term => ({ kind: "Bool", value })
export const u8 = (value: number): Term => ({ kind: "U8", value })
export const u16 = (value: number): Term => ({ kind: "U16", value })
export const u32 = (value: number): Term => ({ kind: "U32", value })
export const u64 = (value: bigint): Term => ({ kind: "U64", value })
export const i64 = (value: bigint): Term => ({ kind: "I64", value })
export const bytes = (value: Uint8Array): Term => ({ kind: "Bytes", value })
export const decimal = (value: Amount): Term => ({ kind: "Decimal", value })
export const localId = (value: string): Term => ({ kind: "NonFungibleLocalId", value })
export const address = (value: string): Term => ({ kind: "Address", address: value })
export const namedAddress = (name: string): Term => ({ kind: "NamedAddress", name })
export const bucket = (name: string): Term => ({ kind: "Bucket", name })
export const proof = (name: string): Term => ({ kind: "Proof", name })
export const reservation = (name: string): Term => ({ kind: "AddressReservation", name })
export const namedIntent = (name: string): Term => ({ kind: "NamedIntent", name })
export const intent = (hash: string): Term => ({ kind: "Intent", hash })
export const expression = (value: Expression): Term => ({ kind: "Expression", value })
export const entireWorktop: Term = expression("ENTIRE_WORKTOP")

export const array = (of: Exclude<Kind, "U8">, ...items: ReadonlyArray<Term>): Term => ({ kind: "Array", of, items })
export const tuple = (...fields: ReadonlyArray<Term>): Term => ({ kind: "Tuple", fields })
export const variant = (number: number, ...fields: ReadonlyArray<Term>): Term => ({
  kind: "Enum",
  variant: number,
  fields
})
export const none: Term = variant(0)
export const some = (value: Term): Term => variant(1, value)
export const map = (from: Kind, to: Kind, ...entries: ReadonlyArray<readonly [Term, Term]>): Term => ({
  kind: "Map",
  from,
  to,
  entries
})
