/** The practice wallet's only boundary between Effect and the page. */
import { Effect, Layer } from "effect"
import { Gateway, GatewayConfig, Http } from "~/connector/index"
import type { Door } from "./door"
import { Vault } from "./keys"
import type { StartOptions } from "./main"
import { panel } from "./panel"
import { practiceWallet } from "./wallet"

/** How the wallet identifies itself to the gateway. */
const asWallet = { applicationName: "Practice wallet", applicationVersion: "1.0.0", dAppDefinitionAddress: "" }

/** Runs as long as the page. */
export const openWallet = ({ gatewayUrl, networkId }: StartOptions, door: Door): void => {
  const gateway = Gateway.layer.pipe(
    Layer.provide(Http.layerFetch),
    Layer.provide(Layer.succeed(GatewayConfig, { ...asWallet, baseUrl: gatewayUrl }))
  )
  const layer = Layer.mergeAll(
    Vault.layerStorage(() => localStorage, networkId),
    panel(document),
    gateway
  )
  Effect.runFork(
    practiceWallet({ networkId, door, origin: location.origin }).pipe(Effect.scoped, Effect.provide(layer))
  )
}
