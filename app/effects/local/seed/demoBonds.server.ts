/**
 * The demonstration's bonds, voted on, issued, ordered and settled by running the real flows with its people's keys.
 * Each step checks first whether it is done, so that an interrupted start is continued. Local mode only.
 */
import { bytesToHex } from "@noble/hashes/utils.js"
import { Clock, Effect, Option } from "effect"
import type { Community } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { randomToken } from "~/effects/base/text/random.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { Bonds } from "~/effects/treasury/bonds/Bonds.server"
import { bondAction } from "~/effects/treasury/bonds/bondVote.server"
import { DAY_MS } from "~/effects/treasury/bonds/limits"
import { OrdersRepo } from "~/effects/treasury/bonds/OrdersRepo.server"
import { Sales } from "~/effects/treasury/bonds/Sales.server"
import { BONDS_JOB, SeriesLife } from "~/effects/treasury/bonds/SeriesLife.server"
import { SeriesRepo } from "~/effects/treasury/bonds/SeriesRepo.server"
import { Settlements } from "~/effects/treasury/bonds/Settlements.server"
import {
  buildSubintent,
  compileManifest,
  encodeTransaction,
  renderManifest,
  signPartial,
  Templates
} from "~/ledger/index"
import { demoAccount } from "./accounts"
import { at, bringVote, idOf } from "./bringVotes.server"
import { demoCommunityId } from "./DemoSeed.server"
import { type DemoSeries, voteOn } from "./demoSeries"
import { demoSigner, sendAs } from "./demoTransactions.server"
import { withoutJob } from "./withoutJob.server"

/** Lifetime of a pre-authorization: four weeks, longer than any of these sales. */
const EPOCHS = 8_064n

/** Signed like a pre-authorization of a wallet. */
const signedPart = (name: string, manifest: string, expiration: number) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const { epoch } = yield* ledger.currentState()
    const header = {
      networkId: NETWORK_ID,
      startEpoch: BigInt(epoch),
      endEpoch: BigInt(epoch) + EPOCHS,
      minTimestamp: Option.none(),
      maxTimestamp: Option.some(BigInt(expiration)),
      discriminator: BigInt(`0x${(yield* randomToken).slice(0, 15)}`)
    }
    const compiled = yield* compileManifest(manifest, { kind: "subintent", networkId: NETWORK_ID })
    const body = yield* signPartial(buildSubintent(header, compiled), [demoSigner(name)])
    return bytesToHex(encodeTransaction({ kind: "signedPartial", body }))
  })

/** The community with its owner's role. */
const hereOf = (community: Community, account: AccountAddress, now: number) => {
  const { governance, name, stage } = community
  return {
    community,
    communityRole: {
      account,
      hasProfile: true,
      now,
      community: { name, stage, proposerRole: governance.proposerRole },
      membership: null
    }
  }
}

const freeXrd = (name: string, account: AccountAddress) =>
  sendAs([name], renderManifest(Templates.fromFaucet(account, NETWORK_ID)))

/** Idempotent: an account that already has an order places no other. */
const orderAll = (communityId: Community["id"], { id, orders }: DemoSeries) =>
  Effect.gen(function* () {
    const sales = yield* Sales
    const made = yield* (yield* OrdersRepo).buyers(id)
    const rest = orders.filter(([name]) => !made.includes(demoAccount(name)))
    for (const [name, units] of rest) {
      const who = { communityId, account: demoAccount(name) }
      yield* freeXrd(name, who.account)
      const asked = yield* sales.prepare({ ...who, seriesId: id, direction: "buy", units })
      yield* sales.accept(who, asked.orderId, yield* signedPart(name, asked.manifest, asked.expiration))
    }
  })

/** While a past sale still takes its orders, the minute job must not close it. */
const withoutTheJob = withoutJob(BONDS_JOB)

export const bringSeries = (demo: DemoSeries) =>
  Effect.gen(function* () {
    const { id, isSettled, owner, putBy, slug, termsAt } = demo
    const bonds = yield* Bonds
    const repo = yield* SeriesRepo
    const settlements = yield* Settlements
    const checks = yield* TransactionChecks
    const { minute: lifeCycle } = yield* SeriesLife
    const communities = yield* CommunitiesRepo
    const found = Option.getOrUndefined(yield* communities.findById(demoCommunityId(slug), null))
    const treasury = found?.community.treasuryAccount
    if (found === undefined || treasury == null) return
    const now = yield* Clock.currentTimeMillis
    const { community } = found
    const account = demoAccount(owner)
    const here = hereOf(community, account, now)
    const seriesNow = Effect.flatten(repo.find(id))
    const stateNow = Effect.map(repo.find(id), (series) => Option.getOrUndefined(series)?.state)
    const terms = termsAt(now, treasury)
    const vote = voteOn(demo, terms, now)

    if ((yield* stateNow) === undefined) yield* bonds.saveDraft(community, account, { id, version: 0, terms })
    if ((yield* stateNow) === "draft") yield* bonds.propose(community.id, id, idOf(vote))
    if ((yield* stateNow) === "proposed") {
      yield* bringVote(vote, bondAction(yield* seriesNow))
      yield* lifeCycle
    }
    if ((yield* stateNow) === "approved") {
      for (let n = 0; n < putBy; n += 1) yield* freeXrd(owner, treasury)
      const step = yield* at(terms.saleOpensAt)(bonds.issue(here, id))
      yield* checks.report(step, yield* sendAs([owner], step.manifest))
    }
    if ((yield* stateNow) === "scheduled") yield* at(terms.saleOpensAt)(lifeCycle)
    // A past sale got its orders a day before its close.
    if ((yield* stateNow) === "open") {
      yield* at(Math.min(now, terms.saleClosesAt - DAY_MS))(orderAll(community.id, demo))
    }
    if (!isSettled) return
    if ((yield* stateNow) === "open") yield* at(terms.saleClosesAt)(lifeCycle)
    if ((yield* stateNow) !== "settling") return
    const batch = yield* settlements.prepare(here, id, "buy")
    yield* settlements.sign(here, batch.batchId, yield* signedPart(owner, batch.manifest, batch.expiration))
    yield* lifeCycle
  }).pipe(withoutTheJob, Effect.withSpan("bringSeries"))
