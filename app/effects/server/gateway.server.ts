import { Duration, Effect, Layer } from "effect"
import { Gateway, GatewayConfig } from "~/connector/index"
import { GatewayAccess } from "~/effects/base/settings/GatewayAccess"
import { NETWORK_NAMES } from "~/effects/base/settings/networks"
import { APP_NAME, APP_VERSION } from "~/effects/base/settings/product"
import { Settings } from "~/effects/base/settings/Settings.server"
import { TracedHttp } from "~/effects/base/tracing/ledgerCalls.server"
import { PacedHttp } from "~/effects/chain/ledger/pacedHttp.server"

const GatewayAccessLive = Layer.effect(
  GatewayAccess,
  Effect.map(Settings, ({ gatewayTimeoutMs, gatewayUrl, ledger }) => ({
    host: new URL(gatewayUrl).host,
    timeout: Duration.millis(gatewayTimeoutMs),
    network: NETWORK_NAMES[ledger]
  }))
)

/** The ledger as the server reads it. */
export const GatewayLive = Gateway.layer.pipe(
  Layer.provide(Layer.provide(TracedHttp, PacedHttp)),
  Layer.provide(
    Layer.effect(
      GatewayConfig,
      Effect.map(Settings, ({ dAppDefinitionAddress, gatewayTimeoutMs, gatewayUrl }) => ({
        baseUrl: gatewayUrl,
        timeout: gatewayTimeoutMs,
        applicationName: APP_NAME,
        applicationVersion: APP_VERSION,
        dAppDefinitionAddress
      }))
    )
  ),
  Layer.merge(GatewayAccessLive)
)
