/**
 * Error catalogue of the connector, with every code in the order of docs/product/errors.md.
 *
 * `_tag` is the published code. It is stored in request items and appears in logs, so it never changes; the class name
 * is the same in PascalCase. All errors have `interactionId`, `message` and `cause`: show `message`, or match on `_tag`
 * to act. Only code and message of an error are stored, so the classes need no schema and pages need not load one.
 */
import { type Cause, Data } from "effect"

interface Details {
  readonly interactionId?: string | undefined
  readonly message?: string | undefined
  readonly cause?: unknown
}

/** Spelled out so that declarations of the catalogue only need exported types of `effect`. */
type CodedError<Code extends string> = new (
  details: Details
) => Cause.YieldableError & Readonly<Omit<Details, "message">> & { readonly _tag: Code; readonly message: string }

/** Creates an error class with a code and a default message. */
const coded = <Code extends string>(code: Code, message: string): CodedError<Code> =>
  class extends Data.TaggedError(code)<Details & { readonly message: string }> {
    constructor(details: Details) {
      // Assigns the additional fields of a class, too.
      super({ ...details, message: details.message ?? message })
    }
  }

// -- the wallet, its user and the transport ------------------------------------------------------------------

export class RejectedByUser extends /* @__PURE__ */ coded("rejectedByUser", "user rejected request") {}
/** The extension did not respond within `EXTENSION_DETECTION`. */
export class MissingExtension extends /* @__PURE__ */ coded("missingExtension", "extension could not be found") {}
export class CanceledByUser extends /* @__PURE__ */ coded("canceledByUser", "user has canceled the request") {}
/** The wallet's response does not have the required shape. */
export class WalletResponseValidation extends /* @__PURE__ */ coded("walletResponseValidation", "Invalid input") {}
/** The dApp's request breaks a rule, for example with a negative quantity; it was not sent. */
export class WalletRequestValidation extends /* @__PURE__ */ coded(
  "walletRequestValidation",
  "the request is not valid"
) {}
/** The dApp's interceptor threw; its message is preserved. */
export class RequestInterceptorError extends /* @__PURE__ */ coded(
  "requestInterceptorError",
  "the request was stopped by the dApp"
) {}
export class SupportedTransportNotFound extends /* @__PURE__ */ coded(
  "SupportedTransportNotFound",
  "No supported transport found"
) {}
/** Deep link on a device that is not a phone. */
export class UnhandledEnvironment extends /* @__PURE__ */ coded(
  "UnhandledEnvironment",
  "this device cannot open a wallet link"
) {}

// -- the relay ----------------------------------------------------------------------------------------------------

export class RadixConnectRelayRequestFailed extends /* @__PURE__ */ coded(
  "RadixConnectRelayRequestFailed",
  "the relay refused the request"
) {}
export class FailedToSendDappRequest extends /* @__PURE__ */ coded(
  "FailedToSendDappRequest",
  "the request could not be sent"
) {}
export class FailedToDecryptWalletResponseData extends /* @__PURE__ */ coded(
  "FailedToDecryptWalletResponseData",
  "the wallet's answer could not be decrypted"
) {}
export class FailedToDeriveSharedSecret extends /* @__PURE__ */ coded(
  "FailedToDeriveSharedSecret",
  "the shared key could not be derived"
) {}
export class CouldNotDeriveSharedSecret extends /* @__PURE__ */ coded(
  "couldNotDeriveSharedSecret",
  "the shared key could not be derived"
) {}

// -- identity and session -----------------------------------------------------------------------------------------

export class DappIdentityNotFound extends /* @__PURE__ */ coded(
  "DappIdentityNotFound",
  "the key of this dApp is missing"
) {}
export class CouldNotGetOrCreateIdentity extends /* @__PURE__ */ coded(
  "couldNotGetOrCreateIdentity",
  "the key of this dApp could not be read or created"
) {}
export class CouldNotSignMessage extends /* @__PURE__ */ coded(
  "couldNotSignMessage",
  "the request could not be signed"
) {}
export class CouldNotHashMessage extends /* @__PURE__ */ coded(
  "couldNotHashMessage",
  "the request could not be hashed"
) {}
export class CouldNotCreateSession extends /* @__PURE__ */ coded(
  "couldNotCreateSession",
  "no session could be opened"
) {}
export class CouldNotReadSessionFromStore extends /* @__PURE__ */ coded(
  "couldNotReadSessionFromStore",
  "the session could not be read"
) {}
export class CouldNotGetSessionById extends /* @__PURE__ */ coded(
  "couldNotGetSessionById",
  "there is no such session"
) {}
export class CouldNotPatchSession extends /* @__PURE__ */ coded(
  "couldNotPatchSession",
  "the session could not be changed"
) {}

// -- request items and stored state -------------------------------------------------------------------------------

export class FailedToCreateRequestItem extends /* @__PURE__ */ coded(
  "FailedToCreateRequestItem",
  "the request could not be stored"
) {}
export class FailedToAddRequestItem extends /* @__PURE__ */ coded(
  "FailedToAddRequestItem",
  "the request could not be stored"
) {}
export class FailedToReadRdtState extends /* @__PURE__ */ coded(
  "FailedToReadRdtState",
  "the shared data could not be read"
) {}
export class FailedToUpdateRdtState extends /* @__PURE__ */ coded(
  "FailedToUpdateRdtState",
  "the shared data could not be stored"
) {}
export class FailedToTransformWalletRequest extends /* @__PURE__ */ coded(
  "FailedToTransformWalletRequest",
  "the request could not be built"
) {}
export class FailedToGetPendingItems extends /* @__PURE__ */ coded(
  "FailedToGetPendingItems",
  "the open requests could not be read"
) {}
export class PendingItemNotFound extends /* @__PURE__ */ coded(
  "PendingItemNotFound",
  "there is no such open request"
) {}
export class FailedToGetWalletResponse extends /* @__PURE__ */ coded(
  "FailedToGetWalletResponse",
  "the wallet's answer could not be read"
) {}
export class FailedToGetItemWithInteractionId extends /* @__PURE__ */ coded(
  "FailedToGetItemWithInteractionId",
  "there is no request with this id"
) {}

// -- the ledger gateway -------------------------------------------------------------------------------------------

/** A response that is not worth retrying: the gateway responded, but without a status. */
export class FailedToPoll extends /* @__PURE__ */ coded("failedToPoll", "the ledger could not be read") {}
/** No response: offline, unknown host, cross-origin, or timeout. Retried while polling. */
export class FailedToFetch extends /* @__PURE__ */ coded("FailedToFetch", "the network could not be reached") {
  readonly status = 0 as const
}
export class FailedToParseResponseToJson extends /* @__PURE__ */ coded(
  "FailedToParseResponseToJson",
  "the answer could not be read"
) {}
export class RequestStatusNotOk extends /* @__PURE__ */ coded("RequestStatusNotOk", "the request was refused") {
  declare readonly status: number
  /** `details.type` of the gateway's error body, if present. */
  declare readonly reason?: string
  constructor(details: Details & { readonly status: number; readonly reason?: string }) {
    super(details)
  }
}

// -- storage ------------------------------------------------------------------------------------------------------

export class CouldNotReadFromStore extends /* @__PURE__ */ coded(
  "couldNotReadFromStore",
  "the browser's storage could not be read"
) {}
export class CouldNotWriteToStore extends /* @__PURE__ */ coded(
  "couldNotWriteToStore",
  "the browser's storage could not be written"
) {}
export class ItemNotFound extends /* @__PURE__ */ coded("itemNotFound", "there is no such item") {}
export class FailedToReadFromLocalStorage extends /* @__PURE__ */ coded(
  "FailedToReadFromLocalStorage",
  "the browser's storage could not be read"
) {}
export class FailedToWriteToLocalStorage extends /* @__PURE__ */ coded(
  "FailedToWriteToLocalStorage",
  "the browser's storage could not be written"
) {}
export class PatchingStateFailed extends /* @__PURE__ */ coded(
  "PatchingStateFailed",
  "the stored data could not be changed"
) {}

// -- challenge and login ------------------------------------------------------------------------------------------

export class ChallengeGeneratorError extends /* @__PURE__ */ coded(
  "ChallengeGeneratorError",
  "failed to generate challenge"
) {}
export class ChallengeValidationError extends /* @__PURE__ */ coded(
  "ChallengeValidationError",
  "challenge is invalid"
) {}
export class LoginRejectedByDapp extends /* @__PURE__ */ coded("LoginRejectedByDapp", "Login rejected by dApp") {}

// -- additions to the toolkit's codes ------------------------------------------------------------------------

/** The extension is installed, but no phone is paired with it, so it would discard the request silently. */
export class WalletNotLinked extends /* @__PURE__ */ coded(
  "walletNotLinked",
  "No wallet is linked to the extension. Open its QR code and link your wallet, then try again."
) {}
/** A failure that the wallet reports. The wallet's codes are an open list; the code is in `error`. */
export class WalletFailure extends /* @__PURE__ */ coded("walletFailure", "the wallet could not answer the request") {
  declare readonly error: string
  constructor(details: Details & { readonly error: string }) {
    super(details)
  }
}
/**
 * The connector no longer waits for the transaction, but it may still be committed: the wallet has it, or has submitted
 * it.
 */
export class TransactionOutcomeUnknown extends /* @__PURE__ */ coded(
  "transactionOutcomeUnknown",
  "your wallet has the transaction and may still send it"
) {}
/** The transaction is final on the ledger, but not successful. `status` is the code that the page gets. */
export class TransactionNotCommitted extends /* @__PURE__ */ coded(
  "transactionNotCommitted",
  "the transaction was not committed"
) {
  declare readonly status: "Rejected" | "CommittedFailure"
  constructor(details: Details & { readonly status: "Rejected" | "CommittedFailure" }) {
    super(details)
  }
}

// -- unions for signatures ------------------------------------------------------------------------------------

export type GatewayError = FailedToFetch | FailedToParseResponseToJson | RequestStatusNotOk

export type StorageError =
  | CouldNotReadFromStore
  | CouldNotWriteToStore
  | ItemNotFound
  | FailedToReadFromLocalStorage
  | FailedToWriteToLocalStorage
  | PatchingStateFailed

export type CryptoError =
  | FailedToDecryptWalletResponseData
  | FailedToDeriveSharedSecret
  | CouldNotDeriveSharedSecret
  | CouldNotSignMessage
  | CouldNotHashMessage

export type TransportError =
  | MissingExtension
  | WalletNotLinked
  | SupportedTransportNotFound
  | UnhandledEnvironment
  | RadixConnectRelayRequestFailed
  | FailedToSendDappRequest
  | DappIdentityNotFound
  | CouldNotGetOrCreateIdentity
  | CouldNotCreateSession
  | CouldNotReadSessionFromStore
  | CouldNotGetSessionById
  | CouldNotPatchSession

export type RequestError =
  | RejectedByUser
  | CanceledByUser
  | WalletResponseValidation
  | WalletRequestValidation
  | RequestInterceptorError
  | FailedToCreateRequestItem
  | FailedToAddRequestItem
  | FailedToReadRdtState
  | FailedToUpdateRdtState
  | FailedToTransformWalletRequest
  | FailedToGetPendingItems
  | PendingItemNotFound
  | FailedToGetWalletResponse
  | FailedToGetItemWithInteractionId
  | FailedToPoll
  | ChallengeGeneratorError
  | ChallengeValidationError
  | LoginRejectedByDapp
  | WalletFailure
  | TransactionOutcomeUnknown
  | TransactionNotCommitted

/** Every error that a request to the wallet may fail with. */
export type ConnectorError = RequestError | TransportError | CryptoError | GatewayError | StorageError

/**
 * The code under which a page and a stored item know an error: the wallet's own code or the final status where there is
 * one, otherwise `_tag`.
 */
export const publishedCode = (error: ConnectorError): string => {
  switch (error._tag) {
    case "walletFailure":
      return error.error
    case "transactionNotCommitted":
      return error.status
    default:
      return error._tag
  }
}
