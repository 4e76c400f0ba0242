import type { Tracer } from "effect"
import type { RouteFailure } from "./RouteFailure"

/** What the HTTP server knows about a request before Remix sees it (server.ts sets it once per request). */
export interface RequestContext {
  /** Id of the request in every log line, refusal and error page. */
  readonly requestId: string
  /** Allows this response's own inline scripts (CSP). */
  readonly nonce: string
  /** The visitor's network address from the peer or a trusted proxy, for limits. */
  readonly address: string
  /**
   * Resolves once the data written so far has been sent: true, or false if the connection is closed (download.server.ts).
   */
  readonly pace?: () => Promise<boolean>
  /** The message with which the request's action was refused, for the loaders that run after it. */
  refused?: string
  /** Why the person of this request may not act although they have a session. */
  barred?: RouteFailure
  /** Identifies the session of the response without revealing it; absent for visitors. */
  reader?: string
  /** The route pattern with parameter names instead of values, `/explore/:slug`, once a route handles the request. */
  route?: string
  /** Why no post is accepted at this moment, for actions that respond with their form. */
  closed?: RouteFailure
  /** The span of the whole request, if traces are recorded. */
  readonly span?: Tracer.Span | undefined
}

declare module "@remix-run/server-runtime" {
  interface AppLoadContext extends RequestContext {}
}
