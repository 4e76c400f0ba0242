/** Other rules of deciding than those that hold, and who wants them. */
import type { Community, GovernanceSettings } from "~/effects/access/Community"

export interface RuleChange {
  readonly community: Community
  readonly template: string
  readonly governance: GovernanceSettings
  readonly proposer: string
}
