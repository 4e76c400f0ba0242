/**
 * Founds a community from the values of the wizard, as a draft that only its founder sees or published
 * (docs/product/communities.md). Everything is checked and stored in one transaction; the same form sent twice founds
 * one community.
 */

import { Effect } from "effect"
import { type Community, CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { OwnedCommunities } from "~/effects/communities/communities/OwnedCommunities.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { NoDraft } from "./errors"
import { type Checked, FoundingCheck } from "./FoundingCheck.server"
import { makeNewCommunities } from "./NewCommunities.server"
import { placeOf, type WizardValues } from "./wizard"

export interface Request {
  readonly account: AccountAddress
  readonly values: WizardValues
  /** The community that is not published yet; null for a new one. */
  readonly draft: CommunityId | null
  /** The button: save as a draft, or publish. */
  readonly as: "draft" | "open"
  readonly key: string | null
}

export class Founding extends Effect.Service<Founding>()("communities/founding/Founding", {
  dependencies: [
    CommunityWrites.Default,
    FoundingCheck.Default,
    OwnedCommunities.Default,
    Idempotency.Default,
    FeatureFlags.Default,
    Drafts.Default,
    CommunitiesRepo.Default,
    MembershipsRepo.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const writes = yield* CommunityWrites
    const { check } = yield* FoundingCheck
    const { insert } = yield* makeNewCommunities
    const owned = yield* OwnedCommunities
    const drafts = yield* Drafts
    const activity = yield* Activity
    const once = yield* Idempotency
    const flags = yield* FeatureFlags

    const update = (account: AccountAddress, id: CommunityId, facts: Checked, stage: Community["stage"]) =>
      Effect.as(
        writes
          .change(id, null, account, (now) =>
            now.ownerAddress === account && now.stage === "draft" ? Effect.succeed({ ...facts, stage }) : new NoDraft()
          )
          .pipe(Effect.catchTag("StaleCommunity", Effect.die)), // no version was requested
        id
      )

    /** Returns the community's id. */
    const found = Effect.fn("Founding.found")(function* ({ account, as, draft, key, values }: Request) {
      if (draft === null || as === "open") yield* flags.must("communities")
      const facts = yield* check(values)
      const stage = as === "open" ? "live" : "draft"
      const store = Effect.gen(function* () {
        const id = yield* draft === null ? insert(account, facts, stage) : update(account, draft, facts, stage)
        yield* drafts.remove(account, placeOf(draft))
        if (stage === "live") {
          const target = `/community/detail/${id}`
          yield* activity.record({ communityId: id, actor: account, type: "founded", target, visibility: "public" })
        }
        return id
      })
      const content = JSON.stringify([facts, draft, stage])
      return CommunityId.make(yield* once.run(`found:${account}`, key, content, atomically(sql)(store)))
    })

    /** Deletes a draft that nobody else ever saw, with everything that belongs to it. */
    const discard = Effect.fn("Founding.discard")(function* (account: AccountAddress, id: CommunityId) {
      yield* writes.withLock({ id })
      if (!(yield* owned.removeDraft(id, account))) return yield* new NoDraft()
      yield* drafts.remove(account, placeOf(id))
    }, atomically(sql))

    return { found, discard }
  })
}) {}
