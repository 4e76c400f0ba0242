/** Whether votes can be lent in a community, and how much of it one person may use (docs/votes.md, "Lent votes"). Pure. */
import type { GovernanceSettings } from "./Community"

/** Of a community that has not set it. */
export const LENT_LIMIT_PCT = 10

/** Percent of all weight; 0 where nobody can lend. */
export const lentLimitOf = ({ lentLimitPct }: Pick<GovernanceSettings, "lentLimitPct">): number =>
  lentLimitPct ?? LENT_LIMIT_PCT
