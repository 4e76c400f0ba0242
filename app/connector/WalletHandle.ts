/**
 * WalletHandle: the whole wallet as a page sees it. A snapshot to render, verbs to call, no Effect anywhere.
 *
 * `browser.ts` makes one; React, the connect button and tests only know these types. Every promise settles, and none
 * rejects: an answer is `{ ok: true, value }` or `{ ok: false, error }` with a code of the catalogue (spec §8).
 */
import type { Account } from "./schema/Account"
import type { Persona, PersonaDataEntry } from "./schema/Persona"
import type { SignedChallenge } from "./schema/Proof"
import type { RequestItemStatus, RequestItemType } from "./schema/RequestItem"

/** spec §2, "Button status values". */
export type ButtonStatus = "default" | "pending" | "success" | "error"

/** One line of the button's Requests tab. */
export interface RequestCard {
  readonly interactionId: string
  readonly type: RequestItemType
  readonly status: RequestItemStatus
  /** Unix milliseconds. */
  readonly createdAt: number
  readonly showCancel: boolean
  readonly canIgnore: boolean
  readonly receivedByWallet: boolean
  readonly transactionIntentHash?: string
  readonly error?: { readonly code: string; readonly message: string }
  /** Final transaction status, where the ledger gave one. */
  readonly transactionStatus?: string
  /** Unix seconds; pre-authorizations only. */
  readonly expirationTimestamp?: number
  /** The transaction that carried a pre-authorization, once it is committed. */
  readonly parentTransactionIntentHash?: string
}

export interface WalletSnapshot {
  /** True until the first wallet data arrived (spec §3, wallet accounts context). */
  readonly isLoading: boolean
  readonly isInitialized: boolean
  readonly accounts: ReadonlyArray<Account>
  readonly selectedAccount: Account | null
  readonly persona: Persona | null
  readonly personaData: ReadonlyArray<PersonaDataEntry>
  readonly proofs: ReadonlyArray<SignedChallenge>
  /** Unix milliseconds as a string; empty before the first login. */
  readonly loggedInTimestamp: string
  readonly status: ButtonStatus
  /** Newest first. */
  readonly requests: ReadonlyArray<RequestCard>
  readonly isExtensionAvailable: boolean
  readonly isWalletLinked: boolean
  readonly isMobile: boolean
  /** What the ledger calls this dApp; "Unnamed dApp" where it has no name, empty until read. */
  readonly dAppName: string
}

/** What the page shows before the connector has loaded. */
export const loadingSnapshot: WalletSnapshot = {
  isLoading: true,
  isInitialized: false,
  accounts: [],
  selectedAccount: null,
  persona: null,
  personaData: [],
  proofs: [],
  loggedInTimestamp: "",
  status: "default",
  requests: [],
  isExtensionAvailable: false,
  isWalletLinked: false,
  isMobile: false,
  dAppName: ""
}

/** An error of the catalogue as the page sees it. */
export interface WalletFailure {
  /** A code of spec §8, or one the wallet sent (`wallet refused`, open list). */
  readonly code: string
  readonly message: string
  readonly interactionId?: string
}
export type WalletAnswer<A> =
  | { readonly ok: true; readonly value: A }
  | { readonly ok: false; readonly error: WalletFailure }

/** What the wallet shared; also what is stored (spec §3). */
export interface SharedWalletData {
  readonly accounts: ReadonlyArray<Account>
  readonly personaData: ReadonlyArray<PersonaDataEntry>
  readonly proofs: ReadonlyArray<SignedChallenge>
  readonly persona?: Persona
}

/** What the dApp tells the connector. Everything optional has the spec's default. */
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
  /** Answer from what was already shared, where that is enough (spec §4). Default: true. */
  readonly useCache?: boolean
  /** Where links to the ledger lead. Default: the network's dashboard (spec §2). */
  readonly explorer?: {
    readonly baseUrl?: string
    readonly accountsPath?: string
    readonly transactionPath?: string
    readonly subintentPath?: string
  }
  /** Asked for 64 hex characters when, and only when, a request needs a proof. */
  readonly generateChallenge?: () => Promise<string>
  /**
   * What `connect()` asks for besides the login. Default: one account or more, with a proof, and the persona's proof;
   * without proofs where nothing generates a challenge.
   */
  readonly connectRequest?: ConnectRequest
  /** May refuse a login: resolve to false, and the item fails with LoginRejectedByDapp. */
  readonly approveLogin?: (data: SharedWalletData) => Promise<boolean>
  /** Every result of a login, success or error. */
  readonly onConnectResponse?: (answer: WalletAnswer<SharedWalletData>) => void
  /** May change or refuse (by rejecting) what is about to be sent. */
  readonly interceptRequest?: (interaction: unknown) => Promise<unknown>
  /** The same under the name the official toolkit uses; `interceptRequest` goes first. */
  readonly requestInterceptor?: (interaction: unknown) => Promise<unknown>
  readonly onDisconnect?: () => void
}

export interface ConnectRequest {
  readonly accounts?: { readonly numberOfAccounts?: Quantity; readonly withProof?: boolean }
  readonly personaData?: {
    readonly fullName?: boolean
    readonly emailAddresses?: Quantity
    readonly phoneNumbers?: Quantity
  }
  readonly persona?: { readonly withProof?: boolean }
}
export interface Quantity {
  readonly quantifier: "exactly" | "atLeast"
  readonly quantity: number
}

/** A data request of the dApp (spec §3; wallet-request building in `pure/toInteraction.ts`). */
export interface DataRequest {
  readonly accounts?: {
    readonly numberOfAccounts?: Quantity
    readonly withProof?: boolean
    readonly reset?: boolean
  }
  readonly personaData?: {
    readonly fullName?: boolean
    readonly emailAddresses?: Quantity
    readonly phoneNumbers?: Quantity
    readonly reset?: boolean
  }
  readonly persona?: { readonly withProof?: boolean }
  readonly proofOfOwnership?: { readonly accountAddresses?: ReadonlyArray<string>; readonly identityAddress?: string }
}

export interface TransactionRequest {
  readonly transactionManifest: string
  readonly version?: number
  /** Hex. */
  readonly blobs?: ReadonlyArray<string>
  readonly message?: string
  /** Called once, as soon as the wallet has submitted, before the ledger is polled. */
  readonly onTransactionId?: (transactionIntentHash: string) => void
}

export interface PreAuthorizationRequest {
  readonly subintentManifest: string
  readonly expiration:
    | { readonly discriminator: "expireAtTime"; readonly unixTimestampSeconds: number }
    | { readonly discriminator: "expireAfterDelay"; readonly expireAfterSeconds: number }
  readonly blobs?: ReadonlyArray<string>
  readonly message?: string
  /** Bounds of its own (toolkit 2.3.0). The network id is always the connector's. */
  readonly header?: {
    readonly startEpochInclusive: number
    readonly endEpochExclusive: number
    readonly minProposerTimestampInclusive?: number
    readonly maxProposerTimestampExclusive?: number
    readonly intentDiscriminator: number
  }
  /** Called once when the subintent is committed; never after ignore or timeout. */
  readonly onSubmittedSuccess?: (parentTransactionIntentHash: string) => void
}

export interface WalletHandle {
  readonly subscribe: (onChange: () => void) => () => void
  readonly snapshot: () => WalletSnapshot
  readonly serverSnapshot: () => WalletSnapshot
  /** Forgets what was shared, then asks for a login (spec §4). */
  readonly connect: () => Promise<WalletAnswer<SharedWalletData>>
  /** Cancels what can be cancelled, forgets everything, button default (spec §4). */
  readonly disconnect: () => Promise<void>
  readonly request: (
    request: DataRequest,
    options?: { readonly oneTime?: boolean; readonly useCache?: boolean; readonly challenge?: string }
  ) => Promise<WalletAnswer<SharedWalletData>>
  readonly sendTransaction: (
    request: TransactionRequest
  ) => Promise<WalletAnswer<{ readonly transactionIntentHash: string; readonly status: string }>>
  readonly preAuthorize: (request: PreAuthorizationRequest) => Promise<
    WalletAnswer<{
      readonly signedPartialTransaction: string
      readonly expirationTimestamp: number
      readonly subintentHash: string
    }>
  >
  readonly cancel: (interactionId: string) => Promise<void>
  readonly ignore: (interactionId: string) => Promise<void>
  readonly updateSharedAccounts: () => Promise<WalletAnswer<SharedWalletData>>
  /** Picks which shared account the page acts for; remembered per browser. */
  readonly selectAccount: (address: string) => void
  /** Asks the transport to show its pairing code. */
  readonly showQrCode: () => Promise<void>
  readonly destroy: () => Promise<void>
}
