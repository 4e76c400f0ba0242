/**
 * Messages for the wallet's own failure codes (docs/connector.md), for responses without a message.
 *
 * The message of `rejectedByUser` is in the catalogue (`Errors.ts`). The list is open: for an unknown code the code
 * itself is shown. Loaded on demand.
 */
export const failureWords: Readonly<Record<string, string>> = {
  wrongNetwork: "Your wallet is on another network. Switch it to this site's network and try again.",
  failedToPrepareTransaction: "Your wallet could not prepare the transaction.",
  failedToCompileTransaction: "Your wallet could not put the transaction together.",
  failedToSignTransaction: "Your wallet could not sign the transaction.",
  failedToSubmitTransaction: "Your wallet could not hand the transaction to the network.",
  failedToPollSubmittedTransaction: "Your wallet handed the transaction over, but could not learn its result.",
  failedToFindAccountWithEnoughFundsToLockFee: "None of your accounts has enough XRD for the network fee.",
  submittedTransactionWasDuplicate: "The network already knows this transaction.",
  submittedTransactionHasFailedTransactionStatus: "The transaction was carried out and failed.",
  submittedTransactionHasRejectedTransactionStatus: "The network rejected the transaction.",
  wrongAccountType: "The account this site names for itself is not set up for that on the ledger.",
  unknownWebsite: "The account this site names for itself does not list this web address on the ledger.",
  invalidOriginURL: "Your wallet does not accept the address of this website.",
  radixJsonNotFound: "Your wallet found no /.well-known/radix.json on this website.",
  radixJsonUnknownFileFormat: "Your wallet could not read this website's /.well-known/radix.json.",
  unknownDappDefinitionAddress: "This website's /.well-known/radix.json does not name the account the site asks with.",
  invalidPersona: "Your wallet no longer shares the persona you signed in with. Disconnect and connect again.",
  invalidPersonaOrAccounts: "Your wallet does not have the persona or the accounts this was asked of.",
  invalidRequest: "Your wallet could not make sense of the request.",
  incompatibleVersion: "Your wallet is too old or too new for this request. Update it and try again.",
  failedToSignAuthChallenge: "Your wallet could not sign the proof.",
  expiredSubintent: "The pre-authorization had expired before it could be signed.",
  subintentExpirationTooClose: "The pre-authorization would expire too soon to be signed."
}
