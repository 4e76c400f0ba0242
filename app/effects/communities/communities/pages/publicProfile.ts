/** A community's public page, as its loader returns it. Types only: pages load this file. */

import type { Community } from "~/effects/access/Community"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import type { AnnouncementCard } from "~/effects/conversation/announcements/views"
import type { ProposalCard } from "~/effects/governance/proposals/views"
import type { SeriesRow } from "~/effects/treasury/bonds/views"
import type { PublicAddress } from "../addresses"
import type { CommunityFrame } from "../frame"

export interface PublicProfile
  extends Pick<
    Community,
    | "id"
    | "slug"
    | "name"
    | "tagline"
    | "logo"
    | "cover"
    | "tags"
    | "joinPolicy"
    | "joinToken"
    | "tokenResource"
    | "tokenSymbol"
    | "links"
    | "governance"
    | "createdAt"
  > {
  /** Reached by its address only, so not for search engines. */
  readonly isUnlisted: boolean
  readonly isArchived: boolean
  /** Why the site's operators closed it; null if they did not. */
  readonly closedBecause: string | null
  /** The server's clock when the page was made. */
  readonly now: number
  readonly isVerified: boolean
  readonly description: MarkdownTree
  readonly rules: MarkdownTree
  /** Ledger addresses; empty before the community is deployed. */
  readonly addresses: ReadonlyArray<PublicAddress>
  /** The latest announcements that are not withdrawn, with their texts: visitors and feeds can read them only here. */
  readonly announcements: ReadonlyArray<{ readonly card: AnnouncementCard; readonly text: MarkdownTree }>
  readonly members: number
  /** As visitors may see them: hidden results stay hidden here even for members who could see them. */
  readonly openVotes: ReadonlyArray<ProposalCard>
  readonly results: ReadonlyArray<ProposalCard>
  readonly bonds: ReadonlyArray<SeriesRow>
  readonly openProposals: number
  readonly threads: number
  /** The reader's role, and what joining and following need to know. Its form key is empty without a session. */
  readonly frame: CommunityFrame
}
