/**
 * What every address of the read API shares (docs/product/publishing.md, 3.8.2): one limit for each address, an ETag,
 * and 304 for clients that have the answer already. Anyone may read it, from any site.
 */
import { Effect, Schema } from "effect"
import { Limits } from "~/effects/base/limits/Limits.server"
import { peerOf } from "~/effects/base/remix/peer.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { sha256 } from "~/effects/base/text/random.server"

const MAX_AGE_S = 30
const TAG_LENGTH = 32

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
    "Access-Control-Allow-Origin": "*",
    "Content-Type": "application/json; charset=utf-8"
  }
  return matches(request.headers.get("if-none-match"), tag)
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers })
})

/** Through the contract: what the schema does not name stays here, and a value that is not of its shape is a defect. */
export const answerApi = <A, I>(schema: Schema.Schema<A, I>, value: A) =>
  Effect.flatMap(Effect.orDie(Schema.encode(schema)(value)), sendApi)

/** Sixty a minute. Asked before anything is read. */
export const takeApiTurn = Effect.gen(function* () {
  const limits = yield* Limits
  yield* limits.take({ "api.address": yield* peerOf })
})

export const isoOf = (at: number): string => new Date(at).toISOString()
