/**
 * The server's composition: the only place where its layers meet.
 */
import { FetchHttpClient } from "@effect/platform"
import { Effect, Layer, Logger } from "effect"
import { Gateway, GatewayConfig, Http } from "~/connector/index"
import { MigrationsLive } from "./db/migrations/index.server"
import { SqlLive } from "./db/Sql.server"
import { Limits } from "./http/Limits.server"
import { Readiness } from "./http/Readiness.server"
import type { LocalServices } from "./local/layers.server"
import { APP_NAME, APP_VERSION } from "./product"
import { Settings } from "./Settings.server"
import { Challenges } from "./wallet-session/proof/Challenges.server"
import { Sessions } from "./wallet-session/Sessions.server"
import { SignIn } from "./wallet-session/SignIn.server"

const LoggingLive = Layer.merge(
  Logger.json,
  Layer.unwrapEffect(Effect.map(Settings, (settings) => Logger.minimumLogLevel(settings.logLevel)))
)

/** The database, migrated. Nothing above it starts before that is done. */
const DatabaseLive = MigrationsLive.pipe(Layer.provideMerge(SqlLive))

/** What only local mode has: the movable clock below all else, faults on demand, the gateway's double. */
const LocalLive = __LOCAL__
  ? Layer.unwrapEffect(
      Effect.map(
        Effect.promise(() => import("./local/layers.server")),
        (local) => local.LocalLive
      )
    )
  : (Layer.empty as Layer.Layer<LocalServices>) // nobody else's: the routes that ask for them are not in other builds

/** The ledger as the server reads it. */
const GatewayLive = Gateway.layer.pipe(
  Layer.provide(Http.layerFetch),
  Layer.provide(
    Layer.effect(
      GatewayConfig,
      Effect.map(Settings, ({ dAppDefinitionAddress, gatewayUrl }) => ({
        baseUrl: gatewayUrl,
        applicationName: APP_NAME,
        applicationVersion: APP_VERSION,
        dAppDefinitionAddress
      }))
    )
  )
)

const WalletSessionLive = Layer.mergeAll(SignIn.Default, Challenges.Default, Sessions.Default)

/** Everything a route may ask for. A layer that cannot be built is a defect: the server must not start half-alive. */
export const AppLive = Layer.mergeAll(FetchHttpClient.layer, WalletSessionLive, Limits.Default, Readiness.Default).pipe(
  Layer.provideMerge(GatewayLive),
  Layer.provideMerge(DatabaseLive),
  Layer.provideMerge(LocalLive),
  Layer.provideMerge(LoggingLive),
  Layer.provideMerge(Settings.layer),
  Layer.orDie
)
export type AppServices = Layer.Layer.Success<typeof AppLive>
