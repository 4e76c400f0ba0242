/**
 * Http: sending one POST and reading its answer, for the gateway and the relay.
 *
 * A port, and a small one on purpose: it is part of what the browser loads. `layerFetch` works in browsers and in
 * Node. A status that is no success is an answer here; the caller decides what it means.
 */
import { Context, Effect, Layer } from "effect"
import { FailedToFetch } from "./Errors"

export interface HttpRequest {
  readonly url: string
  /** Text as it goes out. Without a Content-Type of its own it counts as plain text, which needs no preflight. */
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
    /** Fails only when there was no answer at all. Interrupting it aborts the request. */
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
