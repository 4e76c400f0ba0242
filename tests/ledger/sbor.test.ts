import { hexToBytes, randomBytes } from "@noble/hashes/utils.js"
import { Either, FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { readPayload, type Value, writePayload } from "~/ledger/index"
import { values } from "./values"

const write = (value: Value) => Either.getOrThrow(writePayload(value))
const read = (bytes: Uint8Array) => Either.getOrThrow(readPayload(bytes))
const refusal = (hex: string) => Either.getOrThrow(Either.flip(readPayload(hexToBytes(hex))))

const nested = (depth: number): Value =>
  Array.from({ length: depth - 1 }).reduce<Value>((inner) => ({ kind: "Tuple", fields: [inner] }), {
    kind: "Tuple",
    fields: []
  })

describe("manifest SBOR", () => {
  it("reads what was written", () =>
    fc.assert(
      fc.property(values, (value) => assert.deepStrictEqual(read(write(value)), value)),
      { numRuns: 500 }
    ))

  it("writes what it reads: a changed byte is either refused or preserved", () =>
    fc.assert(
      fc.property(values, fc.nat(), fc.integer({ min: 0, max: 255 }), (value, where, byte) => {
        const bytes = write(value)
        bytes[where % bytes.length] = byte
        const result = readPayload(bytes)
        if (Either.isRight(result)) assert.deepStrictEqual(write(result.right), bytes)
      }),
      { numRuns: 1000 }
    ))

  it("never crashes on random bytes", () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        readPayload(bytes)
        readPayload(Uint8Array.of(0x4d, 0x21, ...bytes))
        readPayload(Uint8Array.of(0x4d, 0x20, 0x22, ...bytes))
      }),
      { numRuns: 2000 }
    ))

  it("refuses a payload truncated at any place", () =>
    fc.assert(
      fc.property(values, fc.nat(), (value, where) => {
        const bytes = write(value)
        assert.isTrue(Either.isLeft(readPayload(bytes.slice(0, where % bytes.length))))
      })
    ))

  it.each([
    ["", 0, "the bytes end too early"],
    ["5c2100", 1, "not manifest SBOR"],
    ["4d99", 2, "no value kind"],
    ["4d0102", 3, "no such choice"],
    ["4d0701ff", 3, "bytes after"],
    ["4d0c8000", 4, "shortest form"],
    ["4d0cffffffff7f", 6, "a size is too large"],
    ["4d2020ffff7f", 6, "exceeds"],
    ["4d0c02c328", 5, "UTF-8"],
    ["4d800200", 3, "no such choice"],
    ["4d8700022e2e", 6, "no id"],
    ["4d8704", 3, "no such choice"]
  ])("refuses %j at byte %i", (hex, offset, reason) => {
    const error = refusal(hex)
    assert.include(error.message, reason)
    assert.strictEqual(error.offset, offset)
  })

  it("nests 24 levels deep and no deeper, both ways", () => {
    assert.deepStrictEqual(read(write(nested(24))), nested(24))
    assert.isTrue(Either.isLeft(writePayload(nested(25))))
    const tooDeep = Uint8Array.from([0x4d, ...Array.from({ length: 24 }, () => [0x21, 0x01]).flat(), 0x21, 0x00])
    assert.include(Either.getOrThrow(Either.flip(readPayload(tooDeep))).message, "24 deep")
  })

  it("refuses to write numbers out of range and arrays of mixed kinds", () => {
    const bad: ReadonlyArray<Value> = [
      { kind: "U8", value: 256 },
      { kind: "I64", value: 2n ** 63n },
      { kind: "Decimal", value: 2n ** 191n },
      { kind: "Address", value: new Uint8Array(29) },
      { kind: "NonFungibleLocalId", value: "#01#" },
      { kind: "Array", of: "String", items: [{ kind: "Bool", value: true }] }
    ]
    for (const value of bad) assert.isTrue(Either.isLeft(writePayload(value)), value.kind)
  })

  it("reads a mebibyte of random bytes to a result, whatever it begins with", () => {
    const starts = [[], [0x4d], [0x4d, 0x21], [0x4d, 0x20, 0x07], [0x4d, 0x20, 0x22]]
    const inputs = starts.map((start) => {
      const bytes = new Uint8Array(1024 * 1024)
      for (let at = 0; at < bytes.length; at += 65536) bytes.set(randomBytes(65536), at)
      bytes.set(start)
      return bytes
    })
    // Random bytes are not a payload; how fast that is found out is a benchmark (`npm run goal -- ledger-reader`).
    for (const bytes of inputs) assert.isTrue(Either.isLeft(readPayload(bytes)))
  })

  it("refuses more than a mebibyte", () => {
    assert.include(Either.getOrThrow(Either.flip(readPayload(new Uint8Array(1024 * 1024 + 1)))).message, "more than")
  })
})
