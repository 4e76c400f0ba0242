/** What this process has counted since its start, summed up for a person; /metrics has every series separately. */
import { Effect, Metric } from "effect"
import { countedFamilies } from "./counted.server"
import type { Distribution, Family, Sample } from "./Family"

const STREAMS = "/api/events"
const SHARE = 0.95

/** The smallest bucket bound below which almost all responses are; null if there is none. */
const boundOf = (all: ReadonlyArray<Distribution>): number | null => {
  const count = all.reduce((sum, each) => sum + each.count, 0)
  if (count === 0) return null
  const bounds = all[0]?.buckets ?? []
  const found = bounds.find(
    (_, n) => all.reduce((sum, { buckets }) => sum + (buckets[n]?.[1] ?? 0), 0) >= count * SHARE
  )
  return found?.[0] ?? Number.POSITIVE_INFINITY
}

const named = (families: ReadonlyArray<Family>, name: string) => families.find((family) => family.name === name)
const samplesOf = (family: Family | undefined): ReadonlyArray<Sample> =>
  family === undefined || family.type === "histogram" ? [] : family.samples
const distributionsOf = (family: Family | undefined): ReadonlyArray<Distribution> =>
  family?.type === "histogram" ? family.samples : []
const sumOf = (samples: ReadonlyArray<Sample>) => samples.reduce((sum, { value }) => sum + value, 0)

export const processFigures = Effect.map(Metric.snapshot, (pairs) => {
  const families = countedFamilies(pairs)
  const calls = samplesOf(named(families, "commonhold_ledger_calls_total"))
  const callsThat = (outcome: string) => sumOf(calls.filter(({ labels }) => labels.outcome === outcome))
  const durations = distributionsOf(named(families, "commonhold_http_request_duration_seconds"))
  return {
    requests: sumOf(samplesOf(named(families, "commonhold_http_requests_total"))),
    // Event streams last as long as a page is open.
    slowestSeconds: boundOf(durations.filter(({ labels }) => labels.route !== STREAMS)),
    ledger: { answered: callsThat("answered"), refused: callsThat("refused"), failed: callsThat("failed") },
    leftAlone: samplesOf(named(families, "commonhold_breaker_open")).flatMap(({ labels, value }) =>
      value > 0 ? [labels.service ?? ""] : []
    )
  }
})
