import { Effect, Layer, Logger } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"

/** One JSON object a line, from the level that the settings name. */
export const LoggingLive = Layer.mergeAll(
  Logger.json,
  Layer.unwrapEffect(Effect.map(Settings, (settings) => Logger.minimumLogLevel(settings.logLevel)))
)
