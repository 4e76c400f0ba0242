/**
 * Gateway: reads and submits to the ledger through the gateway's API: transactions, entities, owners of accounts, dApp
 * names.
 *
 * A port for servers; a page's wallet uses `WalletGateway`. `layer` sends JSON over `Http`, `layerScript` answers from
 * a script. Every method makes one request; waiting and retrying belong to `awaitTransaction` and `awaitSubintent`.
 */

import { Context, Effect, Layer } from "effect"
import type { GatewayConfig } from "./GatewayConfig"
import { entityMethods } from "./gateway/entities"
import type { GatewayScript, GatewayShape } from "./gateway/shape"
import type { Http } from "./Http"
import { gatewayPost, walletReadings } from "./WalletGateway"

export class Gateway extends Context.Tag("connector/Gateway")<Gateway, GatewayShape>() {
  static readonly layer: Layer.Layer<Gateway, never, GatewayConfig | Http> = Layer.effect(
    Gateway,
    Effect.map(gatewayPost, (post) => ({ ...walletReadings(post), ...entityMethods(post) }))
  )

  /** For tests, and for servers without a ledger. */
  static readonly layerScript = (script: GatewayScript = {}): Layer.Layer<Gateway> =>
    Layer.effect(
      Gateway,
      Effect.flatMap(
        Effect.promise(() => import("./gateway/script")),
        (code) => code.scripted(script)
      )
    )
}
