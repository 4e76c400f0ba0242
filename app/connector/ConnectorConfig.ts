/** Settings of the connector, with all defaults filled in. */
import { Context, Option } from "effect"
import type { ConnectorOptions } from "./ConnectorOptions"
import { RELAY_URL } from "./Constants"
import { networkById } from "./Networks"
import type { DataRequest } from "./schema/DataRequest"

/** Functions that the dApp may provide, separate from the settings because a page can provide them later. */
export interface Callbacks {
  generateChallenge?: NonNullable<ConnectorOptions["generateChallenge"]> | undefined
  approveLogin?: NonNullable<ConnectorOptions["approveLogin"]> | undefined
  onConnectResponse?: NonNullable<ConnectorOptions["onConnectResponse"]> | undefined
  interceptRequest?: NonNullable<ConnectorOptions["interceptRequest"]> | undefined
  carryOn?: NonNullable<ConnectorOptions["carryOn"]> | undefined
  onDisconnect?: NonNullable<ConnectorOptions["onDisconnect"]> | undefined
  onTransactionId?: NonNullable<ConnectorOptions["onTransactionId"]> | undefined
  onSubmittedSuccess?: NonNullable<ConnectorOptions["onSubmittedSuccess"]> | undefined
}

export interface ConnectorConfigShape {
  readonly networkId: number
  readonly dAppDefinitionAddress: string
  readonly applicationName: string
  readonly applicationVersion: string
  /** `window.location.origin`, without a path or trailing slash. */
  readonly origin: string
  readonly gatewayUrl: string
  readonly relayUrl: string
  readonly explorer: ExplorerLinks
  readonly useCache: boolean
  /** None: only the persona. */
  readonly connectRequest: Option.Option<DataRequest>
  /** Mutable on purpose: the only place where a page may replace its functions. */
  readonly callbacks: Callbacks
}

/** Targets of links to accounts, transactions and pre-authorizations (docs/connector.md). */
export interface ExplorerLinks {
  readonly baseUrl: string
  readonly accountsPath: string
  readonly transactionPath: string
  readonly subintentPath: string
}

export class ConnectorConfig extends Context.Tag("connector/ConnectorConfig")<
  ConnectorConfig,
  ConnectorConfigShape
>() {}

const withoutSlash = (url: string) => url.replace(/\/+$/, "")

/**
 * Throws for an unknown network without a gateway address, because that is a programming error best reported
 * immediately.
 */
export const toConfig = (options: ConnectorOptions, origin: string): ConnectorConfigShape => {
  const network = Option.getOrUndefined(networkById(options.networkId))
  const gatewayUrl = options.gatewayUrl ?? options.gatewayBaseUrl ?? network?.gatewayUrl
  if (gatewayUrl === undefined) {
    throw new RangeError(`Network ${options.networkId} is unknown: name its gateway with gatewayUrl.`)
  }
  return {
    networkId: options.networkId,
    dAppDefinitionAddress: options.dAppDefinitionAddress,
    applicationName: options.applicationName,
    applicationVersion: options.applicationVersion,
    origin,
    gatewayUrl: withoutSlash(gatewayUrl),
    relayUrl: withoutSlash(options.relayUrl ?? RELAY_URL),
    explorer: {
      baseUrl: withoutSlash(options.explorer?.baseUrl ?? network?.dashboardUrl ?? ""),
      accountsPath: options.explorer?.accountsPath ?? "/account/",
      transactionPath: options.explorer?.transactionPath ?? "/transaction/",
      subintentPath: options.explorer?.subintentPath ?? "/subintent/"
    },
    useCache: options.useCache ?? true,
    connectRequest: Option.fromNullable(options.connectRequest),
    callbacks: {
      generateChallenge: options.generateChallenge,
      approveLogin: options.approveLogin,
      onConnectResponse: options.onConnectResponse,
      interceptRequest: options.interceptRequest ?? options.requestInterceptor,
      carryOn: options.carryOn,
      onDisconnect: options.onDisconnect,
      onTransactionId: options.onTransactionId,
      onSubmittedSuccess: options.onSubmittedSuccess
    }
  }
}
