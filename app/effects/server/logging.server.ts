import { Effect, Layer, Logger } from "effect"
import { Settings } from "~/effects/base/settings/Settings.server"

/** One JSON object per line, from the level in the settings. */
export const LoggingLive = Layer.mergeAll(
  Logger.json,
  Layer.unwrapEffect(Effect.map(Settings, (settings) => Logger.minimumLogLevel(settings.logLevel)))
)
