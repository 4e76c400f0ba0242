/**
 * Weights of the `assigned` mode (docs/product/votes.md): one member's, or a whole list. The owner sets them, their own
 * included, because the owner of a group must be able to vote in it. Every member sees the change.
 */
import { Array as Arr, Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { actorOf, must } from "~/effects/access/must"
import { permissions } from "~/effects/access/permissions"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { Sheet } from "~/effects/base/lists/Sheet"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { MembershipBatches } from "~/effects/communities/communities/MembershipBatches.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { isHolderAddress } from "~/ledger/index"
import { NotAMember, WeightListWrong } from "./errors"
import { standingOf } from "./fresh"
import { membersPath } from "./joining"
import { type LineError, readWeightList, type WeightLine } from "./weightList"

/** Rows in one statement: below the limit of parameters in SQLite. */
const BATCH = 500
/** Most errors shown at a time. */
const MAX_ERRORS = 50

const isAccount = (address: string) => isHolderAddress("account", address, NETWORK_ID)

const inOrder = (errors: ReadonlyArray<LineError>) => errors.toSorted((one, other) => one.line - other.line)

const wrong = (errors: ReadonlyArray<LineError>) =>
  new WeightListWrong({
    message: `${errors.length === 1 ? "1 line has an error" : `${errors.length} lines have errors`}. Nothing was changed.`,
    fields: Object.fromEntries(
      inOrder(errors)
        .slice(0, MAX_ERRORS)
        .map(({ line, message }) => [`line-${line}`, message])
    )
  })

const empty = () =>
  new WeightListWrong({
    message: "The list is empty.",
    fields: { csv: "Write one line for each member: account,weight." }
  })

const strangersIn = (lines: ReadonlyArray<WeightLine>, known: ReadonlyMap<string, unknown>): ReadonlyArray<LineError> =>
  lines
    .filter(({ account }) => !known.has(account))
    .map(({ line }) => ({ line, message: "This account is not a member." }))

const isHere = (status: string) => status === "active" || status === "suspended"

export class Weights extends Effect.Service<Weights>()("communities/members/Weights", {
  dependencies: [MembershipsRepo.Default, MembershipBatches.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const memberships = yield* MembershipsRepo
    const batches = yield* MembershipBatches
    const activity = yield* Activity

    /**
     * Takes the lock and checks the rules against what is stored now. Returns the memberships of the accounts that have
     * one.
     */
    const meet = Effect.fn("Weights.meet")(function* (here: Inside, accounts: ReadonlyArray<string>) {
      const { id } = here.community
      const actor = actorOf(here.standing)
      yield* memberships.withLock(id)
      const own = (yield* memberships.findSome(id, [actor])).get(actor)
      yield* must(permissions.assignWeight(standingOf(here.standing, own)))
      const known = new Map<string, { readonly status: string; readonly weight: number }>()
      for (const batch of Arr.chunksOf(accounts, BATCH)) {
        const some = yield* memberships.findSome(id, batch)
        for (const [account, row] of some) if (isHere(row.status)) known.set(account, row)
      }
      return known
    })

    const report = ({ community: { id: communityId }, standing: { account: actor } }: Inside, count: number) => {
      const target = membersPath(communityId)
      const reported = { communityId, actor, target, data: { count } }
      return activity.record({ ...reported, type: "weightsChanged", visibility: "public" })
    }

    const set = Effect.fn("Weights.set")(function* (here: Inside, account: string, weight: number) {
      const known = yield* meet(here, [account])
      const member = known.get(account)
      if (member === undefined) return yield* new NotAMember()
      if (member.weight === weight) return
      yield* batches.setWeights(here.community.id, [{ account, weight }])
      yield* report(here, 1)
    }, atomically(sql))

    /** All lines or none. Returns how many weights have changed. */
    const setMany = Effect.fn("Weights.setMany")(function* (here: Inside, sheet: Sheet) {
      yield* must(permissions.assignWeight(here.standing))
      const { errors, lines } = readWeightList(sheet, isAccount)
      if (lines.length === 0 && errors.length === 0) return yield* empty()
      const known = yield* meet(
        here,
        lines.map(({ account }) => account)
      )
      const all = [...errors, ...strangersIn(lines, known)]
      if (all.length > 0) return yield* wrong(all)
      const changes = lines.filter(({ account, weight }) => known.get(account)?.weight !== weight)
      if (changes.length === 0) return 0
      yield* batches.setWeights(here.community.id, changes)
      yield* report(here, changes.length)
      return changes.length
    }, atomically(sql))

    return { set, setMany }
  })
}) {}
