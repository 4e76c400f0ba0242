/**
 * GET and POST /community/detail/{id}: the overview with the owner's panels, and the panels about the treasury and its
 * badges.
 */
import { Effect } from "effect"
import { pageAction } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { redirectTo } from "~/effects/base/remix/redirectTo.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { settingsCommands } from "~/effects/communities/steering/pages/settings.server"
import { webhookCommands } from "~/effects/publishing/webhooks/pages/webhooks.server"
import type { BadgesPage } from "~/effects/treasury/deployment/badges"
import { badgeCommands } from "~/effects/treasury/deployment/pages/badgeActions.server"
import { badgesPage } from "~/effects/treasury/deployment/pages/badgePanel.server"
import { treasuryHref } from "~/effects/treasury/treasury/view"
import type { OverviewPage } from "./overview"
import { overviewPage } from "./overview.server"

export const panelsPage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const panel = new URL(request.url).searchParams.get("panel")
  // The former address of the treasury's page; links and bookmarks still use it.
  if (panel === "treasury") return yield* redirectTo(treasuryHref((yield* inside).community.id))
  const page: OverviewPage | BadgesPage = panel === "badges" ? yield* badgesPage : yield* overviewPage
  return page
})

export const panelsAction = pageAction({ ...settingsCommands, ...badgeCommands, ...webhookCommands })
