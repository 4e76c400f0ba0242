import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import * as Errors from "~/connector/Errors"

/** Spec §8, letter by letter; with the relay's and the sessions' codes it leaves to the protocol (§2.9). */
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
/** Ours, over and above. */
const ADDED = [
  "walletRequestValidation",
  "couldNotDeriveSharedSecret",
  "walletNotLinked",
  "walletFailure",
  "transactionNotCommitted"
]

const catalogue = Errors.ConnectorError.members.map((member) => member._tag)

describe("the error catalogue", () => {
  it("has every code of the specification, no other spelling, none twice", () => {
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
  ])("%s says what the specification says", (error, message) => {
    assert.strictEqual(error.message, message)
  })

  it("publishes the wallet's own code and the final status, and its own code for all else", () => {
    assert.strictEqual(Errors.publishedCode(new Errors.WalletFailure({ error: "wrongNetwork" })), "wrongNetwork")
    assert.strictEqual(Errors.publishedCode(new Errors.TransactionNotCommitted({ status: "Rejected" })), "Rejected")
    assert.strictEqual(Errors.publishedCode(new Errors.MissingExtension({})), "missingExtension")
    assert.strictEqual(new Errors.FailedToFetch({}).status, 0)
  })

  it("survives being stored and read again", () => {
    for (const member of Errors.GatewayError.members) {
      const error =
        member._tag === "RequestStatusNotOk"
          ? new Errors.RequestStatusNotOk({ status: 500, interactionId: "i" })
          : member._tag === "FailedToFetch"
            ? new Errors.FailedToFetch({ interactionId: "i" })
            : new Errors.FailedToParseResponseToJson({ interactionId: "i" })
      const again = Schema.decodeUnknownSync(Errors.GatewayError)(Schema.encodeSync(Errors.GatewayError)(error))
      assert.strictEqual(again._tag, error._tag)
      assert.strictEqual(again.message, error.message)
    }
  })
})
