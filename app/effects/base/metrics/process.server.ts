/** Metrics of the process, under the names that Prometheus' own libraries use if they have one. */
import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import { getHeapStatistics } from "node:v8"
import { APP_VERSION } from "~/effects/base/settings/product"
import { counter, type Family, gauge, gauges } from "./Family"

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

export interface ProcessReading {
  readonly families: () => ReadonlyArray<Family>
  readonly stop: () => void
}

/** Watches the event loop until stopped; reports the delay since the last collection. */
export const watchProcess = (): ProcessReading => {
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
