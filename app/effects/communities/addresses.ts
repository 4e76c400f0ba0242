/** Where a community is on the ledger. Pure. */
import type { Community } from "~/effects/access/Community"
import type { CommunityFace } from "./face"

type Ledger = Pick<Community, "treasuryAccount" | "lockerAddress" | "tokenResource" | "ownerBadge">

/** None before the community is deployed. */
export const addressesOf = (community: Ledger): CommunityFace["addresses"] =>
  (
    [
      ["Treasury", "account", community.treasuryAccount],
      ["Locker", "component", community.lockerAddress],
      ["Token", "resource", community.tokenResource],
      ["Admin badge", "resource", community.ownerBadge]
    ] as const
  ).flatMap(([name, kind, address]) => (address === null ? [] : [{ name, kind, address }]))
