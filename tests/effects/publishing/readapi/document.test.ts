/** The OpenAPI document generated from the contract, and the queries it names (docs/product/publishing.md). */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import { assert, describe, test } from "vitest"
import { readQuery } from "~/effects/communities/communities/query"
import { readListQuery } from "~/effects/governance/proposals/listQuery"
import { described, documentOf } from "~/effects/publishing/readapi/contract/document.server"
import { exampleOf, fieldsOf, type JsonSchema } from "~/effects/publishing/readapi/contract/JsonSchema"
import { responses } from "~/effects/publishing/readapi/contract/ReadApi.server"

const document = documentOf("https://commonhold.example")
const { operations, shapes } = described

/** Every object in it, with its path. */
const objectsIn = (value: unknown, at = ""): ReadonlyArray<{ readonly at: string; readonly one: object }> =>
  typeof value !== "object" || value === null
    ? []
    : [{ at, one: value }, ...Object.entries(value).flatMap(([key, inner]) => objectsIn(inner, `${at}/${key}`))]

const optionsOf = (id: string, name: string): ReadonlyArray<string> => {
  const parameter = operations
    .find(({ operationId }) => operationId === id)
    ?.parameters.find((one) => one.name === name)
  return (parameter?.schema.enum ?? []).map(String)
}

describe("the document of the read API", () => {
  test("is OpenAPI 3.1 with an address, unique operations, and no broken reference", () => {
    assert.strictEqual(document.openapi, "3.1.0")
    assert.deepStrictEqual(document.servers, [{ url: "https://commonhold.example" }])
    const ids = operations.map(({ operationId }) => operationId)
    assert.deepStrictEqual([...new Set(ids)], ids)
    const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)
    const refs = objectsIn(document).flatMap(({ one }) => ("$ref" in one ? [one.$ref] : []))
    assert.includeMembers(known, refs)
    assert.isAbove(refs.length, 20)
  })

  test("names every address that is served below /api/v1, with its parameters", () => {
    const served = readdirSync(join(import.meta.dirname, "../../../../app/routes"))
      .filter((file) => file.startsWith("api.v1.") && file !== "api.v1.openapi[.]json.ts")
      .map((file) => `/${file.replace(/(\._index)?\.ts$/, "").replaceAll(".", "/")}`.replace(/\$(\w+)/g, "{$1}"))
    assert.sameMembers(Object.keys(document.paths), served)
    for (const { parameters, path } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      assert.deepStrictEqual(
        parameters.filter((one) => one.in === "path" && one.required).map(({ name }) => name),
        inPath
      )
      assert.deepStrictEqual(
        parameters.filter((one) => one.in === "header").map(({ name }) => name),
        ["If-None-Match"]
      )
    }
  })

  test("states the other responses, and how long to wait", () => {
    for (const { path, responses } of operations) {
      const statuses = path.includes("{") ? ["200", "304", "404", "429", "503"] : ["200", "304", "429", "503"]
      assert.sameMembers(Object.keys(responses), statuses, path)
    }
    const waits = objectsIn(document).filter(({ one }) => "Retry-After" in one)
    assert.lengthOf(waits, 2 * operations.length)
  })

  test("describes every field and every query parameter", () => {
    const silent = Object.entries(shapes).flatMap(([name, shape]) =>
      fieldsOf(shape).flatMap((field) =>
        field.words === "" && field.type.shape === null ? [`${name}.${field.name}`] : []
      )
    )
    assert.deepStrictEqual(silent, [])
    for (const { parameters } of operations)
      for (const one of parameters) assert.isAbove(one.description?.length ?? 0, 8)
  })

  test("has an example of every response that is valid by the response's own schema", () => {
    const byShape = Object.entries(responses).map(([, schema]) => schema)
    assert.lengthOf(byShape, operations.length)
    for (const { response, path } of operations) {
      const example = exampleOf(response, shapes)
      const fits = byShape.filter((schema) =>
        Schema.is(schema as Schema.Schema<unknown>, { onExcessProperty: "error" })(example)
      )
      assert.lengthOf(fits, 1, path)
    }
  })

  test("has no parameter unknown to its reader", () => {
    const explored = (name: string, value: string) => readQuery(new URLSearchParams({ [name]: value }), [])
    for (const sort of optionsOf("listCommunities", "sort")) assert.strictEqual(explored("sort", sort).sort, sort)
    for (const policy of optionsOf("listCommunities", "policy"))
      assert.strictEqual(explored("policy", policy).policy, policy)
    for (const yes of optionsOf("listCommunities", "vote")) assert.isTrue(explored("vote", yes).hasOpenVote)
    for (const yes of optionsOf("listCommunities", "sale")) assert.isTrue(explored("sale", yes).hasOpenSale)
    const listed = (name: string, value: string) => readListQuery(new URLSearchParams({ [name]: value }))
    for (const tab of optionsOf("listProposals", "tab")) assert.strictEqual(listed("tab", tab).tab, tab)
    for (const kind of optionsOf("listProposals", "kind")) assert.strictEqual(listed("kind", kind).kind, kind)
    assert.lengthOf(optionsOf("listProposals", "kind"), 4)
    assert.lengthOf(optionsOf("listCommunities", "sort"), 4)
  })
})

describe("descriptions of fields", () => {
  test("name an unnamed object by its field, and mention null", () => {
    const inner: JsonSchema = { type: "object", required: ["at"], properties: { at: { type: "string" } } }
    const outer: JsonSchema = {
      type: "object",
      required: ["one"],
      properties: {
        one: { anyOf: [inner, { type: "null" }], description: "What it is." },
        many: { type: "array", items: { $ref: "#/components/schemas/Other" } }
      }
    }
    assert.deepStrictEqual(
      fieldsOf(outer).map(({ isOptional, name, type }) => [name, type.words, type.shape, type.isNullable, isOptional]),
      [
        ["one", "object", null, true, false],
        ["one.at", "text", null, false, false],
        ["many", "list of", "Other", false, true]
      ]
    )
    assert.deepStrictEqual(exampleOf(outer, {}), { one: { at: null } })
  })
})
