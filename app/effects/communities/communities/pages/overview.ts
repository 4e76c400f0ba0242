/** The overview inside a community, as its loader tells it. Types and pure words only: pages load this file. */

import type { Community } from "~/effects/access/Community"
import type { Role } from "~/effects/access/Membership"
import type { PlannedDate } from "~/effects/activity/agenda/dates"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import type { PendingHandOver, SettingsPage } from "~/effects/communities/steering/pages/settingsView"
import type { ProposalCard } from "~/effects/governance/proposals/views"
import type { ShownTreasury } from "~/effects/treasury/treasury/view"
import type { PublicProfile } from "./publicProfile"

export interface CommunityOverview extends Pick<Community, "links" | "governance"> {
  readonly panel: "none"
  readonly description: MarkdownTree
  readonly rules: MarkdownTree
  readonly members: number
  readonly openProposals: number
  readonly openSales: number
  /** Those that close next, as this reader may see them. */
  readonly votes: ReadonlyArray<ProposalCard>
  readonly threadCount: number
  readonly addresses: PublicProfile["addresses"]
  readonly treasury: ShownTreasury
  readonly createdAt: number
  readonly people: ReadonlyArray<{
    readonly account: string
    readonly name: string | null
    readonly picture: string | null
    readonly role: Role
  }>
  readonly threads: ReadonlyArray<{
    readonly number: number
    readonly title: string
    readonly author: string | null
    readonly replies: number
    readonly at: number
    readonly proposal: number | null
  }>
  /** The next ones, within 30 days. */
  readonly dates: ReadonlyArray<PlannedDate>
  readonly announcements: ReadonlyArray<{
    readonly number: number
    readonly title: string
    readonly issuer: string | null
    readonly importance: "normal" | "important"
    readonly isSigned: number
    readonly isPinned: boolean
    readonly at: number
  }>
  /** The owner's, until all of it is done. */
  readonly checklist: ReadonlyArray<SetUpStep> | null
  /** The community was opened a moment ago. */
  readonly wasOpened: boolean
}

export interface SettingsPanel {
  readonly panel: "settings"
  readonly settings: SettingsPage
}

/** The member who is asked to take the community over answers here. */
export interface HandOverPanel {
  readonly panel: "hand-over"
  /** Null where nothing waits for this person's answer any more. */
  readonly question: (PendingHandOver & { readonly from: string | null }) | null
}

export type OverviewPage = CommunityOverview | SettingsPanel | HandOverPanel

export interface SetUpStep {
  readonly key: "logo" | "rules" | "announcement" | "people" | "deploy" | "keepers"
  readonly isDone: boolean
}

type SetUp = Pick<Community, "logo" | "rules" | "memberCount" | "stage">

/** Three more people than the founder. */
const PEOPLE = 4

/** What a founder does first; nothing once all of it is done (docs/product/communities.md, 3.6.7). */
export const setUpSteps = (
  { logo, memberCount, rules, stage }: SetUp,
  hasAnnounced: boolean,
  /** Chosen before deploying; null where any one badge opens the treasury. */
  keepers: { readonly isProtected: boolean } | null = null
): ReadonlyArray<SetUpStep> | null => {
  const steps: ReadonlyArray<SetUpStep> = [
    { key: "logo", isDone: logo !== null },
    { key: "rules", isDone: rules.trim() !== "" },
    { key: "announcement", isDone: hasAnnounced },
    { key: "people", isDone: memberCount >= PEOPLE },
    { key: "deploy", isDone: stage === "deployed" },
    ...(keepers === null ? [] : [{ key: "keepers" as const, isDone: keepers.isProtected }])
  ]
  return steps.every(({ isDone }) => isDone) ? null : steps
}
