/**
 * Changing what a community is, how one joins and how it decides; archiving it and opening it again
 * (docs/product/communities.md, 3.6.7).
 */
import { SqlClient } from "@effect/sql"
import { Effect, Either } from "effect"
import { type Community, type GovernanceSettings, Slug } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { mustBeAllowed } from "~/effects/access/must"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { InvalidFields, WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { type CommunityChanges, CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { MAX_OWNED, OwnsTooMany } from "~/effects/communities/communities/errors"
import { BasicsCheck } from "~/effects/communities/founding/BasicsCheck.server"
import { checkDecisions, checkPeople } from "~/effects/communities/founding/checkForms"
import { governanceOf, joinTokenOf, linksOf } from "~/effects/communities/founding/governance"
import type { DecisionsValues, PeopleValues } from "~/effects/communities/founding/values"
import { StillOpen, VoteNeeded } from "./errors"
import { openBusiness } from "./openBusiness"
import { type GeneralValues, needsVote } from "./parts"

const invalid = (fields: Readonly<Record<string, string>>) => new InvalidFields({ fields })

/** What really differs: saving what stands there changes nothing and tells nobody. */
const differences = (now: Community, next: CommunityChanges): CommunityChanges =>
  Object.fromEntries(
    Object.entries(next).filter(
      ([name, value]) => JSON.stringify(now[name as keyof CommunityChanges]) !== JSON.stringify(value)
    )
  )

export class Steering extends Effect.Service<Steering>()("effects/Steering", {
  dependencies: [CommunityWrites.Default, BasicsCheck.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const writes = yield* CommunityWrites
    const activity = yield* Activity
    const basics = yield* BasicsCheck

    const mustBeLiving = ({ stage }: Community) =>
      stage === "archived" || stage === "draft"
        ? new WrongState({ thing: "community", state: stage, action: "changing its settings" })
        : Effect.void

    const tell = (here: Inside, type: "settingsChanged" | "archived" | "unarchived", what?: string) =>
      activity.record({
        communityId: here.community.id,
        actor: here.standing.account,
        type,
        target: `/community/detail/${here.community.id}`,
        ...(what === undefined ? {} : { data: { what } }),
        visibility: "public"
      })

    /** True where something was changed. */
    const save = <E, R>(
      here: Inside,
      version: number,
      what: string,
      decide: (now: Community) => Effect.Effect<CommunityChanges, E, R>
    ) =>
      Effect.gen(function* () {
        yield* mustBeAllowed(here, "settings")
        const account = here.community.ownerAddress // whoever may do this is the owner
        const after = yield* writes.change(here.community.id, version, account, (now) =>
          Effect.zipRight(
            mustBeLiving(now),
            Effect.map(decide(now), (next) => differences(now, next))
          )
        )
        const isChanged = after.version !== version
        if (isChanged) yield* tell(here, "settingsChanged", what)
        return isChanged
      }).pipe(atomically(sql))

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
      const { description, logo, name, slug, tagline, tags, visibility } = checked.right
      return yield* save(here, version, "what the community is", (now) =>
        slug !== now.slug && now.memberCount > 1
          ? invalid({ slug: "The address stays as it is since the first member joined." })
          : Effect.succeed({
              name,
              slug: Slug.make(slug),
              tagline,
              description,
              tags,
              logo,
              cover: cover.right,
              visibility,
              links: linksOf(checked.right)
            })
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

    const mayDecideAlone = (now: Community, template: string, governance: GovernanceSettings) =>
      needsVote(now.memberCount) && JSON.stringify(now.governance) !== JSON.stringify(governance)
        ? new VoteNeeded({ change: { community: now, template, governance, proposer: now.ownerAddress } })
        : Effect.void

    /** With more than three members the change is put to a vote instead. */
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

    const archive = Effect.fn("Steering.archive")(function* (here: Inside) {
      yield* mustBeAllowed(here, "settings")
      const account = here.community.ownerAddress
      yield* Effect.gen(function* () {
        yield* writes.change(
          here.community.id,
          null,
          account,
          (now): Effect.Effect<CommunityChanges, WrongState | StillOpen> => {
            const what = openBusiness(now)
            if (now.stage !== "live" && now.stage !== "deployed") {
              return new WrongState({ thing: "community", state: now.stage, action: "archiving it" })
            }
            return what.length > 0 ? new StillOpen({ what }) : Effect.succeed({ stage: "archived" as const })
          }
        )
        yield* tell(here, "archived")
      }).pipe(atomically(sql))
    })

    const unarchive = Effect.fn("Steering.unarchive")(function* (here: Inside) {
      yield* mustBeAllowed(here, "settings")
      const account = here.community.ownerAddress
      yield* Effect.gen(function* () {
        yield* Effect.orDie(takeTurns(sql, [`owner:${account}`]))
        if ((yield* writes.countOwned(account)) >= MAX_OWNED) return yield* new OwnsTooMany()
        yield* writes.change(here.community.id, null, account, (now) =>
          now.stage === "archived"
            ? Effect.succeed({ stage: now.treasuryAccount === null ? ("live" as const) : ("deployed" as const) })
            : new WrongState({ thing: "community", state: now.stage, action: "opening it again" })
        )
        yield* tell(here, "unarchived")
      }).pipe(atomically(sql))
    })

    return { saveGeneral, savePeople, saveDecisions, archive, unarchive }
  })
}) {}
