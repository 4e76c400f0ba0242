import { Arbitrary, Either, FastCheck as fc, Schema } from "effect"
import { assert, describe, it } from "vitest"
import type { Form } from "~/connector/wire/Form"
import * as wire from "~/connector/wire/forms"
import * as gateway from "~/connector/wire/gatewayForms"
import { Misfit, reader } from "~/connector/wire/read"
import * as relay from "~/connector/wire/relayForms"
import { formOf } from "./formOf"
import { schemas } from "./forms"

const forms: Readonly<Record<keyof typeof schemas, Form>> = { ...wire, ...relay, ...gateway }
const names = Object.keys(schemas) as ReadonlyArray<keyof typeof schemas>

/** The value with one change somewhere: a missing key, or a part of another kind. */
const damage = (value: unknown, at: ReadonlyArray<number>, by: unknown): unknown => {
  const [first = 0, ...rest] = at
  if (typeof value !== "object" || value === null || at.length === 0) return by
  const entries = Object.entries(value)
  const index = first % Math.max(entries.length, 1)
  const changed = entries.flatMap(([key, part], each) => {
    if (each !== index) return [[key, part] as const]
    return rest.length === 0 && by === "gone" ? [] : [[key, damage(part, rest, by)] as const]
  })
  return Array.isArray(value) ? changed.map(([, part]) => part) : Object.fromEntries(changed)
}

const spoiler = fc.oneof(fc.constant("gone"), fc.constantFrom(null, 7, -1, "", "x", true, [], {}))
/** The first failure is small enough to be read; shrinking it takes minutes. */
const once = { numRuns: 60, endOnFailure: true }

describe.each(names)("the form of %s", (name) => {
  // Messages are JSON, in which nothing is undefined.
  const json = Arbitrary.make(schemas[name] as Schema.Schema<unknown>).map((value): unknown =>
    JSON.parse(JSON.stringify(value))
  )
  const decode = Schema.decodeUnknownEither(schemas[name] as Schema.Schema<unknown>)
  const read = reader<unknown>(forms[name])
  const agree = (value: unknown) => {
    const wanted = decode(value)
    const got = read(value)
    assert.strictEqual(Either.isRight(got), Either.isRight(wanted), JSON.stringify(value))
    if (Either.isRight(wanted) && Either.isRight(got)) assert.deepStrictEqual(got.right, wanted.right)
  }

  it("equals its schema", () => {
    assert.deepStrictEqual(forms[name], formOf(schemas[name] as Schema.Schema<unknown>))
  })

  it("parses every valid value as the schema does, including unknown keys", () => {
    fc.assert(
      fc.property(json, fc.string(), (value, key) => {
        agree(value)
        if (typeof value === "object" && value !== null && !Array.isArray(value)) agree({ ...value, [`${key}!`]: 1 })
      }),
      once
    )
  })

  it("refuses exactly the invalid values that the schema refuses", () => {
    const place = fc.array(fc.nat(20), { maxLength: 7 })
    fc.assert(
      fc.property(json, place, spoiler, (value, at, by) => agree(damage(value, at, by))),
      once
    )
    fc.assert(fc.property(fc.jsonValue(), agree), once)
  })
})

describe("a mismatch", () => {
  const why = (value: unknown) => Either.getOrUndefined(Either.flip(reader(wire.walletInteraction)(value)))
  const asking = (numberOfAccounts: object) => ({
    interactionId: "i",
    metadata: { version: 2, networkId: 2, dAppDefinitionAddress: "d", origin: "o" },
    items: { discriminator: "unauthorizedRequest", oneTimeAccounts: { numberOfAccounts } }
  })

  it("is reported with its path, and by the rule it breaks", () => {
    const path = ["items", "oneTimeAccounts", "numberOfAccounts", "quantity"]
    assert.deepStrictEqual(
      why(asking({ quantifier: "atLeast", quantity: -1 })),
      new Misfit(path, "The number must be at least 0.", true)
    )
    assert.deepStrictEqual(why(asking({ quantifier: "atLeast" })), new Misfit(path, "expected number"))
    assert.deepStrictEqual(why(7), new Misfit([], "expected an object"))
  })
})
