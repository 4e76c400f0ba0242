/** Composition of the connector: the only place where its layers are combined. */
import { Effect, Layer } from "effect"
import { ConnectorConfig, type ConnectorConfigShape, toConfig } from "./ConnectorConfig"
import type { ConnectorOptions } from "./ConnectorOptions"
import { BROWSER_CALL_TIMEOUT } from "./Constants"
import { Continuations } from "./Continuations"
import { Crypto } from "./Crypto"
import { GatewayConfig } from "./GatewayConfig"
import type { GatewayScript } from "./gateway/shape"
import { Http } from "./Http"
import { Page } from "./Page"
import { layerPageScript } from "./pageScript"
import { RequestItems } from "./RequestItems"
import { RequestResolver } from "./RequestResolver"
import { Storage } from "./Storage"
import type { Place } from "./storage/places"
import { Transport } from "./Transport"
import { layerScript, type WalletScript } from "./transport/Script"
import { Wallet } from "./Wallet"
import { WalletGateway } from "./WalletGateway"
import { WalletView } from "./WalletView"

export const GatewayConfigLive = Layer.effect(
  GatewayConfig,
  Effect.map(ConnectorConfig, (config) => ({
    baseUrl: config.gatewayUrl,
    applicationName: config.applicationName,
    applicationVersion: config.applicationVersion,
    dAppDefinitionAddress: config.dAppDefinitionAddress,
    timeout: BROWSER_CALL_TIMEOUT
  }))
)

/** Everything above the ports: the same in every composition. */
export const WalletOnPorts = Wallet.layer.pipe(
  Layer.provideMerge(WalletView.layer),
  Layer.provideMerge(Continuations.layer),
  Layer.provideMerge(RequestResolver.layer),
  Layer.provideMerge(RequestItems.layer)
)

/** The wallet in a browser. */
export const WalletLive = (config: ConnectorConfigShape) =>
  WalletOnPorts.pipe(
    Layer.provideMerge(Transport.layer),
    Layer.provideMerge(WalletGateway.layer),
    Layer.provide(GatewayConfigLive),
    Layer.provideMerge(Layer.mergeAll(Storage.layerLocalStorage, Crypto.layer, Http.layerFetch, Page.layerBrowser)),
    Layer.provideMerge(Layer.succeed(ConnectorConfig, config))
  )

export interface MemoryWallet {
  readonly options: ConnectorOptions
  readonly wallet: WalletScript
  readonly gateway?: GatewayScript
  /** Several wallets over one place behave like several tabs. */
  readonly place?: Place
  /** Called for every page that a link opens. */
  readonly onOpen?: (url: string) => void
}

/** A wallet without a browser, a network or a phone: it answers from its script. */
export const WalletMemory = ({ gateway, onOpen, options, place, wallet }: MemoryWallet) =>
  WalletOnPorts.pipe(
    Layer.provideMerge(layerScript(wallet)),
    Layer.provideMerge(WalletGateway.layerScript(gateway)),
    Layer.provideMerge(
      Layer.mergeAll(
        place === undefined ? Storage.layerMemory : Storage.layerPlace(place),
        Crypto.layer,
        layerPageScript(onOpen === undefined ? {} : { onOpen })
      )
    ),
    Layer.provideMerge(Layer.sync(ConnectorConfig, () => toConfig(options, "https://dapp.example")))
  )
