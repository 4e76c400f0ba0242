/** The ledger addresses of a community. Pure. */
import type { Community } from "~/effects/access/Community"

type Ledger = Pick<Community, "treasuryAccount" | "lockerAddress" | "tokenResource" | "ownerBadge">

/** `kind` is the word that the explorer uses in its URLs. */
export interface PublicAddress {
  readonly name: string
  readonly kind: "account" | "component" | "resource"
  readonly address: string
}

/** Empty before the community is deployed. */
export const addressesOf = (community: Ledger): ReadonlyArray<PublicAddress> =>
  (
    [
      ["Treasury", "account", community.treasuryAccount],
      ["Locker", "component", community.lockerAddress],
      ["Token", "resource", community.tokenResource],
      ["Admin badge", "resource", community.ownerBadge]
    ] as const
  ).flatMap(([name, kind, address]) => (address === null ? [] : [{ name, kind, address }]))
