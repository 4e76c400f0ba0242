/**
 * What every address of the read API shares (docs/product/publishing.md, 3.8.2): one limit for each address, an ETag,
 * and 304 for clients that have the answer already. Anyone may read it, from any site.
 */
import { Effect } from "effect"
import { Limits } from "~/effects/base/limits/Limits.server"
import { peerOf } from "~/effects/base/remix/peer.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { sha256 } from "~/effects/base/text/random.server"

const MAX_AGE_S = 30
const TAG_LENGTH = 32

const matches = (header: string | null, tag: string): boolean =>
  (header ?? "").split(",").some((part) => part.trim().replace(/^W\//, "") === tag || part.trim() === "*")

export const answerApi = Effect.fn("readapi.answer")(function* (value: unknown) {
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

/** Sixty a minute. Asked before anything is read. */
export const takeApiTurn = Effect.gen(function* () {
  const limits = yield* Limits
  yield* limits.take({ "api.address": yield* peerOf })
})

export const isoOf = (at: number): string => new Date(at).toISOString()
