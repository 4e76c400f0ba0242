/** Follows a community without joining it, and unfollows (docs/product/communities.md, "Following"). */
import { Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { actorOf, must, requireSignedIn } from "~/effects/access/must"
import { permissions } from "~/effects/access/permissions"
import { Sql } from "~/effects/base/db/statements.server"
import { WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { CommunityFollows } from "~/effects/communities/communities/CommunityFollows.server"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { roleNowOf } from "./fresh"

export class Following extends Effect.Service<Following>()("communities/members/Following", {
  dependencies: [CommunityFollows.Default, CommunityWrites.Default, MembershipsRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const follows = yield* CommunityFollows
    const writes = yield* CommunityWrites
    const memberships = yield* MembershipsRepo

    /**
     * Takes the locks of joining and of changing the community, so that neither leaves a follower who is a member or
     * may not read it.
     */
    const follow = Effect.fn("Following.follow")(function* ({ community: { id }, communityRole }: Inside) {
      const account = yield* actorOf(communityRole, permissions.follow(communityRole))
      yield* writes.withLock({ id })
      yield* memberships.withLock(id)
      const known = (yield* memberships.findSome(id, [account])).get(account)
      yield* must(permissions.follow(roleNowOf(communityRole, known)))
      if (!(yield* follows.begin(id, account))) {
        return yield* new WrongState({ thing: "community", state: "private or archived", action: "following" })
      }
    }, atomically(sql))

    /** Always possible, whatever the state of the community. */
    const unfollow = Effect.fn("Following.unfollow")(function* ({ community: { id }, communityRole }: Inside) {
      yield* follows.end(id, yield* requireSignedIn(communityRole, "stop following it"))
    })

    return { follow, unfollow }
  })
}) {}
