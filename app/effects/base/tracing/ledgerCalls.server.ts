/**
 * Counts calls of the ledger gateway and records them as spans. The connector itself does neither, because it also runs
 * in browsers.
 */
import { Effect, Exit, Layer } from "effect"
import { Http } from "~/connector/index"
import { countLedgerCall } from "~/effects/base/metrics/ledgerCalls.server"

const outcomeOf = (exit: Exit.Exit<{ readonly status: number }, unknown>) => {
  if (Exit.isFailure(exit)) return "failed"
  const { status } = exit.value
  if (status < 400) return "answered"
  return status === 429 || status >= 500 ? "failed" : "refused"
}

export const TracedHttp = Layer.effect(
  Http,
  Effect.map(Http, ({ post }) => ({
    post: (request) => {
      const call = new URL(request.url).pathname
      const since = performance.now()
      return post(request).pipe(
        Effect.onExit((exit) =>
          Effect.sync(() => countLedgerCall(call, outcomeOf(exit), (performance.now() - since) / 1_000))
        ),
        Effect.tap(({ status }) => Effect.annotateCurrentSpan("http.response.status_code", status)),
        Effect.withSpan("ledger", { kind: "client", attributes: { "ledger.call": call } })
      )
    }
  }))
)
