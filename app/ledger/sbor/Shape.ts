/**
 * Shapes: two-way descriptions of typed values as SBOR. One description gives reader and writer, so that they cannot
 * diverge. Used for transactions and for arguments of native methods.
 */
import { Option } from "effect"
import type { EnumOf, Kind, Value } from "./Value"

/** A value of another shape; caught where reading started. */
export class Misshapen extends Error {}

export interface Shape<A> {
  /** SBOR kind of every value of this shape. */
  readonly kind: Kind
  readonly write: (typed: A) => Value
  /** Throws `Misshapen`. */
  readonly read: (value: Value) => A
}

export const shape = <A>(kind: Kind, write: (typed: A) => Value, read: (value: Value) => A | undefined): Shape<A> => ({
  kind,
  write,
  read: (value) => {
    const typed = read(value)
    if (typed === undefined) throw new Misshapen(`expected ${kind}, found ${value.kind}`)
    return typed
  }
})

const integer = (kind: "U8" | "U16" | "U32") =>
  shape<number>(
    kind,
    (value) => ({ kind, value }),
    (value) => (value.kind === kind ? value.value : undefined)
  )
const long = (kind: "U64" | "I64") =>
  shape<bigint>(
    kind,
    (value) => ({ kind, value }),
    (value) => (value.kind === kind ? value.value : undefined)
  )

export const u8 = integer("U8")
export const u16 = integer("U16")
export const u32 = integer("U32")
export const u64 = long("U64")
export const i64 = long("I64")

export const bool = shape<boolean>(
  "Bool",
  (value) => ({ kind: "Bool", value }),
  (value) => (value.kind === "Bool" ? value.value : undefined)
)
export const bytes = shape<Uint8Array>(
  "Array",
  (value) => ({ kind: "Bytes", value }),
  (value) => (value.kind === "Bytes" ? value.value : undefined)
)
export const hash = shape<Uint8Array>("Array", bytes.write, (value) =>
  value.kind === "Bytes" && value.value.length === 32 ? value.value : undefined
)
/** Any enum, unchanged. */
export const anyEnum = shape<EnumOf<Value>>(
  "Enum",
  (value) => value,
  (value) => (value.kind === "Enum" ? value : undefined)
)

export const list = <A>(item: Shape<A>): Shape<ReadonlyArray<A>> =>
  shape(
    "Array",
    (items) => ({ kind: "Array", of: item.kind as Exclude<Kind, "U8">, items: items.map(item.write) }),
    (value) => (value.kind === "Array" && value.of === item.kind ? value.items.map(item.read) : undefined)
  )

/** A tuple with named fields, encoded in the order of their declaration. */
export const struct = <A extends object>(fields: { readonly [K in keyof A]: Shape<A[K]> }): Shape<A> => {
  const names = Object.keys(fields) as Array<keyof A & string>
  return shape(
    "Tuple",
    (typed) => ({ kind: "Tuple", fields: names.map((name) => fields[name].write(typed[name])) }),
    (value) => {
      if (value.kind !== "Tuple" || value.fields.length !== names.length) return undefined
      const typed: Partial<A> = {}
      names.forEach((name, index) => {
        typed[name] = fields[name].read(value.fields[index] ?? value)
      })
      return typed as A // every name was just filled
    }
  )
}

export const option = <A>(item: Shape<A>): Shape<Option.Option<A>> =>
  shape(
    "Enum",
    Option.match({
      onNone: (): Value => ({ kind: "Enum", variant: 0, fields: [] }),
      onSome: (typed): Value => ({ kind: "Enum", variant: 1, fields: [item.write(typed)] })
    }),
    (value) => {
      if (value.kind !== "Enum") return undefined
      const [field, ...others] = value.fields
      if (value.variant === 0 && field === undefined) return Option.none()
      return value.variant === 1 && field !== undefined && others.length === 0
        ? Option.some(item.read(field))
        : undefined
    }
  )
