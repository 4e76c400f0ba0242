/**
 * WalletHandle: the whole wallet as a page sees it. A snapshot to render, verbs to call, no Effect and no framework.
 *
 * `browser.ts` makes one; React, the connect button and tests only know these types. Every promise settles, and none
 * rejects: an answer is `{ ok: true, value }` or `{ ok: false, error }` with a code of the catalogue
 * (docs/product/errors.md).
 */

import type { LinkType } from "./button/events"
import type { ConnectButtonProperties } from "./button/properties"
import type { ContinuationInput, PreAuthorizationInput, RequestSpec, TransactionRequest } from "./Requests"
import type { Account } from "./schema/Account"
import type { Persona, PersonaDataEntry } from "./schema/Persona"
import type { SignedChallenge } from "./schema/Proof"
import type { RequestItem, RequestItemStatus, RequestItemType } from "./schema/RequestItem"

/** docs/connector.md, 8.1. */
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
  /** Phones only: opens the wallet with the same request, where it may not have opened. */
  readonly walletLink?: { readonly href: string; readonly target: "_self" | "_blank" }
  readonly transactionIntentHash?: string
  readonly error?: { readonly code: string; readonly message: string }
  /** Something went wrong on the way; the request waits on. */
  readonly warning?: string
  /** Final transaction status, where the ledger gave one. */
  readonly transactionStatus?: string
  /** Unix seconds; pre-authorizations only. */
  readonly expirationTimestamp?: number
  /** The transaction that carried a pre-authorization, once it is committed. */
  readonly parentTransactionIntentHash?: string
}

export interface WalletSnapshot {
  /** True until the first wallet data arrived (docs/product/access.md, "the wallet gate"). */
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
  /** A code of docs/product/errors.md, or one the wallet sent (an open list). */
  readonly error: string
  readonly message: string
  readonly interactionId?: string
  /** What went wrong underneath, where something did: the toolkit's name for it. */
  readonly jsError?: Error
}
export type WalletAnswer<A> =
  | { readonly ok: true; readonly value: A }
  | { readonly ok: false; readonly error: WalletFailure }

/** What the wallet shared; also what is stored (docs/connector.md, 2). */
export interface SharedWalletData {
  readonly accounts: ReadonlyArray<Account>
  readonly personaData: ReadonlyArray<PersonaDataEntry>
  readonly proofs: ReadonlyArray<SignedChallenge>
  readonly persona?: Persona
}

export interface ButtonLook {
  readonly theme: "radix-blue" | "black" | "white-with-outline" | "white" | "custom"
  readonly mode: "light" | "dark"
  readonly fullWidth: boolean
}

export interface ConnectorSnapshot extends WalletSnapshot {
  readonly walletData: SharedWalletData
  /** Oldest first; the button shows them newest first. */
  readonly requestItems: ReadonlyArray<RequestItem>
  readonly button: ConnectButtonProperties & ButtonLook & { readonly activeTab: "sharing" | "requests" }
}

export interface SignedPreAuthorization {
  readonly signedPartialTransaction: string
  /** Unix seconds. */
  readonly expirationTimestamp: number
  readonly subintentHash: string
}

export interface WalletHandle {
  readonly subscribe: (onChange: () => void) => () => void
  readonly snapshot: () => ConnectorSnapshot
  /** Forgets what was shared, then asks for a login (docs/connector.md, 3). */
  readonly connect: () => Promise<WalletAnswer<SharedWalletData>>
  /** Cancels what can be cancelled, forgets everything, button default (docs/connector.md, 3). */
  readonly disconnect: () => Promise<void>
  readonly destroy: () => Promise<void>
  /** What `connect` and `sendRequest` ask for from now on. */
  readonly setRequestData: (spec: RequestSpec) => void
  readonly sendRequest: () => Promise<WalletAnswer<SharedWalletData>>
  /** Asked for now, and kept nowhere. `challenge`: 64 hex characters in place of what the generator would give. */
  readonly sendOneTimeRequest: (
    spec: RequestSpec,
    options?: { readonly challenge?: string; readonly continuation?: ContinuationInput }
  ) => Promise<WalletAnswer<SharedWalletData>>
  readonly sendTransaction: (
    request: TransactionRequest
  ) => Promise<WalletAnswer<{ readonly transactionIntentHash: string; readonly status: string }>>
  readonly sendPreAuthorizationRequest: (input: PreAuthorizationInput) => Promise<WalletAnswer<SignedPreAuthorization>>
  readonly updateSharedAccounts: () => Promise<WalletAnswer<SharedWalletData>>
  readonly provideChallengeGenerator: (generate: () => Promise<string>) => void
  readonly provideLoginApproval: (approve: (data: SharedWalletData) => Promise<boolean>) => void
  readonly provideConnectResponse: (hear: (answer: WalletAnswer<SharedWalletData>) => void) => void
  readonly cancelRequest: (interactionId: string) => Promise<void>
  readonly ignoreTransaction: (interactionId: string) => Promise<void>
  /** `data` is an address or a hash, for the first three types. "showQrCode" asks the transport for its pairing code. */
  readonly linkClick: (type: LinkType, data?: string) => Promise<void>
  /** Picks which shared account the page acts for; remembered per browser. */
  readonly selectAccount: (address: string) => void
  /** Opens the popover of the mounted buttons. */
  readonly showPopover: () => void
  /** Puts the button into the container, bound to this connector. Gives the way to take it away again. */
  readonly mountButton: (container: Element, look?: Partial<ButtonLook>) => () => void
}

export type { LinkType } from "./button/events"
export type { ConnectorOptions } from "./ConnectorOptions"
export { isAnythingStored, isWalletStored } from "./pure/isWalletStored"
export type * from "./Requests"
export { EARLY_ANSWERS_SCRIPT, keepEarlyAnswers } from "./transport/earlyAnswers"
