/**
 * Founding: from what a wizard holds to a community, as a draft only its founder sees or open to people
 * (docs/product/communities.md, 3.6.5). Everything is checked and stored in one transaction; the same form sent twice
 * founds once.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Either } from "effect"
import { type Community, CommunityId, type Slug } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Once } from "~/effects/base/limits/Once.server"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { randomId } from "~/effects/base/text/random.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { MAX_OWNED, OwnsTooMany } from "~/effects/communities/communities/errors"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { BasicsCheck } from "./BasicsCheck.server"
import { checkDecisions, checkPeople } from "./checkForms"
import { NoDraft, NotReady } from "./errors"
import { governanceOf, joinTokenOf, linksOf } from "./governance"
import { slugVariants } from "./slug"
import { placeOf, type WizardValues } from "./wizard"

export interface Request {
  readonly account: string
  readonly values: WizardValues
  /** The community that is not open yet; null for a new one. */
  readonly draft: CommunityId | null
  /** The button: keep it as a draft, or open it. */
  readonly as: "draft" | "open"
  readonly key: string | null
}

export class Founding extends Effect.Service<Founding>()("effects/Founding", {
  dependencies: [
    CommunitiesRepo.Default,
    CommunityWrites.Default,
    MembershipsRepo.Default,
    Once.Default,
    BasicsCheck.Default,
    Drafts.Default
  ],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const repo = yield* CommunitiesRepo
    const writes = yield* CommunityWrites
    const memberships = yield* MembershipsRepo
    const drafts = yield* Drafts
    const activity = yield* Activity
    const once = yield* Once
    const { check: checkBasics } = yield* BasicsCheck

    /** What is to be stored, or every wrong field of every step. */
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
      const { description, logo, name, slug, tagline, tags, visibility } = basics.right
      return {
        name,
        slug: slug as Slug, // the form's rule is that of Slug
        tagline,
        description,
        logo,
        tags,
        visibility,
        links: linksOf(basics.right),
        joinPolicy: people.right.joinPolicy,
        joinToken: joinTokenOf(people.right),
        rules: people.right.rules,
        template: decisions.right.template,
        governance: governanceOf(decisions.right)
      }
    })
    type Checked = Effect.Effect.Success<ReturnType<typeof check>>

    const insert = (account: string, facts: Checked, stage: Community["stage"]) =>
      Effect.gen(function* () {
        yield* Effect.orDie(takeTurns(sql, [`owner:${account}`]))
        if ((yield* writes.countOwned(account)) >= MAX_OWNED) return yield* new OwnsTooMany()
        const now = yield* Clock.currentTimeMillis
        const id = CommunityId.make(yield* randomId())
        yield* writes.takeTurn({ slug: facts.slug })
        yield* repo.insert({
          ...facts,
          id,
          cover: null,
          ownerAddress: account,
          adminAccount: null,
          treasuryAccount: null,
          lockerAddress: null,
          ownerBadge: null,
          tokenResource: null,
          tokenSymbol: null,
          stage,
          verifiedAt: null,
          activeAt: now,
          createdAt: now
        })
        yield* memberships
          .insert({
            communityId: id,
            accountAddress: account,
            role: "owner",
            status: "active",
            weight: 1,
            joinedAt: now,
            invitedBy: null,
            applicationNote: null,
            suspendedUntil: null,
            reason: null,
            notifications: "all",
            lastReadAt: now
          })
          .pipe(Effect.orDie) // nobody belongs to a community that is a moment old
        return id
      })

    const update = (account: string, id: CommunityId, facts: Checked, stage: Community["stage"]) =>
      Effect.as(
        writes
          .change(id, null, account, (now) =>
            now.ownerAddress === account && now.stage === "draft" ? Effect.succeed({ ...facts, stage }) : new NoDraft()
          )
          .pipe(Effect.catchTag("StaleCommunity", Effect.die)), // no version was asked for
        id
      )

    /** Answers the community's id. */
    const found = Effect.fn("Founding.found")(function* ({ account, as, draft, key, values }: Request) {
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
      return CommunityId.make(yield* once.run(`found:${account}`, key, content, inOneGo(store)))
    })

    const inOneGo = atomically(sql)

    /** A draft nobody else ever saw goes with everything that belongs to it. */
    const discard = Effect.fn("Founding.discard")(function* (account: string, id: CommunityId) {
      yield* writes.takeTurn({ id })
      if (!(yield* writes.removeDraft(id, account))) return yield* new NoDraft()
      yield* drafts.remove(account, placeOf(id))
    }, atomically(sql))

    /** True where nobody has the address; `except` is the draft that may keep its own. */
    const isFree = writes.isFree

    /** An address nobody has, near the one wished for. */
    const suggest = Effect.fn("Founding.suggest")(function* (slug: string) {
      const wished = [slug, ...slugVariants(slug)]
      const taken = yield* Effect.orDie(
        sql<{ readonly slug: string }>`SELECT slug FROM communities WHERE ${sql.in("slug", wished)}`
      )
      return wished.find((candidate) => !taken.some((row) => row.slug === candidate)) ?? null
    })

    return { check, checkBasics, found, discard, isFree, suggest, countOwned: writes.countOwned }
  })
}) {}
