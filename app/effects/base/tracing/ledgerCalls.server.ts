/**
 * Counts calls of the ledger gateway and records them as spans. The connector itself does neither, because it also runs
 * in browsers.
 */
import { Effect, Exit, Layer, type MetricLabel } from "effect"
import { Http } from "~/connector/index"
import { labelsOf, ledgerCalls, ledgerDurations } from "~/effects/base/metrics/counted.server"

type Outcome = "answered" | "refused" | "failed"

interface Series extends Readonly<Record<Outcome, ReadonlyArray<MetricLabel.MetricLabel>>> {
  readonly call: ReadonlyArray<MetricLabel.MetricLabel>
}

/** The gateway has some twenty paths; further ones are counted as `other`. */
const MOST_CALLS = 50
const series = new Map<string, Series>()

const makeSeries = (call: string): Series => {
  const outcome = (name: Outcome) => labelsOf({ call, outcome: name })
  const made = {
    answered: outcome("answered"),
    refused: outcome("refused"),
    failed: outcome("failed"),
    call: labelsOf({ call })
  }
  series.set(call, made)
  return made
}

/** @param path of the gateway's API, whatever its base address. */
export const countLedgerCall = (path: string, outcome: Outcome, seconds: number): void => {
  const call = path.replace(/^.*?(?=\/(state|status|stream|transaction|statistics|extensions)\/)/, "")
  const found =
    series.get(call) ?? (series.size < MOST_CALLS ? makeSeries(call) : (series.get("other") ?? makeSeries("other")))
  ledgerCalls.unsafeUpdate(1, found[outcome])
  ledgerDurations.unsafeUpdate(seconds, found.call)
}

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
