/** Reads JSON bodies with schemas: invalid JSON is 400, JSON that violates a rule is 422 with a message per field. */
import { Effect, type Schema } from "effect"
import { InvalidFields, MalformedBody } from "~/effects/base/failures/failures"
import { isUnreadable, textProblem, UNREADABLE, withoutControls } from "~/effects/base/text/plain"
import { checkForm } from "./form"

const tidied = (_: string, value: unknown) => (typeof value === "string" ? withoutControls(value) : value)

/** The problem of the first invalid text in the value. Iterative, because the sender chooses the nesting depth. */
const firstProblem = (value: unknown, problemOf: (text: string) => string | undefined): string | undefined => {
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === "string") {
      const problem = problemOf(next)
      if (problem !== undefined) return problem
    } else if (typeof next === "object" && next !== null) {
      for (const inner of Object.values(next)) waiting.push(inner)
    }
  }
  return undefined
}

/** Applies the rule for fields that people fill in. */
export const textProblemIn = (value: unknown) => firstProblem(value, textProblem)

/** A draft may contain incomplete text, but no unreadable characters. */
const unreadable = (text: string) => (isUnreadable(text) ? UNREADABLE : undefined)

const problemsIn = (body: unknown): Readonly<Record<string, string>> =>
  typeof body !== "object" || body === null
    ? {}
    : Object.fromEntries(
        Object.entries(body).flatMap(([name, value]) => {
          const problem = firstProblem(value, unreadable)
          return problem === undefined ? [] : [[name, problem]]
        })
      )

/** Reads the body as JSON of any shape; its texts lose control characters, and unreadable texts are refused. */
export const readBody = (request: Request): Effect.Effect<unknown, MalformedBody | InvalidFields> =>
  Effect.tryPromise({
    try: async () => JSON.parse(await request.text(), tidied) as unknown,
    catch: () => new MalformedBody({})
  }).pipe(
    Effect.tap((body) => {
      const fields = problemsIn(body)
      return Object.keys(fields).length > 0 ? new InvalidFields({ fields }) : Effect.void
    })
  )

export const readJson = <A, I>(
  schema: Schema.Schema<A, I>,
  request: Request
): Effect.Effect<A, MalformedBody | InvalidFields> =>
  Effect.flatMap(readBody(request), (body) =>
    Effect.mapError(checkForm(schema, body), (fields) => new InvalidFields({ fields }))
  )
