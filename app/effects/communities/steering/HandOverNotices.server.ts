import { Effect } from "effect"
import type { Community } from "~/effects/access/Community"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { badgesHref } from "~/effects/communities/communities/hrefs"

import { pathOf } from "./handOverRules"

export class HandOverNotices extends Effect.Service<HandOverNotices>()("communities/steering/HandOverNotices", {
  dependencies: [Notifications.Default],
  effect: Effect.gen(function* () {
    const notifications = yield* Notifications

    const tell = (community: Community, to: string, text: string, target = pathOf(community.id)) =>
      notifications.tell({
        to: [to],
        type: "standing",
        communityId: community.id,
        target,
        text,
        importance: "important"
      })

    /** Ownership does not move the treasury: its badges stay in the wallets of those who held them before. */
    const tellGivers = (community: Community, from: string, name: string) => {
      const news = `${name} is now the owner of ${community.name}.`
      if (community.treasuryAccount === null) return tell(community, from, news)
      return Effect.forEach(
        new Set([from, community.adminAccount ?? from]),
        (to) => tell(community, to, `${news} Give them an admin badge with your wallet.`, badgesHref(community.id)),
        { discard: true }
      )
    }

    return { tell, tellGivers }
  })
}) {}
