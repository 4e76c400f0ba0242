import type { Tracer } from "effect"
import type { RouteFailure } from "./RouteFailure"

/** What the HTTP server knows of a request before Remix sees it (server.ts fills it in, once per request). */
export interface RequestContext {
  /** Stands in every log line, refusal and error page. */
  readonly requestId: string
  /** Lets this response's own inline scripts run (CSP). */
  readonly nonce: string
  /** The visitor's network address, as the peer or a trusted proxy tells it: limits count by it. */
  readonly address: string
  /** Resolves once what was written of the answer has gone out: true, or false when nobody is there any more (pace.server.ts). */
  readonly pace?: () => Promise<boolean>
  /** The words with which the request's action was refused, for the loaders that run after it. */
  refused?: string
  /** Why the person of this request may not act although they hold a session. */
  barred?: RouteFailure
  /** Names the session that the answer was made for, in no way that leads to it; absent for visitors. */
  reader?: string
  /** The address with the names of its parts in place of values, `/explore/:slug`, once a route answers. */
  route?: string
  /** Why no post is taken at this moment, for actions that answer with their form. */
  closed?: RouteFailure
  /** The whole request's, where traces are made. */
  readonly span?: Tracer.Span | undefined
}

declare module "@remix-run/server-runtime" {
  interface AppLoadContext extends RequestContext {}
}
