/**
 * Ports of the connector for custom compositions: each is a tag with layers, and `openConnector` of `browser.ts`
 * accepts any composition. Pages that only use a wallet need `browser.ts` alone.
 */
export { ConnectorConfig, type ConnectorConfigShape, toConfig } from "./ConnectorConfig"
export { Continuations } from "./Continuations"
export { Crypto, type CryptoShape } from "./Crypto"
export type { WalletGatewayShape } from "./gateway/shape"
export { Http, type HttpReply, type HttpRequest } from "./Http"
export { type MemoryWallet, WalletLive, WalletMemory, WalletOnPorts } from "./layers"
export { Page, type PageShape } from "./Page"
export { layerPageScript } from "./pageScript"
export { RequestItems } from "./RequestItems"
export { RequestResolver } from "./RequestResolver"
export { type Partition, type PartitionName, Storage, type StorageShape } from "./Storage"
export { localPlace, memoryPlace, type Place } from "./storage/places"
export { type Swapped, walletWith } from "./swap"
export { Transport } from "./Transport"
export { layerScript as transportScript, type WalletScript } from "./transport/Script"
export type { TransportEvent, TransportShape, TransportStatus } from "./transport/shape"
export { Wallet } from "./Wallet"
export { WalletGateway } from "./WalletGateway"
export { WalletView } from "./WalletView"
