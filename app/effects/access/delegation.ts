/**
 * Whether members of a community can delegate their votes, and how much delegated voting power one person may use
 * (docs/votes.md, "Delegations"). Pure.
 */
import type { GovernanceSettings } from "./Community"

/** Default of a community that has not set it. */
export const LENT_LIMIT_PCT = 10

/** Percent of all weight; 0 if delegation is off. */
export const delegationLimitOf = ({ lentLimitPct }: Pick<GovernanceSettings, "lentLimitPct">): number =>
  lentLimitPct ?? LENT_LIMIT_PCT
