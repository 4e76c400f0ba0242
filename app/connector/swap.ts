/**
 * A browser's wallet with some ports replaced. Separate from `layers.ts`, so that pages that replace none load none of
 * it.
 */
import { Layer } from "effect"
import { ConnectorConfig, toConfig } from "./ConnectorConfig"
import type { ConnectorOptions } from "./ConnectorOptions"
import { Crypto } from "./Crypto"
import { Http } from "./Http"
import { GatewayConfigLive, WalletOnPorts } from "./layers"
import { Page } from "./Page"
import { Storage } from "./Storage"
import { Transport } from "./Transport"
import { WalletGateway } from "./WalletGateway"

/** Another implementation of the same port: it may require what the browser's own requires, and nothing else. */
type InPlaceOf<L extends Layer.Layer.Any> = Layer.Layer<
  Layer.Layer.Success<L>,
  never,
  Layer.Layer.Context<L> | ConnectorConfig
>

/** Replacements of the browser's own ports; the others stay. */
export interface Swapped {
  readonly transport?: InPlaceOf<typeof Transport.layer>
  readonly gateway?: InPlaceOf<typeof WalletGateway.layer>
  readonly storage?: InPlaceOf<typeof Storage.layerLocalStorage>
  readonly crypto?: InPlaceOf<typeof Crypto.layer>
  readonly http?: InPlaceOf<typeof Http.layerFetch>
  readonly page?: InPlaceOf<typeof Page.layerBrowser>
}

/** For `openConnector`: the composition of `createConnector(options)` with some ports replaced. */
export const walletWith = (options: ConnectorOptions, swapped: Swapped) =>
  WalletOnPorts.pipe(
    Layer.provideMerge(swapped.transport ?? Transport.layer),
    Layer.provideMerge(swapped.gateway ?? WalletGateway.layer),
    Layer.provide(GatewayConfigLive),
    Layer.provideMerge(
      Layer.mergeAll(
        swapped.storage ?? Storage.layerLocalStorage,
        swapped.crypto ?? Crypto.layer,
        swapped.http ?? Http.layerFetch,
        swapped.page ?? Page.layerBrowser
      )
    ),
    Layer.provideMerge(Layer.sync(ConnectorConfig, () => toConfig(options, globalThis.location?.origin ?? "")))
  )
