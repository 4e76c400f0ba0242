/**
 * The server's composition: the only place where its layers meet.
 */
import { FetchHttpClient } from "@effect/platform"
import { Effect, Layer, Logger } from "effect"
import { MigrationsLive } from "./db/migrations/index.server"
import { SqlLive } from "./db/Sql.server"
import { Settings } from "./Settings.server"
import { Sessions } from "./wallet-session/Sessions.server"

const LoggingLive = Layer.merge(
  Logger.json,
  Layer.unwrapEffect(Effect.map(Settings, (settings) => Logger.minimumLogLevel(settings.logLevel)))
)

/** The database, migrated. Nothing above it starts before that is done. */
const DatabaseLive = MigrationsLive.pipe(Layer.provideMerge(SqlLive))

/** Everything a route may ask for. A layer that cannot be built is a defect: the server must not start half-alive. */
export const AppLive = Layer.mergeAll(FetchHttpClient.layer, Sessions.Default).pipe(
  Layer.provideMerge(DatabaseLive),
  Layer.provideMerge(LoggingLive),
  Layer.provideMerge(Settings.layer),
  Layer.orDie
)
export type AppServices = Layer.Layer.Success<typeof AppLive>
