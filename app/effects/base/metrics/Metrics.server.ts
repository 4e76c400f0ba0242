/**
 * Renders all metrics as one text. Collectors that query the database run at most once in some seconds, however often
 * metrics are requested; a collector that fails or takes too long is left out and named, and the rest is returned.
 */
import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import { getHeapStatistics } from "node:v8"
import { Context, Duration, Effect, Layer, Metric, Scope } from "effect"
import { logDied } from "~/effects/base/db/storageFailure.server"
import { APP_VERSION } from "~/effects/base/settings/product"
import { countedFamilies, startAtZero } from "./counted.server"
import { counter, type Distribution, type Family, gauge, gauges, type Labels, type Reading } from "./Family"

export const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

const escaped = (text: string) => text.replace(/\\/g, "\\\\").replace(/\n/g, "\\n")
const quoted = (text: string) => `"${escaped(text).replace(/"/g, '\\"')}"`

const numberText = (value: number): string => {
  if (value === Number.POSITIVE_INFINITY) return "+Inf"
  return value === Number.NEGATIVE_INFINITY ? "-Inf" : String(value)
}

const line = (name: string, labels: Labels, value: number): string => {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}=${quoted(text)}`)
  return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${numberText(value)}`
}

const distributionLines = (name: string, { buckets, count, labels, sum }: Distribution): ReadonlyArray<string> => [
  ...buckets.map(([bound, many]) => line(`${name}_bucket`, { ...labels, le: numberText(bound) }, many)),
  line(`${name}_sum`, labels, sum),
  line(`${name}_count`, labels, count)
]

const familyLines = (family: Family): ReadonlyArray<string> => [
  `# HELP ${family.name} ${escaped(family.help)}`,
  `# TYPE ${family.name} ${family.type}`,
  ...(family.type === "histogram"
    ? family.samples.flatMap((sample) => distributionLines(family.name, sample))
    : family.samples.map(({ labels, value }) => line(family.name, labels, value)))
]

/**
 * The text format of Prometheus, version 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats). Each family is
 * written once; one without samples is left out.
 */
export const writeFamilies = (families: ReadonlyArray<Family>): string =>
  families
    .filter(({ samples }) => samples.length > 0)
    .map((family) => `${familyLines(family).join("\n")}\n`)
    .join("")

/** Metrics of the process, under the names that Prometheus' own libraries use if they have one. */
const MICROSECONDS = 1e6
const NANOSECONDS = 1e9
/** Milliseconds between two measurements of the event loop. */
const RESOLUTION = 20

const processFamilies = (): ReadonlyArray<Family> => {
  const { external, heapUsed, rss } = process.memoryUsage()
  const { system, user } = process.cpuUsage()
  return [
    gauge("process_start_time_seconds", "When the process started, Unix seconds.", performance.timeOrigin / 1_000),
    counter("process_cpu_seconds_total", "Processor time of the process.", (user + system) / MICROSECONDS),
    gauge("process_resident_memory_bytes", "Memory of the process.", rss),
    gauge("nodejs_heap_size_used_bytes", "Memory of its objects.", heapUsed),
    gauge("nodejs_heap_size_limit_bytes", "Maximum memory of its objects.", getHeapStatistics().heap_size_limit),
    gauge("nodejs_external_memory_bytes", "Memory of buffers and libraries.", external),
    gauges("commonhold_build_info", "1, with the versions as labels.", [
      { labels: { version: APP_VERSION, node: process.version }, value: 1 }
    ])
  ]
}

interface ProcessReading {
  readonly families: () => ReadonlyArray<Family>
  readonly stop: () => void
}

/** Watches the event loop until stopped; reports the delay since the last collection. */
const watchProcess = (): ProcessReading => {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  const seconds = (nanoseconds: number) =>
    Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION / 1_000) : 0
  return {
    families: () => {
      const isEmpty = delay.count === 0
      const samples = [
        { labels: { quantile: "0.5" }, value: isEmpty ? 0 : seconds(delay.percentile(50)) },
        { labels: { quantile: "0.99" }, value: isEmpty ? 0 : seconds(delay.percentile(99)) },
        { labels: { quantile: "1" }, value: isEmpty ? 0 : seconds(delay.max) }
      ]
      delay.reset()
      return [...processFamilies(), gauges("commonhold_event_loop_delay_seconds", "Delay of the event loop.", samples)]
    },
    stop: () => void delay.disable()
  }
}

/** How long collected values are cached. */
const REMEMBERED = Duration.seconds(5)
const TIMEOUT = Duration.seconds(2)

export class Metrics extends Context.Tag("base/metrics/Metrics")<
  Metrics,
  {
    /** In the text format of Prometheus. */
    readonly text: Effect.Effect<string>
  }
>() {
  static readonly layer = <R>(list: Effect.Effect<ReadonlyArray<Reading>, never, R>) =>
    Layer.scoped(
      Metrics,
      Effect.gen(function* () {
        startAtZero()
        const readings = yield* list
        const scope = yield* Effect.scope
        // Nothing is watched until metrics are requested.
        const watching = yield* Effect.acquireRelease(Effect.sync(watchProcess), ({ stop }) => Effect.sync(stop)).pipe(
          Scope.extend(scope),
          Effect.cached
        )
        const collectOne = ({ families, name }: Reading) =>
          families.pipe(
            // Cancelling a statement waits for its server, which may be what does not respond.
            Effect.disconnect,
            Effect.timeout(TIMEOUT),
            Effect.tapErrorCause((cause) =>
              Effect.annotateLogs(logDied("a reading of the metrics died")(cause), { name })
            ),
            Effect.map((found) => ({ name, found, isThere: true })),
            Effect.catchAllCause(() => Effect.succeed({ name, found: [] as ReadonlyArray<Family>, isThere: false }))
          )
        // One after the other, so that collecting uses one connection and leaves the others to requests.
        const collected = yield* Effect.cachedWithTTL(Effect.forEach(readings, collectOne), REMEMBERED)
        return {
          text: Effect.gen(function* () {
            const all = yield* collected
            const samples = all.map(({ isThere, name }) => ({ labels: { reading: name }, value: isThere ? 1 : 0 }))
            return writeFamilies([
              ...countedFamilies(yield* Metric.snapshot),
              ...all.flatMap(({ found }) => found),
              gauges("commonhold_reading_up", "1 if these metrics could be collected, 0 if they are missing.", samples),
              ...(yield* watching).families()
            ])
          }).pipe(Effect.withSpan("Metrics.text"))
        }
      })
    )
}
