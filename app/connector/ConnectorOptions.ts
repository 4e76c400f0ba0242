/** What the dApp tells the connector at its start. */
import type { AnsweredStep, StepVerdict } from "./Requests"
import type { DataRequest } from "./schema/DataRequest"
import type { SharedWalletData, WalletAnswer } from "./WalletHandle"

/** What the dApp tells the connector. Everything optional has a default. */
export interface ConnectorOptions {
  readonly networkId: number
  readonly dAppDefinitionAddress: string
  readonly applicationName: string
  readonly applicationVersion: string
  /** Default: the network's own gateway. */
  readonly gatewayUrl?: string
  /** The same under the name the official toolkit uses; `gatewayUrl` goes first. */
  readonly gatewayBaseUrl?: string
  readonly relayUrl?: string
  /** Answer from what was already shared, where that is enough (docs/connector.md, 3). Default: true. */
  readonly useCache?: boolean
  /** Where links to the ledger lead. Default: the network's dashboard (docs/connector.md, 8). */
  readonly explorer?: {
    readonly baseUrl?: string
    readonly accountsPath?: string
    readonly transactionPath?: string
    readonly subintentPath?: string
  }
  /** Asked for 64 hex characters when, and only when, a request needs a proof. */
  readonly generateChallenge?: () => Promise<string>
  /**
   * What `connect()` asks for. Default: the persona, and nothing else. Accounts, persona data and proofs are named here,
   * or with `setRequestData`.
   */
  readonly connectRequest?: DataRequest
  /** May refuse a login: resolve to false, and the item fails with LoginRejectedByDapp. */
  readonly approveLogin?: (data: SharedWalletData) => Promise<boolean>
  /** Every result of a login, success or error. */
  readonly onConnectResponse?: (answer: WalletAnswer<SharedWalletData>) => void
  /** May change or refuse (by rejecting) what is about to be sent. */
  readonly interceptRequest?: (interaction: unknown) => Promise<unknown>
  /** The same under the name the official toolkit uses; `interceptRequest` goes first. */
  readonly requestInterceptor?: (interaction: unknown) => Promise<unknown>
  readonly onDisconnect?: () => void
  /**
   * Does what a request was made for (its `continuation`), once the wallet has answered; also after a reload. "done": it
   * is over and forgotten. "later": it is asked again, after a while or on the next page. A refusal: it is over, and an
   * item that would wait for the ledger fails with these words. It may be asked twice for one answer, so what it does
   * must be safe to repeat.
   */
  readonly carryOn?: (step: AnsweredStep) => Promise<StepVerdict>
  /**
   * As the callbacks of a single request, for all of them: these still hear of one that was made before a reload, which
   * no function of the page before can.
   */
  readonly onTransactionId?: (transactionIntentHash: string, interactionId: string) => void
  readonly onSubmittedSuccess?: (parentTransactionIntentHash: string, interactionId: string) => void
}
