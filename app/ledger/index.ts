/** The ledger room's only door. */
export {
  type Curve,
  deriveAddress,
  type Holder,
  type HolderKind,
  holderOf,
  isHolderAddress,
  networkSuffix,
  publicKeyHash
} from "./address"
