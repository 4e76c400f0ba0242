/**
 * The overview inside a community, as its loader returns it. Types and pure text functions only: pages load this file.
 */

import type { Community } from "~/effects/access/Community"
import type { Role } from "~/effects/access/Membership"
import type { PlannedDate } from "~/effects/activity/agenda/dates"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
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
  /** The votes that close next, as this reader may see them. */
  readonly votes: ReadonlyArray<ProposalCard>
  readonly threadCount: number
  readonly addresses: PublicProfile["addresses"]
  readonly treasury: ShownTreasury
  readonly createdAt: number
  readonly people: ReadonlyArray<{
    readonly account: AccountAddress
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
  /** For the owner, until every step is done. */
  readonly checklist: ReadonlyArray<SetUpStep> | null
  /** The community was published a moment ago. */
  readonly wasOpened: boolean
}

export interface SettingsPanel {
  readonly panel: "settings"
  readonly settings: SettingsPage
}

/** Here the member who is asked to take over the community answers. */
export interface HandOverPanel {
  readonly panel: "hand-over"
  /** Null if no offer to this person is pending. */
  readonly question: (PendingHandOver & { readonly from: string | null }) | null
}

export type OverviewPage = CommunityOverview | SettingsPanel | HandOverPanel

export interface SetUpStep {
  readonly key: "logo" | "rules" | "announcement" | "people" | "deploy" | "signers"
  readonly isDone: boolean
}

type SetUp = Pick<Community, "logo" | "rules" | "memberCount" | "stage">

/** The founder and three more people. */
const PEOPLE = 4

/** The founder's first steps; empty once all of them are done (docs/product/communities.md). */
export const setUpSteps = (
  { logo, memberCount, rules, stage }: SetUp,
  hasAnnounced: boolean,
  /** Whether the chosen multisig is set up; null if any single admin badge can spend from the treasury. */
  signers: { readonly isProtected: boolean } | null = null
): ReadonlyArray<SetUpStep> | null => {
  const steps: ReadonlyArray<SetUpStep> = [
    { key: "logo", isDone: logo !== null },
    { key: "rules", isDone: rules.trim() !== "" },
    { key: "announcement", isDone: hasAnnounced },
    { key: "people", isDone: memberCount >= PEOPLE },
    { key: "deploy", isDone: stage === "deployed" },
    ...(signers === null ? [] : [{ key: "signers" as const, isDone: signers.isProtected }])
  ]
  return steps.every(({ isDone }) => isDone) ? null : steps
}
