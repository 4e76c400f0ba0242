/** What a treasury holds, who opens it, and how it moved: a part of the settings, and a page of its own for everybody. */
import { Clock, Effect } from "effect"
import type { Community } from "~/effects/access/Community"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { namesOf } from "~/effects/treasury/deployment/badgeFacts.server"
import { whoOpens } from "~/effects/treasury/deployment/whoOpens.server"
import { holderHere } from "~/effects/treasury/distributions/pages/holding.server"
import { ActsRepo } from "~/effects/treasury/keepers/ActsRepo.server"
import type { MovementsAfter } from "../MovementLists.server"
import { Treasury } from "../Treasury.server"
import type { SettingsTreasury, TreasuryPage } from "../view"
import { afterOf, afterText } from "./exportMovements.server"

const LAST = 20 // docs/product/treasury.md, 3.5.1

const treasuryOf = (community: Community, after: MovementsAfter | null, limit: number) =>
  Effect.gen(function* () {
    const treasury = yield* Treasury
    const ledger = yield* Ledger
    const { ownerBadge } = community
    const holders =
      ownerBadge === null
        ? []
        : yield* Effect.match(ledger.shown.holders(ownerBadge), {
            onFailure: () => null,
            onSuccess: (found) => found.holders.map(({ address, amount }) => ({ address, badges: amount }))
          })
    const names = yield* namesOf(holders?.map(({ address }) => address) ?? [])
    return {
      slug: community.slug,
      shown: yield* treasury.shown(community),
      holders: holders?.map((holder) => ({ ...holder, name: names.get(holder.address) ?? null })) ?? null,
      opens: yield* whoOpens(community),
      movements: yield* treasury.movements(community.id, after, limit)
    } satisfies SettingsTreasury
  })

export const settingsTreasury = (community: Community) => treasuryOf(community, null, LAST)

/** GET /community/detail/{id}/treasury */
export const treasuryPage = Effect.gen(function* () {
  const here = yield* inside
  const { community } = here
  const { request } = yield* RouteArgs
  const after = afterOf(new URL(request.url).searchParams.get("after"))
  const { movements, ...rest } = yield* treasuryOf(community, after, LAST + 1)
  const treasury = yield* Treasury
  const lines = after === null ? yield* treasury.lines(community, rest.shown) : []
  const acts = yield* ActsRepo
  const waiting = rest.opens === "one" || after !== null ? [] : yield* Effect.orDie(acts.waiting(community.id))
  const last = movements.length > LAST ? movements[LAST - 1] : undefined
  const page: TreasuryPage = {
    ...rest,
    now: yield* Clock.currentTimeMillis,
    isHolder: (yield* holderHere(here)).isHolder,
    waiting: waiting.map(({ kind, number, payload }) => ({ kind, number, payload })),
    lines,
    movements: movements.slice(0, LAST),
    next: last === undefined ? null : afterText(last),
    isFirstPage: after === null
  }
  return page
})
