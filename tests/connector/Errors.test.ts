import { assert, describe, it } from "vitest"
import * as Errors from "~/connector/Errors"
import { failureWords } from "~/connector/resolver/failureWords"

/** docs/product/errors.md, letter by letter; with the relay's and the sessions' codes of docs/connector.md. */
const SPECIFIED = [
  "rejectedByUser",
  "missingExtension",
  "canceledByUser",
  "walletResponseValidation",
  "requestInterceptorError",
  "SupportedTransportNotFound",
  "UnhandledEnvironment",
  "RadixConnectRelayRequestFailed",
  "FailedToSendDappRequest",
  "FailedToDecryptWalletResponseData",
  "FailedToDeriveSharedSecret",
  "DappIdentityNotFound",
  "couldNotGetOrCreateIdentity",
  "couldNotSignMessage",
  "couldNotHashMessage",
  "couldNotCreateSession",
  "couldNotReadSessionFromStore",
  "couldNotGetSessionById",
  "couldNotPatchSession",
  "FailedToCreateRequestItem",
  "FailedToAddRequestItem",
  "FailedToReadRdtState",
  "FailedToUpdateRdtState",
  "FailedToTransformWalletRequest",
  "FailedToGetPendingItems",
  "PendingItemNotFound",
  "FailedToGetWalletResponse",
  "FailedToGetItemWithInteractionId",
  "failedToPoll",
  "FailedToFetch",
  "FailedToParseResponseToJson",
  "RequestStatusNotOk",
  "couldNotReadFromStore",
  "couldNotWriteToStore",
  "itemNotFound",
  "FailedToReadFromLocalStorage",
  "FailedToWriteToLocalStorage",
  "PatchingStateFailed",
  "ChallengeGeneratorError",
  "ChallengeValidationError",
  "LoginRejectedByDapp"
]
/** Our additional codes. */
const ADDED = [
  "walletRequestValidation",
  "couldNotDeriveSharedSecret",
  "walletNotLinked",
  "walletFailure",
  "transactionOutcomeUnknown",
  "transactionNotCommitted"
]

type Coded = new (reported: { readonly status: 500; readonly error: "x" }) => { readonly _tag: string }
const classes = Object.values(Errors).filter((value): value is typeof value & Coded => value !== Errors.publishedCode)
const catalogue = classes.map((Each) => new Each({ status: 500, error: "x" })._tag)

describe("the error catalogue", () => {
  it("has every published code, no other spelling, and no duplicates", () => {
    assert.deepStrictEqual([...catalogue].sort(), [...SPECIFIED, ...ADDED].sort())
  })

  it.each([
    [new Errors.RejectedByUser({}), "user rejected request"],
    [new Errors.MissingExtension({}), "extension could not be found"],
    [new Errors.CanceledByUser({}), "user has canceled the request"],
    [new Errors.WalletResponseValidation({}), "Invalid input"],
    [new Errors.SupportedTransportNotFound({}), "No supported transport found"],
    [new Errors.ChallengeGeneratorError({}), "failed to generate challenge"],
    [new Errors.ChallengeValidationError({}), "challenge is invalid"],
    [new Errors.LoginRejectedByDapp({}), "Login rejected by dApp"]
  ])("uses the catalogue's message for %s", (error, message) => {
    assert.strictEqual(error.message, message)
  })

  it("has a message for every failure that the wallet may report (docs/connector.md)", () => {
    const codes = `wrongNetwork failedToPrepareTransaction failedToCompileTransaction failedToSignTransaction
      failedToSubmitTransaction failedToPollSubmittedTransaction failedToFindAccountWithEnoughFundsToLockFee
      submittedTransactionWasDuplicate submittedTransactionHasFailedTransactionStatus
      submittedTransactionHasRejectedTransactionStatus wrongAccountType unknownWebsite invalidOriginURL radixJsonNotFound
      radixJsonUnknownFileFormat unknownDappDefinitionAddress invalidPersona invalidRequest incompatibleVersion
      failedToSignAuthChallenge invalidPersonaOrAccounts expiredSubintent subintentExpirationTooClose`.split(/\s+/)
    assert.sameMembers(Object.keys(failureWords), codes)
  })

  it("publishes the wallet's own code and the final status, and its own code for anything else", () => {
    assert.strictEqual(Errors.publishedCode(new Errors.WalletFailure({ error: "wrongNetwork" })), "wrongNetwork")
    assert.strictEqual(Errors.publishedCode(new Errors.TransactionNotCommitted({ status: "Rejected" })), "Rejected")
    assert.strictEqual(Errors.publishedCode(new Errors.MissingExtension({})), "missingExtension")
    assert.strictEqual(new Errors.FailedToFetch({}).status, 0)
  })

  it("keeps its details, and can be caught as an error", () => {
    const cause = new Error("offline")
    const error = new Errors.RequestStatusNotOk({ status: 500, reason: "NotSyncedUpError", interactionId: "i", cause })
    assert.instanceOf(error, Error)
    assert.deepInclude({ ...error }, { status: 500, reason: "NotSyncedUpError", interactionId: "i" })
    assert.strictEqual(error.cause, cause)
    assert.strictEqual(error.message, "the request was refused")
    assert.strictEqual(new Errors.RequestStatusNotOk({ status: 500, message: "No" }).message, "No")
  })
})
