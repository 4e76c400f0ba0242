/** What the HTTP server knows of a request before Remix sees it (server.ts fills it in, once per request). */
export interface RequestContext {
  /** Stands in every log line, refusal and error page. */
  readonly requestId: string
  /** Lets this response's own inline scripts run (CSP). */
  readonly nonce: string
  /** The peer's network address: limits count by it. */
  readonly address: string
}

declare module "@remix-run/server-runtime" {
  interface AppLoadContext extends RequestContext {}
}
