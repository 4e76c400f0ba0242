/**
 * Reader of manifest SBOR: strict, bounded, and safe for any bytes.
 *
 * Every size is checked against the remaining bytes before anything is allocated, so that time and memory are bounded
 * by the input.
 */
import { Either, Option } from "effect"
import { SborError } from "../errors"
import { LOCAL_ID_TYPES, localIdText } from "./localId"
import { KIND_BYTES, type Kind, MAX_BYTES, MAX_DEPTH, type Value } from "./Value"

const MANIFEST_PREFIX = 0x4d
/** A size takes at most four bytes. */
const MAX_SIZE_SHIFT = 28

const KINDS: ReadonlyArray<Kind | undefined> = (() => {
  const table: Array<Kind | undefined> = Array.from({ length: 256 })
  for (const [kind, byte] of Object.entries(KIND_BYTES)) table[byte] = kind as Kind
  return table
})()

const YES: Value = { kind: "Bool", value: true }
const NO: Value = { kind: "Bool", value: false }
const WORKTOP: Value = { kind: "Expression", value: "ENTIRE_WORKTOP" }
const AUTH_ZONE: Value = { kind: "Expression", value: "ENTIRE_AUTH_ZONE" }

/** Ends the reading; caught where it began. */
class Unreadable extends Error {}

class Reader {
  offset = 0
  private readonly view: DataView
  private readonly utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

  constructor(readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** Skips `length` bytes and returns their offset. */
  private pass(length: number): number {
    const start = this.offset
    if (length > this.bytes.length - start) throw new Unreadable("the bytes end too early")
    this.offset = start + length
    return start
  }

  byte = (): number => this.view.getUint8(this.pass(1))

  slice(length: number): Uint8Array {
    const start = this.pass(length)
    return this.bytes.slice(start, start + length)
  }

  /** A count of things that take at least one byte each. */
  size(): number {
    let value = 0
    for (let shift = 0; shift < MAX_SIZE_SHIFT; shift += 7) {
      const byte = this.byte()
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) {
        if (byte === 0 && shift > 0) throw new Unreadable("a size is not in its shortest form")
        if (value > this.bytes.length - this.offset) throw new Unreadable("a size exceeds the bytes")
        return value
      }
    }
    throw new Unreadable("a size is too large")
  }

  kind(): Kind {
    const byte = this.byte()
    const kind = KINDS[byte]
    if (kind === undefined) throw new Unreadable(`no value kind: ${byte}`)
    return kind
  }

  text(): string {
    const bytes = this.slice(this.size())
    try {
      return this.utf8.decode(bytes)
    } catch {
      throw new Unreadable("a text is not UTF-8")
    }
  }

  u32 = (): number => this.view.getUint32(this.pass(4), true)
  u16 = (): number => this.view.getUint16(this.pass(2), true)
  i8 = (): number => this.view.getInt8(this.pass(1))
  i16 = (): number => this.view.getInt16(this.pass(2), true)
  i32 = (): number => this.view.getInt32(this.pass(4), true)

  /** Little-endian, in words of eight bytes. */
  big(words: number, signed: boolean): bigint {
    const start = this.pass(words * 8)
    let value = 0n
    for (let word = words - 1; word >= 0; word--) {
      value = (value << 64n) | this.view.getBigUint64(start + word * 8, true)
    }
    return signed ? BigInt.asIntN(words * 64, value) : value
  }

  choice(options: number): number {
    const byte = this.byte()
    if (byte >= options) throw new Unreadable(`no such choice: ${byte}`)
    return byte
  }
}

const localId = (from: Reader): Value => {
  const type = LOCAL_ID_TYPES[from.choice(LOCAL_ID_TYPES.length)] ?? "string"
  const bytes = from.slice(type === "integer" ? 8 : type === "ruid" ? 32 : from.size())
  const text = Option.getOrUndefined(localIdText(type, bytes))
  if (text === undefined) throw new Unreadable("no id of a non-fungible")
  return { kind: "NonFungibleLocalId", value: text }
}

const parts = (from: Reader, depth: number): ReadonlyArray<Value> => {
  const size = from.size()
  const values: Array<Value> = []
  for (let index = 0; index < size; index++) values.push(body(from, from.kind(), depth + 1))
  return values
}

const list = (from: Reader, depth: number): Value => {
  const of = from.kind()
  const size = from.size()
  if (of === "U8") return { kind: "Bytes", value: from.slice(size) }
  const items: Array<Value> = []
  for (let index = 0; index < size; index++) items.push(body(from, of, depth + 1))
  return { kind: "Array", of, items }
}

const map = (from: Reader, depth: number): Value => {
  const key = from.kind()
  const item = from.kind()
  const size = from.size()
  const entries: Array<readonly [Value, Value]> = []
  for (let index = 0; index < size; index++) entries.push([body(from, key, depth + 1), body(from, item, depth + 1)])
  return { kind: "Map", from: key, to: item, entries }
}

const body = (from: Reader, kind: Kind, depth: number): Value => {
  if (depth > MAX_DEPTH) throw new Unreadable(`nested more than ${MAX_DEPTH} deep`)
  switch (kind) {
    case "Bool":
      return from.choice(2) === 1 ? YES : NO
    case "I8":
      return { kind, value: from.i8() }
    case "I16":
      return { kind, value: from.i16() }
    case "I32":
      return { kind, value: from.i32() }
    case "U8":
      return { kind, value: from.byte() }
    case "U16":
      return { kind, value: from.u16() }
    case "U32":
      return { kind, value: from.u32() }
    case "I64":
      return { kind, value: from.big(1, true) }
    case "U64":
      return { kind, value: from.big(1, false) }
    case "I128":
      return { kind, value: from.big(2, true) }
    case "U128":
      return { kind, value: from.big(2, false) }
    case "String":
      return { kind, value: from.text() }
    case "Array":
      return list(from, depth)
    case "Tuple":
      return { kind, fields: parts(from, depth) }
    case "Enum":
      return { kind, variant: from.byte(), fields: parts(from, depth) }
    case "Map":
      return map(from, depth)
    case "Address":
      return from.choice(2) === 0 ? { kind, value: from.slice(30) } : { kind: "NamedAddress", id: from.u32() }
    case "Bucket":
    case "Proof":
    case "AddressReservation":
      return { kind, id: from.u32() }
    case "Expression":
      return from.choice(2) === 0 ? WORKTOP : AUTH_ZONE
    case "Blob":
      return { kind, value: from.slice(32) }
    case "Decimal":
      return { kind, value: from.big(3, true) }
    case "PreciseDecimal":
      return { kind, value: from.big(4, true) }
    case "NonFungibleLocalId":
      return localId(from)
  }
}

/** Reads a whole payload: prefix, one value, and nothing after it. */
export const readPayload = (bytes: Uint8Array): Either.Either<Value, SborError> => {
  if (bytes.length > MAX_BYTES) {
    return Either.left(new SborError({ message: `more than ${MAX_BYTES} bytes`, offset: 0 }))
  }
  const from = new Reader(bytes)
  return Either.try({
    try: () => {
      if (from.byte() !== MANIFEST_PREFIX) throw new Unreadable("this is not manifest SBOR")
      const value = body(from, from.kind(), 1)
      if (from.offset !== bytes.length) throw new Unreadable("there are bytes after the value")
      return value
    },
    catch: (cause) => {
      if (cause instanceof Unreadable) return new SborError({ message: cause.message, offset: from.offset })
      throw cause
    }
  })
}
