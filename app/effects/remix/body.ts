/** Reading JSON bodies with schemas: no JSON at all is 400, JSON that breaks a rule is 422 with a message per field. */
import { Effect, type Schema } from "effect"
import { InvalidFields, MalformedBody } from "../failures"
import { checkForm } from "./form"

/** The body as JSON, whatever it holds. */
export const readBody = (request: Request): Effect.Effect<unknown, MalformedBody> =>
  Effect.tryPromise({ try: () => request.json() as Promise<unknown>, catch: () => new MalformedBody({}) })

export const readJson = <A, I>(
  schema: Schema.Schema<A, I>,
  request: Request
): Effect.Effect<A, MalformedBody | InvalidFields> =>
  Effect.flatMap(readBody(request), (body) =>
    Effect.mapError(checkForm(schema, body), (fields) => new InvalidFields({ fields }))
  )
