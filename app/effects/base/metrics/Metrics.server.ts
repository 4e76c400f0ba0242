/**
 * Renders all metrics as one text. Collectors that query the database run at most once in some seconds, however often
 * metrics are requested; a collector that fails or takes too long is left out and named, and the rest is returned.
 */
import { Context, Duration, Effect, Layer, Metric, Scope } from "effect"
import { logDied } from "~/effects/base/db/storageLog.server"
import { countedFamilies, startAtZero } from "./counted.server"
import { writeFamilies } from "./exposition"
import { type Family, gauges } from "./Family"
import { watchProcess } from "./process.server"
import type { Reading } from "./Reading"

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
        const look = ({ families, name }: Reading) =>
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
        const looked = yield* Effect.cachedWithTTL(Effect.forEach(readings, look), REMEMBERED)
        return {
          text: Effect.gen(function* () {
            const all = yield* looked
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
