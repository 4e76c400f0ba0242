/**
 * Services that a request provides to its program. Separate from the edge (runtime.server.ts, which provides both), so
 * that a service can require them without importing the layers it is part of.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Context, Effect } from "effect"
import { networkOf } from "~/effects/base/limits/Asker"
import type { RequestContext } from "./RequestContext"

export type RemixArgs = LoaderFunctionArgs | ActionFunctionArgs

/** The current request. Provided per call, never part of a layer. */
export class RouteArgs extends Context.Tag("base/remix/RouteArgs")<
  RouteArgs,
  RemixArgs & { readonly request: Request; readonly context: RequestContext }
>() {}

/** Headers to add to the response, mostly cookies. Provided per call. */
export class ReplyHeaders extends Context.Tag("base/remix/ReplyHeaders")<ReplyHeaders, Headers>() {}

/**
 * The network by which limits count a request: the visitor's /24 (IPv4) or /64 (IPv6). The HTTP server determines the
 * address (docs/operations.md, "Proxy").
 */
export const peerOf: Effect.Effect<string, never, RouteArgs> = Effect.map(
  RouteArgs,
  ({ context }) => networkOf(context.address) ?? "this machine"
)
