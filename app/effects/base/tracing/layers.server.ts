import { Effect, Layer, Option } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"

/** Without a collector nobody reads spans, so none are recorded: they cost a tenth of the time of short calls. */
export const TracingLive = Layer.unwrapEffect(
  Effect.flatMap(Settings, ({ traceCollector }) =>
    Option.match(traceCollector, {
      onNone: () => Effect.succeed(Layer.setTracerEnabled(false)),
      onSome: (collector) =>
        Effect.map(
          Effect.promise(() => import("./Traces.server")),
          (traces) => traces.layer(collector)
        )
    })
  )
)
