/** A community and its people for the tests of this folder: somebody of every role, and the pages they visit. */
import { Effect, Layer } from "effect"
import type { Community, NewCommunity } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import type { Membership } from "~/effects/access/Membership"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { ActivityLive } from "~/effects/communities/communities/ActivityLive.server"
import { Communities } from "~/effects/communities/communities/Communities.server"
import { insideOf } from "~/effects/communities/communities/inside.server"
import { MembersLive } from "~/effects/communities/members/layers.server"
import { demoAccount } from "~/effects/local/seed/accounts"
import { UsersRepo } from "~/effects/people/users/UsersRepo.server"
import { asResource } from "../../../addresses"
import type { Database } from "../../../databases"
import { settings } from "../../people/signup/world"
import { ORIGIN, signIn } from "../../publishing/dashboard/visits"
import { world as communitiesWorld, found, join } from "../communities/world"

export { TODAY } from "../../people/signup/world"

/** What the ledger of the tests contains: accounts and how much of the one token they hold. */
export const TOKEN = asResource("resource_tdx_2_token")
const time = { stateVersion: 7, at: "2026-11-20T12:00:00Z", isFresh: true }

export const ledgerOf = (holdings: Readonly<Record<string, string>>) =>
  Ledger.layerScript({
    balancesOf: (_, accounts) =>
      Effect.succeed({
        time,
        byAccount: new Map(accounts.map((account) => [account, AmountText.make(holdings[account] ?? "0")]))
      }),
    resource: (address) =>
      Effect.succeed({
        time,
        address,
        isFungible: true,
        divisibility: 18,
        totalSupply: AmountText.make("1000"),
        name: "A token",
        symbol: "GRD",
        iconUrl: null
      })
  })

export const world = (database: Database, ledger: Layer.Layer<Ledger> = Ledger.layerScript()) =>
  MembersLive.pipe(
    Layer.provideMerge(Layer.mergeAll(ActivityLive, Notifications.Default, ledger, settings())),
    Layer.provideMerge(communitiesWorld(database))
  )
export type World = Layer.Layer.Success<ReturnType<typeof world>>

/** An address of the test network; the same for the same name. */
export const accountOf = demoAccount

/** Somebody with a profile; returns their session's token. */
export const person = (name: string) =>
  Effect.gen(function* () {
    const users = yield* UsersRepo
    yield* users.insert({
      accountAddress: accountOf(name),
      username: name,
      email: `${name.toLowerCase().replaceAll(" ", ".")}@example.org`,
      bio: "I keep bees and spreadsheets.",
      displayImage: `/files/${name.toLowerCase()}/-/preview/1000x562/`,
      tags: ["Climate", "Energy", "Farming", "Film", "Food"],
      workHistory: [],
      newsletter: false
    })
    return yield* signIn(accountOf(name))
  })

/** A community of Olga's, with Mo as its moderator and Mia as its member; all have profiles. */
export const club = (changes: Partial<NewCommunity> = {}) =>
  Effect.gen(function* () {
    const community = yield* found({
      ...changes,
      slug: changes.slug ?? "club",
      ownerAddress: accountOf("Olga")
    } as const)
    const tokens: Record<string, string> = {}
    for (const name of ["Olga", "Mo", "Mia"]) tokens[name] = yield* person(name)
    yield* join(community.id, accountOf("Olga"), { role: "owner" })
    yield* join(community.id, accountOf("Mo"), { role: "moderator", joinedAt: 2 })
    yield* join(community.id, accountOf("Mia"), { joinedAt: 3 })
    return { id: community.id, community, tokens }
  })

export const comeIn = (communityId: Community["id"], name: string, changes: Partial<Membership> = {}) =>
  Effect.zipRight(person(name), join(communityId, accountOf(name), changes))

interface Visit {
  readonly id: string
  readonly token?: string | undefined
  readonly path?: string
  readonly form?: Readonly<Record<string, string>> | FormData
}

/** Runs a program for one request to a page of a community; reads are remembered within it, so read later states with another call. */
export const visitInside = <A, E, R>({ form, id, path = "", token }: Visit, program: Effect.Effect<A, E, R>) => {
  const request = new Request(`${ORIGIN}/community/detail/${id}${path}`, {
    method: form === undefined ? "GET" : "POST",
    headers: token === undefined ? {} : { cookie: `__Host-session=${token}` },
    ...(form === undefined ? {} : { body: form instanceof FormData ? form : new URLSearchParams(form) })
  })
  const context = { requestId: "a request", nonce: "", address: "127.0.0.1" }
  return program.pipe(
    Effect.provideService(RouteArgs, { request, params: { id }, context }),
    Effect.provideService(ReplyHeaders, new Headers())
  )
}

/** The community as this person currently sees it. */
export const as = (id: Community["id"], name: string): Effect.Effect<Inside, never, World> =>
  Effect.gen(function* () {
    const token = yield* signIn(accountOf(name))
    const communities = yield* Communities
    return yield* visitInside(
      { id, token },
      Effect.flatMap(Effect.orDie(communities.byId(id, accountOf(name))), insideOf)
    )
  })
