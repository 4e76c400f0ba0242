/**
 * The error class of a refusal: a tag, a stable code and an HTTP status (docs/product/errors.md), and the sentence for
 * the person. Without a `message`, the caller gives the sentence; then it is one of the fields.
 *
 * ```ts
 * class NotSignedIn extends coded("NotSignedIn", "E-AUTH", 401, {
 *   fields: { action: Schema.String },
 *   message: ({ action }) => `Sign in with your wallet to ${action}.`
 * }) {}
 * ```
 */
import { type Cause, Schema } from "effect"

type Tagged<Tag extends string, Own extends Schema.Struct.Fields> = { readonly _tag: Schema.tag<Tag> } & Own

type CodedClass<
  Tag extends string,
  Code extends string,
  Status extends number,
  Own extends Schema.Struct.Fields
> = Schema.Class<
  Schema.Struct.Type<Tagged<Tag, Own>>,
  Tagged<Tag, Own>,
  Schema.Struct.Encoded<Tagged<Tag, Own>>,
  Schema.Struct.Context<Tagged<Tag, Own>>,
  Schema.Struct.Constructor<Own>,
  { readonly code: Code; readonly status: Status },
  Cause.YieldableError
>

// biome-ignore lint/complexity/noBannedTypes: no fields
type None = {}

export const coded = <
  Tag extends string,
  Code extends string,
  Status extends number,
  Own extends Schema.Struct.Fields = None
>(
  tag: Tag,
  code: Code,
  status: Status,
  {
    fields,
    message
  }: { readonly fields?: Own; readonly message?: string | ((values: Schema.Struct.Type<Own>) => string) }
): CodedClass<Tag, Code, Status, Own> => {
  class Coded extends Schema.TaggedError<Coded>()<string, Schema.Struct.Fields>(tag, fields ?? {}) {
    readonly code = code
    readonly status = status
  }
  if (message !== undefined) {
    const get = function (this: Schema.Struct.Type<Own>) {
      return typeof message === "string" ? message : message(this)
    }
    Object.defineProperty(Coded.prototype, "message", { configurable: true, get })
  }
  // Inside, the tag and the fields are not known by their names.
  return Coded as unknown as CodedClass<Tag, Code, Status, Own>
}
