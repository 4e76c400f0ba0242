/**
 * Founds a community from the values of the wizard, as a draft that only its founder sees or published
 * (docs/product/communities.md). Everything is checked and stored in one transaction; the same form sent twice founds
 * one community.
 */
import { Clock, Effect, Either, Option, Schema } from "effect"
import { type Community, CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { coded } from "~/effects/base/failures/coded"
import { FieldMessages } from "~/effects/base/failures/failures"
import { FeatureFlags } from "~/effects/base/feature-flags/FeatureFlags.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Idempotency } from "~/effects/base/limits/Idempotency.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { randomId } from "~/effects/base/text/random.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { MAX_OWNED, OwnsTooMany } from "~/effects/communities/communities/errors"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { OwnedCommunities } from "~/effects/communities/communities/OwnedCommunities.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { CannotUndo, decodedRow, type RemovedRows, TooLateToUndo } from "~/effects/communities/undo/Removals.server"
import { BasicsCheck } from "./BasicsCheck.server"
import { checkDecisions, checkPeople } from "./forms"
import { basicsFacts, governanceOf, joinTokenOf } from "./governance"
import { placeOf, type WizardValues } from "./wizard"

/** Errors in fields of several steps; the page leads to the first of them. */
export class NotReady extends coded("NotReady", "E-FIELDS", 422, {
  fields: { fields: FieldMessages },
  message: "Please check the marked fields."
}) {}

/** The draft was published or discarded from another device or by a second click. */
export class NoDraft extends coded("NoDraft", "E-STATE", 409, {
  message: "This draft was published or discarded since, so it can no longer be changed."
}) {}

/** Checks the whole wizard: returns what to store, or every wrong field of every step. */
const makeFoundingCheck = Effect.gen(function* () {
  const { check: checkBasics } = yield* BasicsCheck

  const check = Effect.fn("Founding.check")(function* (values: WizardValues) {
    const basics = yield* checkBasics(values)
    const people = checkPeople(values)
    const decisions = checkDecisions(values)
    if (Either.isLeft(basics) || Either.isLeft(people) || Either.isLeft(decisions)) {
      const wrong = {
        ...(Either.isLeft(decisions) ? decisions.left : {}),
        ...(Either.isLeft(people) ? people.left : {}),
        ...(Either.isLeft(basics) ? basics.left : {})
      }
      return yield* new NotReady({ fields: wrong })
    }
    return {
      ...basicsFacts(basics.right),
      joinPolicy: people.right.joinPolicy,
      joinToken: joinTokenOf(people.right),
      rules: people.right.rules,
      template: decisions.right.template,
      governance: governanceOf(decisions.right)
    }
  })

  return { check }
})

/** The facts of a community, as the wizard gives them. */
type Checked = Effect.Effect.Success<ReturnType<Effect.Effect.Success<typeof makeFoundingCheck>["check"]>>

// Inserts a community with its founder as owner and first member.

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

const makeNewCommunities = Effect.gen(function* () {
  const sql = yield* Sql
  const repo = yield* CommunitiesRepo
  const writes = yield* CommunityWrites
  const memberships = yield* MembershipsRepo
  const owned = yield* OwnedCommunities

  /** Joins the caller's transaction; returns the id. */
  const insert = Effect.fn("Founding.insert")(function* (
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

const decodeDiscarded = decodedRow(Schema.Struct({ id: CommunityId, slug: Schema.String }))

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
    OwnedCommunities.Default,
    Idempotency.Default,
    FeatureFlags.Default,
    Drafts.Default,
    CommunitiesRepo.Default,
    MembershipsRepo.Default,
    BasicsCheck.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const writes = yield* CommunityWrites
    const { check } = yield* makeFoundingCheck
    const { insert } = yield* makeNewCommunities
    const owned = yield* OwnedCommunities
    const drafts = yield* Drafts
    const activity = yield* Activity
    const once = yield* Idempotency
    const flags = yield* FeatureFlags

    const update = (account: AccountAddress, id: CommunityId, facts: Checked, stage: Community["stage"]) =>
      Effect.as(
        writes
          .change(id, null, account, () =>
            Effect.flatMap(
              owned.findDraft(id, account),
              Option.match({ onNone: () => new NoDraft(), onSome: () => Effect.succeed({ ...facts, stage }) })
            )
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

    /** Discards a draft that nobody else ever saw, with what is typed for it. */
    const discard = Effect.fn("Founding.discard")(function* (account: AccountAddress, id: CommunityId) {
      yield* writes.withLock({ id })
      const draft = yield* Effect.flatMap(
        owned.findDraft(id, account),
        Option.match({ onNone: () => new NoDraft(), onSome: Effect.succeed })
      )
      const typed = yield* drafts.discard(account, placeOf(id))
      return { drafts: typed, ...(yield* owned.discardDraft(draft)) }
    }, atomically(sql))

    /** Undoes `discard`, and the discarding of what is typed for a community. */
    const restore = Effect.fn("Founding.restore")(function* (account: AccountAddress, rows: RemovedRows) {
      const { communities: [row] = [], drafts: typed = [], memberships = [] } = rows
      if (row !== undefined) yield* withLocks(sql, [`owner:${account}`])
      yield* drafts.restore(account, typed)
      if (row === undefined) return
      const draft = yield* decodeDiscarded(row)
      if ((yield* owned.countOwned(account)) >= MAX_OWNED) {
        return yield* new CannotUndo({ why: `You own ${MAX_OWNED} communities again.` })
      }
      yield* writes.withLock({ slug: draft.slug })
      if (!(yield* writes.isFree(draft.slug, draft.id))) {
        return yield* new CannotUndo({ why: "Another community has taken its address since." })
      }
      if (!(yield* owned.restoreDraft(draft, memberships))) return yield* new TooLateToUndo({})
    })

    return { found, discard, restore }
  })
}) {}
