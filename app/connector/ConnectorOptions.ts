/** Options of `createConnector`. */
import type { StepResponse, StepVerdict } from "./Requests"
import type { DataRequest } from "./schema/DataRequest"
import type { SharedWalletData, WalletResult } from "./WalletSnapshot"

/** Options of `createConnector`. Everything optional has a default. */
export interface ConnectorOptions {
  readonly networkId: number
  readonly dAppDefinitionAddress: string
  readonly applicationName: string
  readonly applicationVersion: string
  /** Default: the network's own gateway. */
  readonly gatewayUrl?: string
  /** The official toolkit's name for `gatewayUrl`, which takes precedence. */
  readonly gatewayBaseUrl?: string
  readonly relayUrl?: string
  /**
   * Whether to answer requests from data that was already shared, if it suffices (docs/connector.md). Default: true.
   */
  readonly useCache?: boolean
  /** Targets of links to the ledger. Default: the network's dashboard (docs/connector.md). */
  readonly explorer?: {
    readonly baseUrl?: string
    readonly accountsPath?: string
    readonly transactionPath?: string
    readonly subintentPath?: string
  }
  /** Called for 64 hex characters when, and only when, a request needs a proof. */
  readonly generateChallenge?: () => Promise<string>
  /**
   * Data that `connect()` requests. Default: only the persona. Add accounts, persona data and proofs here or with
   * `setRequestData`.
   */
  readonly connectRequest?: DataRequest
  /** May reject a login: resolve to false, and the request fails with LoginRejectedByDapp. */
  readonly approveLogin?: (data: SharedWalletData) => Promise<boolean>
  /** Called with the result of every login, success or error. */
  readonly onConnectResponse?: (response: WalletResult<SharedWalletData>) => void
  /** May change a request before it is sent, or stop it by rejecting. */
  readonly interceptRequest?: (interaction: unknown) => Promise<unknown>
  /** The official toolkit's name for `interceptRequest`, which takes precedence. */
  readonly requestInterceptor?: (interaction: unknown) => Promise<unknown>
  readonly onDisconnect?: () => void
  /**
   * Does what a request was made for (its `continuation`) once the wallet has responded, also after a reload. Resolve
   * to "done" to finish and forget it, to "later" to be called again after a while or on the next page, or to a
   * refusal, which ends it and fails an item that waits for the ledger with this message. It may be called twice for
   * one response, so it must be idempotent.
   */
  readonly carryOn?: (step: StepResponse) => Promise<StepVerdict>
  /**
   * Like the callbacks of a single request, but for all of them, and also called for requests made before a reload,
   * whose own callbacks are lost.
   */
  readonly onTransactionId?: (transactionIntentHash: string, interactionId: string) => void
  readonly onSubmittedSuccess?: (parentTransactionIntentHash: string, interactionId: string) => void
}
