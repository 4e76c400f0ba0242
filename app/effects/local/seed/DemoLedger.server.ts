/**
 * The demonstration on the ledger: deploys Riverside Garden and Solar Roof Circle by the real flow with their owners'
 * keys, and adds payouts, bonds and votes. It starts once the server responds, so no start waits for it. Of several
 * servers one does the work, and if it dies its lease expires. Work that is already done is skipped.
 */
import { Cause, Effect, Either, Layer, Schedule } from "effect"
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
import { Statements } from "~/effects/people/wallet-session/proof/Statements.server"
import { checkDeploy } from "~/effects/treasury/deployment/check"
import { DEPLOY } from "~/effects/treasury/deployment/deployStep.server"
import { idempotencyKeyOf, planOf } from "~/effects/treasury/deployment/plan.server"
import { startValues } from "~/effects/treasury/deployment/values"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { Payouts } from "~/effects/treasury/payouts/Payouts.server"
import { renderManifest, Templates } from "~/ledger/index"
import { demoAccount } from "./accounts"
import { bringVote, isBrought } from "./bringVotes.server"
import { DemoSeedLive, demoCommunityId } from "./DemoSeed.server"
import { bringSeries } from "./demoBonds.server"
import { gardenShare, mapsShares, payOut } from "./demoPayout.server"
import { gardenSeries, solarSeries } from "./demoSeries"
import { sendAs } from "./demoTransactions.server"
import { memberVotes, tokenVote } from "./demoVotes"
import { carryOut, forPrinting, forSurvey, fundPayment } from "./fundPayments.server"
import { hostVote, printVote } from "./fundVotes"
import { followNewcomers } from "./newcomerVotes.server"
import { orderEvents } from "./orderEvents.server"

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
const untilItAnswers = Schedule.spaced("1 second").pipe(Schedule.intersect(Schedule.recurs(120)))

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
    onceKey: idempotencyKeyOf(id),
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
  yield* Effect.retry(ledger.currentState(), untilItAnswers)
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
  const { finish, tell } = yield* Unfinished
  const leases = yield* Leases
  const revision = yield* Revision
  const isThere = yield* leases.isFinished(LEASE, 0)
  if (!isThere) yield* tell(COMING)
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
