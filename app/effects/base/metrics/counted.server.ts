/**
 * Counters updated while the server works, with Effect's metrics: requests, ledger calls, breakers, e-mails. Labels
 * come from closed lists, so that the number of series is bounded; everything else is counted as `other`.
 */
import { Metric, MetricBoundaries, MetricKeyType, MetricLabel, type MetricPair, MetricState } from "effect"
import type { Distribution, Family, Sample } from "./Family"

/** Prefix of our metrics; Effect registers its own in the same registry. */
const OURS = "commonhold_"

/** Seconds. */
const DURATIONS = MetricBoundaries.fromIterable([0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10])

export const httpRequests = Metric.counter(`${OURS}http_requests_total`, {
  description: "Completed requests, by route, method and status.",
  incremental: true
})
export const httpDurations = Metric.histogram(
  `${OURS}http_request_duration_seconds`,
  DURATIONS,
  "Time from a request's first byte to the end of its response, by route."
)
export const ledgerCalls = Metric.counter(`${OURS}ledger_calls_total`, {
  description: "Calls of the ledger gateway, by path and outcome: answered, refused or failed.",
  incremental: true
})
export const ledgerDurations = Metric.histogram(
  `${OURS}ledger_call_duration_seconds`,
  DURATIONS,
  "How long a call of the ledger gateway took, by path."
)
export const breakersOpen = Metric.gauge(`${OURS}breaker_open`, {
  description: "1 while an external service is not called because it failed repeatedly, 0 otherwise."
})
export const emails = Metric.counter(`${OURS}emails_total`, {
  description: "Attempts to send an e-mail, by outcome: sent, put back for a later try, or given up.",
  incremental: true
})
export const pushes = Metric.counter(`${OURS}pushes_total`, {
  description:
    "Browser notifications handed to push services, by outcome: sent, put back for a later try, given up, or gone with their browser.",
  incremental: true
})
export const webhookTries = Metric.counter(`${OURS}webhook_tries_total`, {
  description: "Attempts to deliver a webhook, by outcome: delivered, put back for a later try, or given up.",
  incremental: true
})
export const refusedScrapes = Metric.counter(`${OURS}metrics_refused_total`, {
  description: "Requests for these metrics with a wrong token, or none.",
  incremental: true
})

/** Caches labels: a metric finds its series by the same object without comparing texts. */
export const labelsOf = (labels: Readonly<Record<string, string>>): ReadonlyArray<MetricLabel.MetricLabel> =>
  Object.entries(labels).map(([name, value]) => MetricLabel.make(name, value))

const OUTCOMES = {
  emails: ["sent", "put back", "given up"],
  pushes: ["sent", "put back", "given up", "gone"],
  webhookTries: ["delivered", "put back", "given up"],
  ledgerCalls: ["answered", "refused", "failed"]
} as const

/**
 * Every counter exists from the start: one that appears with its first event starts from there, and an alert on its
 * rate misses that event. Metrics with many label values (routes, calls) begin with `other`.
 */
export const startAtZero = (): void => {
  for (const outcome of OUTCOMES.emails) emails.unsafeUpdate(0, labelsOf({ outcome }))
  for (const outcome of OUTCOMES.pushes) pushes.unsafeUpdate(0, labelsOf({ outcome }))
  for (const outcome of OUTCOMES.webhookTries) webhookTries.unsafeUpdate(0, labelsOf({ outcome }))
  for (const outcome of OUTCOMES.ledgerCalls) ledgerCalls.unsafeUpdate(0, labelsOf({ call: "other", outcome }))
  for (const status of ["200", "500", "503"])
    httpRequests.unsafeUpdate(0, labelsOf({ method: "GET", route: "other", status }))
  refusedScrapes.unsafeUpdate(0, [])
}

type Untyped = MetricPair.MetricPair.Untyped

const labelsIn = ({ metricKey }: Untyped) =>
  Object.fromEntries(metricKey.tags.map(({ key, value }) => [key, value] as const))

const distributionOf = (pair: Untyped, { buckets, count, sum }: MetricState.MetricState.Histogram): Distribution => ({
  labels: labelsIn(pair),
  buckets: [...buckets.filter(([bound]) => Number.isFinite(bound)), [Number.POSITIVE_INFINITY, count]],
  sum,
  count
})

const sampleOf = (pair: Untyped): Sample | undefined => {
  const { metricState } = pair
  if (MetricState.isCounterState(metricState)) return { labels: labelsIn(pair), value: Number(metricState.count) }
  if (MetricState.isGaugeState(metricState)) return { labels: labelsIn(pair), value: Number(metricState.value) }
  return undefined
}

/** Our metrics in Effect's registry, by name. */
export const countedFamilies = (pairs: ReadonlyArray<Untyped>): ReadonlyArray<Family> => {
  const byName = new Map<string, Array<Untyped>>()
  for (const pair of pairs) {
    const { name } = pair.metricKey
    if (name.startsWith(OURS)) byName.set(name, [...(byName.get(name) ?? []), pair])
  }
  return [...byName].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, all]): Family => familyOf(name, all))
}

const familyOf = (name: string, pairs: ReadonlyArray<Untyped>): Family => {
  const [first] = pairs
  const help = first?.metricKey.description._tag === "Some" ? first.metricKey.description.value : ""
  const isCounter = first !== undefined && MetricKeyType.isCounterKey(first.metricKey.keyType)
  if (first !== undefined && MetricState.isHistogramState(first.metricState)) {
    const samples = pairs.flatMap((pair) =>
      MetricState.isHistogramState(pair.metricState) ? [distributionOf(pair, pair.metricState)] : []
    )
    return { name, help, type: "histogram", samples }
  }
  const samples = pairs.flatMap((pair) => sampleOf(pair) ?? [])
  return { name, help, type: isCounter ? "counter" : "gauge", samples }
}
