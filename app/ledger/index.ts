/** The only entry point of the ledger package. */
export {
  type AccountAddress,
  type ControllerAddress,
  type Curve,
  deriveAddress,
  type Holder,
  type HolderKind,
  holderOf,
  type IdentityAddress,
  isHolderAddress,
  type LockerAddress,
  networkSuffix,
  publicKeyHash,
  type ResourceAddress
} from "./address"
export {
  AMOUNT_PLACES,
  type Amount,
  type AmountText,
  amountOf,
  fits,
  formatAmount,
  formatDecimal,
  isAmountText,
  isDivisible,
  NOTHING,
  ONE,
  parseAmount
} from "./amount"
export type { Badge, Requirement, Rule, RuleNode } from "./engine/auth/Rule"
export { readReceipt, receiptKey, type Submitted } from "./engine/Intents"
export { type LedgerState, LOCAL_NETWORK, SECONDS_AN_EPOCH } from "./engine/LedgerMemory"
export { LocalLedger, type PreviewFlags } from "./engine/LocalLedger"
export { acceptsDeposit } from "./engine/native/account"
export { claimHolder } from "./engine/native/locker"
export type { Outcome } from "./engine/run/execute"
export { MemoryRows, type RowChange, type Rows } from "./engine/state/Draft"
export type { BalanceChange, FeeShare, LedgerEvent, Receipt } from "./engine/state/receipt"
export { isTable, type RowOf, rowKey, TABLES, type Table } from "./engine/state/rows"
export { badgeOfKey, derivedAccount, globalCaller, vaultAddress } from "./engine/World"
export {
  ENTITY,
  isAccount,
  isNonFungible,
  isResource,
  isResourceAddress,
  readAddress,
  type WellKnown,
  wellKnown,
  writeAddress
} from "./entities"
export { ManifestError, SborError, TransactionError } from "./errors"
export { type HashKind, hash, readHash, writeHash } from "./hash"
export { LedgerStore, type ScanOptions, type StoredRow, VersionTaken } from "./LedgerStore"
export { type Compiled, type CompileOptions, compileManifest } from "./manifest/compile"
export { type DecompileOptions, decompile } from "./manifest/decompile"
export type { InstructionName } from "./manifest/instructions"
export type { Instruction, Manifest, ManifestKind, Position, Term } from "./manifest/Manifest"
/** Builders of manifest trees, as in `Tree.instruction("CALL_METHOD", Tree.address(…), …)`. */
export * as Tree from "./manifest/Manifest"
export { type MetadataKind, metadataVariant } from "./manifest/text/enums"
export { parseManifest } from "./manifest/text/parse"
export { quote, renderManifest } from "./manifest/text/render"
export { type LocalIdType, localIdType } from "./sbor/localId"
export { readPayload } from "./sbor/read"
export { type EnumOf, type Kind, MAX_BYTES, MAX_DEPTH, type Value } from "./sbor/Value"
export { writePayload } from "./sbor/write"
export type { Exchange, NewSeries, Settlement } from "./templates/bondSeries"
/** Our manifests, as in `Templates.airdrop({ … })`. */
export * as Templates from "./templates/catalogue"
export type { NewCommunity, NewToken } from "./templates/deployCommunity"
export { bondIdOf, MAX_SECURED, type NewSecuredSeries, type SecuredVault } from "./templates/securedBonds"
export type { Admin } from "./templates/snippets"
export type { Airdrop, LockerAmount, NewAdmin, Payment } from "./templates/treasury"
export {
  buildIntentV1,
  buildIntentV2,
  buildSubintent,
  notarizeV1,
  notarizeV2,
  type RootV2,
  signPartial,
  signV1,
  signV2
} from "./transaction/build"
export { decodeTransaction, encodeTransaction, type Transaction } from "./transaction/decode"
export {
  intentHashV1,
  intentHashV2,
  notarizedHashV1,
  notarizedHashV2,
  signedIntentHashV1,
  signedIntentHashV2,
  subintentHash
} from "./transaction/hashes"
export { intentSignatureBy, isSignedBy, type Signer, signerOf, signerOfSignature } from "./transaction/keys"
export { mergeSigned } from "./transaction/merge"
export { type IntentSignature, type Message, type PublicKey, plaintext, type Signature } from "./transaction/parts"
export { shortCode } from "./transaction/shortCode"
export type { HeaderV1, IntentV1, NotarizedV1, SignedIntentV1 } from "./transaction/v1"
export type {
  HeaderV2,
  IntentCore,
  IntentHeaderV2,
  IntentV2,
  NotarizedV2,
  PreviewV2,
  SignedIntentV2,
  SignedPartial,
  Subintent
} from "./transaction/v2"
