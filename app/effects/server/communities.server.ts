/** Composes the services for finding and reading communities and for an account's own data about them. */
import { Layer } from "effect"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { CommunityFollows } from "~/effects/communities/communities/CommunityFollows.server"
import { MemberNames } from "~/effects/communities/communities/MemberNames.server"
import { MineRepo } from "~/effects/communities/communities/MineRepo.server"
import { OverviewRepo } from "~/effects/communities/communities/OverviewRepo.server"
import { OwnedCommunities } from "~/effects/communities/communities/OwnedCommunities.server"
import { OwnMemberships } from "~/effects/communities/communities/OwnMemberships.server"
import { Slugs } from "~/effects/communities/communities/Slugs.server"

export const CommunitiesLive = Layer.mergeAll(
  Communities.Default,
  CommunityFollows.Default,
  MemberNames.Default,
  MineRepo.Default,
  OverviewRepo.Default,
  OwnMemberships.Default,
  OwnedCommunities.Default,
  Slugs.Default
)
