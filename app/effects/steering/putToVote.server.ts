/**
 * How a community decides is changed by a vote where it has more than three members (product 3.6.7). The one place
 * where such a change becomes a proposal; until votes are here it is refused, and nothing is kept.
 */
import type { Effect } from "effect"
import type { Community, GovernanceSettings } from "../communities/Community"
import { VoteNeeded } from "./errors"

export interface RuleChange {
  readonly community: Community
  readonly template: string
  readonly governance: GovernanceSettings
  readonly proposer: string
}

export const putToVote = (_change: RuleChange): Effect.Effect<never, VoteNeeded> => new VoteNeeded()
