/** tokenWithdraw: what waits for the signed-in account, member or not (docs/product/treasury.md, 3.6.7). */
import { Clock, Effect, Option, Schema } from "effect"
import { ResourceAddress } from "~/effects/base/addresses/addresses"
import { NotThere } from "~/effects/base/failures/failures"
import { pageAction, textOf } from "~/effects/base/remix/pageAction.server"
import { readFirst } from "~/effects/chain/indexer/readFirst.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import type { Step } from "~/effects/chain/ledger-steps/Step"
import { viewOf } from "~/effects/chain/ledger-steps/stepView.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { requireAccount } from "~/effects/people/wallet-session/visitor.server"
import { onLedger } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { pathOf } from "~/effects/treasury/distributions/Distribution"
import { type AmountText, amountOf, formatAmount, NOTHING } from "~/ledger/index"
import type { ClaimFrom } from "../Claim"
import { Claims, lockersOf } from "../Claims.server"
import { ClaimDetail } from "../claimStep.server"
import type { PastWithdrawal, WaitingToken, WithdrawPage } from "../views"

const HISTORY = 20

const origins = { distribution: "Distribution", coupon: "Bond payment", redemption: "Bond redemption" } as const

/** Named after its payout; only finished ones are anybody's to look at. */
const originOf = (claim: ClaimFrom) => ({
  id: claim.id,
  words: claim.title ?? origins[claim.origin],
  path:
    claim.finished === 1 && claim.number !== null
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
      ? [{ id: step.id, kind: "withdrawn", at: step.updatedAt, words: wordsOf(step), txId: step.txId }]
      : []
  )

const recovered = (records: ReadonlyArray<ClaimFrom>): ReadonlyArray<PastWithdrawal> =>
  records.flatMap(({ amount, id, origin, state, symbol, title, txId, updatedAt }) =>
    state === "recovered" && txId !== null
      ? [{ id, kind: "recovered", at: updatedAt, words: `${amount} ${symbol}, ${title ?? origins[origin]}`, txId }]
      : []
  )

/** Newest first. */
const pastOf = (steps: ReadonlyArray<Step>, records: ReadonlyArray<ClaimFrom>): ReadonlyArray<PastWithdrawal> =>
  [...withdrawn(steps), ...recovered(records)].sort((one, other) => other.at - one.at).slice(0, HISTORY)

/** By token; the ledger's amount stands, ours is told where it differs. */
const waitingOf = (
  vaults: ReadonlyArray<{ readonly resource: string; readonly amount: AmountText; readonly symbol: string }>,
  records: ReadonlyArray<ClaimFrom>
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
      origins: own.map(originOf)
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

const nothing = { time: null, waiting: [], items: 0, history: [], step: null }

export const withdrawPage = Effect.gen(function* () {
  const { community, standing } = yield* inside
  const now = yield* Clock.currentTimeMillis
  const place = onLedger(community)
  const { account } = standing
  const start = { now, account, isDeployed: Option.isSome(place) }
  if (account === null || Option.isNone(place)) return { ...start, ...nothing } satisfies WithdrawPage
  const claims = yield* Claims
  const ledger = yield* Ledger
  const records = yield* claims.records(community.id, account)
  const steps = yield* claims.asked(community.id, account, HISTORY)
  const read = yield* Effect.forEach(lockersOf(place.value.locker, records), (locker) =>
    known(ledger.shown.lockerVaults(locker, account))
  )
  // One that could not be read makes the sums wrong: then none is shown.
  const isRead = read.every((each) => each !== null)
  const vaults = isRead ? together(read.flatMap((each) => each?.vaults ?? [])) : []
  const named = yield* Effect.forEach(
    vaults.filter(({ isFungible }) => isFungible),
    (vault) => Effect.map(claims.symbolOf(vault.resource), (symbol) => ({ ...vault, symbol }))
  )
  const [newest] = steps
  const isOpen = newest !== undefined && ["waiting", "sent", "committed"].includes(newest.state)
  const page: WithdrawPage = {
    ...start,
    time: isRead ? (read[0]?.time ?? null) : null,
    waiting: isRead ? waitingOf(named, records) : [],
    items: vaults.filter(({ isFungible }) => !isFungible).length,
    history: pastOf(steps, records),
    step: newest !== undefined && (isOpen || newest.state !== "verified") ? yield* viewOf(newest) : null
  }
  return page
})

const readResource = Schema.decode(ResourceAddress)

/** Prepares the transaction; the wallet of this account signs it on the page. */
const withdraw = (form: FormData) =>
  Effect.gen(function* () {
    const { community } = yield* inside
    const { account } = yield* requireAccount("withdraw tokens")
    const claims = yield* Claims
    yield* readFirst(community.id)
    const wanted = textOf(form, "resource")
    const resource = wanted === "" ? null : yield* Effect.mapError(readResource(wanted), () => new NotThere({}))
    yield* claims.prepare(community, account, resource)
    return { to: `/community/detail/${community.id}/tokenWithdraw` }
  })

export const withdrawAction = pageAction({ withdraw })
