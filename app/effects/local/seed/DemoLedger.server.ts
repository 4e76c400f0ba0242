/**
 * The demonstration on the ledger: deploys Riverside Garden and Solar Roof Circle by the real flow with their owners'
 * keys, and adds payouts, bonds and votes. It starts once the server responds, so no start waits for it. Of several
 * servers one does the work, and if it dies its lease expires. Work that is already done is skipped.
 */
import { Cause, Effect, Either, Layer, Option, Schedule } from "effect"
import { Revision } from "~/effects/base/db/Revision.server"
import { Leases } from "~/effects/base/jobs/Leases.server"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Unfinished } from "~/effects/base/settings/Unfinished.server"
import { randomId } from "~/effects/base/text/random.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { manifestAction } from "~/effects/governance/proposals/action.server"
import { Executions } from "~/effects/governance/proposals/Executions.server"
import { ProposalsRepo } from "~/effects/governance/proposals/ProposalsRepo.server"
import { Statements } from "~/effects/people/wallet-session/proof/Statements.server"
import { checkDeploy } from "~/effects/treasury/deployment/check"
import { DEPLOY } from "~/effects/treasury/deployment/deployStep.server"
import { idempotencyKeyOf, planOf } from "~/effects/treasury/deployment/plan.server"
import { onLedger, TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { startValues } from "~/effects/treasury/deployment/values"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { Payouts } from "~/effects/treasury/payouts/Payouts.server"
import { renderManifest, Templates, wellKnown } from "~/ledger/index"
import { demoAccount } from "./accounts"
import { bringVote, idOf, isBrought, orderEvents } from "./bringVotes.server"
import { DemoSeedLive, demoCommunityId } from "./DemoSeed.server"
import { bringSeries } from "./demoBonds.server"
import { gardenShare, mapsShares, payOut } from "./demoPayout.server"
import { gardenSeries, solarSeries } from "./demoSeries"
import { sendAs } from "./demoTransactions.server"
import { type DemoVote, memberVotes, tokenVote } from "./demoVotes"
import { followNewcomers } from "./newcomerVotes.server"

/**
 * The action of a vote of the Open Maps Fund: one payment from its treasury, which has the money by then. For the past
 * vote it was executed, signed with the owner's key and confirmed from the ledger like any other. Local mode only.
 */
const FUND = "open-maps"
const OWNER = "Ines Carvalho"

interface Payment {
  /** The name of the recipient. */
  readonly to: string
  /** XRD. */
  readonly amount: string
}
const forSurvey: Payment = { to: "Gus Whitfield", amount: "4800" }
const forPrinting: Payment = { to: "Mei Castellano", amount: "900" }

/** The vote's action; null while the fund is not on the ledger. */
const fundPayment = Effect.fn("DemoLedger.fundPayment")(function* ({ amount, to }: Payment) {
  const communities = yield* CommunitiesRepo
  const found = Option.getOrNull(yield* communities.findById(demoCommunityId(FUND), null))
  if (found === null) return null
  const place = onLedger(found.community)
  const admin = yield* TreasuryHolders.holder(found.community, demoAccount(OWNER))
  if (Option.isNone(place) || Option.isNone(admin)) return null
  const { treasury } = place.value
  const { account, badge, id } = admin.value
  const xrd = wellKnown("xrd", NETWORK_ID)
  const manifest = `CALL_METHOD Address("${account}") "create_proof_of_non_fungibles" Address("${badge}") Array<NonFungibleLocalId>(NonFungibleLocalId("${id}"));
CALL_METHOD Address("${treasury}") "withdraw" Address("${xrd}") Decimal("${amount}");
TAKE_FROM_WORKTOP Address("${xrd}") Decimal("${amount}") Bucket("payment");
CALL_METHOD Address("${demoAccount(to)}") "try_deposit_or_abort" Bucket("payment") Enum<0u8>();
`
  const action = yield* Effect.orDie(Either.mapLeft(manifestAction(manifest), (words) => new Error(words)))
  return { action, fill: sendAs([OWNER], renderManifest(Templates.fromFaucet(treasury, NETWORK_ID))) }
})

/** Executes a passed vote: the owner signs its action, and the ledger confirms it. */
const carryOut = Effect.fn("DemoLedger.carryOut")(function* (vote: DemoVote) {
  const repo = yield* ProposalsRepo
  const executions = yield* Executions
  const checks = yield* TransactionChecks
  const found = yield* repo.findById(demoCommunityId(vote.slug), idOf(vote), null)
  if (Option.isNone(found) || found.value.status !== "awaitingExecution") return
  const step = yield* executions.begin(found.value, demoAccount(OWNER))
  yield* checks.report(step, yield* sendAs([OWNER], step.manifest))
})

/** Past votes of the Open Maps Fund: a payment that was made, and a proposal that did not pass. */
const printVote: DemoVote = {
  slug: "open-maps",
  by: "Leila Farouk",
  kind: "spending",
  title: "Pay 900 XRD for printing the 2026 edition",
  summary: "Two thousand folded sheets for libraries and mountain huts, printed by the workshop of last year.",
  body: `The 2026 edition is finished, and eleven libraries have asked for paper.

The workshop prints and folds 2,000 sheets for **900 XRD**, delivered before the winter. Mei has the quote and pays them.

### If it fails

The edition stays a file. Libraries print single pages themselves.`,
  voteType: "basic",
  openedHoursAgo: 330,
  periodHours: 168,
  reviewHours: 24,
  quorumPct: 20,
  thresholdPct: 60,
  ballots: [
    { by: "Leila Farouk", hours: 1, choice: "yes" },
    { by: "Ines Carvalho", hours: 8, choice: "yes", reason: "Same price as last year." },
    { by: "Anton Reiter", hours: 30, choice: "yes" },
    { by: "Oskar Nyman", hours: 55, choice: "yes", reason: "The huts have no signal." },
    { by: "Gus Whitfield", hours: 121, choice: "no", reason: "A thousand would do." }
  ]
}

const hostVote: DemoVote = {
  slug: "open-maps",
  by: "Ines Carvalho",
  kind: "decision",
  title: "Move the map server to a cheaper host",
  summary: "Half the price, and twice as far from most of us.",
  body: `The new host costs half of what we pay today. Tiles would take longer to come, about a third of a second for most of us.

I propose that we move in January.`,
  voteType: "basic",
  openedHoursAgo: 300,
  periodHours: 168,
  reviewHours: 24,
  quorumPct: 20,
  thresholdPct: 60,
  ballots: [
    { by: "Ines Carvalho", hours: 2, choice: "yes" },
    { by: "Oskar Nyman", hours: 9, choice: "no", reason: "Slow maps are not used." },
    { by: "Anton Reiter", hours: 40, choice: "no" },
    { by: "Leila Farouk", hours: 77, choice: "no" }
  ]
}

const LEASE = "demo/ledger"
interface Deployed {
  readonly slug: string
  readonly owner: string
  readonly token: { readonly tokenName: string; readonly symbol: string; readonly supply: string }
}
const garden: Deployed = {
  slug: "riverside-garden",
  owner: "Marta Lindqvist",
  token: { tokenName: "Garden token", symbol: "GRD", supply: "100000" }
}
const solar: Deployed = {
  slug: "solar-roof",
  owner: "Hanna Vogel",
  token: { tokenName: "Sun token", symbol: "SUN", supply: "50000" }
}
const maps: Deployed = {
  slug: "open-maps",
  owner: "Ines Carvalho",
  token: { tokenName: "Open Maps token", symbol: "OMF", supply: "960000" }
}
/** The gateway is this server itself, which opens its port after its layers are built. */
const untilItResponds = Schedule.spaced("1 second").pipe(Schedule.intersect(Schedule.recurs(120)))

/** Like the owner: prepared, signed, named, confirmed. */
const deploy = Effect.fn("DemoLedger.deploy")(function* ({ owner, slug, token }: Deployed) {
  const steps = yield* PreparedTransactions
  const checks = yield* TransactionChecks
  const repo = yield* CommunitiesRepo
  const id = demoCommunityId(slug)
  const found = yield* repo.findById(id, null)
  if (found._tag === "None" || found.value.community.stage !== "live") return
  const { community } = found.value
  const account = demoAccount(owner)
  if (community.ownerAddress !== account) return
  const values = { ...startValues(account, community.name), ...token }
  const wanted = yield* Effect.orDie(Either.mapLeft(checkDeploy(values), (fields) => JSON.stringify(fields)))
  const { manifest, plan } = yield* planOf(community, wanted, null)
  const step = yield* steps.open({
    idempotencyKey: idempotencyKeyOf(id),
    kind: DEPLOY,
    communityId: id,
    related: id,
    account,
    manifest,
    detail: plan
  })
  yield* sendAs([owner], renderManifest(Templates.fromFaucet(account, NETWORK_ID)))
  const done = yield* checks.report(step, yield* sendAs([owner], step.manifest))
  if (done.state !== "verified")
    yield* Effect.logWarning("the demonstration was not deployed", slug, done.state, done.problem)
})

/** The fund's votes are weighted by its token, so its members get some first. */
const bringMapsVote = Effect.gen(function* () {
  yield* deploy(maps)
  yield* payOut(mapsShares)
  const [printing, survey] = yield* Effect.all([fundPayment(forPrinting), fundPayment(forSurvey)])
  if (printing === null || survey === null) return
  if (!(yield* isBrought(printVote))) yield* printing.fill
  yield* bringVote(printVote, printing.action)
  yield* carryOut(printVote)
  yield* bringVote(hostVote)
  yield* bringVote(tokenVote, survey.action)
})

/** The flows do not refresh pages, so the shared pages are invalidated after each part. */
const thenShow = <A, E, R>(part: Effect.Effect<A, E, R>) =>
  Effect.tap(part, () => Effect.flatMap(Revision, (revision) => revision.raise))

const bringAll = Effect.gen(function* () {
  yield* thenShow(Effect.forEach(memberVotes, (vote) => bringVote(vote), { discard: true }))
  yield* deploy(garden)
  yield* thenShow(payOut(gardenShare))
  yield* bringSeries(gardenSeries)
  yield* thenShow(orderEvents)
  yield* deploy(solar)
  yield* thenShow(bringSeries(solarSeries))
  yield* bringMapsVote
  yield* orderEvents
})

const seedLedger = Effect.gen(function* () {
  const ledger = yield* Ledger
  const leases = yield* Leases
  const holder = yield* randomId()
  yield* Effect.retry(ledger.currentState(), untilItResponds)
  // Another server may be doing the work, or may have died doing it: then its lease expires.
  while (!(yield* leases.take(LEASE, holder, 0))) {
    if (yield* leases.isFinished(LEASE, 0)) return
    yield* Effect.sleep("2 seconds")
  }
  yield* Effect.onError(bringAll, () => leases.giveBack(LEASE, holder))
  yield* leases.finish(LEASE, holder, 0)
}).pipe(
  Effect.delay("1 second"),
  Effect.catchAllCause((cause) => Effect.logWarning("the demonstration's ledger is not whole", Cause.pretty(cause)))
)

const COMING =
  "The demonstration is still being set up: its votes, bonds and payments come within a minute. Load the page again to see what is there."

/** Pages say that the demonstration is incomplete until it is complete, or has failed. */
const bringDemo = Effect.gen(function* () {
  const { finish, report } = yield* Unfinished
  const leases = yield* Leases
  const revision = yield* Revision
  const isThere = yield* leases.isFinished(LEASE, 0)
  if (!isThere) yield* report(COMING)
  const whole = isThere ? Effect.void : Effect.zipRight(seedLedger, Effect.zipRight(finish, revision.raise))
  yield* Effect.forkScoped(Effect.zipRight(whole, followNewcomers))
})

/** Runs after the demonstration's data, in the background. */
export const DemoLedgerLive = Layer.scopedDiscard(
  Effect.flatMap(Settings, ({ seed }) => (seed === "demo" ? bringDemo : Effect.void))
).pipe(
  Layer.provide(Layer.mergeAll(Distributions.Default, DistributionsRepo.Default, Payouts.Default, Statements.Default)),
  Layer.provide(Layer.merge(CommunitiesRepo.Default, Leases.Default)),
  Layer.provide(DemoSeedLive)
)
