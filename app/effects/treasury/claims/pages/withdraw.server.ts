/**
 * Loader of what the signed-in account can withdraw (docs/product/treasury.md): `tokenWithdraw` inside a community, and
 * the account's own page, which shows nothing of a community that the account cannot read.
 */
import { Clock, Effect, Option, Schema } from "effect"
import type { Community } from "~/effects/access/Community"
import { ResourceAddress } from "~/effects/base/addresses/addresses"
import { NotThere } from "~/effects/base/failures/failures"
import { pageAction, textOf } from "~/effects/base/remix/pageAction.server"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import { readFirst } from "~/effects/chain/indexer/readFirst.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import { viewOf } from "~/effects/chain/prepared-transactions/stepView.server"
import { claimsHref } from "~/effects/communities/communities/hrefs"
import { inside } from "~/effects/communities/communities/inside.server"
import { requireAccount } from "~/effects/people/wallet-session/visitor.server"
import { onLedger } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { pathOf } from "~/effects/treasury/payouts/Distribution"
import { type AccountAddress, type AmountText, amountOf, formatAmount, NOTHING } from "~/ledger/index"
import type { ClaimFrom } from "../Claim"
import { Claims, lockersOf } from "../Claims.server"
import { ClaimDetail } from "../claimStep.server"
import type { PastWithdrawal, WaitingToken, WithdrawPage } from "../views"

/**
 * The community in whose lockers something waits for an account, even if the account cannot read that community: people
 * can withdraw their money without being members (docs/product/treasury.md, "Claiming").
 */
interface ClaimPlace {
  readonly community: Community
  readonly account: AccountAddress | null
  /** They can read the community; otherwise the response says nothing about it. */
  readonly isReader: boolean
}

/** By params.id. For accounts that cannot read it and have nothing there, it does not exist. */
const claimPlace = Effect.gen(function* () {
  const { params } = yield* RouteArgs
  const { account } = yield* requireAccount("see what you can withdraw")
  const claims = yield* Claims
  return yield* claims.placeFor(params.id ?? "", account)
})

const HISTORY = 20

const origins = { distribution: "Payout", coupon: "Bond payment", redemption: "Bond redemption" } as const

/** Name of a claim's origin; only people who can read the community see the title of a payout. */
const nameOf = ({ origin, title }: ClaimFrom, isReader: boolean): string =>
  isReader && title !== null ? title : origins[origin]

/** Links to its payout if that is finished, since unfinished ones are not public. */
const originOf = (isReader: boolean) => (claim: ClaimFrom) => ({
  id: claim.id,
  words: nameOf(claim, isReader),
  path: !isReader
    ? null
    : claim.finished === 1 && claim.number !== null
      ? pathOf(claim.communityId, claim.number)
      : `/community/detail/${claim.communityId}/tokenDistribution`,
  amount: claim.amount,
  since: claim.availableAt,
  recoverAfter: claim.recoverAfter
})

const wordsOf = (step: Step): string =>
  Option.match(Schema.decodeOption(ClaimDetail)(step.detail), {
    onNone: () => "Withdrawn",
    onSome: ({ items }) => items.map(({ amount, symbol }) => `${amount} ${symbol}`).join(", ")
  })

const withdrawn = (steps: ReadonlyArray<Step>): ReadonlyArray<PastWithdrawal> =>
  steps.flatMap((step) =>
    step.state === "verified" && step.txId !== null
      ? [{ id: step.id, kind: "withdrawn", at: step.updatedAt, words: wordsOf(step), txId: step.txId, by: [] }]
      : []
  )

/** Claims that ended other than by a withdrawal on this site. */
const elsewhere = (records: ReadonlyArray<ClaimFrom>, isReader: boolean): ReadonlyArray<PastWithdrawal> =>
  records.flatMap((claim): ReadonlyArray<PastWithdrawal> => {
    const { amount, id, outside, recoveredBy, recoveredTogether, state, symbol, txId, updatedAt: at } = claim
    const wordsOf = (of: string) => `${of} ${symbol}, ${nameOf(claim, isReader)}`
    const together = recoveredTogether?.map(({ account }) => account) ?? []
    const by = together.length > 0 || recoveredBy === null ? together : [recoveredBy]
    return [
      ...outside.map((left) => ({
        id: `${id}-${left.txId}-${left.way}`,
        kind: left.way === "recover" ? ("left" as const) : ("withdrawn" as const),
        at: left.at,
        words: wordsOf(left.amount),
        txId: left.txId,
        by: left.by.map(({ account }) => account)
      })),
      ...(state === "recovered" && txId !== null
        ? [{ id, kind: "recovered" as const, at, words: wordsOf(amount), txId, by }]
        : [])
    ]
  })

/** Newest first. */
const pastOf = (
  steps: ReadonlyArray<Step>,
  records: ReadonlyArray<ClaimFrom>,
  isReader: boolean
): ReadonlyArray<PastWithdrawal> =>
  [...withdrawn(steps), ...elsewhere(records, isReader)].sort((one, other) => other.at - one.at).slice(0, HISTORY)

const sumOfParts = (parts: ClaimFrom["outside"]) => parts.reduce((sum, { amount }) => sum + amountOf(amount), 0n)

/** By token, with the ledger's amount; ours is shown if it differs. */
const waitingOf = (
  vaults: ReadonlyArray<{ readonly resource: string; readonly amount: AmountText; readonly symbol: string }>,
  records: ReadonlyArray<ClaimFrom>,
  isReader: boolean
): ReadonlyArray<WaitingToken> => {
  const open = records.filter(({ state }) => state === "available" || state === "pending")
  const stored = new Set(vaults.map(({ resource }) => resource))
  const missing = new Map(
    open.filter(({ resource }) => !stored.has(resource)).map((each) => [each.resource, each.symbol])
  )
  const all = [...vaults, ...[...missing].map(([resource, symbol]) => ({ resource, symbol, amount: NOTHING }))]
  return all.map(({ amount, resource, symbol }) => {
    const own = open.filter((claim) => claim.resource === resource)
    return {
      resource,
      symbol,
      amount,
      recorded: formatAmount(own.reduce((sum, claim) => sum + amountOf(claim.amount) - sumOfParts(claim.outside), 0n)),
      origins: own.map(originOf(isReader))
    }
  })
}

interface Vault {
  readonly resource: ResourceAddress
  readonly amount: AmountText
  readonly isFungible: boolean
}

/** One line for each token in any locker; NFTs stay separate. */
const together = (vaults: ReadonlyArray<Vault>): ReadonlyArray<Vault> => {
  const sums = new Map<string, Vault>()
  for (const vault of vaults) {
    const before = vault.isFungible ? sums.get(vault.resource) : undefined
    const amount = before === undefined ? vault.amount : formatAmount(amountOf(before.amount) + amountOf(vault.amount))
    sums.set(vault.isFungible ? vault.resource : `${sums.size} ${vault.resource}`, { ...vault, amount })
  }
  return [...sums.values()]
}

/** The lockers contain less of a token than our records say: a transaction that is not recorded yet withdrew it. */
const missesSome = (
  records: ReadonlyArray<ClaimFrom>,
  vaults: ReadonlyArray<Vault & { readonly locker: string }>
): boolean => {
  const open = records.filter(({ state }) => state === "available")
  const sumOf = (locker: string, resource: string) =>
    open
      .filter((each) => each.locker === locker && each.resource === resource)
      .reduce((sum, { amount, outside }) => sum + amountOf(amount) - sumOfParts(outside), 0n)
  return open.some(({ locker, resource }) => {
    const vault = vaults.find((each) => each.locker === locker && each.resource === resource)
    return amountOf(vault?.amount ?? NOTHING) < sumOf(locker, resource)
  })
}

const nothing = { time: null, waiting: [], items: 0, history: [], step: null }

const pageOf = Effect.fn("claims.pageOf")(function* ({ account, community, isReader }: ClaimPlace) {
  const now = yield* Clock.currentTimeMillis
  const place = onLedger(community)
  const start = {
    now,
    account,
    isDeployed: Option.isSome(place),
    name: isReader ? community.name : null,
    treasury: community.treasuryAccount
  }
  if (account === null || Option.isNone(place)) return { ...start, ...nothing } satisfies WithdrawPage
  const claims = yield* Claims
  const ledger = yield* Ledger
  const before = yield* claims.records(community.id, account)
  const steps = yield* claims.asked(community.id, account, HISTORY)
  const read = yield* Effect.forEach(lockersOf(place.value.locker, before), (locker) =>
    Effect.map(known(ledger.shown.lockerVaults(locker, account)), (found) =>
      found === null ? null : { ...found, vaults: found.vaults.map((vault) => ({ ...vault, locker })) }
    )
  )
  // If one locker could not be read, sums would be wrong, so none is shown.
  const isRead = read.every((each) => each !== null)
  const all = isRead ? read.flatMap((each) => each?.vaults ?? []) : []
  const vaults = together(all)
  const isBehind = isRead && missesSome(before, all)
  // The indexer looks for that transaction now; if the ledger does not show it yet, the page shows the difference.
  if (isBehind) yield* (yield* Indexer).followCommunity(community.id)
  const records = isBehind ? yield* claims.records(community.id, account) : before
  const named = yield* Effect.forEach(
    vaults.filter(({ isFungible }) => isFungible),
    (vault) => Effect.map(claims.symbolOf(vault.resource), (symbol) => ({ ...vault, symbol }))
  )
  const [newest] = steps
  const isOpen = newest !== undefined && ["waiting", "sent", "committed"].includes(newest.state)
  const page: WithdrawPage = {
    ...start,
    time: isRead ? (read[0]?.time ?? null) : null,
    waiting: isRead ? waitingOf(named, records, isReader) : [],
    items: vaults.filter(({ isFungible }) => !isFungible).length,
    history: pastOf(steps, records, isReader),
    step: newest !== undefined && (isOpen || newest.state !== "verified") ? yield* viewOf(newest) : null
  }
  return page
})

export const withdrawPage = Effect.flatMap(inside, ({ community, communityRole }) =>
  pageOf({ community, account: communityRole.account, isReader: true })
)

/** GET /userDashboard/claims/{community} */
export const ownWithdrawPage = Effect.flatMap(claimPlace, pageOf)

const readResource = Schema.decode(ResourceAddress)

/** Prepares the transaction, which this account's wallet then signs on the page. */
const withdrawFrom = (community: Community, form: FormData) =>
  Effect.gen(function* () {
    const { account } = yield* requireAccount("withdraw tokens")
    const claims = yield* Claims
    yield* readFirst(community.id)
    const wanted = textOf(form, "resource")
    const resource = wanted === "" ? null : yield* Effect.mapError(readResource(wanted), () => new NotThere({}))
    const { followCommunity } = yield* Indexer
    const prepared = claims.prepare(community, account, resource)
    // The result may not be recorded yet.
    yield* Effect.catchTag(prepared, "NothingWaiting", () => Effect.zipRight(followCommunity(community.id), prepared))
  })

export const withdrawAction = pageAction({
  withdraw: (form: FormData) =>
    Effect.gen(function* () {
      const { community } = yield* inside
      yield* withdrawFrom(community, form)
      return { to: `/community/detail/${community.id}/tokenWithdraw` }
    })
})

export const ownWithdrawAction = pageAction({
  withdraw: (form: FormData) =>
    Effect.gen(function* () {
      const { community } = yield* claimPlace
      yield* withdrawFrom(community, form)
      return { to: claimsHref(community.id) }
    })
})
