/**
 * The demonstration's payout: a harvest share for some of Riverside Garden's members, one batch signed with its owner's
 * key and proven from the ledger like any other. Local mode only.
 */
import { Effect, Option } from "effect"
import { CommunitiesRepo } from "../../communities/CommunitiesRepo.server"
import { onLedger, treasuryHolder } from "../../deployment/Holder.server"
import { Distributions } from "../../distributions/Distributions.server"
import { DistributionsRepo } from "../../distributions/DistributionsRepo.server"
import { CHUNK, RECOVER } from "../../distributions/limits"
import { checkRows } from "../../distributions/list/checkRows"
import { Payouts } from "../../distributions/Payouts.server"
import { StepChecks } from "../../ledger-steps/StepChecks.server"
import { demoAccount } from "./accounts"
import { demoCommunities } from "./communities"
import { demoCommunityId } from "./DemoSeed.server"
import { sendAs } from "./demoTransactions.server"

const GARDEN = "riverside-garden"
const OWNER = "Marta Lindqvist"
const PEOPLE = 8
const DIVISIBILITY = 18

/** The first payout of the garden, made where there is none yet. */
const prepared = (communityId: Parameters<DistributionsRepo["mustFind"]>[0], token: string, treasury: string) =>
  Effect.gen(function* () {
    const repo = yield* DistributionsRepo
    const distributions = yield* Distributions
    const found = yield* Effect.option(repo.mustFind(communityId, 1))
    if (Option.isSome(found)) return found.value
    const members = demoCommunities.find(({ slug }) => slug === GARDEN)?.members.slice(1, PEOPLE + 1) ?? []
    const lines = members.map((name, index) => ({
      line: index + 1,
      account: demoAccount(name),
      amount: index % 3 === 0 ? "32.5" : "40",
      note: ""
    }))
    yield* distributions.create({
      communityId: demoCommunityId(GARDEN),
      account: demoAccount(OWNER),
      title: "Harvest share, October",
      note: "For the hands that picked in September.",
      purpose: "reward",
      resource: token,
      symbol: "GRD",
      divisibility: DIVISIBILITY,
      mode: "direct",
      recoverDays: RECOVER.usual,
      rule: null,
      record: null,
      remainder: "0",
      rows: checkRows(lines, { divisibility: DIVISIBILITY, own: [treasury] })
    })
    return yield* repo.mustFind(communityId, 1)
  })

export const payGarden = Effect.gen(function* () {
  const communities = yield* CommunitiesRepo
  const repo = yield* DistributionsRepo
  const distributions = yield* Distributions
  const payouts = yield* Payouts
  const checks = yield* StepChecks
  const id = demoCommunityId(GARDEN)
  const found = yield* communities.findById(id, null)
  if (Option.isNone(found)) return
  const { community } = found.value
  const place = onLedger(community)
  const admin = yield* treasuryHolder(community, demoAccount(OWNER))
  if (Option.isNone(place) || Option.isNone(admin) || place.value.token === null) return
  const run = yield* prepared(id, place.value.token, place.value.treasury)
  if (run.state === "draft") yield* distributions.accept(run, false)
  if (run.state === "draft" || run.state === "approved") yield* distributions.start(run, CHUNK.start, 1)
  if ((yield* repo.mustFind(id, run.number)).state !== "running") return
  const step = yield* payouts.next({ admin: admin.value, ...place.value }, run)
  if (Option.isSome(step)) yield* checks.report(step.value, yield* sendAs([OWNER], step.value.manifest))
}).pipe(Effect.withSpan("payGarden"))
