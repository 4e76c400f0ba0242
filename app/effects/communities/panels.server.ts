/** GET and POST /community/detail/{id}: the overview with the owner's panels, and those about the treasury and its badges. */
import { Effect } from "effect"
import { badgeCommands } from "../deployment/badgeActions.server"
import { badgesPage } from "../deployment/badgePanel.server"
import type { BadgesPage } from "../deployment/badges"
import { RouteArgs } from "../RouteArgs.server"
import { pageAction } from "../remix/pageAction.server"
import { settingsCommands } from "../steering/settings.server"
import { treasuryPage } from "../treasury/settingsTreasury.server"
import type { TreasuryPage } from "../treasury/view"
import type { OverviewPage } from "./overview"
import { overviewPage } from "./overview.server"

export const panelsPage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const panel = new URL(request.url).searchParams.get("panel")
  const page: OverviewPage | BadgesPage | TreasuryPage =
    panel === "badges" ? yield* badgesPage : panel === "treasury" ? yield* treasuryPage : yield* overviewPage
  return page
})

export const panelsAction = pageAction({ ...settingsCommands, ...badgeCommands })
