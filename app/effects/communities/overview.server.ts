/** GET /community/detail/{id}: what a community is, how it decides, what it has. */
import { Effect } from "effect"
import { safeHref } from "../articles/markdown/hrefs"
import { parseMarkdown } from "../articles/markdown/parseMarkdown.server"
import { addressesOf } from "./addresses"
import { inside } from "./inside.server"
import type { CommunityOverview } from "./overview"

export const overviewPage = Effect.gen(function* () {
  const { community } = yield* inside
  const page: CommunityOverview = {
    description: parseMarkdown(community.description, { userText: true, anchorPrefix: "about-" }),
    rules: parseMarkdown(community.rules, { userText: true, anchorPrefix: "rules-" }),
    links: community.links.filter(({ url }) => safeHref(url) !== undefined),
    governance: community.governance,
    members: community.memberCount,
    openProposals: community.openProposals,
    threads: community.threadCount,
    addresses: addressesOf(community),
    createdAt: community.createdAt
  }
  return page
})
