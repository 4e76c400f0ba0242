/**
 * The part of JSON Schema 2020-12 that the contract uses, converted for people: names, types and meanings of fields,
 * and an example. Pure; pages load the types.
 */

export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly description?: string
  readonly examples?: ReadonlyArray<unknown>
}
export type Shapes = Readonly<Record<string, JsonSchema>>

/** Type of a field in words, and the named shape that they end with, if any. */
export interface FieldType {
  readonly words: string
  readonly shape: string | null
  readonly isNullable: boolean
}

/** One line of a table. Fields of a nested object without its own name are listed as `outer.inner`. */
export interface Field {
  readonly name: string
  readonly type: FieldType
  readonly words: string
  readonly isOptional: boolean
}

const NAMES: Readonly<Record<string, string>> = {
  string: "text",
  integer: "whole number",
  number: "number",
  boolean: "true or false",
  object: "object"
}
const FORMATS: Readonly<Record<string, string>> = { "date-time": "time", uri: "address" }

const shapeName = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1)
const isNull = ({ enum: values, type }: JsonSchema): boolean =>
  type === "null" || values?.every((one) => one === null) === true
/** The schema without its `null` alternative. */
const presentIn = (schema: JsonSchema): JsonSchema =>
  schema.anyOf?.length === 2 && schema.anyOf.some(isNull)
    ? (schema.anyOf.find((one) => !isNull(one)) ?? schema)
    : schema

export const typeOf = (schema: JsonSchema): FieldType => {
  const present = presentIn(schema)
  const isNullable = present !== schema
  const plain = (words: string): FieldType => ({ words, shape: null, isNullable })
  if (present.$ref !== undefined) return { words: "", shape: shapeName(present.$ref), isNullable }
  if (present.enum !== undefined) return plain(present.enum.map((value) => JSON.stringify(value)).join(", "))
  if (present.items !== undefined) {
    const { shape, words } = typeOf(present.items)
    return { words: words === "" ? "list of" : `list: ${words}`, shape, isNullable }
  }
  if (present.anyOf !== undefined) return plain(present.anyOf.map((one) => typeOf(one).words).join(", or "))
  return plain(FORMATS[present.format ?? ""] ?? NAMES[present.type ?? ""] ?? "anything")
}

/** An object that is defined inline. */
const innerOf = (schema: JsonSchema): JsonSchema | undefined => {
  const present = presentIn(schema)
  const inner = present.items ?? present
  return Object.keys(inner.properties ?? {}).length > 0 ? inner : undefined
}

export const fieldsOf = (schema: JsonSchema, before = ""): ReadonlyArray<Field> =>
  Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const inner = innerOf(field)
    const name = `${before}${key}`
    const line: Field = {
      name,
      type: typeOf(field),
      words: field.description ?? presentIn(field).description ?? "",
      isOptional: schema.required?.includes(key) !== true
    }
    return inner === undefined ? [line] : [line, ...fieldsOf(inner, `${name}.`)]
  })

/** Built from the examples of its fields; for a closed list without an example, its first value. */
export const exampleOf = (schema: JsonSchema, shapes: Shapes): unknown => {
  if (schema.examples !== undefined) return schema.examples[0]
  const present = presentIn(schema)
  if (present !== schema) return exampleOf(present, shapes)
  if (schema.$ref !== undefined) return exampleOf(shapes[shapeName(schema.$ref)] ?? {}, shapes)
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.items !== undefined) return [exampleOf(schema.items, shapes)]
  if (schema.type !== "object") return null
  const required = Object.entries(schema.properties ?? {}).filter(([key]) => schema.required?.includes(key) === true)
  return Object.fromEntries(required.map(([key, field]) => [key, exampleOf(field, shapes)]))
}
