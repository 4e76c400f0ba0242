/** GET and POST /community/detail/{id}: the overview with the owner's panels, and the one about the treasury's badges. */
import { Effect } from "effect"
import { badgeCommands } from "../deployment/badgeActions.server"
import { badgesPage } from "../deployment/badgePanel.server"
import type { BadgesPage } from "../deployment/badges"
import { pageAction } from "../remix/pageAction.server"
import { RouteArgs } from "../runtime.server"
import { settingsCommands } from "../steering/settings.server"
import type { OverviewPage } from "./overview"
import { overviewPage } from "./overview.server"

export const panelsPage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const isBadges = new URL(request.url).searchParams.get("panel") === "badges"
  const page: OverviewPage | BadgesPage = isBadges ? yield* badgesPage : yield* overviewPage
  return page
})

export const panelsAction = pageAction({ ...settingsCommands, ...badgeCommands })
