/** GET /api/v1/openapi.json and /developers: the contract for programs and for people. */
import { Effect } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"
import { described, documentOf } from "../contract/document.server"
import { exampleOf, fieldsOf, typeOf } from "../contract/JsonSchema"
import type { DevelopersPage } from "../DevelopersPage"
import { sendApi, takeApiSlot } from "./respond.server"

export const apiDocument = Effect.gen(function* () {
  yield* takeApiSlot
  const { appOrigin } = yield* Settings
  return yield* sendApi(documentOf(appOrigin))
})

const { info, operations, shapes, tags } = described

const page: DevelopersPage = {
  words: info.description ?? "",
  groups: tags.map(({ description = "", name }) => ({
    name,
    words: description,
    operations: operations
      .filter((operation) => operation.tags.includes(name))
      .map(({ response, description: words, operationId: id, parameters, path, summary }) => ({
        id,
        path,
        summary,
        words,
        asked: parameters
          .filter((one) => one.in !== "header")
          .map((one) => ({
            name: one.name,
            type: typeOf(one.schema),
            words: one.description ?? "",
            isOptional: !one.required
          })),
        shape: typeOf(response).shape ?? "",
        example: JSON.stringify(exampleOf(response, shapes), null, 2)
      }))
  })),
  shapes: Object.entries(shapes).map(([name, shape]) => ({
    name,
    words: shape.description ?? "",
    fields: fieldsOf(shape)
  }))
}

export const developersPage = Effect.succeed(page)
