/**
 * What every address of the read API shares (docs/product/publishing.md, 3.8.2): one limit for each address, an ETag,
 * and 304 for clients that have the answer already. Anyone may read it, from any site.
 */
import { Effect, ParseResult, Schema } from "effect"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { sha256 } from "~/effects/base/text/random.server"
import { takeCost } from "~/effects/people/wallet-session/pages/costly.server"

const MAX_AGE_S = 30
const TAG_LENGTH = 32
/** What the log says of a field that did not leave. */
export const NOT_NAMED = "an answer of the read API has fields that its contract does not name"

/** Names, never values: `reserve.alsoOwed.0.mine`. */
const pathsOf = (error: ParseResult.ParseError): string =>
  ParseResult.ArrayFormatter.formatErrorSync(error)
    .map(({ path }) => path.join("."))
    .join(" ")

const matches = (header: string | null, tag: string): boolean =>
  (header ?? "").split(",").some((part) => part.trim().replace(/^W\//, "") === tag || part.trim() === "*")

/** @param value JSON, as it leaves. */
export const sendApi = Effect.fn("readapi.send")(function* (value: unknown) {
  const { request } = yield* RouteArgs
  const body = JSON.stringify(value)
  const tag = `"${sha256(body).slice(0, TAG_LENGTH)}"`
  const headers = {
    ETag: tag,
    "Cache-Control": `public, max-age=${MAX_AGE_S}`,
    "Content-Type": "application/json; charset=utf-8"
  }
  return matches(request.headers.get("if-none-match"), tag)
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers })
})

/**
 * Through the contract: what the schema does not name stays here, and a value that is not of its shape is a defect. A
 * field that is left out so is a fault of ours, and the log says it: the contract lacks it, or the handler has it too many.
 */
export const answerApi = <A, I>(schema: Schema.Schema<A, I>, value: A) =>
  Schema.encode(schema)(value, { onExcessProperty: "error" }).pipe(
    Effect.catchAll((left) =>
      Effect.zipLeft(
        Schema.encode(schema)(value),
        Effect.annotateLogs(Effect.logError(NOT_NAMED), { fields: pathsOf(left) })
      )
    ),
    Effect.orDie,
    Effect.flatMap(sendApi)
  )

/** Within the budget of who asks (docs/operations/limits.md). Asked before anything is read. A page of any site may read what comes of it, refusals too. */
export const takeApiTurn = Effect.gen(function* () {
  const headers = yield* ReplyHeaders
  headers.set("Access-Control-Allow-Origin", "*")
  headers.set("Access-Control-Expose-Headers", "ETag, Retry-After, X-Request-Id")
  yield* takeCost("read API")
})

export const isoOf = (at: number): string => new Date(at).toISOString()
