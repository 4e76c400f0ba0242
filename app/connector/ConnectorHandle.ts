/**
 * ConnectorHandle: the wallet with everything a dApp of its own may want. What our pages use is `WalletHandle`; this
 * adds requests in the official toolkit's words, callbacks to provide later, and the button without React.
 */
import type { ConnectButtonProperties } from "./button/properties"
import type { RequestItem } from "./schema/RequestItem"
import type {
  PreAuthorizationRequest,
  Quantity,
  SharedWalletData,
  TransactionRequest,
  WalletHandle,
  WalletSnapshot
} from "./WalletHandle"
import type { ConnectorFailure } from "./wallet/toFailure"

export type ConnectorAnswer<A> =
  | { readonly ok: true; readonly value: A }
  | { readonly ok: false; readonly error: ConnectorFailure }

/** What a dApp asks for. `true` for e-mails or phones means exactly one. */
export interface RequestSpec {
  readonly accounts?: {
    readonly quantifier?: Quantity["quantifier"]
    readonly quantity?: number
    readonly withProof?: boolean
    readonly reset?: boolean
  }
  readonly personaData?: {
    readonly fullName?: boolean
    readonly emailAddresses?: boolean | Quantity
    readonly phoneNumbers?: boolean | Quantity
    readonly reset?: boolean
  }
  readonly persona?: { readonly withProof?: boolean }
  readonly proofOfOwnership?: {
    /** Account addresses. */
    readonly accounts?: ReadonlyArray<string>
    /** An identity address. */
    readonly identity?: string
  }
}

export interface PreAuthorizationInput
  extends Pick<PreAuthorizationRequest, "blobs" | "message" | "header" | "onSubmittedSuccess"> {
  readonly manifest: string
  /** `atTime`: unix seconds; `afterDelay`: seconds from the moment of signing. */
  readonly expiration: { readonly type: "atTime" | "afterDelay"; readonly value: number }
}

export type LinkType = "account" | "transaction" | "subintent" | "setupGuide" | "getWallet" | "showQrCode"

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

export interface ConnectorHandle extends WalletHandle {
  readonly snapshot: () => ConnectorSnapshot
  readonly serverSnapshot: () => ConnectorSnapshot
  readonly connect: () => Promise<ConnectorAnswer<SharedWalletData>>
  /** What `connect` and `sendRequest` ask for from now on. */
  readonly setRequestData: (spec: RequestSpec) => void
  readonly sendRequest: () => Promise<ConnectorAnswer<SharedWalletData>>
  /** Asked for now, and kept nowhere. */
  readonly sendOneTimeRequest: (spec: RequestSpec) => Promise<ConnectorAnswer<SharedWalletData>>
  readonly sendTransaction: (
    request: TransactionRequest
  ) => Promise<ConnectorAnswer<{ readonly transactionIntentHash: string; readonly status: string }>>
  readonly sendPreAuthorizationRequest: (
    input: PreAuthorizationInput
  ) => Promise<ConnectorAnswer<SignedPreAuthorization>>
  readonly provideChallengeGenerator: (generate: () => Promise<string>) => void
  readonly provideLoginApproval: (approve: (data: SharedWalletData) => Promise<boolean>) => void
  readonly provideConnectResponse: (hear: (answer: ConnectorAnswer<SharedWalletData>) => void) => void
  readonly cancelRequest: (interactionId: string) => Promise<void>
  readonly ignoreTransaction: (interactionId: string) => Promise<void>
  /** `data` is an address or a hash, for the first three types. */
  readonly linkClick: (type: LinkType, data?: string) => Promise<void>
  /** Opens the popover of the mounted buttons. */
  readonly showPopover: () => void
  /** Puts the button into the container, bound to this connector. Gives the way to take it away again. */
  readonly mountButton: (container: Element, look?: Partial<ButtonLook>) => () => void
}
