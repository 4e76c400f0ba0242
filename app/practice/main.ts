/**
 * The practice wallet's door and only edge: a page calls `startPracticeWallet` before its connector starts.
 *
 * Real keys and real signatures, no money: it stands in for the extension and the phone where the ledger is local.
 */
import { Effect, Layer } from "effect"
import { Gateway, GatewayConfig, Http } from "~/connector/index"
import { Vault } from "./keys"
import { panel } from "./panel"
import { practiceWallet } from "./wallet"

export interface StartOptions {
  readonly networkId: number
  /** Where transactions go. Without a slash at the end. */
  readonly gatewayUrl: string
}

/** Who the wallet says it is when it asks the ledger. */
const asWallet = { applicationName: "Practice wallet", applicationVersion: "1.0.0", dAppDefinitionAddress: "" }

let isRunning = false

/** Idempotent: one wallet a page. */
export const startPracticeWallet = ({ gatewayUrl, networkId }: StartOptions): void => {
  if (isRunning) return
  isRunning = true
  const gateway = Gateway.layer.pipe(
    Layer.provide(Http.layerFetch),
    Layer.provide(Layer.succeed(GatewayConfig, { ...asWallet, baseUrl: gatewayUrl }))
  )
  const layer = Layer.mergeAll(
    Vault.layerStorage(() => localStorage, networkId),
    panel(document),
    gateway
  )
  const options = { networkId, target: window, origin: location.origin }
  Effect.runFork(practiceWallet(options).pipe(Effect.scoped, Effect.provide(layer)))
}
