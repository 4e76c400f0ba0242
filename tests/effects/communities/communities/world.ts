/** Communities and people for the tests of this folder. */
import { Effect, Layer } from "effect"
import { CommunityId, type NewCommunity, Slug } from "~/effects/access/Community"
import type { Membership } from "~/effects/access/Membership"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { randomId } from "~/effects/base/text/random.server"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { DirectoryTotals } from "~/effects/communities/communities/DirectoryTotals.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { MineRepo } from "~/effects/communities/communities/MineRepo.server"
import { OwnedCommunities } from "~/effects/communities/communities/OwnedCommunities.server"
import { templates } from "~/effects/communities/communities/templates"
import { Removals } from "~/effects/communities/undo/Removals.server"
import { AnnouncementCardsRepo } from "~/effects/conversation/announcements/AnnouncementCardsRepo.server"
import { AnnouncementsRepo } from "~/effects/conversation/announcements/AnnouncementsRepo.server"
import { ProposalListsRepo } from "~/effects/governance/proposals/ProposalListsRepo.server"
import { ProposalsRepo } from "~/effects/governance/proposals/ProposalsRepo.server"
import { Tags } from "~/effects/people/tags/Tags.server"
import { UsersRepo } from "~/effects/people/users/UsersRepo.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { asAccount } from "../../../addresses"
import type { Database } from "../../../databases"

export { TODAY } from "../../people/signup/world"

export const OWNER = asAccount("account_tdx_2_owner")
/** Totals of communities that closed no vote and redeemed no bond. */
export const nothingDone = { memberships: 0, votes: 0, votesPassed: 0, units: 0, unitsOnTime: 0 }

export const world = (database: Database) =>
  Layer.mergeAll(
    AnnouncementsRepo.Default,
    AnnouncementCardsRepo.Default,
    Communities.Default,
    CommunitiesRepo.Default,
    DirectoryTotals.Default,
    MembershipsRepo.Default,
    MineRepo.Default,
    ModerationLog.Default,
    OwnedCommunities.Default,
    CommunityWrites.Default,
    ProposalListsRepo.Default,
    ProposalsRepo.Default,
    Removals.Default,
    Tags.Default,
    UsersRepo.Default,
    Sessions.Default
  ).pipe(Layer.provideMerge(database))

/** Creates a community, public and open by default. */
export const found = (changes: Partial<Omit<NewCommunity, "slug">> & { readonly slug: string }) =>
  Effect.gen(function* () {
    const repo = yield* CommunitiesRepo
    const community: NewCommunity = {
      id: CommunityId.make(yield* randomId()),
      name: "A community",
      tagline: "It does things together.",
      description: "",
      logo: null,
      cover: null,
      tags: ["Film"],
      visibility: "public",
      joinPolicy: "open",
      joinToken: null,
      rules: "Be kind.",
      links: [],
      template: "club",
      ownerAddress: OWNER,
      adminAccount: null,
      treasuryAccount: null,
      lockerAddress: null,
      ownerBadge: null,
      tokenResource: null,
      tokenSymbol: null,
      governance: templates.club.governance,
      stage: "live",
      verifiedAt: null,
      activeAt: 1,
      createdAt: 1,
      ...changes,
      slug: Slug.make(changes.slug)
    }
    yield* repo.insert(community)
    return community
  })

export const join = (communityId: string, accountAddress: string, changes: Partial<Membership> = {}) =>
  Effect.flatMap(MembershipsRepo, (memberships) =>
    memberships.insert({
      communityId: CommunityId.make(communityId),
      accountAddress: asAccount(accountAddress),
      role: "member",
      status: "active",
      weight: 1,
      joinedAt: 1,
      invitedBy: null,
      applicationNote: null,
      suspendedUntil: null,
      reason: null,
      notifications: "all",
      lastReadAt: null,
      ...changes
    })
  )
