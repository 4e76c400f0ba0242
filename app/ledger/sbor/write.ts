/** Writer of manifest SBOR. */
import { Either, Option } from "effect"
import { fits, PRECISE_PLACES } from "../amount"
import { SborError } from "../errors"
import { LOCAL_ID_TYPES, localIdBytes, localIdType } from "./localId"
import { KIND_BYTES, kindByte, kindOf, MAX_DEPTH, type Value } from "./Value"

const MANIFEST_PREFIX = 0x4d
const INTEGER_BYTES = { I8: 1, U8: 1, I16: 2, U16: 2, I32: 4, U32: 4, I64: 8, U64: 8, I128: 16, U128: 16 } as const

const utf8 = new TextEncoder()

/** A value that has no encoding: a programming error of the caller, distinguished from our own. */
class Unwritable extends Error {}

/** Grows as needed; every multi-byte number is little-endian. */
class Writer {
  private bytes = new Uint8Array(256)
  private length = 0

  private reserve(more: number) {
    if (this.length + more <= this.bytes.length) return
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more))
    larger.set(this.bytes.subarray(0, this.length))
    this.bytes = larger
  }

  byte(value: number) {
    this.reserve(1)
    this.bytes[this.length++] = value
  }

  raw(bytes: Uint8Array) {
    this.reserve(bytes.length)
    this.bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  /** LEB128. */
  size(value: number) {
    let rest = value
    while (rest >= 0x80) {
      this.byte((rest & 0x7f) | 0x80)
      rest >>>= 7
    }
    this.byte(rest)
  }

  integer(value: bigint, width: number) {
    let rest = BigInt.asUintN(width * 8, value)
    for (let index = 0; index < width; index++) {
      this.byte(Number(rest & 0xffn))
      rest >>= 8n
    }
  }

  u32(value: number) {
    if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) throw new Unwritable(`no such id: ${value}`)
    for (let shift = 0; shift < 32; shift += 8) this.byte((value >>> shift) & 0xff)
  }

  sized(bytes: Uint8Array) {
    this.size(bytes.length)
    this.raw(bytes)
  }

  fixed(bytes: Uint8Array, length: number, what: string) {
    if (bytes.length !== length) throw new Unwritable(`${what} has ${bytes.length} bytes, not ${length}`)
    this.raw(bytes)
  }

  done = () => this.bytes.slice(0, this.length)
}

const inRange = (kind: keyof typeof INTEGER_BYTES, value: bigint): boolean => {
  const bits = INTEGER_BYTES[kind] * 8
  return (kind.startsWith("I") ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value)) === value
}

const localId = (to: Writer, text: string) => {
  const type = Option.getOrUndefined(localIdType(text))
  if (type === undefined) throw new Unwritable(`no id of a non-fungible: ${text}`)
  const bytes = localIdBytes(type, text)
  to.byte(LOCAL_ID_TYPES.indexOf(type))
  if (type === "string" || type === "bytes") to.sized(bytes)
  else to.raw(bytes)
}

const sameKind = (value: Value, wanted: string) => {
  if (kindOf(value) !== wanted) throw new Unwritable(`${kindOf(value)} among values of kind ${wanted}`)
}

/** Each value with its kind before it. */
const parts = (to: Writer, values: ReadonlyArray<Value>, depth: number) => {
  to.size(values.length)
  for (const value of values) {
    to.byte(kindByte(value))
    body(to, value, depth + 1)
  }
}

const decimal = (to: Writer, value: bigint, places: number, width: number) => {
  if (!fits(value, places)) throw new Unwritable("the decimal is too large")
  to.integer(value, width)
}

type Of<Kind extends Value["kind"]> = Extract<Value, { readonly kind: Kind }>

const integer = (to: Writer, { kind, value }: Of<keyof typeof INTEGER_BYTES>) => {
  const number = BigInt(value)
  if (!inRange(kind, number)) throw new Unwritable(`${number} is not a valid ${kind}`)
  to.integer(number, INTEGER_BYTES[kind])
}

const array = (to: Writer, { items, of }: Of<"Array">, depth: number) => {
  to.byte(KIND_BYTES[of])
  to.size(items.length)
  for (const item of items) {
    sameKind(item, of)
    body(to, item, depth + 1)
  }
}

const map = (to: Writer, value: Of<"Map">, depth: number) => {
  to.byte(KIND_BYTES[value.from])
  to.byte(KIND_BYTES[value.to])
  to.size(value.entries.length)
  for (const [key, item] of value.entries) {
    sameKind(key, value.from)
    sameKind(item, value.to)
    body(to, key, depth + 1)
    body(to, item, depth + 1)
  }
}

const body = (to: Writer, value: Value, depth: number): void => {
  if (depth > MAX_DEPTH) throw new Unwritable(`nested more than ${MAX_DEPTH} deep`)
  switch (value.kind) {
    case "Bool":
      to.byte(value.value ? 1 : 0)
      break
    case "String":
      to.sized(utf8.encode(value.value))
      break
    case "Bytes":
      to.byte(KIND_BYTES.U8)
      to.sized(value.value)
      break
    case "Array":
      array(to, value, depth)
      break
    case "Tuple":
      parts(to, value.fields, depth)
      break
    case "Enum":
      to.byte(value.variant)
      parts(to, value.fields, depth)
      break
    case "Map":
      map(to, value, depth)
      break
    case "Address":
      to.byte(0)
      to.fixed(value.value, 30, "an address")
      break
    case "NamedAddress":
      to.byte(1)
      to.u32(value.id)
      break
    case "Bucket":
    case "Proof":
    case "AddressReservation":
      to.u32(value.id)
      break
    case "Expression":
      to.byte(value.value === "ENTIRE_WORKTOP" ? 0 : 1)
      break
    case "Blob":
      to.fixed(value.value, 32, "a blob's hash")
      break
    case "Decimal":
      decimal(to, value.value, 18, 24)
      break
    case "PreciseDecimal":
      decimal(to, value.value, PRECISE_PLACES, 32)
      break
    case "NonFungibleLocalId":
      localId(to, value.value)
      break
    default:
      integer(to, value)
  }
}

const write = (fill: (to: Writer) => void): Either.Either<Uint8Array, SborError> =>
  Either.try({
    try: () => {
      const to = new Writer()
      fill(to)
      return to.done()
    },
    catch: (cause) => {
      if (cause instanceof Unwritable) return new SborError({ message: cause.message, offset: 0 })
      throw cause
    }
  })

/** The whole payload: prefix, kind, body. */
export const writePayload = (value: Value): Either.Either<Uint8Array, SborError> =>
  write((to) => {
    to.byte(MANIFEST_PREFIX)
    to.byte(kindByte(value))
    body(to, value, 1)
  })

/** The body alone, which is what is hashed. `depth`: level of the value in the payload that it becomes part of. */
export const writeBody = (value: Value, depth = 1): Either.Either<Uint8Array, SborError> =>
  write((to) => body(to, value, depth))
