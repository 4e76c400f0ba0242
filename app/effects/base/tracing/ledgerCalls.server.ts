/** Calls of the ledger gateway as spans. The connector knows nothing of tracing: it runs in browsers. */
import { Effect, Layer } from "effect"
import { Http } from "~/connector/index"

export const TracedHttp = Layer.effect(
  Http,
  Effect.map(Http, ({ post }) => ({
    post: (request) =>
      post(request).pipe(
        Effect.tap(({ status }) => Effect.annotateCurrentSpan("http.response.status_code", status)),
        Effect.withSpan("ledger", { kind: "client", attributes: { "ledger.call": new URL(request.url).pathname } })
      )
  }))
).pipe(Layer.provide(Http.layerFetch))
