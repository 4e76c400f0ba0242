/**
 * GET and POST /community/detail/{id}: the overview with the owner's panels, and the panels about the treasury and its
 * badges.
 */
import { Effect, Option } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { roleNow } from "~/effects/access/permissions"
import { pageAction, redirectTo } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { safeHref } from "~/effects/base/text/markdown/hrefs"
import { parseMarkdown } from "~/effects/base/text/markdown/parseMarkdown.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { HandOver } from "~/effects/communities/steering/HandOver.server"
import { settingsCommands, settingsPage } from "~/effects/communities/steering/pages/settings.server"
import { openProposals } from "~/effects/governance/proposals/lists.server"
import { webhookCommands } from "~/effects/publishing/webhooks/pages/webhooks.server"
import type { BadgesPage } from "~/effects/treasury/deployment/badges"
import { badgeCommands } from "~/effects/treasury/deployment/pages/badgeActions.server"
import { badgesPage } from "~/effects/treasury/deployment/pages/badgePanel.server"
import { plannedIn } from "~/effects/treasury/deployment/plannedSigners.server"
import { Treasury } from "~/effects/treasury/treasury/Treasury.server"
import { treasuryHref } from "~/effects/treasury/treasury/view"
import { addressesOf } from "../addresses"
import { OverviewRepo } from "../OverviewRepo.server"
import { type CommunityOverview, type HandOverPanel, type OverviewPage, setUpSteps } from "./overview"

const VOTES = 3 // docs/product/communities.md

const overviewOf = (here: Inside, wasOpened: boolean) =>
  Effect.gen(function* () {
    const { community, communityRole } = here
    const repo = yield* OverviewRepo
    const treasury = yield* Treasury
    const announcements = yield* repo.announcements(community.id)
    const isOwner = roleNow(communityRole) === "owner" && community.stage !== "archived"
    const { deployment, isMultisig, people } = yield* repo.people(community.id)
    const planned = isOwner && deployment !== null ? yield* plannedIn(deployment, isMultisig) : null
    const page: CommunityOverview = {
      panel: "none",
      description: parseMarkdown(community.description, { userText: true, anchorPrefix: "about-" }),
      rules: parseMarkdown(community.rules, { userText: true, anchorPrefix: "rules-" }),
      links: community.links.filter(({ url }) => safeHref(url) !== undefined),
      governance: community.governance,
      members: community.memberCount,
      openProposals: community.openProposals,
      openSales: community.openSales,
      votes: community.openProposals === 0 ? [] : yield* openProposals(community.id, communityRole.account, VOTES),
      threadCount: community.threadCount,
      addresses: addressesOf(community),
      treasury: yield* treasury.shown(community),
      createdAt: community.createdAt,
      people,
      ...(yield* repo.goingOn(community.id)),
      announcements,
      checklist: isOwner ? setUpSteps(community, announcements.length > 0, planned) : null,
      wasOpened: isOwner && wasOpened
    }
    return page
  })

const handOverOf = ({ community, communityRole }: Inside) =>
  Effect.gen(function* () {
    const handOver = yield* HandOver
    const found = Option.filter(yield* handOver.pending(community.id), (row) => row.toAccount === communityRole.account)
    const page: HandOverPanel = {
      panel: "hand-over",
      question: Option.getOrNull(
        Option.map(found, ({ expiresAt, fromName, toAccount, toName }) => ({
          account: toAccount,
          name: toName,
          from: fromName,
          expiresAt
        }))
      )
    }
    return page
  })

/** GET and POST /community/detail/{id}: the overview of a community, and the owner's settings in a panel. */
export const overviewPage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const here = yield* inside
  const { searchParams } = new URL(request.url)
  const page: OverviewPage =
    searchParams.get("panel") === "settings"
      ? { panel: "settings", settings: yield* settingsPage(here) }
      : searchParams.get("panel") === "hand-over"
        ? yield* handOverOf(here)
        : yield* overviewOf(here, searchParams.get("opened") === "1")
  return page
})

export const panelsPage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const panel = new URL(request.url).searchParams.get("panel")
  // The former address of the treasury's page; links and bookmarks still use it.
  if (panel === "treasury") return yield* redirectTo(treasuryHref((yield* inside).community.id))
  const page: OverviewPage | BadgesPage = panel === "badges" ? yield* badgesPage : yield* overviewPage
  return page
})

export const panelsAction = pageAction({ ...settingsCommands, ...badgeCommands, ...webhookCommands })
