/**
 * A community's settings, as their loader returns them (docs/product/communities.md). Types only: pages load this file.
 */
import type { Community, GovernanceSettings } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { PublicAddress } from "~/effects/communities/communities/addresses"
import type { DecisionsValues, PeopleValues } from "~/effects/communities/founding/values"
import type { WebhooksView } from "~/effects/publishing/webhooks/Webhook"
import type { SettingsTreasury } from "~/effects/treasury/treasury/view"
import type { GeneralValues, Part } from "../parts"

/** A person who is asked to take over the community. */
export interface PendingHandOver {
  readonly account: AccountAddress
  readonly name: string | null
  /** Unix milliseconds. */
  readonly expiresAt: number
}

export interface SettingsPage {
  readonly part: Part
  readonly done: "saved" | "unchanged" | null
  /** Sent with the forms and returned by them. */
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
  /** Read from the ledger; only for its own part. */
  readonly treasury: SettingsTreasury | null
  /** Only for its own part. */
  readonly webhooks: WebhooksView | null
  readonly handOver: PendingHandOver | null
  /** What has to end before the community can be archived. */
  readonly obstacles: ReadonlyArray<string>
}
