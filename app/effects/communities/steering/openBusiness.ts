/**
 * What prevents archiving a community (docs/product/communities.md). Pure; every feature that can have something open
 * adds to it.
 */
import type { Community } from "~/effects/access/Community"
import { counted } from "~/effects/base/text/counted"

type Business = Pick<Community, "openProposals" | "openSales">

export const openBusiness = ({ openProposals, openSales }: Business): ReadonlyArray<string> => [
  ...(openProposals > 0 ? [counted(openProposals, "open proposal")] : []),
  ...(openSales > 0 ? [counted(openSales, "open bond sale")] : [])
]
