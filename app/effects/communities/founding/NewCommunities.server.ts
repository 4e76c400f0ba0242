/** Inserts a community with its founder as owner and first member. */
import { Clock, Effect } from "effect"
import { type Community, CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { randomId } from "~/effects/base/text/random.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { MAX_OWNED, OwnsTooMany } from "~/effects/communities/communities/errors"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { OwnedCommunities } from "~/effects/communities/communities/OwnedCommunities.server"
import type { Checked } from "./FoundingCheck.server"

/** What a community gets later, with its treasury and its token. */
const nothingYet = {
  cover: null,
  adminAccount: null,
  treasuryAccount: null,
  lockerAddress: null,
  ownerBadge: null,
  tokenResource: null,
  tokenSymbol: null,
  verifiedAt: null
} as const

const asOwner = {
  role: "owner",
  status: "active",
  weight: 1,
  invitedBy: null,
  applicationNote: null,
  suspendedUntil: null,
  reason: null,
  notifications: "all"
} as const

export const makeNewCommunities = Effect.gen(function* () {
  const sql = yield* Sql
  const repo = yield* CommunitiesRepo
  const writes = yield* CommunityWrites
  const memberships = yield* MembershipsRepo
  const owned = yield* OwnedCommunities

  /** Joins the caller's transaction; returns the id. */
  const insert = Effect.fn("NewCommunities.insert")(function* (
    account: AccountAddress,
    facts: Checked,
    stage: Community["stage"]
  ) {
    yield* withLocks(sql, [`owner:${account}`])
    if ((yield* owned.countOwned(account)) >= MAX_OWNED) return yield* new OwnsTooMany()
    const now = yield* Clock.currentTimeMillis
    const id = CommunityId.make(yield* randomId())
    yield* writes.withLock({ slug: facts.slug })
    const times = { activeAt: now, createdAt: now }
    yield* repo.insert({ ...facts, ...nothingYet, ...times, id, ownerAddress: account, stage })
    yield* memberships
      .insert({ ...asOwner, communityId: id, accountAddress: account, joinedAt: now, lastReadAt: now })
      .pipe(Effect.orDie) // nobody can be a member of a community this new
    return id
  })

  return { insert }
})
