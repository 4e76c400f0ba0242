/** Schema of a resource's non-fungible data, and validation of data. */
import type { Value } from "../../sbor/Value"
import type { Args } from "../Args"
import { Abort, need, notInSubset } from "../abort"
import type { DataField, DataType } from "../state/rows"

/** Well-known types by number (docs/ledger.md). */
const WELL_KNOWN: Readonly<Record<number, DataType>> = {
  1: "Bool",
  2: "I8",
  3: "I16",
  4: "I32",
  5: "I64",
  6: "I128",
  7: "U8",
  8: "U16",
  9: "U32",
  10: "U64",
  11: "U128",
  12: "String",
  64: "Any",
  65: "Bytes",
  192: "Decimal",
  193: "PreciseDecimal",
  194: "NonFungibleLocalId",
  196: "Instant",
  198: "Url",
  199: "Origin"
}
const KIND_OF_TYPE: Partial<Record<DataType, Value["kind"]>> = { Instant: "I64", Url: "String", Origin: "String" }

const TUPLE_TYPE = 14

const typeOf = (args: Args): DataType => {
  const [variant, inner] = args.variant()
  if (variant !== 0) throw notInSubset("non-fungible data with nested types")
  const number = inner.u8()
  inner.end()
  return need(WELL_KNOWN[number], `the data type ${number} is not in the local subset`)
}

const childNames = (args: Args): ReadonlyArray<string> => {
  const metadata = args.tuple()
  metadata.option((name) => name.text())
  const names = metadata.option((children) => {
    const [variant, inner] = children.variant()
    if (variant !== 0) throw notInSubset("non-fungible data without names")
    return inner.list((name) => name.text())
  })
  metadata.end()
  return names ?? []
}

/**
 * Local schema: (types, names, validations), the type's index, and the names of mutable fields. The subset supports one
 * flat tuple of well-known types, or no fields.
 */
export const readDataSchema = (args: Args): ReadonlyArray<DataField> => {
  const [variant, local] = args.variant()
  if (variant !== 0) throw notInSubset("a remote data schema")
  const [version, versioned] = local.variant()
  if (version !== 0) throw notInSubset("a data schema of another version")
  const schema = versioned.tuple()
  const types = schema.list((kind) => {
    const [number, inner] = kind.variant()
    if (number !== TUPLE_TYPE) throw notInSubset("non-fungible data that is not a tuple")
    return inner.list(typeOf)
  })
  const names = schema.list(childNames)
  schema.any()
  const [isLocal, index] = local.variant()
  const at = isLocal === 1 ? Number(index.of("U64").value) : -1
  const mutable = local.list((name) => name.text())
  local.end()
  if (at === -1) return []
  const fields = need(types[at], "the data schema names a type that is not there")
  const labels = names[at] ?? []
  if (fields.length !== labels.length) throw new Abort("the data schema's names do not fit its types")
  for (const name of mutable) if (!labels.includes(name)) throw new Abort(`the data has no field ${name}`)
  return fields.map((type, position) => {
    const name = labels[position] ?? ""
    return { name, type, isMutable: mutable.includes(name) }
  })
}

const fitsType = (value: Value, type: DataType): boolean =>
  type === "Any" || value.kind === (KIND_OF_TYPE[type] ?? type)

export const checkField = (value: Value, { name, type }: DataField) => {
  if (!fitsType(value, type)) throw new Abort(`the data field ${name} is a ${type}, not a ${value.kind}`)
}

export const checkData = (value: Value, fields: ReadonlyArray<DataField>) => {
  if (value.kind !== "Tuple" || value.fields.length !== fields.length) {
    throw new Abort(`the data has ${fields.length} fields`)
  }
  value.fields.forEach((field, index) => {
    const declared = fields[index]
    if (declared !== undefined) checkField(field, declared)
  })
}
