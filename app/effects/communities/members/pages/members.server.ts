/**
 * GET /community/detail/{id}/members: the list of members; for moderators and the owner also applications, invitations
 * and weights.
 */
import { Clock, Duration, Effect, Option } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { requireAllowed } from "~/effects/access/must"
import { type Permission, permissions } from "~/effects/access/permissions"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { randomId } from "~/effects/base/text/random.server"
import { PAGE_SIZE } from "~/effects/communities/communities/Communities.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { Applications } from "~/effects/communities/members/Applications.server"
import { Invitations } from "../Invitations.server"
import { MembersRepo } from "../MembersRepo.server"
import { type MembersPage, MOST_WAITING } from "../page"
import { everybody, isAddressLike, isWhole, type MembersQuery, readQuery, type Tab } from "../query"
import { invitationsView } from "./emailInvitations.server"
import { weightsView } from "./weights.server"

const DAY_MS = Duration.toMillis("1 day")
/** Days of the chart on which the number changed. */
const CHART_DAYS = 366

/** The permission that a tab needs; the list needs none. */
const permissionOf: Readonly<Record<Tab, Permission | null>> = {
  members: null,
  applications: "moderate",
  invitations: "moderate",
  weights: "moderate"
}

/** A list of weights is offered only if weights are assigned. */
const hasWeights = ({ community }: Inside) => community.governance.weightMode === "assigned"

const tabsOf = (here: Inside): ReadonlyArray<Tab> =>
  (["members", "applications", "invitations", "weights"] as const).filter((tab) => {
    const permission = permissionOf[tab]
    if (tab === "weights" && !hasWeights(here)) return false
    return permission === null || permissions[permission](here.communityRole).ok
  })

const listOf = (here: Inside, query: MembersQuery) =>
  Effect.gen(function* () {
    const repo = yield* MembersRepo
    const { members, next } = yield* repo.page(here.community.id, query, PAGE_SIZE)
    return {
      members,
      next,
      total: isWhole(query) ? here.community.memberCount : null,
      participation: yield* repo.participation(
        here.community.id,
        members.map(({ account }) => account)
      )
    }
  })

/**
 * The chart is on the first page of the unfiltered list only; pending applications are counted only for those who
 * decide.
 */
const aroundOf = (here: Inside, query: MembersQuery) =>
  Effect.gen(function* () {
    const waitingList = yield* Applications
    const figures = yield* MembersRepo
    const { id } = here.community
    const canDecide = permissions.moderate(here.communityRole).ok
    if (query.tab !== "members" || query.after !== null || query.open !== "" || !isWhole(query)) {
      return { overTime: [], waiting: canDecide ? yield* waitingList.count(id, MOST_WAITING) : 0 }
    }
    const { overTime, waiting } = yield* figures.around(id, CHART_DAYS, MOST_WAITING)
    return { overTime: overTime.map(({ at, n }) => ({ at: at * DAY_MS, value: n })), waiting: canDecide ? waiting : 0 }
  })

/** A reader who may not act on members opens no row. */
const openOf = (here: Inside, query: MembersQuery, list: MembersPage["list"]) =>
  Effect.gen(function* () {
    const { open } = query
    if (!isAddressLike(open) || query.tab !== "members" || !permissions.moderate(here.communityRole).ok) return null
    const listed = list?.members.find(({ account }) => account === open)
    if (listed !== undefined) return listed
    const repo = yield* MembersRepo
    return Option.getOrNull(yield* repo.find(here.community.id, open))
  })

export const membersPage = Effect.gen(function* () {
  const { request } = yield* RouteArgs
  const here = yield* inside
  const { searchParams } = new URL(request.url)
  const query = readQuery(searchParams)
  const needed = permissionOf[query.tab]
  if (needed !== null) yield* requireAllowed(here, needed)
  const waitingList = yield* Applications
  const { id } = here.community
  const asked = query.tab === "weights" && !hasWeights(here) ? everybody : query

  const list = asked.tab === "members" ? yield* listOf(here, asked) : null
  const isInvitations = asked.tab === "invitations"
  const invites = isInvitations && !searchParams.has("list") ? yield* (yield* Invitations).list(id) : null
  const page: MembersPage = {
    query: asked,
    now: yield* Clock.currentTimeMillis,
    account: here.communityRole.account,
    formKey: yield* randomId(20),
    showsWeight: hasWeights(here),
    tabs: tabsOf(here),
    ...(yield* aroundOf(here, asked)),
    canExport: permissions.exportMembers(here.communityRole).ok,
    list,
    open: yield* openOf(here, asked, list),
    applications: asked.tab === "applications" ? yield* waitingList.page(id, asked.after, PAGE_SIZE) : null,
    invites,
    invitations: isInvitations ? yield* invitationsView(here, searchParams, invites ?? []) : null,
    weights: asked.tab === "weights" ? yield* weightsView(here, searchParams) : null
  }
  return page
})
