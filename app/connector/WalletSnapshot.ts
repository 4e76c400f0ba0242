/** What a page knows of the wallet, and the form of every response (docs/connector.md). */
import type { Account } from "./schema/Account"
import type { Persona, PersonaDataEntry } from "./schema/Persona"
import type { SignedChallenge } from "./schema/Proof"
import type { RequestItemStatus, RequestItemType } from "./schema/RequestItem"

/** docs/connector.md */
export type ButtonStatus = "default" | "pending" | "success" | "error"

/** One entry of the button's Requests tab. */
export interface RequestCard {
  readonly interactionId: string
  readonly type: RequestItemType
  readonly status: RequestItemStatus
  /** Unix milliseconds. */
  readonly createdAt: number
  readonly showCancel: boolean
  readonly canIgnore: boolean
  readonly receivedByWallet: boolean
  /** Phones only: opens the wallet with the same request if it may not have opened. */
  readonly walletLink?: { readonly href: string; readonly target: "_self" | "_blank" }
  readonly transactionIntentHash?: string
  readonly error?: { readonly code: string; readonly message: string }
  /** A problem along the way; the request still waits. */
  readonly warning?: string
  /** Final transaction status, if the ledger returned one. */
  readonly transactionStatus?: string
  /** Unix seconds; pre-authorizations only. */
  readonly expirationTimestamp?: number
  /** Hash of the transaction that committed a pre-authorization. */
  readonly parentTransactionIntentHash?: string
}

export interface WalletSnapshot {
  /** True until the first wallet data has been read (docs/product/access.md). */
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
  /** The dApp's name on the ledger; "Unnamed dApp" if it has none, empty until read. */
  readonly dAppName: string
}

/** Snapshot shown before the connector has loaded. */
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

/** An error of the catalogue as pages get it. */
export interface WalletFailure {
  /** A code of docs/product/errors.md, or one of the wallet (an open list). */
  readonly error: string
  readonly message: string
  readonly interactionId?: string
  /** The underlying error, if there is one, under the toolkit's name. */
  readonly jsError?: Error
}
export type WalletResult<A> =
  | { readonly ok: true; readonly value: A }
  | { readonly ok: false; readonly error: WalletFailure }

/** Data that the wallet shared; also the stored form (docs/connector.md). */
export interface SharedWalletData {
  readonly accounts: ReadonlyArray<Account>
  readonly personaData: ReadonlyArray<PersonaDataEntry>
  readonly proofs: ReadonlyArray<SignedChallenge>
  readonly persona?: Persona
}
