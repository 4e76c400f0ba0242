/** Rules for both sides of a transfer of ownership, and the page where it is answered. */
import { Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { must } from "~/effects/access/must"
import { withFreshProof } from "~/effects/access/rules"
import { WrongState } from "~/effects/base/failures/failures"

/** The community's own page. */
export const pathOf = (id: CommunityId) => `/community/detail/${id}`
/** Where the nominee answers. */
export const questionOf = (id: CommunityId) => `${pathOf(id)}?panel=hand-over`
/** The offer was answered or withdrawn meanwhile, or has expired. */
export const over = (action: string) => new WrongState({ thing: "hand-over", state: "over", action })

/** Requires a wallet proof from the last 24 hours. */
export const requireFresh = ({ standing }: Inside) => must(withFreshProof(standing, standing.now))

/** Drafts are refused as well. */
export const requireNotArchived = ({ community }: Inside) =>
  community.stage === "archived" || community.stage === "draft"
    ? new WrongState({ thing: "community", state: community.stage, action: "handing it over" })
    : Effect.void
