/**
 * What a request hands to the program that answers it. Apart from the edge (runtime.server.ts, which provides both), so
 * that a service may ask for them without importing the layers it is part of.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Context } from "effect"
import type { RequestContext } from "./RequestContext"

export type RemixArgs = LoaderFunctionArgs | ActionFunctionArgs

/** The request being answered. Provided per call, never part of a layer. */
export class RouteArgs extends Context.Tag("effects/RouteArgs")<
  RouteArgs,
  RemixArgs & { readonly request: Request; readonly context: RequestContext }
>() {}

/** Headers the answer will carry, whatever its body: cookies above all. Provided per call. */
export class ReplyHeaders extends Context.Tag("effects/ReplyHeaders")<ReplyHeaders, Headers>() {}
