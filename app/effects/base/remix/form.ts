/** Validates HTML forms with schemas. Pure: runs no Effect. */
import { Either, ParseResult, Schema } from "effect"

/** First message per top-level field. An empty record means valid. */
export type FieldErrors = { readonly [field: string]: string }

export const checkForm = <A, I>(schema: Schema.Schema<A, I>, draft: unknown): Either.Either<A, FieldErrors> =>
  Schema.decodeUnknownEither(schema, { errors: "all" })(draft).pipe(
    Either.mapLeft((error) => {
      const first: Record<string, string> = {}
      for (const issue of ParseResult.ArrayFormatter.formatErrorSync(error)) {
        first[String(issue.path[0] ?? "form")] ??= issue.message
      }
      return first
    })
  )

/** Converts FormData to a plain record; the names in `lists` become arrays, all others their last value. */
export const formRecord = (form: FormData, lists: ReadonlyArray<string> = []): Record<string, unknown> => ({
  ...Object.fromEntries(form),
  ...Object.fromEntries(lists.map((name) => [name, form.getAll(name)]))
})
