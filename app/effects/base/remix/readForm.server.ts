/** Reads posted forms and applies the text rules of every field (text/plain.ts). All pages use it. */
import { Effect } from "effect"
import { InvalidFields, MalformedBody } from "~/effects/base/failures/failures"
import { textProblem, withoutControls } from "~/effects/base/text/plain"

/** The posted form, its texts without control characters. */
export const readForm = (request: Request): Effect.Effect<FormData, MalformedBody> =>
  Effect.map(Effect.tryPromise({ try: () => request.formData(), catch: () => new MalformedBody({}) }), (posted) => {
    const form = new FormData()
    for (const [name, value] of posted) {
      form.append(withoutControls(name), typeof value === "string" ? withoutControls(value) : value)
    }
    return form
  })

/** Fails if any field contains text that no field may contain. */
export const requireText = (form: FormData): Effect.Effect<void, InvalidFields> =>
  Effect.suspend(() => {
    const fields: Record<string, string> = {}
    for (const [name, value] of form) {
      const problem = typeof value === "string" ? textProblem(value) : undefined
      if (problem !== undefined) fields[name] ??= problem
    }
    return Object.keys(fields).length > 0 ? new InvalidFields({ fields }) : Effect.void
  })

/** The form as a browser sends it without scripts and without files. */
export const isPlainForm = ({ headers }: Request): boolean =>
  headers.get("content-type")?.startsWith("application/x-www-form-urlencoded") === true
