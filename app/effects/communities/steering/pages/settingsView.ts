/**
 * A community's settings, as their loader tells them (docs/product/communities.md, 3.6.7). Types only: pages load this
 * file.
 */
import type { Community, GovernanceSettings } from "~/effects/access/Community"
import type { PublicAddress } from "~/effects/communities/communities/addresses"
import type { DecisionsValues, PeopleValues } from "~/effects/communities/founding/values"
import type { WebhooksView } from "~/effects/publishing/webhooks/Webhook"
import type { SettingsTreasury } from "~/effects/treasury/treasury/view"
import type { GeneralValues, Part } from "../parts"

/** A person who was asked to take the community over. */
export interface PendingHandOver {
  readonly account: string
  readonly name: string | null
  /** Unix milliseconds. */
  readonly expiresAt: number
}

export interface SettingsPage {
  readonly part: Part
  readonly done: "saved" | "unchanged" | null
  /** Goes into the forms and comes back with them. */
  readonly version: number
  readonly stage: Community["stage"]
  readonly members: number
  readonly slugIsFixed: boolean
  readonly hasToken: boolean
  readonly general: GeneralValues
  readonly people: PeopleValues
  readonly decisions: DecisionsValues
  readonly governance: GovernanceSettings
  readonly governanceVersion: number
  readonly tags: ReadonlyArray<string>
  readonly addresses: ReadonlyArray<PublicAddress>
  /** Read from the ledger for its own part only. */
  readonly treasury: SettingsTreasury | null
  /** For its own part only. */
  readonly webhooks: WebhooksView | null
  readonly handOver: PendingHandOver | null
  /** What has to end before the community can be archived. */
  readonly obstacles: ReadonlyArray<string>
}
