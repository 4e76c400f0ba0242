/** From an HTTP answer of the gateway to a value, or to the catalogue's error for what went wrong. Pure. */
import { Either, Option, Schema } from "effect"
import { FailedToParseResponseToJson, RequestStatusNotOk } from "../Errors"
import type { HttpReply } from "../Http"

/** The body of a refusal (wallet protocol §6.4); a proxy in front may answer with anything else. */
const Refusal = Schema.parseJson(
  Schema.Struct({
    message: Schema.optional(Schema.String),
    details: Schema.optional(Schema.NullOr(Schema.Struct({ type: Schema.optional(Schema.String) })))
  })
)
const readRefusal = Schema.decodeUnknownOption(Refusal)

export const parseReply = <A, I>(
  { status, text }: HttpReply,
  schema: Schema.Schema<A, I>
): Either.Either<A, RequestStatusNotOk | FailedToParseResponseToJson> => {
  if (status < 200 || status > 299) {
    const refusal = Option.getOrUndefined(readRefusal(text))
    const reason = refusal?.details?.type
    return Either.left(
      new RequestStatusNotOk({
        status,
        ...(refusal?.message === undefined ? {} : { message: refusal.message }),
        ...(reason === undefined ? {} : { reason })
      })
    )
  }
  return Either.mapLeft(
    Schema.decodeUnknownEither(Schema.parseJson(schema))(text),
    (cause) => new FailedToParseResponseToJson({ cause })
  )
}
