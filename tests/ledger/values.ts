/** Random SBOR values of every kind, and random manifest-ready trees of them. */
import { FastCheck as fc } from "effect"
import { fits } from "~/ledger/amount"
import { type Kind, kindOf, type Value } from "~/ledger/sbor/Value"

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: length, maxLength: length })

export const localIds: fc.Arbitrary<string> = fc.oneof(
  fc.stringMatching(/^<[A-Za-z0-9_]{1,64}>$/),
  fc.bigInt(0n, 2n ** 64n - 1n).map((id) => `#${id}#`),
  fc.uint8Array({ minLength: 1, maxLength: 64 }).map((bytes) => `[${Buffer.from(bytes).toString("hex")}]`),
  fc.tuple(hex(16), hex(16), hex(16), hex(16)).map((groups) => `{${groups.join("-")}}`)
)

const big = (bits: number, signed: boolean) =>
  signed ? fc.bigInt(-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n) : fc.bigInt(0n, 2n ** BigInt(bits) - 1n)
const u32 = fc.integer({ min: 0, max: 0xffffffff })
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

export const scalars: fc.Arbitrary<Value> = fc.oneof(
  fc.boolean().map((value): Value => ({ kind: "Bool", value })),
  fc.integer({ min: -128, max: 127 }).map((value): Value => ({ kind: "I8", value })),
  fc.integer({ min: -32768, max: 32767 }).map((value): Value => ({ kind: "I16", value })),
  fc.integer().map((value): Value => ({ kind: "I32", value })),
  fc.integer({ min: 0, max: 255 }).map((value): Value => ({ kind: "U8", value })),
  fc.integer({ min: 0, max: 65535 }).map((value): Value => ({ kind: "U16", value })),
  u32.map((value): Value => ({ kind: "U32", value })),
  big(64, true).map((value): Value => ({ kind: "I64", value })),
  big(64, false).map((value): Value => ({ kind: "U64", value })),
  big(128, true).map((value): Value => ({ kind: "I128", value })),
  big(128, false).map((value): Value => ({ kind: "U128", value })),
  fc.string({ unit: "binary" }).map((value): Value => ({ kind: "String", value })),
  fc.uint8Array().map((value): Value => ({ kind: "Bytes", value })),
  fc.constantFrom<Value>(
    { kind: "Expression", value: "ENTIRE_WORKTOP" },
    { kind: "Expression", value: "ENTIRE_AUTH_ZONE" }
  ),
  big(192, true).map((value): Value => ({ kind: "Decimal", value })),
  big(256, true)
    .filter((value) => fits(value, 36))
    .map((value): Value => ({ kind: "PreciseDecimal", value })),
  localIds.map((value): Value => ({ kind: "NonFungibleLocalId", value }))
)

const references: fc.Arbitrary<Value> = fc.oneof(
  bytes(30).map((value): Value => ({ kind: "Address", value })),
  u32.map((id): Value => ({ kind: "NamedAddress", id })),
  fc
    .tuple(fc.constantFrom("Bucket" as const, "Proof" as const, "AddressReservation" as const), u32)
    .map(([kind, id]): Value => ({ kind, id })),
  bytes(32).map((value): Value => ({ kind: "Blob", value }))
)

/** Arrays and maps contain one kind only: the first that is drawn decides. */
const sameKind = (values: ReadonlyArray<Value>): { readonly of: Kind; readonly items: ReadonlyArray<Value> } => {
  const of = values[0] === undefined ? "String" : kindOf(values[0])
  return { of, items: values.filter((value) => kindOf(value) === of) }
}

const arrayOf = (values: ReadonlyArray<Value>): Value => {
  const { items, of } = sameKind(values)
  return of === "U8"
    ? { kind: "Bytes", value: Uint8Array.from(items, (item) => (item.kind === "U8" ? item.value : 0)) }
    : { kind: "Array", of, items }
}

export const valuesFrom = (leaves: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.letrec<{ readonly value: Value }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      leaves,
      fc.array(tie("value"), { maxLength: 4 }).map((fields): Value => ({ kind: "Tuple", fields })),
      fc
        .tuple(fc.integer({ min: 0, max: 255 }), fc.array(tie("value"), { maxLength: 3 }))
        .map(([variant, fields]): Value => ({ kind: "Enum", variant, fields })),
      fc.array(tie("value"), { maxLength: 4 }).map(arrayOf),
      fc.array(fc.tuple(tie("value"), tie("value")), { maxLength: 3 }).map((entries): Value => {
        const from = sameKind(entries.map(([key]) => key)).of
        const to = sameKind(entries.map(([, item]) => item)).of
        const fitting = entries.filter(([key, item]) => kindOf(key) === from && kindOf(item) === to)
        return { kind: "Map", from, to, entries: fitting }
      })
    )
  })).value

export const values: fc.Arbitrary<Value> = valuesFrom(fc.oneof({ arbitrary: scalars, weight: 3 }, references))
