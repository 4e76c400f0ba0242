/**
 * What waits for the signed-in account (docs/product/treasury.md, 3.6.7): `tokenWithdraw` inside a community, and the
 * account's own page, which tells who may not read the community nothing of it.
 */
import { Clock, Effect, Option, Schema } from "effect"
import type { Community } from "~/effects/access/Community"
import { ResourceAddress } from "~/effects/base/addresses/addresses"
import { NotThere } from "~/effects/base/failures/failures"
import { pageAction, textOf } from "~/effects/base/remix/pageAction.server"
import { readFirst } from "~/effects/chain/indexer/readFirst.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import type { Step } from "~/effects/chain/ledger-steps/Step"
import { viewOf } from "~/effects/chain/ledger-steps/stepView.server"
import { claimsHref } from "~/effects/communities/communities/hrefs"
import { inside } from "~/effects/communities/communities/inside.server"
import { requireAccount } from "~/effects/people/wallet-session/visitor.server"
import { onLedger } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { pathOf } from "~/effects/treasury/distributions/Distribution"
import { type AmountText, amountOf, formatAmount, NOTHING } from "~/ledger/index"
import type { ClaimFrom } from "../Claim"
import { Claims, lockersOf } from "../Claims.server"
import { ClaimDetail } from "../claimStep.server"
import type { PastWithdrawal, WaitingToken, WithdrawPage } from "../views"
import { type ClaimPlace, claimPlace } from "./place.server"

const HISTORY = 20

const origins = { distribution: "Distribution", coupon: "Bond payment", redemption: "Bond redemption" } as const

/** What it comes from; the title of a payout is for who may read the community. */
const nameOf = ({ origin, title }: ClaimFrom, isReader: boolean): string =>
  isReader && title !== null ? title : origins[origin]

/** Named after its payout; only finished ones are anybody's to look at. */
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
      ? [{ id: step.id, kind: "withdrawn", at: step.updatedAt, words: wordsOf(step), txId: step.txId, by: null }]
      : []
  )

/** What ended otherwise than by a withdrawal here. */
const recovered = (records: ReadonlyArray<ClaimFrom>, isReader: boolean): ReadonlyArray<PastWithdrawal> =>
  records.flatMap((claim): ReadonlyArray<PastWithdrawal> => {
    const { amount, id, recoveredBy, state, symbol, txId, updatedAt: at } = claim
    const words = `${amount} ${symbol}, ${nameOf(claim, isReader)}`
    if (state === "recovered" && txId !== null) return [{ id, kind: "recovered", at, words, txId, by: recoveredBy }]
    return state === "claimed" && txId === null ? [{ id, kind: "left", at, words, txId, by: null }] : []
  })

/** Newest first. */
const pastOf = (
  steps: ReadonlyArray<Step>,
  records: ReadonlyArray<ClaimFrom>,
  isReader: boolean
): ReadonlyArray<PastWithdrawal> =>
  [...withdrawn(steps), ...recovered(records, isReader)].sort((one, other) => other.at - one.at).slice(0, HISTORY)

/** By token; the ledger's amount stands, ours is told where it differs. */
const waitingOf = (
  vaults: ReadonlyArray<{ readonly resource: string; readonly amount: AmountText; readonly symbol: string }>,
  records: ReadonlyArray<ClaimFrom>,
  isReader: boolean
): ReadonlyArray<WaitingToken> => {
  const open = records.filter(({ state }) => state === "available" || state === "pending")
  const kept = new Set(vaults.map(({ resource }) => resource))
  const missing = new Map(
    open.filter(({ resource }) => !kept.has(resource)).map((each) => [each.resource, each.symbol])
  )
  const all = [...vaults, ...[...missing].map(([resource, symbol]) => ({ resource, symbol, amount: NOTHING }))]
  return all.map(({ amount, resource, symbol }) => {
    const own = open.filter((claim) => claim.resource === resource)
    return {
      resource,
      symbol,
      amount,
      recorded: formatAmount(own.reduce((sum, claim) => sum + amountOf(claim.amount), 0n)),
      origins: own.map(originOf(isReader))
    }
  })
}

interface Vault {
  readonly resource: ResourceAddress
  readonly amount: AmountText
  readonly isFungible: boolean
}

/** One line for a token, whichever lockers keep it; things stay apart. */
const together = (vaults: ReadonlyArray<Vault>): ReadonlyArray<Vault> => {
  const sums = new Map<string, Vault>()
  for (const vault of vaults) {
    const before = vault.isFungible ? sums.get(vault.resource) : undefined
    const amount = before === undefined ? vault.amount : formatAmount(amountOf(before.amount) + amountOf(vault.amount))
    sums.set(vault.isFungible ? vault.resource : `${sums.size} ${vault.resource}`, { ...vault, amount })
  }
  return [...sums.values()]
}

/** The lockers keep less of a token than our records say: somebody took it from there, and not through this site. */
const missesSome = (
  records: ReadonlyArray<ClaimFrom>,
  vaults: ReadonlyArray<Vault & { readonly locker: string }>
): boolean => {
  const open = records.filter(({ state }) => state === "available")
  const sumOf = (locker: string, resource: string) =>
    open
      .filter((each) => each.locker === locker && each.resource === resource)
      .reduce((sum, { amount }) => sum + amountOf(amount), 0n)
  return open.some(({ locker, resource }) => {
    const vault = vaults.find((each) => each.locker === locker && each.resource === resource)
    return amountOf(vault?.amount ?? NOTHING) < sumOf(locker, resource)
  })
}

const nothing = { time: null, waiting: [], items: 0, history: [], step: null }

const pageOf = Effect.fn("claims.page")(function* ({ account, community, isReader }: ClaimPlace) {
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
  // One that could not be read makes the sums wrong: then none is shown.
  const isRead = read.every((each) => each !== null)
  const all = isRead ? read.flatMap((each) => each?.vaults ?? []) : []
  const vaults = together(all)
  if (isRead && missesSome(before, all)) {
    const version = Math.min(...read.flatMap((each) => (each === null ? [] : [each.time.stateVersion])))
    yield* claims.follow({ communityId: community.id, account }, before, all, version)
  }
  const records = isRead && missesSome(before, all) ? yield* claims.records(community.id, account) : before
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

export const withdrawPage = Effect.flatMap(inside, ({ community, standing }) =>
  pageOf({ community, account: standing.account, isReader: true })
)

/** GET /userDashboard/claims/{community} */
export const ownWithdrawPage = Effect.flatMap(claimPlace, pageOf)

const readResource = Schema.decode(ResourceAddress)

/** Prepares the transaction; the wallet of this account signs it on the page. */
const withdrawFrom = (community: Community, form: FormData) =>
  Effect.gen(function* () {
    const { account } = yield* requireAccount("withdraw tokens")
    const claims = yield* Claims
    yield* readFirst(community.id)
    const wanted = textOf(form, "resource")
    const resource = wanted === "" ? null : yield* Effect.mapError(readResource(wanted), () => new NotThere({}))
    yield* claims.prepare(community, account, resource)
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
