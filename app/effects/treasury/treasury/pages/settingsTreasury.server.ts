/** Loader of a treasury's balances, controllers and movements: a part of the settings, and a public page of its own. */
import { Clock, Effect } from "effect"
import type { Community } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { AmountText } from "~/effects/base/amounts/AmountText"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { namesOf } from "~/effects/treasury/deployment/badgeFacts.server"
import { whoOpens } from "~/effects/treasury/deployment/whoOpens.server"
import { holderHere } from "~/effects/treasury/payouts/pages/holding.server"
import type { MovementsAfter } from "../MovementLists.server"
import { budgetsIn, linesAs, nextPayoutsIn, setAsideIn, waitingIn } from "../overview.server"
import { XRD } from "../TokenNames.server"
import { Treasury } from "../Treasury.server"
import { type PlanLine, TreasuryPlans } from "../TreasuryPlans.server"
import type { SettingsTreasury, TreasuryPage } from "../view"
import { afterOf, afterText } from "./exportMovements.server"

const LAST = 20 // docs/product/treasury.md

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

/** Balances of the escrow accounts; null while the ledger does not answer. */
const escrowsIn = (plans: ReadonlyArray<PlanLine>) =>
  Effect.gen(function* () {
    const accounts = linesAs(plans, "escrow").map(({ account }) => account)
    if (accounts.length === 0) return new Map<AccountAddress, ReadonlyMap<string, AmountText>>()
    const ledger = yield* Ledger
    const found = yield* known(ledger.shown.balances(accounts))
    return found === null ? null : found.byAccount
  })

/** GET /community/detail/{id}/treasury */
export const treasuryPage = Effect.gen(function* () {
  const here = yield* inside
  const { community } = here
  const { tokenResource, tokenSymbol } = community
  const now = yield* Clock.currentTimeMillis
  const { request } = yield* RouteArgs
  const after = afterOf(new URL(request.url).searchParams.get("after"))
  const { movements, ...rest } = yield* treasuryOf(community, after, LAST + 1)
  const treasury = yield* Treasury
  const lines = after === null ? yield* treasury.lines(community, rest.shown) : []
  const { isHolder } = yield* holderHere(here)
  const plans = after === null ? yield* (yield* TreasuryPlans).of(community, isHolder) : []
  const last = movements.length > LAST ? movements[LAST - 1] : undefined
  const page: TreasuryPage = {
    ...rest,
    now,
    isHolder,
    waiting: waitingIn(plans),
    setAside: setAsideIn({
      ...{ isHolder, lines: plans, shown: rest.shown, xrd: XRD },
      escrows: yield* escrowsIn(plans),
      token: tokenResource === null || tokenSymbol === null ? null : { resource: tokenResource, name: tokenSymbol }
    }),
    budgets: budgetsIn(plans),
    nextPayouts: nextPayoutsIn(plans, now),
    lines,
    movements: movements.slice(0, LAST),
    next: last === undefined ? null : afterText(last),
    isFirstPage: after === null
  }
  return page
})
