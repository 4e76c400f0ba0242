/** All manifests that the app builds, by purpose. The numbers are those of docs/ledger.md. */
export { batchOffer, issueSeries, MAX_ORDERS, order, settleBatch, settleFromEscrow } from "./bondSeries" // 29-32
export { guardTreasury } from "./council"
export { deployCommunity } from "./deployCommunity" // 01
export {
  escrowBatch,
  escrowPaymentOf,
  fundForSwaps,
  type KeyBadge,
  moveToEscrow,
  type Opener,
  refundEscrow,
  withdrawEscrow
} from "./escrowAccount"
export { paymentsRequest, releaseRequest, requestRoot, ruleRequest, signersRequest } from "./requests"
export { issueSecured, MAX_SECURED, releaseCollateral, takeCollateral } from "./securedBonds"
export { proofOfAdmin } from "./snippets"
export {
  addAdmin, // 03
  airdrop, // 07
  claim, // 08
  executePayment, // 22
  fromFaucet, // 26
  MAX_RECIPIENTS,
  passBadge,
  recoverUnclaimed, // 10
  setClaimedEntities // 27
} from "./treasury"
