/** GET /api/receipts?kind=…&of=…&number=…&digest=…: whether this site issued exactly this receipt. Public. */
import { Effect, Option, Schema } from "effect"
import { MalformedBody } from "~/effects/base/failures/failures"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Digest, Id } from "~/effects/governance/votes/fields"
import { RECEIPT_NUMBER } from "~/effects/governance/votes/file/bondReceipt"
import { takeCost } from "~/effects/people/wallet-session/pages/costly.server"
import { wasIssued } from "../confirm.server"

const Asked = Schema.Union(
  Schema.Struct({
    kind: Schema.Literal("bond"),
    of: Id,
    number: Schema.String.pipe(Schema.pattern(RECEIPT_NUMBER)),
    digest: Digest
  }),
  Schema.Struct({
    kind: Schema.Literal("ballot"),
    of: Id,
    number: Schema.String.pipe(Schema.pattern(/^[1-9]\d{0,8}$/)),
    digest: Digest
  })
)
const NO_QUESTION = "Send kind (bond or ballot), of, number and digest as the receipt has them."
const decode = Schema.decodeUnknownOption(Asked)

export const issuedReceipt = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const asked = decode(Object.fromEntries(new URL(request.url).searchParams))
  if (Option.isNone(asked)) return yield* new MalformedBody({ message: NO_QUESTION })
  yield* takeCost("issued receipt")
  return { issued: yield* wasIssued(asked.value) }
})
