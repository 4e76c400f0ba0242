/** A community's public page, as its loader tells it. Types only: pages load this file. */

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
  /** Reached by its address only: not for search engines. */
  readonly isUnlisted: boolean
  readonly isArchived: boolean
  /** Why the people who run the site closed it; null where they did not. */
  readonly closedBecause: string | null
  /** The server's clock when the page was made. */
  readonly now: number
  readonly isVerified: boolean
  readonly description: MarkdownTree
  readonly rules: MarkdownTree
  /** On the ledger; none before the community is deployed. */
  readonly addresses: ReadonlyArray<PublicAddress>
  /** The latest that stand, with their texts: feeds and visitors have nowhere else to read them. */
  readonly announcements: ReadonlyArray<{ readonly card: AnnouncementCard; readonly text: MarkdownTree }>
  readonly members: number
  /** As anybody may see them: hidden results stay hidden here for everybody. */
  readonly openVotes: ReadonlyArray<ProposalCard>
  readonly results: ReadonlyArray<ProposalCard>
  readonly bonds: ReadonlyArray<SeriesRow>
  readonly openProposals: number
  readonly threads: number
  /** What the reader is here, and what joining and following need to know. Its form key is empty without a session. */
  readonly frame: CommunityFrame
}
