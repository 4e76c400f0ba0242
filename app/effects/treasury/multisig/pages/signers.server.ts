/**
 * GET /community/detail/{id}/signers: the signers, the waiting requests and the closed ones (docs/product/multisig.md).
 */
import { Clock, Effect, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import { permissions, roleNow } from "~/effects/access/permissions"
import { withFreshProof } from "~/effects/access/rules"
import { RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { isOver, mayTryAgain } from "~/effects/chain/prepared-transactions/Step"
import { checkStep } from "~/effects/chain/prepared-transactions/stepView.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { badgesOf, holdersIn, keysHeld, namesOf } from "~/effects/treasury/deployment/badgeFacts.server"
import type { OpenTransaction } from "~/effects/treasury/deployment/badges"
import { plannedSigners } from "~/effects/treasury/deployment/plannedSigners.server"
import type { SignerRule } from "~/effects/treasury/deployment/roles"
import { countsKeys } from "~/effects/treasury/deployment/seatIds"
import { type OnLedger, onLedger } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { treasuryTokens } from "~/effects/treasury/payouts/pages/holding.server"
import { freePayoutOf, signersRuleWords } from "~/effects/treasury/payouts/voteRule"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import type { RequestState } from "../ApprovalRequest"
import { ApprovalRequestsRepo } from "../ApprovalRequestsRepo.server"
import { ruleWords } from "../approvalMessages"
import { keySeatOf, keysOfAccount } from "../keySeats"
import { PROTECT, ProtectDetail } from "../protectStep.server"
import { requestView } from "../requestView"
import { SignerAccess } from "../SignerAccess.server"
import { SignerResponsesRepo } from "../SignerResponsesRepo.server"
import { placeWords, reachWords, slotsIn } from "../slots"
import { isOpen, type StateTab, tabIn, tabStates } from "../tabs"
import type { MultisigView, OfferedKeys, OpenView, RequestView, SignersPage, SignerView } from "../views"
import { effectsOf } from "./effects.server"

/** Without signers, no request can be approved any more. */
const NOBODY = { ids: [], needed: 0 }

/** Requests on a page of closed ones, and closed ones shown below the waiting. */
const SHOWN = 20
const RECENT = 2
const EVERY = Number.MAX_SAFE_INTEGER

/** The transaction that protects the treasury, if one was prepared and there is something to show. */
const stepOf = (communityId: CommunityId, account: string | null) =>
  Effect.gen(function* () {
    const steps = yield* PreparedTransactions
    const [newest] = yield* steps.newestOf(communityId, PROTECT)
    if (newest === undefined) return null
    const { step: now, view } = yield* checkStep(newest)
    if (now.state === "replaced") return null
    const isOpen = !isOver(now.state)
    const isOwn = now.account === account || !isOpen
    if (mayTryAgain(now.state) && now.account !== account) return null
    const plan = yield* Effect.orDie(Schema.decode(ProtectDetail)(now.detail))
    const request: OpenTransaction = {
      step: isOwn ? view : null,
      others: isOwn ? null : view,
      isOpen,
      words: `Protects the treasury: from then on it needs the approval of ${ruleWords(plan)}, and no single admin badge is enough.`
    }
    return request
  })

/**
 * The current key of each account if people sign with practice wallets, which sign with it. Real wallets do not, so
 * their signers paste a factor key of a security shield.
 */
const offeredKeys = Effect.fnUntraced(function* (accounts: ReadonlyArray<string>) {
  const { practiceWallet } = yield* Settings
  if (!practiceWallet) return {} satisfies OfferedKeys as OfferedKeys
  const ledger = yield* Ledger
  const found = yield* Effect.forEach(
    accounts,
    (account) =>
      Effect.map(known(ledger.ownerKeys(account)), (response) => {
        if (response === null) return []
        const [key] = Option.getOrElse(response.keys, () => keysOfAccount(account))
        return key === undefined ? [] : [[account, keySeatOf(key)] as const]
      }),
    { concurrency: 4 }
  )
  return Object.fromEntries(found.flat()) satisfies OfferedKeys as OfferedKeys
})

const openView = Effect.fnUntraced(function* (
  { community, communityRole }: Inside,
  place: OnLedger,
  request: OpenTransaction | null
) {
  const repo = yield* ApprovalRequestsRepo
  const now = yield* Clock.currentTimeMillis
  const { held, time } = yield* badgesOf(place.badge)
  const requests = yield* repo.first(community.id, [], SHOWN)
  const isOwner = roleNow(communityRole) === "owner"
  const planned = isOwner ? yield* plannedSigners(community.id) : null
  const known = [...held.keys(), ...requests.map(({ account }) => account), ...(planned?.accounts ?? [])]
  const names = yield* namesOf([...new Set(known)])
  const { isThere } = yield* Relayer
  return {
    state: "open",
    time,
    holders: holdersIn(held, names),
    mine: held.get(communityRole.account ?? "")?.[0] ?? null,
    isOwner,
    // Once signers have been active and ended, the choice at the founding is over.
    plan:
      planned === null || requests.length > 0
        ? null
        : {
            needed: planned.needed,
            people: planned.accounts.map((account) => ({
              account,
              name: names.get(account) ?? null,
              badge: held.get(account)?.[0] ?? null
            }))
          },
    hasRelayer: isThere,
    keys: isOwner ? yield* offeredKeys([...held.keys()]) : {},
    needsProof: !withFreshProof(communityRole, communityRole.now).ok,
    openTransaction: request,
    now,
    openRequests: requests.map((request) =>
      requestView({
        request,
        said: [],
        open: [],
        rule: NOBODY,
        seats: [],
        mine: null,
        names,
        reader: communityRole.account
      })
    )
  } satisfies OpenView
})

/** A number in the page's address; null if there is none. */
const numberOf = (query: URLSearchParams, name: string): number | null => {
  const asked = Number(query.get(name) ?? "")
  return Number.isSafeInteger(asked) && asked > 0 ? asked : null
}

/** Requests of one tab, read by one statement. */
const requestsOf = Effect.fnUntraced(function* (communityId: CommunityId, query: URLSearchParams) {
  const requests = yield* ApprovalRequestsRepo
  const tab = tabIn(query.get("tab"))
  const [wanted, from] = [numberOf(query, "act"), numberOf(query, "from")]
  const numbers = [wanted, from].filter((each) => each !== null)
  if (tab === "signers" && from === null) return { tab, found: [], wanted, source: null, next: null }
  if (tab === "waiting" || tab === "signers") {
    const all = yield* requests.first(communityId, numbers, RECENT)
    const source = all.find(({ number }) => number === from) ?? null
    return { tab, found: tab === "waiting" ? all : [], wanted, source, next: null }
  }
  const page = yield* requests.listed(communityId, tabStates[tab], numberOf(query, "before") ?? EVERY, SHOWN + 1)
  const found = page.slice(0, SHOWN)
  return { tab, found, wanted, source: null, next: page.length > SHOWN ? (found.at(-1)?.number ?? null) : null }
})

const multisigView = Effect.fnUntraced(function* (here: Inside, place: OnLedger, rule: SignerRule) {
  const { community, communityRole } = here
  const { request } = yield* RouteArgs
  const requests = yield* ApprovalRequestsRepo
  const repo = yield* SignerResponsesRepo
  const now = yield* Clock.currentTimeMillis
  const { held: badges, time } = yield* badgesOf(place.badge)
  const isByKeys = countsKeys(rule)
  const { counts, signers } = yield* requests.overview(community.id)
  const held = isByKeys ? keysHeld(rule, new Map(signers.map(({ account, badgeId }) => [badgeId, account]))) : badges
  const { found, next, source, tab, wanted } = yield* requestsOf(community.id, new URL(request.url).searchParams)
  // Comments of waiting requests and of the request that is shown.
  const talkOf = found.filter((request) => isOpen(request) || request.number === wanted)
  const said = yield* repo.said(
    found.map(({ id }) => id),
    talkOf.map(({ id }) => id)
  )
  const since = new Map(tab === "signers" ? signers.map((seat) => [seat.badgeId, seat.since]) : [])
  const speakers = [...found, ...said].map(({ account }) => account)
  const names = yield* namesOf([...new Set([...held.keys(), ...badges.keys(), ...speakers])])
  const all = slotsIn(rule.ids, held, names)
  const slotOf = (seat: (typeof all)[number]): SignerView => ({
    ...seat,
    isYou: seat.account !== null && seat.account === communityRole.account,
    place: rule.ids.includes(seat.id) ? placeWords(all, seat) : null,
    since: since.get(seat.id) ?? null
  })
  const others = [...badges.values()].flat().filter((id) => !rule.ids.includes(id))
  const own = badges.get(communityRole.account ?? "") ?? []
  const counting = (held.get(communityRole.account ?? "") ?? []).filter((id) => rule.ids.includes(id))
  const mine = counting.length === 1 ? (counting[0] ?? null) : null
  const seats = all.map(slotOf)
  const open = found.filter(isOpen)
  const views = found.map((request) =>
    requestView({ request, said, open, rule, seats, mine, names, reader: communityRole.account })
  )
  const waits = views.filter(isOpen)
  const shown =
    views.find(({ number }) => number === wanted) ?? waits.find(({ maySign }) => maySign) ?? waits.at(-1) ?? null
  const effects = yield* effectsOf(
    found.find((request) => tab === "waiting" && request.id === shown?.id),
    place,
    names
  )
  const takes = tab === "waiting" && (mine !== null || open.some(({ kind }) => kind === "payment"))
  const tokens = takes ? (yield* treasuryTokens(here)).tokens : []
  const rest = (each: RequestView) => each !== shown
  return {
    state: "multisig",
    now,
    time,
    needed: rule.needed,
    isByKeys,
    seats,
    reach: reachWords({ needed: rule.needed, seats: all }),
    mine,
    mineRefused:
      counting.length > 1
        ? `Your account holds ${counting.join(" and ")}, and both count. The other signers must replace one of them before you can approve.`
        : own.length > 0 && counting.length === 0
          ? isByKeys
            ? `This treasury counts the keys of its signers, and none of them is yours. Your badge ${own[0]} does not approve.`
            : `Your badge ${own[0]} does not count among the signers, or no longer does.`
          : null,
    others: slotsIn(others, badges, names).map(slotOf),
    keys: tab === "signers" && mine !== null ? yield* offeredKeys([...badges.keys()]) : {},
    moderates: permissions.moderate(communityRole).ok,
    isMember: permissions.post(communityRole).ok,
    tab,
    counts: countsIn(counts),
    shown: tab === "waiting" ? shown : null,
    effects,
    waiting: waits.filter(rest).reverse(),
    over: views.filter((each) => !isOpen(each) && (tab !== "waiting" || rest(each))),
    next,
    from: source === null ? null : { number: source.number, payload: source.payload },
    balances: Object.fromEntries(tokens.map(({ amount, resource }) => [resource, amount])),
    tokens: mine === null ? [] : tokens,
    voteRule: signersRuleWords(
      community.memberCount,
      freePayoutOf(community),
      community.governance.signersPayWithoutVote === true
    )
  } satisfies MultisigView
})

const countsIn = (
  rows: ReadonlyArray<{ readonly state: RequestState; readonly n: number }>
): MultisigView["counts"] => {
  const of = (tab: StateTab) => {
    const states: ReadonlyArray<RequestState> = tabStates[tab]
    return rows.reduce((sum, { n, state }) => sum + (states.includes(state) ? n : 0), 0)
  }
  return { waiting: of("waiting"), signed: of("signed"), refused: of("refused"), expired: of("expired") }
}

export const signersPage = Effect.gen(function* () {
  const here = yield* inside
  const { community, communityRole } = here
  const place = Option.getOrNull(onLedger(community))
  if (place === null) return { state: "none" } satisfies SignersPage as SignersPage
  const access = yield* SignerAccess
  const first = yield* access.rule(place)
  if (first === "other") return { state: "other" } satisfies SignersPage as SignersPage
  if (first !== "one") return (yield* multisigView(here, place, first)) satisfies SignersPage as SignersPage
  // Polling may confirm the prepared transaction, and with it the rule.
  const request = yield* stepOf(community.id, communityRole.account)
  const rule = request === null || request.isOpen ? null : Option.getOrNull(yield* access.signers(place))
  const page: SignersPage =
    rule === null ? yield* openView(here, place, request) : yield* multisigView(here, place, rule)
  return page
})
