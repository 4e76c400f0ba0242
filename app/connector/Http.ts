/**
 * Http: sends one POST and returns its response, for the gateway and the relay.
 *
 * A port, and a small one because the browser loads it. `layerFetch` works in browsers and in Node. An error status is
 * a response here; the caller interprets it.
 */
import { Context, Effect, Layer } from "effect"
import { FailedToFetch } from "./Errors"

export interface HttpRequest {
  readonly url: string
  /** Raw text. Without a Content-Type header it counts as plain text, which needs no CORS preflight. */
  readonly body: string
  readonly headers: { readonly [name: string]: string }
}
export interface HttpReply {
  readonly status: number
  readonly text: string
}

export class Http extends Context.Tag("connector/Http")<
  Http,
  {
    /** Fails only if there is no response. Interruption aborts the request. */
    readonly post: (request: HttpRequest) => Effect.Effect<HttpReply, FailedToFetch>
  }
>() {
  static readonly layerFetch = Layer.succeed(Http, {
    post: ({ body, headers, url }) =>
      Effect.tryPromise({
        try: async (signal) => {
          const response = await fetch(url, { method: "POST", body, headers, signal, credentials: "omit" })
          return { status: response.status, text: await response.text() }
        },
        catch: (cause) => new FailedToFetch({ cause })
      })
  })
}
