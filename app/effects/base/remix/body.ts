/** Reading JSON bodies with schemas: no JSON at all is 400, JSON that breaks a rule is 422 with a message per field. */
import { Effect, type Schema } from "effect"
import { InvalidFields, MalformedBody } from "~/effects/base/failures/failures"
import { isUnreadable, textProblem, UNREADABLE, withoutControls } from "~/effects/base/text/plain"
import { checkForm } from "./form"

const tidied = (_: string, value: unknown) => (typeof value === "string" ? withoutControls(value) : value)

/** What is wrong with the first text in it with which something is. Not by recursion: the sender chose how deep it goes. */
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

/** By the rule of fields that people fill in. */
export const textProblemIn = (value: unknown) => firstProblem(value, textProblem)

/** A draft may hold what is no text yet; nothing holds what cannot be read. */
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

/** The body as JSON, whatever it holds; its texts without control characters, and none that could not be read. */
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
