/**
 * The connector's error catalogue: every code, in one file, in the order of the specification (§8).
 *
 * `_tag` is the published code. It is stored in request items and appears in logs, so it never changes; the class
 * name is the same word in PascalCase. All errors share `interactionId`, `message` and `cause`: who only wants to
 * show something reads `message`, who wants to act matches on `_tag`.
 */
import { Schema } from "effect"

const shape = (message: string) => ({
  interactionId: Schema.optional(Schema.String),
  message: Schema.optionalWith(Schema.String, { default: () => message }),
  cause: Schema.optional(Schema.Defect)
})

// -- the wallet, its user, and the way to it ----------------------------------------------------------------------

export class RejectedByUser extends Schema.TaggedError<RejectedByUser>()(
  "rejectedByUser",
  shape("user rejected request")
) {}
/** The extension stayed silent for `EXTENSION_DETECTION`. */
export class MissingExtension extends Schema.TaggedError<MissingExtension>()(
  "missingExtension",
  shape("extension could not be found")
) {}
export class CanceledByUser extends Schema.TaggedError<CanceledByUser>()(
  "canceledByUser",
  shape("user has canceled the request")
) {}
/** The answer of the wallet does not have the shape it must have. */
export class WalletResponseValidation extends Schema.TaggedError<WalletResponseValidation>()(
  "walletResponseValidation",
  shape("Invalid input")
) {}
/** What the dApp asks for breaks a rule before it is sent: a negative quantity, for instance. */
export class WalletRequestValidation extends Schema.TaggedError<WalletRequestValidation>()(
  "walletRequestValidation",
  shape("the request is not valid")
) {}
/** The dApp's own interceptor threw; its message is kept. */
export class RequestInterceptorError extends Schema.TaggedError<RequestInterceptorError>()(
  "requestInterceptorError",
  shape("the request was stopped by the dApp")
) {}
export class SupportedTransportNotFound extends Schema.TaggedError<SupportedTransportNotFound>()(
  "SupportedTransportNotFound",
  shape("No supported transport found")
) {}
/** A deep link on a device that is no phone. */
export class UnhandledEnvironment extends Schema.TaggedError<UnhandledEnvironment>()(
  "UnhandledEnvironment",
  shape("this device cannot open a wallet link")
) {}

// -- the relay ----------------------------------------------------------------------------------------------------

export class RadixConnectRelayRequestFailed extends Schema.TaggedError<RadixConnectRelayRequestFailed>()(
  "RadixConnectRelayRequestFailed",
  shape("the relay refused the request")
) {}
export class FailedToSendDappRequest extends Schema.TaggedError<FailedToSendDappRequest>()(
  "FailedToSendDappRequest",
  shape("the request could not be sent")
) {}
export class FailedToDecryptWalletResponseData extends Schema.TaggedError<FailedToDecryptWalletResponseData>()(
  "FailedToDecryptWalletResponseData",
  shape("the wallet's answer could not be decrypted")
) {}
export class FailedToDeriveSharedSecret extends Schema.TaggedError<FailedToDeriveSharedSecret>()(
  "FailedToDeriveSharedSecret",
  shape("no common key could be derived")
) {}
export class CouldNotDeriveSharedSecret extends Schema.TaggedError<CouldNotDeriveSharedSecret>()(
  "couldNotDeriveSharedSecret",
  shape("no common key could be derived")
) {}

// -- identity and session -----------------------------------------------------------------------------------------

export class DappIdentityNotFound extends Schema.TaggedError<DappIdentityNotFound>()(
  "DappIdentityNotFound",
  shape("the key of this dApp is gone")
) {}
export class CouldNotGetOrCreateIdentity extends Schema.TaggedError<CouldNotGetOrCreateIdentity>()(
  "couldNotGetOrCreateIdentity",
  shape("the key of this dApp could not be read or made")
) {}
export class CouldNotSignMessage extends Schema.TaggedError<CouldNotSignMessage>()(
  "couldNotSignMessage",
  shape("the request could not be signed")
) {}
export class CouldNotHashMessage extends Schema.TaggedError<CouldNotHashMessage>()(
  "couldNotHashMessage",
  shape("the request could not be hashed")
) {}
export class CouldNotCreateSession extends Schema.TaggedError<CouldNotCreateSession>()(
  "couldNotCreateSession",
  shape("no session could be opened")
) {}
export class CouldNotReadSessionFromStore extends Schema.TaggedError<CouldNotReadSessionFromStore>()(
  "couldNotReadSessionFromStore",
  shape("the session could not be read")
) {}
export class CouldNotGetSessionById extends Schema.TaggedError<CouldNotGetSessionById>()(
  "couldNotGetSessionById",
  shape("there is no such session")
) {}
export class CouldNotPatchSession extends Schema.TaggedError<CouldNotPatchSession>()(
  "couldNotPatchSession",
  shape("the session could not be changed")
) {}

// -- request items and stored state -------------------------------------------------------------------------------

export class FailedToCreateRequestItem extends Schema.TaggedError<FailedToCreateRequestItem>()(
  "FailedToCreateRequestItem",
  shape("the request could not be noted")
) {}
export class FailedToAddRequestItem extends Schema.TaggedError<FailedToAddRequestItem>()(
  "FailedToAddRequestItem",
  shape("the request could not be noted")
) {}
export class FailedToReadRdtState extends Schema.TaggedError<FailedToReadRdtState>()(
  "FailedToReadRdtState",
  shape("what the wallet shared could not be read")
) {}
export class FailedToUpdateRdtState extends Schema.TaggedError<FailedToUpdateRdtState>()(
  "FailedToUpdateRdtState",
  shape("what the wallet shared could not be kept")
) {}
export class FailedToTransformWalletRequest extends Schema.TaggedError<FailedToTransformWalletRequest>()(
  "FailedToTransformWalletRequest",
  shape("the request could not be built")
) {}
export class FailedToGetPendingItems extends Schema.TaggedError<FailedToGetPendingItems>()(
  "FailedToGetPendingItems",
  shape("the open requests could not be read")
) {}
export class PendingItemNotFound extends Schema.TaggedError<PendingItemNotFound>()(
  "PendingItemNotFound",
  shape("there is no such open request")
) {}
export class FailedToGetWalletResponse extends Schema.TaggedError<FailedToGetWalletResponse>()(
  "FailedToGetWalletResponse",
  shape("the wallet's answer could not be read")
) {}
export class FailedToGetItemWithInteractionId extends Schema.TaggedError<FailedToGetItemWithInteractionId>()(
  "FailedToGetItemWithInteractionId",
  shape("there is no request with this id")
) {}

// -- the ledger gateway -------------------------------------------------------------------------------------------

/** A reading that is no use to repeat: the gateway answered, but not with a status. */
export class FailedToPoll extends Schema.TaggedError<FailedToPoll>()(
  "failedToPoll",
  shape("the ledger could not be read")
) {}
/** No answer at all: offline, name not found, cross-origin, too slow. Retried while polling. */
export class FailedToFetch extends Schema.TaggedError<FailedToFetch>()("FailedToFetch", {
  ...shape("the network could not be reached"),
  status: Schema.optionalWith(Schema.Literal(0), { default: () => 0 as const })
}) {}
export class FailedToParseResponseToJson extends Schema.TaggedError<FailedToParseResponseToJson>()(
  "FailedToParseResponseToJson",
  shape("the answer could not be read")
) {}
export class RequestStatusNotOk extends Schema.TaggedError<RequestStatusNotOk>()("RequestStatusNotOk", {
  ...shape("the request was refused"),
  status: Schema.Int,
  /** `details.type` of the gateway's error body, where it sent one. */
  reason: Schema.optional(Schema.String)
}) {}

// -- storage ------------------------------------------------------------------------------------------------------

export class CouldNotReadFromStore extends Schema.TaggedError<CouldNotReadFromStore>()(
  "couldNotReadFromStore",
  shape("the browser's storage could not be read")
) {}
export class CouldNotWriteToStore extends Schema.TaggedError<CouldNotWriteToStore>()(
  "couldNotWriteToStore",
  shape("the browser's storage could not be written")
) {}
export class ItemNotFound extends Schema.TaggedError<ItemNotFound>()("itemNotFound", shape("there is no such item")) {}
export class FailedToReadFromLocalStorage extends Schema.TaggedError<FailedToReadFromLocalStorage>()(
  "FailedToReadFromLocalStorage",
  shape("the browser's storage could not be read")
) {}
export class FailedToWriteToLocalStorage extends Schema.TaggedError<FailedToWriteToLocalStorage>()(
  "FailedToWriteToLocalStorage",
  shape("the browser's storage could not be written")
) {}
export class PatchingStateFailed extends Schema.TaggedError<PatchingStateFailed>()(
  "PatchingStateFailed",
  shape("what is stored could not be changed")
) {}

// -- challenge and login ------------------------------------------------------------------------------------------

export class ChallengeGeneratorError extends Schema.TaggedError<ChallengeGeneratorError>()(
  "ChallengeGeneratorError",
  shape("failed to generate challenge")
) {}
export class ChallengeValidationError extends Schema.TaggedError<ChallengeValidationError>()(
  "ChallengeValidationError",
  shape("challenge is invalid")
) {}
export class LoginRejectedByDapp extends Schema.TaggedError<LoginRejectedByDapp>()(
  "LoginRejectedByDapp",
  shape("Login rejected by dApp")
) {}

// -- beyond the specification's list ------------------------------------------------------------------------------

/** The extension is there, but no phone is paired with it: it would drop the request in silence. */
export class WalletNotLinked extends Schema.TaggedError<WalletNotLinked>()(
  "walletNotLinked",
  shape("No wallet is linked to the extension. Open its QR code and link your wallet, then try again.")
) {}
/** A failure the wallet reports. Its own code is an open list, so it stands in `error`. */
export class WalletFailure extends Schema.TaggedError<WalletFailure>()("walletFailure", {
  ...shape("the wallet could not answer the request"),
  error: Schema.String
}) {}
/** The ledger settled the transaction, but not as a success. `status` is what the page is told. */
export class TransactionNotCommitted extends Schema.TaggedError<TransactionNotCommitted>()("transactionNotCommitted", {
  ...shape("the transaction was not committed"),
  status: Schema.Literal("Rejected", "CommittedFailure")
}) {}

// -- families, for signatures -------------------------------------------------------------------------------------

export const GatewayError = /* @__PURE__ */ Schema.Union(FailedToFetch, FailedToParseResponseToJson, RequestStatusNotOk)
export type GatewayError = typeof GatewayError.Type

export const StorageError = /* @__PURE__ */ Schema.Union(
  CouldNotReadFromStore,
  CouldNotWriteToStore,
  ItemNotFound,
  FailedToReadFromLocalStorage,
  FailedToWriteToLocalStorage,
  PatchingStateFailed
)
export type StorageError = typeof StorageError.Type

export const CryptoError = /* @__PURE__ */ Schema.Union(
  FailedToDecryptWalletResponseData,
  FailedToDeriveSharedSecret,
  CouldNotDeriveSharedSecret,
  CouldNotSignMessage,
  CouldNotHashMessage
)
export type CryptoError = typeof CryptoError.Type

export const TransportError = /* @__PURE__ */ Schema.Union(
  MissingExtension,
  WalletNotLinked,
  SupportedTransportNotFound,
  UnhandledEnvironment,
  RadixConnectRelayRequestFailed,
  FailedToSendDappRequest,
  DappIdentityNotFound,
  CouldNotGetOrCreateIdentity,
  CouldNotCreateSession,
  CouldNotReadSessionFromStore,
  CouldNotGetSessionById,
  CouldNotPatchSession
)
export type TransportError = typeof TransportError.Type

export const RequestError = /* @__PURE__ */ Schema.Union(
  RejectedByUser,
  CanceledByUser,
  WalletResponseValidation,
  WalletRequestValidation,
  RequestInterceptorError,
  FailedToCreateRequestItem,
  FailedToAddRequestItem,
  FailedToReadRdtState,
  FailedToUpdateRdtState,
  FailedToTransformWalletRequest,
  FailedToGetPendingItems,
  PendingItemNotFound,
  FailedToGetWalletResponse,
  FailedToGetItemWithInteractionId,
  FailedToPoll,
  ChallengeGeneratorError,
  ChallengeValidationError,
  LoginRejectedByDapp,
  WalletFailure,
  TransactionNotCommitted
)
export type RequestError = typeof RequestError.Type

/** Everything a request to the wallet may end with. */
export const ConnectorError = /* @__PURE__ */ Schema.Union(
  ...RequestError.members,
  ...TransportError.members,
  ...CryptoError.members,
  ...GatewayError.members,
  ...StorageError.members
)
export type ConnectorError = typeof ConnectorError.Type

/** The word a page and a stored item know an error by: the wallet's own code and the final status speak for themselves. */
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
