/** A browser's wallet with some of its ports exchanged. Apart from `layers.ts`, so that pages that exchange none pay nothing. */
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

/** The same port made otherwise: it may need what the browser's own needs, and nothing else. */
type InPlaceOf<L extends Layer.Layer.Any> = Layer.Layer<
  Layer.Layer.Success<L>,
  never,
  Layer.Layer.Context<L> | ConnectorConfig
>

/** What stands in place of the browser's own; a port that is not named stays as it is. */
export interface Swapped {
  readonly transport?: InPlaceOf<typeof Transport.layer>
  readonly gateway?: InPlaceOf<typeof WalletGateway.layer>
  readonly storage?: InPlaceOf<typeof Storage.layerLocalStorage>
  readonly crypto?: InPlaceOf<typeof Crypto.layer>
  readonly http?: InPlaceOf<typeof Http.layerFetch>
  readonly page?: InPlaceOf<typeof Page.layerBrowser>
}

/** For `openConnector`: what `createConnector(options)` is made of, but for the ports that are named. */
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
