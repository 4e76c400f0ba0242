/**
 * Weights of the `assigned` mode (docs/product/votes.md): one member's, or those of a list that was read. The owner sets
 * them, their own included, because the owner of a group must be able to vote in it. Every member sees the change.
 */
import { Effect, Option } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { must, requireAllowed } from "~/effects/access/must"
import { permissions } from "~/effects/access/permissions"
import { Activity } from "~/effects/activity/activity/Activity.server"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { InvalidFields } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { openQuestion } from "~/effects/base/lists/ListReading"
import { listLines } from "~/effects/base/lists/listLines"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { NotAMember, WeightListChanged, WeightListWrong } from "./errors"
import { roleNowOf } from "./fresh"
import { membersPath } from "./joining"
import { WeightLists } from "./WeightLists.server"
import { type CheckedWeight, checkWeights } from "./weightList"

/** Most errors reported at a time. */
const MAX_ERRORS = 50

const wrong = (errors: ReadonlyArray<CheckedWeight>) =>
  new WeightListWrong({
    message: `${errors.length === 1 ? "1 line has an error" : `${errors.length} lines have errors`}. Nothing was changed.`,
    fields: Object.fromEntries(errors.slice(0, MAX_ERRORS).map(({ error, line }) => [`line-${line}`, error ?? ""]))
  })

const isHere = (status: string) => status === "active" || status === "suspended"

export class Weights extends Effect.Service<Weights>()("communities/members/Weights", {
  dependencies: [MembershipsRepo.Default, WeightLists.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const memberships = yield* MembershipsRepo
    const lists = yield* WeightLists
    const activity = yield* Activity

    /** Takes the lock and checks the rule against what is stored now. */
    const meet = Effect.fn("Weights.meet")(function* (here: Inside) {
      const { id } = here.community
      const actor = yield* requireAllowed(here, "assignWeight")
      yield* memberships.withLock(id)
      const own = (yield* memberships.findSome(id, [actor])).get(actor)
      yield* must(permissions.assignWeight(roleNowOf(here.communityRole, own)))
    })

    const report = ({ community: { id: communityId }, communityRole: { account: actor } }: Inside, count: number) => {
      const target = membersPath(communityId)
      const reported = { communityId, actor, target, data: { count } }
      return activity.record({ ...reported, type: "weightsChanged", visibility: "public" })
    }

    const set = Effect.fn("Weights.set")(function* (here: Inside, account: AccountAddress, weight: number) {
      yield* meet(here)
      const member = (yield* memberships.findSome(here.community.id, [account])).get(account)
      if (member === undefined || !isHere(member.status)) return yield* new NotAMember()
      if (member.weight === weight) return
      yield* memberships.setWeights(here.community.id, [{ account, weight }])
      yield* report(here, 1)
    }, atomically(sql))

    /** Sets the weights of the list that was seen: all lines or none. Returns how many weights have changed. */
    const setList = Effect.fn("Weights.setList")(function* (here: Inside, seen: string) {
      const { id } = here.community
      yield* meet(here)
      const found = yield* lists.find(id)
      const isSeen = Option.isSome(found) && found.value.hash === seen
      if (!isSeen || !(yield* lists.remove(id, seen))) return yield* new WeightListChanged()
      const { reading, sheet } = found.value
      const question = openQuestion(reading, "weight")
      if (question !== null) return yield* new InvalidFields({ fields: { list: question } })
      const lines = yield* listLines(sheet, reading)
      const members = yield* lists.members(
        id,
        lines.map(({ account }) => account)
      )
      const checked = yield* checkWeights(lines, members)
      const errors = checked.filter(({ error }) => error !== null)
      if (errors.length > 0) return yield* wrong(errors)
      const changes = checked.flatMap(({ account, before, weight }) => {
        const member = members(account)
        return member === undefined || weight === null || weight === before ? [] : [{ account: member.account, weight }]
      })
      if (changes.length === 0) return 0
      yield* memberships.setWeights(id, changes)
      yield* report(here, changes.length)
      return changes.length
    }, atomically(sql))

    return { set, setList }
  })
}) {}
