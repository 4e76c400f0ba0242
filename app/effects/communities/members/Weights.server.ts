/**
 * Weights of the `assigned` way of counting (docs/product/votes.md, 3.5.2): one member's, or a whole list at once. The
 * owner sets them, their own too: a group whose owner could not have a weight could not count. Everybody sees what was
 * set.
 */
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { must } from "~/effects/access/must"
import { permissions } from "~/effects/access/permissions"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"
import { isHolderAddress } from "~/ledger/index"
import { NotAMember, WeightListWrong } from "./errors"
import { standingOf } from "./fresh"
import { membersPath } from "./joining"
import { type LineError, readWeightList, type WeightLine } from "./weightList"

/** Names in one statement: SQLite takes more, Postgres does not mind. */
const CHUNK = 500
/** Shown at once; who has more mistakes than this mends these first. */
const MAX_ERRORS = 50

const isAccount = (address: string) => isHolderAddress("account", address, NETWORK_ID)

const wrong = (errors: ReadonlyArray<LineError>) =>
  new WeightListWrong({
    message: `${errors.length === 1 ? "1 line has a mistake" : `${errors.length} lines have mistakes`}. Nothing was changed.`,
    fields: Object.fromEntries(errors.slice(0, MAX_ERRORS).map(({ line, message }) => [`line-${line}`, message]))
  })

const isHere = (status: string) => status === "active" || status === "suspended"

export class Weights extends Effect.Service<Weights>()("effects/Weights", {
  dependencies: [MembershipsRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const memberships = yield* MembershipsRepo
    const activity = yield* Activity

    /** Takes the turn and asks the rules with what is stored now. Answers those of the accounts that are known here. */
    const meet = Effect.fn("Weights.meet")(function* (here: Inside, accounts: ReadonlyArray<string>) {
      const { id } = here.community
      const actor = here.standing.account ?? ""
      yield* memberships.takeTurn(id)
      const own = (yield* memberships.findSome(id, [actor])).get(actor)
      yield* must(permissions.assignWeight(standingOf(here.standing, own)))
      const known = new Map<string, { readonly status: string; readonly weight: number }>()
      for (let start = 0; start < accounts.length; start += CHUNK) {
        const some = yield* memberships.findSome(id, accounts.slice(start, start + CHUNK))
        for (const [account, row] of some) if (isHere(row.status)) known.set(account, row)
      }
      return known
    })

    const tell = (here: Inside, count: number) =>
      activity.record({
        communityId: here.community.id,
        actor: here.standing.account,
        type: "weightsChanged",
        target: membersPath(here.community.id),
        data: { count },
        visibility: "public"
      })

    const set = Effect.fn("Weights.set")(function* (here: Inside, account: string, weight: number) {
      const known = yield* meet(here, [account])
      const member = known.get(account)
      if (member === undefined) return yield* new NotAMember()
      if (member.weight === weight) return
      yield* store(here, [{ account, weight }])
      yield* tell(here, 1)
    }, atomically(sql))

    /** One statement for all who get the same weight, 500 at most. */
    const store = (here: Inside, changes: ReadonlyArray<Pick<WeightLine, "account" | "weight">>) =>
      Effect.gen(function* () {
        const groups = new Map<number, Array<string>>()
        for (const { account, weight } of changes) {
          const group = groups.get(weight)
          if (group === undefined) groups.set(weight, [account])
          else group.push(account)
        }
        for (const [weight, accounts] of groups) {
          for (let start = 0; start < accounts.length; start += CHUNK) {
            yield* memberships.setWeight(here.community.id, accounts.slice(start, start + CHUNK), weight)
          }
        }
      })

    /** All lines or none. Answers how many weights are different now. */
    const setMany = Effect.fn("Weights.setMany")(function* (here: Inside, text: string) {
      yield* must(permissions.assignWeight(here.standing))
      const { errors, lines } = readWeightList(text, isAccount)
      if (lines.length === 0 && errors.length === 0) {
        return yield* new WeightListWrong({
          message: "The list is empty.",
          fields: { csv: "Write a line for each member: account,weight." }
        })
      }
      const accounts = lines.map(({ account }) => account)
      const known = yield* meet(here, accounts)
      const strangers = lines
        .filter(({ account }) => !known.has(account))
        .map(({ line }) => ({ line, message: "This account is not a member." }))
      const all = [...errors, ...strangers].sort((one, other) => one.line - other.line)
      if (all.length > 0) return yield* wrong(all)
      const changes = lines.filter(({ account, weight }) => known.get(account)?.weight !== weight)
      if (changes.length === 0) return 0
      yield* store(here, changes)
      yield* tell(here, changes.length)
      return changes.length
    }, atomically(sql))

    return { set, setMany }
  })
}) {}
