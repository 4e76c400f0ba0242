/**
 * Shared behaviour of the read API (docs/product/publishing.md): a rate limit, an ETag, and 304 for clients that have
 * the current response. Open to any site.
 */
import { Effect, ParseResult, Schema } from "effect"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { sha256 } from "~/effects/base/text/random.server"
import { takeCost } from "~/effects/people/wallet-session/pages/costly.server"

const MAX_AGE_S = 30
const TAG_LENGTH = 32
/** Log message for a field that was removed from a response. */
export const NOT_NAMED = "a response of the read API has fields that its contract does not name"

/** Field names, never values: `reserve.alsoOwed.0.mine`. */
const pathsOf = (error: ParseResult.ParseError): string =>
  ParseResult.ArrayFormatter.formatErrorSync(error)
    .map(({ path }) => path.join("."))
    .join(" ")

const matches = (header: string | null, tag: string): boolean =>
  (header ?? "").split(",").some((part) => part.trim().replace(/^W\//, "") === tag || part.trim() === "*")

/** @param value JSON of the response. */
export const sendApi = Effect.fn("readapi.sendApi")(function* (value: unknown) {
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
 * Encodes a response by the contract: fields that the schema does not name are removed and logged, because either the
 * contract lacks them or the handler adds too many. A value of the wrong shape is a defect.
 */
export const respondApi = <A, I>(schema: Schema.Schema<A, I>, value: A) =>
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

/**
 * Takes one request from the caller's rate limit (docs/operations/limits.md) before anything is read. Sets CORS
 * headers, so that a page of any site may read the response, errors included.
 */
export const takeApiSlot = Effect.gen(function* () {
  const headers = yield* ReplyHeaders
  headers.set("Access-Control-Allow-Origin", "*")
  headers.set("Access-Control-Expose-Headers", "ETag, Retry-After, X-Request-Id")
  yield* takeCost("read API")
})

export const isoOf = (at: number): string => new Date(at).toISOString()
