/** Every kind of prepared transaction, each prepared on a real local ledger up to the moment a wallet is asked. */

import { SqlClient } from "@effect/sql"
import { Effect, Layer, TestClock } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { Settings } from "~/effects/base/settings/Settings.server"
import { FollowedAddresses } from "~/effects/chain/indexer/FollowedAddresses.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import type { Step } from "~/effects/chain/prepared-transactions/Step"
import { manifestAction } from "~/effects/governance/proposals/action.server"
import { EXECUTE, Executions } from "~/effects/governance/proposals/Executions.server"
import { ProposalsRepo } from "~/effects/governance/proposals/ProposalsRepo.server"
import { Bonds } from "~/effects/treasury/bonds/Bonds.server"
import { Coupons } from "~/effects/treasury/bonds/Coupons.server"
import { BondsLive } from "~/effects/treasury/bonds/layers.server"
import { DAY_MS } from "~/effects/treasury/bonds/limits"
import { ISSUE_KIND } from "~/effects/treasury/bonds/manifests"
import type { SeriesTerms } from "~/effects/treasury/bonds/Series"
import { Claims } from "~/effects/treasury/claims/Claims.server"
import { BADGE } from "~/effects/treasury/deployment/badgeStep.server"
import { checkDeploy } from "~/effects/treasury/deployment/check"
import { DEPLOY } from "~/effects/treasury/deployment/deployStep.server"
import { LINKS } from "~/effects/treasury/deployment/linksStep.server"
import { idempotencyKeyOf, planOf } from "~/effects/treasury/deployment/plan.server"
import { startValues } from "~/effects/treasury/deployment/values"
import type { Distribution } from "~/effects/treasury/payouts/Distribution"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { Payouts } from "~/effects/treasury/payouts/Payouts.server"
import { type Manifest, ONE, renderManifest, type Signer, Templates } from "~/ledger/index"
import type { Database } from "../../../databases"
import { found } from "../../communities/communities/world"
import { closed, fund, hereOf, minute, order, SERIES, settleNext, terms, withRelayer } from "../../treasury/bonds/world"
import {
  ADA,
  type garden,
  world as payoutsWorld,
  person,
  planned,
  report,
  sign,
  stateOf
} from "../../treasury/payouts/world"

export const world = (database: Database, ledger?: Parameters<typeof payoutsWorld>[1]) =>
  BondsLive.pipe(
    Layer.provideMerge(Layer.succeed(Settings, withRelayer)),
    Layer.provideMerge(payoutsWorld(database, ledger, withRelayer))
  )

type Place = Effect.Effect.Success<typeof garden>
type Needs = Layer.Layer.Success<ReturnType<typeof world>>
type Prepare = Effect.Effect<Step, unknown, Needs>

/** A transaction that may be prepared any number of times, and its signers in addition to Ada. */
export interface Prepared {
  readonly prepare: Prepare
  readonly signers: ReadonlyArray<Signer>
}

export const BEN = person(0)
const PROPOSAL = "proposalaaaa"

/** The next batch of a payout; a failed one is retried. */
const nextOf = ({ treasury }: Place, run: Distribution) =>
  Effect.gen(function* () {
    const distributions = yield* Distributions
    const payouts = yield* Payouts
    yield* distributions.retry(run)
    return yield* Effect.flatten(payouts.next(treasury, run))
  })

const dropped = (place: Place, mode: "direct" | "claim") =>
  Effect.gen(function* () {
    const distributions = yield* Distributions
    const run = yield* planned(place, [[BEN.account, 7n * ONE]], mode)
    yield* distributions.start(run, 40, 1)
    return { run, next: nextOf(place, run) }
  })

const drafted = ({ community }: Place, changes: Partial<SeriesTerms> = {}) =>
  Effect.flatMap(Bonds, (bonds) =>
    Effect.as(
      bonds.saveDraft(community, ADA, { id: SERIES, version: 0, terms: { ...terms, ...changes } }),
      bonds.issue(hereOf(community), SERIES)
    )
  )

/** A bond that Ben has bought, a month after its sale, and its first coupon as a started payout. */
const couponDue = (place: Place) =>
  Effect.gen(function* () {
    const { community } = place
    const distributions = yield* Distributions
    const repo = yield* DistributionsRepo
    const issue = yield* Effect.flatten(
      drafted(place, {
        variant: "coupon",
        faceValue: AmountText.make("100"),
        issuePrice: AmountText.make("100"),
        couponRatePct: AmountText.make("12"),
        couponEvery: "monthly",
        maturesAt: terms.saleClosesAt + 90 * DAY_MS
      })
    )
    yield* report(issue.id, yield* sign(issue.manifest))
    yield* TestClock.setTime(terms.saleOpensAt)
    yield* minute
    yield* fund(BEN.account)
    yield* order(community, BEN.signer, 40)
    yield* closed
    yield* settleNext(community)
    yield* minute
    yield* TestClock.setTime(terms.saleClosesAt + 32 * DAY_MS)
    const run = repo.findOrFail(community.id, yield* Coupons.prepare(hereOf(community), SERIES))
    yield* distributions.accept(yield* run, false)
    yield* distributions.start(yield* run, 40, 1)
    return yield* run
  })

/** As the page does when the ledger lists no address of the community to track, or none that changed. */
const followed = (prepare: Effect.Effect<Step, unknown, Needs>): Prepare =>
  Effect.gen(function* () {
    const step = yield* prepare
    yield* (yield* FollowedAddresses).follow(step.communityId, [step.account], 1)
    return step
  })

/** Tokens that wait for Ben in the locker. */
const waiting = (place: Place) =>
  Effect.gen(function* () {
    const { next, run } = yield* dropped(place, "claim")
    const step = yield* next
    yield* report(step.id, yield* sign(step.manifest))
    return run
  })

const opened = (place: Place, kind: string, manifest: Manifest, detail: unknown) =>
  Effect.flatMap(PreparedTransactions, (steps) =>
    steps.open({
      idempotencyKey: `${kind}:${place.community.id}-0`,
      kind,
      communityId: place.community.id,
      related: place.community.id,
      account: ADA,
      manifest,
      detail
    })
  )

/** A passed proposal with a manifest that spends from the treasury. */
const passedProposal = ({ community, treasury: { admin, treasury } }: Place) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const text = renderManifest(Templates.setClaimedEntities({ admin, treasury, entities: [admin.badge] }))
    const action = yield* manifestAction(text)
    const basic = {
      kind: "decision",
      title: "Name the badge",
      summary: "",
      body: "It says what is ours.",
      searchText: ""
    }
    const rules = { voteType: "basic", choices: "[]", reviewHours: 0, quorumPct: 10, thresholdPct: 50 }
    const times = { opensAt: 0, closesAt: 0, sortAt: 0, closedAt: 0, publishedAt: 0, createdAt: 0, updatedAt: 0 }
    const counting = { weightMode: "member", minMembershipHours: 0, resultsVisibility: "always" }
    yield* sql`INSERT INTO proposals ${sql.insert({
      id: PROPOSAL,
      communityId: community.id,
      number: 1,
      author: ADA,
      ...basic,
      ...rules,
      ...times,
      ...counting,
      action: JSON.stringify(action),
      actionType: action.type,
      actionHash: action.hash,
      status: "awaitingExecution"
    })}`
    const begin = Effect.gen(function* () {
      const [executions, repo] = [yield* Executions, yield* ProposalsRepo]
      return yield* executions.begin(yield* Effect.flatten(repo.findById(community.id, PROPOSAL, ADA)), ADA)
    })
    return begin.pipe(Effect.provide(Layer.merge(Executions.Default, ProposalsRepo.Default)))
  })

export const kinds: Readonly<Record<string, (place: Place) => Effect.Effect<Prepared, unknown, Needs>>> = {
  [DEPLOY]: () =>
    Effect.gen(function* () {
      const { id } = yield* found({ slug: "second", name: "Second Garden", ownerAddress: ADA })
      const wanted = yield* checkDeploy({ ...startValues(ADA, "Second Garden"), symbol: "SEC" })
      const steps = yield* PreparedTransactions
      const prepare = Effect.gen(function* () {
        const { manifest, plan } = yield* planOf(yield* stateOf(id), wanted, null)
        return yield* steps.open({
          idempotencyKey: idempotencyKeyOf(id),
          kind: DEPLOY,
          communityId: id,
          related: id,
          account: ADA,
          manifest,
          detail: plan
        })
      })
      return { prepare: followed(prepare), signers: [] }
    }),
  [BADGE]: (place) => {
    const { admin } = place.treasury
    const manifest = Templates.passBadge({ admin, account: BEN.account })
    const detail = {
      way: "move",
      badge: admin.badge,
      id: admin.id,
      from: ADA,
      to: BEN.account,
      name: null,
      community: "Riverside Garden"
    }
    return Effect.succeed({ prepare: followed(opened(place, BADGE, manifest, detail)), signers: [] })
  },
  [LINKS]: (place) => {
    const { admin, treasury } = place.treasury
    const entities = [admin.badge]
    const manifest = Templates.setClaimedEntities({ admin, treasury, entities })
    return Effect.succeed({ prepare: opened(place, LINKS, manifest, { treasury, entities }), signers: [] })
  },
  [EXECUTE]: (place) => Effect.map(passedProposal(place), (prepare) => ({ prepare, signers: [] })),
  [ISSUE_KIND]: (place) => Effect.map(drafted(place), (prepare) => ({ prepare, signers: [] })),
  coupon: (place) => Effect.map(couponDue(place), (run) => ({ prepare: nextOf(place, run), signers: [] })),
  drop: (place) => Effect.map(dropped(place, "direct"), ({ next }) => ({ prepare: next, signers: [] })),
  claim: (place) =>
    Effect.gen(function* () {
      yield* waiting(place)
      const claims = yield* Claims
      return { prepare: claims.prepare(place.community, BEN.account, null), signers: [BEN.signer] }
    }),
  recover: (place) =>
    Effect.gen(function* () {
      const run = yield* waiting(place)
      yield* TestClock.adjust("181 days")
      const payouts = yield* Payouts
      return { prepare: payouts.recover(place.treasury, run), signers: [] }
    })
}
