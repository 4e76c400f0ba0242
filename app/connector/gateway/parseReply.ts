/** Converts an HTTP response of the gateway to a value or to an error of the catalogue. Pure. */
import { Either, Option } from "effect"
import { FailedToParseResponseToJson, RequestStatusNotOk } from "../Errors"
import type { HttpReply } from "../Http"
import { refusal } from "../wire/gatewayForms"
import { optionReader, parseJson } from "../wire/read"

const readRefusal = optionReader(refusal)

export const parseReply = <A>(
  { status, text }: HttpReply,
  read: (json: unknown) => Either.Either<A, unknown>
): Either.Either<A, RequestStatusNotOk | FailedToParseResponseToJson> => {
  const json = parseJson(text)
  if (status < 200 || status > 299) {
    const refused = Option.getOrUndefined(Option.flatMap(json, readRefusal))
    const reason = refused?.details?.type
    return Either.left(
      new RequestStatusNotOk({
        status,
        ...(refused?.message === undefined ? {} : { message: refused.message }),
        ...(reason === undefined ? {} : { reason })
      })
    )
  }
  return Option.match(json, {
    onNone: () => Either.left(new FailedToParseResponseToJson({ message: "the response is not JSON" })),
    onSome: (value) => Either.mapLeft(read(value), (cause) => new FailedToParseResponseToJson({ cause }))
  })
}
