/** Builds the OpenAPI 3.1 document of the read API from the contract. */
import { OpenApi } from "@effect/platform"
import { exampleOf, type JsonSchema, type Shapes } from "./JsonSchema"
import { ReadApi, refusals } from "./ReadApi.server"

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: JsonSchema
  readonly required: boolean
  readonly description?: string
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: ReadonlyArray<string>
  readonly parameters: ReadonlyArray<Parameter>
  readonly responses: Readonly<Record<string, unknown>>
}

interface Described extends Operation {
  /** Schema of the 200 response. */
  readonly response: JsonSchema
}

/** The parts of an operation in the library's document that are used here. */
interface Written {
  readonly summary?: string
  readonly description?: string
  readonly operationId: string
  readonly tags: ReadonlyArray<string>
  readonly parameters: ReadonlyArray<Parameter>
  readonly responses: Readonly<
    Record<string, { readonly content?: { readonly "application/json"?: { readonly schema: JsonSchema } } }>
  >
}

const REFUSAL = { $ref: "#/components/schemas/Refusal" }
/**
 * The library adds an error for unreadable parameters to every operation; here unreadable parameters are ignored
 * instead.
 */
const NOT_OURS = ["HttpApiDecodeError", "Issue", "PropertyKey"]

const retryAfter = { description: "Whole seconds to wait.", schema: { type: "integer", minimum: 1 } }
const stored = {
  ETag: { description: "Send it back in `If-None-Match`.", schema: { type: "string" } },
  "Cache-Control": { description: "Cached for 30 seconds.", schema: { type: "string" } }
}
const ifNoneMatch: Parameter = {
  name: "If-None-Match",
  in: "header",
  schema: { type: "string", examples: ['"2f1ac9d0b4e7f3a1c5d6e8f90a1b2c3d"'] },
  required: false,
  description: "The ETag of a response you have: while it is current, the response is 304 without a body."
}

const refusalOf = (status: string, words: string) => ({
  description: words,
  ...(status === "404" ? {} : { headers: { "Retry-After": retryAfter } }),
  content: { "application/json": { schema: REFUSAL } }
})

const operationOf = ({ description = "", summary = "", ...written }: Written, shapes: Shapes): Described => {
  const response = written.responses["200"]?.content?.["application/json"]?.schema ?? {}
  const refused = Object.keys(written.responses).flatMap((status) => {
    const words = refusals[status]
    return words === undefined ? [] : [[status, refusalOf(status, words)] as const]
  })
  return {
    response,
    operationId: written.operationId,
    tags: written.tags,
    summary,
    description,
    parameters: [...written.parameters, ifNoneMatch],
    responses: {
      "200": {
        description: summary,
        headers: stored,
        content: { "application/json": { schema: response, example: exampleOf(response, shapes) } }
      },
      "304": { description: "Your copy is still current.", headers: stored },
      ...Object.fromEntries(refused)
    }
  }
}

interface Spec {
  readonly info: { readonly title: string; readonly description?: string }
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description?: string }>
  readonly paths: Readonly<Record<string, { readonly get?: Written }>>
  readonly components: { readonly schemas: Shapes }
}
// The library's types allow any JSON Schema; this contract's schemas only use the part defined in JsonSchema.ts.
const spec = OpenApi.fromApi(ReadApi, { additionalPropertiesStrategy: "allow" }) as unknown as Spec
const { components, info, paths, tags } = spec
const shapes: Shapes = Object.fromEntries(
  Object.entries(components.schemas).filter(([name]) => !NOT_OURS.includes(name))
)
const operations = Object.entries(paths).flatMap(([path, { get }]) =>
  get === undefined ? [] : [{ path, ...operationOf(get, shapes) }]
)

export const documentOf = (origin: string) => ({
  openapi: "3.1.0",
  info,
  servers: [{ url: origin }],
  // The API does not need a key.
  security: [],
  tags,
  paths: Object.fromEntries(operations.map(({ response: _, path, ...get }) => [path, { get }])),
  components: { schemas: shapes }
})

/** Parts that the page /developers shows. */
export const described = { info, tags, operations, shapes }
