/**
 * What a schema accepts, read without its machinery: where thousands of values a second come in, decoding with the
 * schema takes longer than checking their signatures.
 *
 * Made from the schema itself, so there is one truth; only for schemas that change nothing and take no optional fields.
 * Keys that the schema does not name are refused.
 */
import { Option, type Schema, type SchemaAST } from "effect"
import { STRICT } from "./fields"

/** What does not fit. */
const MISFIT = Symbol("misfit")
type Read = (value: unknown) => unknown

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const when =
  (holds: (value: unknown) => boolean): Read =>
  (value) =>
    holds(value) ? value : MISFIT

const readList =
  (item: Read): Read =>
  (value) => {
    if (!Array.isArray(value)) return MISFIT
    const list = value.map(item)
    return list.includes(MISFIT) ? MISFIT : list
  }

const readFirst =
  (members: ReadonlyArray<Read>): Read =>
  (value) => {
    for (const member of members) {
      const taken = member(value)
      if (taken !== MISFIT) return taken
    }
    return MISFIT
  }

const readStruct =
  (fields: ReadonlyArray<readonly [key: string, read: Read]>): Read =>
  (value) => {
    if (!isRecord(value) || Object.keys(value).length !== fields.length) return MISFIT
    const struct: Record<string, unknown> = {}
    for (const [key, read] of fields) {
      if (!Object.hasOwn(value, key)) return MISFIT
      const taken = read(value[key])
      if (taken === MISFIT) return MISFIT
      struct[key] = taken
    }
    return struct
  }

const readRecord =
  (key: Read, member: Read): Read =>
  (value) => {
    if (!isRecord(value)) return MISFIT
    const entries = Object.entries(value).map(([name, each]) => [key(name), member(each)] as const)
    if (entries.some((entry) => entry.includes(MISFIT))) return MISFIT
    return Object.fromEntries(entries)
  }

const readerOf = (ast: SchemaAST.AST): Read => {
  switch (ast._tag) {
    case "StringKeyword":
      return when((value) => typeof value === "string")
    case "NumberKeyword":
      return when((value) => typeof value === "number")
    case "Literal":
      return when((value) => value === ast.literal)
    case "Union":
      return readFirst(ast.types.map(readerOf))
    case "Refinement": {
      const from = readerOf(ast.from)
      return (value) => {
        const taken = from(value)
        return taken === MISFIT || Option.isSome(ast.filter(taken, STRICT, ast)) ? MISFIT : taken
      }
    }
    case "TupleType": {
      const [item, ...others] = ast.rest
      if (item !== undefined && others.length === 0 && ast.elements.length === 0) return readList(readerOf(item.type))
      break
    }
    case "TypeLiteral": {
      const { indexSignatures, propertySignatures } = ast
      const [record, ...others] = indexSignatures
      if (record !== undefined && others.length === 0 && propertySignatures.length === 0) {
        return readRecord(readerOf(record.parameter), readerOf(record.type))
      }
      if (record === undefined && propertySignatures.every(({ isOptional }) => !isOptional)) {
        return readStruct(propertySignatures.map(({ name, type }) => [String(name), readerOf(type)]))
      }
      break
    }
  }
  throw new TypeError(`no plain reader for ${String(ast)}`)
}

/** Throws for a schema of any other kind, so it is called where the program starts. */
export const plainReader = <A>(schema: Schema.Schema<A>): ((value: unknown) => Option.Option<A>) => {
  const read = readerOf(schema.ast)
  return (value) => {
    const taken = read(value)
    // Every part was just found to be what the schema says; that is what makes it an A.
    return taken === MISFIT ? Option.none() : Option.some(taken as A)
  }
}
