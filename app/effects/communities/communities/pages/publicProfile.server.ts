/** GET /explore/{slug}: what anyone may read of a community. Private communities and drafts have no such page. */
import { Clock, Effect, Option } from "effect"
import type { Community } from "~/effects/access/Community"
import { hasPublicProfile } from "~/effects/access/visibility"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { NotThere } from "~/effects/base/failures/failures"
import { safeHref } from "~/effects/base/text/markdown/hrefs"
import { makeUserTexts, parseMarkdown } from "~/effects/base/text/markdown/parseMarkdown.server"
import { randomId } from "~/effects/base/text/random.server"
import { AnnouncementCardsRepo } from "~/effects/conversation/announcements/AnnouncementCardsRepo.server"
import { cardOf } from "~/effects/conversation/announcements/view.server"
import { publicProfileVotes } from "~/effects/governance/proposals/lists.server"
import { visitor } from "~/effects/people/wallet-session/visitor.server"
import { latestSeries } from "~/effects/treasury/bonds/publicSeries.server"
import { addressesOf } from "../addresses"
import { Communities } from "../Communities.server"
import { insideOf } from "../inside.server"
import { frameOf } from "./frame.server"
import type { PublicProfile } from "./publicProfile"

const profileOf = (
  community: Community
): Omit<PublicProfile, "frame" | "closedBecause" | "announcements" | "bonds" | "now" | "openVotes" | "results"> => ({
  id: community.id,
  slug: community.slug,
  name: community.name,
  tagline: community.tagline,
  logo: community.logo,
  cover: community.cover,
  tags: community.tags,
  isUnlisted: community.visibility !== "public",
  isArchived: community.stage === "archived",
  isVerified: community.verifiedAt !== null,
  joinPolicy: community.joinPolicy,
  joinToken: community.joinToken,
  tokenResource: community.tokenResource,
  tokenSymbol: community.tokenSymbol,
  description: parseMarkdown(community.description, { userText: true, anchorPrefix: "about-" }),
  rules: parseMarkdown(community.rules, { userText: true, anchorPrefix: "rules-" }),
  links: community.links.filter(({ url }) => safeHref(url) !== undefined),
  addresses: addressesOf(community),
  governance: community.governance,
  members: community.memberCount,
  openProposals: community.openProposals,
  threads: community.threadCount,
  createdAt: community.createdAt
})

const ANNOUNCEMENTS = 5
const VOTES = 5
const BONDS = 5

export const publicProfilePage = Effect.fn("publicProfilePage")(function* (slug: string) {
  const who = yield* visitor
  const communities = yield* Communities
  const found = yield* communities.bySlug(slug, who?.account ?? null)
  const { community } = found
  if (!hasPublicProfile(community)) return yield* new NotThere({})
  const now = yield* Clock.currentTimeMillis
  const announcements = yield* (yield* AnnouncementCardsRepo).latest(community.id, ANNOUNCEMENTS)
  const markdown = makeUserTexts()
  const publicProfile: PublicProfile = {
    ...profileOf(community),
    now,
    closedBecause:
      community.stage === "archived"
        ? Option.getOrNull(yield* (yield* ModerationLog).closedBecause(community.id))
        : null,
    ...(yield* publicProfileVotes(community.id, VOTES)),
    bonds: yield* latestSeries(community.id, BONDS),
    announcements: announcements.map((row) => ({
      card: cardOf(row, now),
      text: markdown(row.body, { anchorPrefix: `a${row.number}-` })
    })),
    // Readers without a session share one cached page, and have no form to send.
    frame: frameOf(yield* insideOf(found), who === null ? "" : yield* randomId(20))
  }
  return publicProfile
})
