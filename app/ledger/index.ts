/** The ledger room's only door. */
export { type Curve, deriveAddress, type HolderKind, isHolderAddress, networkSuffix, publicKeyHash } from "./address"
