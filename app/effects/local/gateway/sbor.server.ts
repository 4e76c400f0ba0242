/**
 * Stored values in the two forms of the gateway: Scrypto SBOR as hex, and as JSON (docs/connector.md). The ledger
 * stores the manifest's bytes, which differ in the first byte and in how addresses, amounts and local ids are marked.
 * Pure.
 */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Either, Option } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import {
  formatAmount,
  formatDecimal,
  type Kind,
  readPayload,
  type Value,
  writeAddress,
  writePayload
} from "~/ledger/index"

const PAYLOAD = 0x5c
const KIND_BYTES: { readonly [K in Kind]?: number } = {
  Bool: 0x01, I8: 0x02, I16: 0x03, I32: 0x04, I64: 0x05, I128: 0x06,
  U8: 0x07, U16: 0x08, U32: 0x09, U64: 0x0a, U128: 0x0b, String: 0x0c,
  Array: 0x20, Tuple: 0x21, Enum: 0x22, Map: 0x23,
  Address: 0x80, Decimal: 0xa0, PreciseDecimal: 0xb0, NonFungibleLocalId: 0xc0
} // biome-ignore format: one family a line

const kindOf = ({ kind }: Value): Kind => (kind === "Bytes" ? "Array" : kind === "NamedAddress" ? "Address" : kind)
/** Kinds that only manifests have (buckets and the like) are never stored. */
const kindByte = (kind: Kind) => KIND_BYTES[kind] ?? 0

/** LEB128. */
const size = (length: number): ReadonlyArray<number> =>
  length < 0x80 ? [length] : [(length & 0x7f) | 0x80, ...size(length >>> 7)]

const marked = (value: Value) => [kindByte(kindOf(value)), ...body(value)]

const body = (value: Value): ReadonlyArray<number> => {
  switch (value.kind) {
    case "Array":
      return [kindByte(value.of), ...size(value.items.length), ...value.items.flatMap(body)]
    case "Tuple":
      return [...size(value.fields.length), ...value.fields.flatMap(marked)]
    case "Enum":
      return [value.variant, ...size(value.fields.length), ...value.fields.flatMap(marked)]
    case "Map":
      return [
        kindByte(value.from),
        kindByte(value.to),
        ...size(value.entries.length),
        ...value.entries.flatMap(([key, item]) => [...body(key), ...body(item)])
      ]
    case "Address":
      return [...value.value]
    default:
      // The rest has the same body in both, after the payload's first byte and its kind.
      return [...Either.getOrThrow(writePayload(value)).slice(2)]
  }
}

export const rawHex = (value: Value): string => bytesToHex(Uint8Array.of(PAYLOAD, ...marked(value)))

/** A value that the ledger stored, so its bytes are valid. */
export const storedValue = (hex: string): Value => Either.getOrThrow(readPayload(hexToBytes(hex)))

export const addressText = (bytes: Uint8Array): string => Option.getOrThrow(writeAddress(bytes, NETWORK_ID))

const kindName = (kind: Kind) => (kind === "Address" ? "Reference" : kind)

/** `names`: of the fields of a tuple at the top level. */
export const programmaticJson = (value: Value, names: ReadonlyArray<string> = []): object => {
  switch (value.kind) {
    case "Bytes":
      return { kind: "Bytes", element_kind: "U8", hex: bytesToHex(value.value) }
    case "Array":
      return {
        kind: "Array",
        element_kind: kindName(value.of),
        elements: value.items.map((item) => programmaticJson(item))
      }
    case "Tuple":
      return {
        kind: "Tuple",
        fields: value.fields.map((field, index) => ({
          ...programmaticJson(field),
          ...(names[index] === undefined ? {} : { field_name: names[index] })
        }))
      }
    case "Enum":
      return {
        kind: "Enum",
        variant_id: String(value.variant),
        fields: value.fields.map((field) => programmaticJson(field))
      }
    case "Map":
      return {
        kind: "Map",
        key_kind: kindName(value.from),
        value_kind: kindName(value.to),
        entries: value.entries.map(([key, item]) => ({ key: programmaticJson(key), value: programmaticJson(item) }))
      }
    case "Address":
      return { kind: "Reference", value: addressText(value.value) }
    case "Decimal":
      return { kind: "Decimal", value: formatAmount(value.value) }
    case "PreciseDecimal":
      return { kind: "PreciseDecimal", value: formatDecimal(value.value, 36) }
    case "Bool":
    case "String":
    case "NonFungibleLocalId":
      return { kind: value.kind, value: value.value }
    default:
      return { kind: kindName(kindOf(value)), value: "value" in value ? String(value.value) : "" }
  }
}
