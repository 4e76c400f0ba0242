/**
 * The activity page of a community (docs/product/notifications.md): the statement returns only what the reader's role
 * may see. `?view=moderation` is the public log, with the open reports for those who decide them.
 */
import { Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { roleNow } from "~/effects/access/permissions"
import { pageAction } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { inside } from "~/effects/communities/communities/inside.server"
import {
  firstPostCommands,
  moderationPage,
  reportCommands
} from "~/effects/conversation/moderation/pages/moderation.server"
import { ActivityFiguresRepo } from "../ActivityFiguresRepo.server"
import { ActivityRepo } from "../ActivityRepo.server"
import { figuresOf, MOST_VOTES } from "../figures"
import { readActivityQuery } from "../query"

const REACH = { member: 1, moderator: 2, owner: 2 } as const
/** Two years: enough for the chart, and a bounded read. */
const DAYS = 730
const DAY_MS = 86_400_000

/** How much this reader sees: 0 as anybody, 1 as a member, 2 as a moderator. */
export const reachOf = ({ communityRole }: Pick<Inside, "communityRole">): 0 | 1 | 2 => {
  const role = roleNow(communityRole)
  return role === null ? 0 : REACH[role]
}

const events = (search: URLSearchParams) =>
  Effect.gen(function* () {
    const here = yield* inside
    const { community, communityRole } = here
    const repo = yield* ActivityRepo
    const query = readActivityQuery(search)
    const page = yield* repo.page({ communityId: community.id, reach: reachOf(here), ...query })
    const counted = yield* ActivityFiguresRepo
    const days = yield* counted.days(community.id, Math.floor(communityRole.now / DAY_MS) - DAYS)
    return {
      view: "events" as const,
      query,
      ...page,
      figures: figuresOf(days, yield* counted.turnouts(community.id, MOST_VOTES), {
        now: communityRole.now,
        createdAt: community.createdAt,
        members: community.memberCount
      })
    }
  })

export const activityPage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const { searchParams } = new URL(request.url)
  return searchParams.get("view") === "moderation"
    ? { view: "moderation" as const, moderation: yield* moderationPage }
    : yield* events(searchParams)
})

/** POST: decides reports and first posts. */
export const activityAction = pageAction({ ...reportCommands, ...firstPostCommands })
