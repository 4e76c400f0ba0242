/**
 * WalletHandle: the whole wallet API for a page: a snapshot to render and methods to call, without Effect or a
 * framework.
 *
 * `browser.ts` creates one; React, the connect button and tests only use these types. Every promise resolves and none
 * rejects: the result is `{ ok: true, value }` or `{ ok: false, error }` with a code of the catalogue
 * (docs/product/errors.md).
 */

import type { LinkType } from "./button/events"
import type { ConnectButtonProperties } from "./button/properties"
import type { ContinuationInput, PreAuthorizationInput, RequestSpec, TransactionRequest } from "./Requests"
import type { RequestItem } from "./schema/RequestItem"
import type { SharedWalletData, WalletResult, WalletSnapshot } from "./WalletSnapshot"

export interface ButtonAppearance {
  readonly theme: "radix-blue" | "black" | "white-with-outline" | "white" | "custom"
  readonly mode: "light" | "dark"
  readonly fullWidth: boolean
}

export interface ConnectorSnapshot extends WalletSnapshot {
  readonly walletData: SharedWalletData
  /** Oldest first; the button shows the newest first. */
  readonly requestItems: ReadonlyArray<RequestItem>
  readonly button: ConnectButtonProperties & ButtonAppearance & { readonly activeTab: "sharing" | "requests" }
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
  /** Discards shared data, then requests a login (docs/connector.md). */
  readonly connect: () => Promise<WalletResult<SharedWalletData>>
  /** Cancels what can be cancelled, clears everything, and resets the button (docs/connector.md). */
  readonly disconnect: () => Promise<void>
  readonly destroy: () => Promise<void>
  /** Sets the data that `connect` and `sendRequest` request from now on. */
  readonly setRequestData: (spec: RequestSpec) => void
  readonly sendRequest: () => Promise<WalletResult<SharedWalletData>>
  /** Requests data once without storing it. `challenge`: 64 hex characters to use in place of the generator's. */
  readonly sendOneTimeRequest: (
    spec: RequestSpec,
    options?: { readonly challenge?: string; readonly continuation?: ContinuationInput }
  ) => Promise<WalletResult<SharedWalletData>>
  readonly sendTransaction: (
    request: TransactionRequest
  ) => Promise<WalletResult<{ readonly transactionIntentHash: string; readonly status: string }>>
  readonly sendPreAuthorizationRequest: (input: PreAuthorizationInput) => Promise<WalletResult<SignedPreAuthorization>>
  readonly updateSharedAccounts: () => Promise<WalletResult<SharedWalletData>>
  readonly provideChallengeGenerator: (generate: () => Promise<string>) => void
  readonly provideLoginApproval: (approve: (data: SharedWalletData) => Promise<boolean>) => void
  readonly provideConnectResponse: (hear: (response: WalletResult<SharedWalletData>) => void) => void
  readonly cancelRequest: (interactionId: string) => Promise<void>
  readonly ignoreTransaction: (interactionId: string) => Promise<void>
  /**
   * `data` is an address or a hash, for the first three types. "showQrCode" asks the transport for its pairing code.
   */
  readonly linkClick: (type: LinkType, data?: string) => Promise<void>
  /** Selects which shared account the page acts for; remembered per browser. */
  readonly selectAccount: (address: string) => void
  /** Opens the popover of the mounted buttons. */
  readonly showPopover: () => void
  /** Adds the button to the container and connects it to this connector. Returns a function that removes it. */
  readonly mountButton: (container: Element, appearance?: Partial<ButtonAppearance>) => () => void
}

export type { LinkType } from "./button/events"
export type { ConnectorOptions } from "./ConnectorOptions"
export { isAnythingStored, isWalletStored } from "./pure/isWalletStored"
export type * from "./Requests"
export { EARLY_ANSWERS_SCRIPT, storeEarlyResponses } from "./transport/earlyResponses"
export * from "./WalletSnapshot"
