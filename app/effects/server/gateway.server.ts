import { Effect, Layer } from "effect"
import { Gateway, GatewayConfig } from "~/connector/index"
import { APP_NAME, APP_VERSION } from "~/effects/base/settings/product"
import { Settings } from "~/effects/base/settings/Settings.server"
import { TracedHttp } from "~/effects/base/tracing/ledgerCalls.server"
import { PacedHttp } from "~/effects/chain/ledger/pacedHttp.server"

/** The ledger as the server reads it. */
export const GatewayLive = Gateway.layer.pipe(
  Layer.provide(Layer.provide(TracedHttp, PacedHttp)),
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
