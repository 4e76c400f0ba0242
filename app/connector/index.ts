/**
 * Entry point of the connector for servers and other packages. It never touches the browser; pages use `browser.ts`.
 */
export { ConnectorConfig, type ConnectorConfigShape } from "./ConnectorConfig"
export * as ConnectorErrors from "./Errors"
export { type ConnectorError, type GatewayError, publishedCode } from "./Errors"
export { Gateway } from "./Gateway"
export { GatewayConfig, type GatewayConfigShape } from "./GatewayConfig"
export { type OwnerKey, ownerKeysIn } from "./gateway/readOwnerKeys"
export { EntityDetails, LedgerState } from "./gateway/replies"
export type { GatewayScript, GatewayShape, SubintentStatus } from "./gateway/shape"
export { IntentHash, MetadataItems, SubintentHash, TypedValue } from "./gateway/walletReplies"
export { Http, type HttpReply, type HttpRequest } from "./Http"
export { NETWORKS, type Network, networkById } from "./Networks"
export { isChallenge } from "./pure/challenge"
export { Account } from "./schema/Account"
export { DataRequest, Quantity } from "./schema/DataRequest"
export { Persona, PersonaDataEntry, PersonaName } from "./schema/Persona"
export { AccountProof, Curve, PersonaProof, Proof, SignedChallenge } from "./schema/Proof"
export { RequestItemStatus, RequestItemType } from "./schema/RequestItem"
export { WalletInteraction, WalletItems } from "./schema/WalletInteraction"
export { SuccessItems, WalletResponse } from "./schema/WalletResponse"
export { WalletData } from "./schema/WalletState"
export type {
  ButtonStatus,
  ConnectorOptions,
  PreAuthorizationInput,
  RequestCard,
  SharedWalletData,
  TransactionRequest,
  WalletHandle,
  WalletResult,
  WalletSnapshot
} from "./WalletHandle"
export { loadingSnapshot } from "./WalletHandle"
