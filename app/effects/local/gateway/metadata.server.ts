/** Metadata items in the three forms of the gateway: typed, SBOR as hex, and SBOR as JSON (docs/connector.md). */
import { bytesToHex } from "@noble/hashes/utils.js"
import { DateTime } from "effect"
import { formatAmount, metadataVariant, type Value } from "~/ledger/index"
import { addressText, programmaticJson, rawHex } from "./sbor.server"

/** The gateway's names of the types, in the order of their variants; the variant of an array is 128 higher. */
const TYPES = [
  "String", "Bool", "U8", "U32", "U64", "I32", "I64", "Decimal", "GlobalAddress", "PublicKey",
  "NonFungibleGlobalId", "NonFungibleLocalId", "Instant", "Url", "Origin", "PublicKeyHash"
] as const // biome-ignore format: two rows
const ARRAY = 128

const KEY_TYPES = ["EcdsaSecp256k1", "EddsaEd25519"] as const

const keyOf = (value: Value, name: "hash_hex" | "key_hex", type: "key_hash_type" | "key_type") => {
  const [inner] = value.kind === "Enum" ? value.fields : []
  return {
    [type]: value.kind === "Enum" ? KEY_TYPES[value.variant] : undefined,
    [name]: inner?.kind === "Bytes" ? bytesToHex(inner.value) : ""
  }
}

const single = (type: (typeof TYPES)[number], value: Value): unknown => {
  if (type === "PublicKeyHash") return keyOf(value, "hash_hex", "key_hash_type")
  if (type === "PublicKey") return keyOf(value, "key_hex", "key_type")
  if (type === "Instant" && value.kind === "I64") {
    // Years that dates cannot express are clamped, as the gateway does.
    return DateTime.formatIso(DateTime.unsafeMake(Math.max(-8e15, Math.min(8e15, Number(value.value) * 1000))))
  }
  switch (value.kind) {
    case "Address":
      return addressText(value.value)
    case "Decimal":
      return formatAmount(value.value)
    case "Tuple": {
      const [resource, id] = value.fields.map((field) => single("String", field))
      return { resource_address: resource, non_fungible_id: id }
    }
    case "Bool":
    case "String":
    case "NonFungibleLocalId":
      return value.value
    default:
      return "value" in value ? String(value.value) : ""
  }
}

const typedOf = (value: Value): Readonly<Record<string, unknown>> => {
  const [inner] = value.kind === "Enum" ? value.fields : []
  const variant = value.kind === "Enum" ? value.variant : 0
  const type = TYPES[variant % ARRAY] ?? "String"
  if (inner?.kind === "Bytes") return { type: "U8Array", value_hex: bytesToHex(inner.value) }
  if (inner?.kind === "Array") return { type: `${type}Array`, values: inner.items.map((item) => single(type, item)) }
  if (inner === undefined) return { type, value: "" }
  if (type === "NonFungibleGlobalId") return { type, ...Object(single(type, inner)) }
  if (type === "Instant" && inner.kind === "I64") {
    return { type, value: single(type, inner), unix_timestamp_seconds: String(inner.value) }
  }
  return { type, value: single(type, inner) }
}

/** One item of a metadata page. */
export const metadataItem = (key: string, value: Value, version = 1, isLocked = false) => ({
  key,
  value: { raw_hex: rawHex(value), programmatic_json: programmaticJson(value), typed: typedOf(value) },
  is_locked: isLocked,
  last_updated_at_state_version: version
})
export type MetadataItem = ReturnType<typeof metadataItem>

const variant = (number: number, ...fields: ReadonlyArray<Value>): Value => ({ kind: "Enum", variant: number, fields })

export const textValue = (value: string): Value => variant(metadataVariant("String"), { kind: "String", value })

export const originsValue = (origins: ReadonlyArray<string>): Value =>
  variant(metadataVariant("Origin", true), {
    kind: "Array",
    of: "String",
    items: origins.map((value) => ({ kind: "String", value }))
  })

/** The hash of the one key that owns an account or persona. */
export const ownerKeyValue = (curve: "curve25519" | "secp256k1", hash: Uint8Array): Value =>
  variant(metadataVariant("PublicKeyHash", true), {
    kind: "Array",
    of: "Enum",
    items: [variant(curve === "curve25519" ? 1 : 0, { kind: "Bytes", value: hash })]
  })
