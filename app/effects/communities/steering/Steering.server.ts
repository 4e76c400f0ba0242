/**
 * Changes a community's settings, archives it and reopens it (docs/product/communities.md). Every change takes the
 * lock, needs the owner and a community that is not archived, and is announced.
 */
import { Effect, Either, Option } from "effect"
import type { Community, CommunityId, GovernanceSettings } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed } from "~/effects/access/must"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { ModerationLog } from "~/effects/activity/moderation-log/ModerationLog.server"
import { Sql } from "~/effects/base/db/statements.server"
import { InvalidFields, WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { counted } from "~/effects/base/text/counted"
import { type CommunityChanges, CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { MAX_OWNED, OwnsTooMany } from "~/effects/communities/communities/errors"
import { OwnedCommunities } from "~/effects/communities/communities/OwnedCommunities.server"
import { BasicsCheck } from "~/effects/communities/founding/BasicsCheck.server"
import { checkDecisions, checkPeople } from "~/effects/communities/founding/forms"
import { basicsFacts, governanceOf, joinTokenOf } from "~/effects/communities/founding/governance"
import type { DecisionsValues, PeopleValues } from "~/effects/communities/founding/values"
import { ClosedBySite, StillOpen, VoteNeeded } from "./errors"
import { type GeneralValues, ruleChangeNeedsVote } from "./parts"
import { changesRules } from "./ruleChanges"

/**
 * What prevents archiving a community (docs/product/communities.md). Pure; every feature that can have something open
 * adds to it.
 */
type Business = Pick<Community, "openProposals" | "openSales">

/** Archives a community, and reopens it. */
export const openBusiness = ({ openProposals, openSales }: Business): ReadonlyArray<string> => [
  ...(openProposals > 0 ? [counted(openProposals, "open proposal")] : []),
  ...(openSales > 0 ? [counted(openSales, "open bond sale")] : [])
]

type Change = { readonly stage: Community["stage"] }

/** Fails while something in it is open. */
export const archived = (now: Community): Effect.Effect<Change, WrongState | StillOpen> => {
  const what = openBusiness(now)
  if (now.stage !== "live" && now.stage !== "deployed") {
    return new WrongState({ thing: "community", state: now.stage, action: "archiving it" })
  }
  return what.length > 0 ? new StillOpen({ what }) : Effect.succeed({ stage: "archived" })
}
export const opened = (now: Community): Effect.Effect<Change, WrongState> =>
  now.stage === "archived"
    ? Effect.succeed({ stage: now.treasuryAccount === null ? "live" : "deployed" })
    : new WrongState({ thing: "community", state: now.stage, action: "reopening it" })

/** The fields that really differ: saving equal values changes nothing and notifies nobody. */
const differences = (now: Community, next: CommunityChanges): CommunityChanges =>
  Object.fromEntries(
    Object.entries(next).filter(
      ([name, value]) => JSON.stringify(now[name as keyof CommunityChanges]) !== JSON.stringify(value)
    )
  )

const invalid = (fields: Readonly<Record<string, string>>) => new InvalidFields({ fields })

const mayDecideAlone = (now: Community, template: string, governance: GovernanceSettings) =>
  ruleChangeNeedsVote(now.memberCount) && changesRules(now, governance)
    ? new VoteNeeded({ change: { community: now, template, governance, proposer: now.ownerAddress } })
    : Effect.void

export class Steering extends Effect.Service<Steering>()("communities/steering/Steering", {
  dependencies: [BasicsCheck.Default, CommunityWrites.Default, ModerationLog.Default, OwnedCommunities.Default],
  effect: Effect.gen(function* () {
    const basics = yield* BasicsCheck

    const sql = yield* Sql
    const writes = yield* CommunityWrites
    const owned = yield* OwnedCommunities
    const log = yield* ModerationLog

    const activity = yield* Activity

    const requireLiving = ({ stage }: Community) =>
      stage === "archived" || stage === "draft"
        ? new WrongState({ thing: "community", state: stage, action: "changing its settings" })
        : Effect.void

    /** Writes to the activity; `what` completes "changed …". */
    const notify = (here: Inside, type: "settingsChanged" | "archived" | "unarchived", what?: string) =>
      activity.record({
        communityId: here.community.id,
        actor: here.communityRole.account,
        type,
        target: `/community/detail/${here.community.id}`,
        ...(what === undefined ? {} : { data: { what } }),
        visibility: "public"
      })

    /** Returns whether something was changed. */
    const save = <E, R>(
      here: Inside,
      version: number,
      what: string,
      decide: (now: Community) => Effect.Effect<CommunityChanges, E, R>
    ) =>
      Effect.gen(function* () {
        yield* requireAllowed(here, "settings")
        const account = here.community.ownerAddress // only the owner may do this
        const after = yield* writes.change(here.community.id, version, account, (now) =>
          Effect.zipRight(
            requireLiving(now),
            Effect.map(decide(now), (next) => differences(now, next))
          )
        )
        const isChanged = after.version !== version
        if (isChanged) yield* notify(here, "settingsChanged", what)
        return isChanged
      }).pipe(atomically(sql))

    const requireNotClosed = (id: CommunityId) =>
      Effect.flatMap(
        log.closedBecause(id),
        Option.match({ onNone: () => Effect.void, onSome: (reason) => new ClosedBySite({ reason }) })
      )

    const archive = Effect.fn("Steering.archive")(function* (here: Inside) {
      yield* requireAllowed(here, "settings")
      const account = here.community.ownerAddress
      yield* Effect.gen(function* () {
        yield* writes.change(here.community.id, null, account, archived)
        yield* notify(here, "archived")
      }).pipe(atomically(sql))
    })

    const unarchive = Effect.fn("Steering.unarchive")(function* (here: Inside) {
      yield* requireAllowed(here, "settings")
      const account = here.community.ownerAddress
      yield* Effect.gen(function* () {
        yield* withLocks(sql, [`owner:${account}`])
        yield* writes.withLock({ id: here.community.id })
        yield* requireNotClosed(here.community.id)
        if ((yield* owned.countOwned(account)) >= MAX_OWNED) return yield* new OwnsTooMany()
        yield* writes.change(here.community.id, null, account, opened)
        yield* notify(here, "unarchived")
      }).pipe(atomically(sql))
    })

    const saveGeneral = Effect.fn("Steering.saveGeneral")(function* (
      here: Inside,
      values: GeneralValues,
      version: number
    ) {
      const checked = yield* basics.check(values)
      const cover = yield* basics.picture("cover", values.cover)
      if (Either.isLeft(checked) || Either.isLeft(cover)) {
        return yield* invalid({
          ...(Either.isLeft(cover) ? cover.left : {}),
          ...(Either.isLeft(checked) ? checked.left : {})
        })
      }
      const { slug, ...facts } = basicsFacts(checked.right)
      return yield* save(here, version, "what the community is", (now) =>
        slug !== now.slug && now.memberCount > 1
          ? invalid({ slug: "The address can't change after the first member has joined." })
          : Effect.succeed({ ...facts, slug, cover: cover.right })
      )
    })

    const savePeople = Effect.fn("Steering.savePeople")(function* (
      here: Inside,
      values: PeopleValues,
      version: number
    ) {
      const checked = checkPeople(values)
      if (Either.isLeft(checked)) return yield* invalid(checked.left)
      const { joinPolicy, rules } = checked.right
      return yield* save(here, version, "how people join", () =>
        Effect.succeed({ joinPolicy, joinToken: joinTokenOf(checked.right), rules })
      )
    })

    /** With more than three members, fails with the change that must be put to a vote. */
    const saveDecisions = Effect.fn("Steering.saveDecisions")(function* (
      here: Inside,
      values: DecisionsValues,
      version: number
    ) {
      const checked = checkDecisions(values)
      if (Either.isLeft(checked)) return yield* invalid(checked.left)
      const governance = governanceOf(checked.right)
      const { template } = checked.right
      return yield* save(here, version, "how the community decides", (now) =>
        Effect.as(mayDecideAlone(now, template, governance), { template, governance })
      )
    })

    return { saveGeneral, savePeople, saveDecisions, archive, unarchive }
  })
}) {}
