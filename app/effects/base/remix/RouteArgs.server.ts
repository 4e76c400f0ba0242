/**
 * Services that a request provides to its program. Separate from the edge (runtime.server.ts, which provides both), so
 * that a service can require them without importing the layers it is part of.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Context } from "effect"
import type { RequestContext } from "./RequestContext"

export type RemixArgs = LoaderFunctionArgs | ActionFunctionArgs

/** The current request. Provided per call, never part of a layer. */
export class RouteArgs extends Context.Tag("base/remix/RouteArgs")<
  RouteArgs,
  RemixArgs & { readonly request: Request; readonly context: RequestContext }
>() {}

/** Headers to add to the response, mostly cookies. Provided per call. */
export class ReplyHeaders extends Context.Tag("base/remix/ReplyHeaders")<ReplyHeaders, Headers>() {}
