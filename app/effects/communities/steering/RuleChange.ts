/** New decision rules, and who proposes them. */
import type { Community, GovernanceSettings } from "~/effects/access/Community"

export interface RuleChange {
  readonly community: Community
  readonly template: string
  readonly governance: GovernanceSettings
  readonly proposer: string
}
