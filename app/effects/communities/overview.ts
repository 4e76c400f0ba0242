/** The overview inside a community, as its loader tells it. Types only: pages load this file. */
import type { MarkdownTree } from "../articles/markdown/Tree"
import type { Community } from "./Community"
import type { CommunityFace } from "./face"

export interface CommunityOverview extends Pick<Community, "links" | "governance"> {
  readonly description: MarkdownTree
  readonly rules: MarkdownTree
  readonly members: number
  readonly openProposals: number
  readonly threads: number
  readonly addresses: CommunityFace["addresses"]
  readonly createdAt: number
}
