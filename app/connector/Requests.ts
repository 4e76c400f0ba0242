/** Types of a dApp's requests, as `WalletHandle.ts` accepts them. */
import type { Quantity } from "./schema/DataRequest"
import type { SignedSubintent } from "./schema/WalletResponse"
import type { WalletData } from "./schema/WalletState"

/**
 * What the page will do with the response: passed to `carryOn` once the wallet has responded, on this page or on the
 * next one. `payload` is JSON and contains all that the handler of `kind` needs.
 */
export interface ContinuationInput {
  readonly kind: string
  readonly payload: unknown
}

export type StepValue =
  | { readonly type: "data"; readonly data: WalletData }
  /** Submitted, but not necessarily final. */
  | { readonly type: "transaction"; readonly transactionIntentHash: string }
  | { readonly type: "preAuthorization"; readonly subintent: SignedSubintent }
  /** The wallet responded, but the response is lost: another tab received it and was closed. */
  | { readonly type: "lost" }

export type StepResult =
  | { readonly ok: true; readonly value: StepValue }
  | { readonly ok: false; readonly error: { readonly error: string; readonly message: string } }

/** A request with a continuation that the wallet has answered. */
export interface StepResponse extends ContinuationInput {
  readonly interactionId: string
  readonly result: StepResult
}

/**
 * Result of `carryOn`. "done": finished and forgotten. "later": called again. A refusal also ends it; a
 * pre-authorization that waits for the ledger fails with it, because nobody will submit it.
 */
export type StepVerdict = "done" | "later" | { readonly code: string; readonly message: string }

/** Data that a dApp requests. `true` for e-mails or phones means exactly one. */
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
  extends Pick<PreAuthorizationRequest, "blobs" | "message" | "header" | "onSubmittedSuccess" | "continuation"> {
  readonly manifest: string
  /** `atTime`: unix seconds; `afterDelay`: seconds from the moment of signing. */
  readonly expiration: { readonly type: "atTime" | "afterDelay"; readonly value: number }
}

export interface TransactionRequest {
  readonly transactionManifest: string
  readonly version?: number
  /** Hex. */
  readonly blobs?: ReadonlyArray<string>
  readonly message?: string
  /** Called once, as soon as the wallet has submitted, before the ledger is polled. */
  readonly onTransactionId?: (transactionIntentHash: string) => void
  readonly continuation?: ContinuationInput
}

/** A pre-authorization as it is sent to the wallet. */
export interface PreAuthorizationRequest {
  readonly subintentManifest: string
  readonly expiration:
    | { readonly discriminator: "expireAtTime"; readonly unixTimestampSeconds: number }
    | { readonly discriminator: "expireAfterDelay"; readonly expireAfterSeconds: number }
  readonly blobs?: ReadonlyArray<string>
  readonly message?: string
  /**
   * Custom bounds (toolkit 2.3.0), so that several wallets sign the same hash. Whole numbers up to 2^53 - 1; others are
   * refused with `walletRequestValidation`. The network id is always the connector's.
   */
  readonly header?: {
    readonly startEpochInclusive: number
    readonly endEpochExclusive: number
    readonly minProposerTimestampInclusive?: number
    readonly maxProposerTimestampExclusive?: number
    /** A safe integer: the ledger's value has 64 bits, of which a JSON number represents 53. */
    readonly intentDiscriminator: number
  }
  /** Called once when the subintent is committed; never after it was ignored or timed out. */
  readonly onSubmittedSuccess?: (parentTransactionIntentHash: string) => void
  readonly continuation?: ContinuationInput
}
