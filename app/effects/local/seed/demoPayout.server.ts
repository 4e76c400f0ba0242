/**
 * The demonstration's payouts: one batch each, signed with the owner's key and confirmed from the ledger like any
 * other. Local mode only.
 */
import { Effect, Option } from "effect"
import type { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { CommunitiesRepo } from "~/effects/communities/communities/CommunitiesRepo.server"
import { onLedger, TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { Distributions } from "~/effects/treasury/payouts/Distributions.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { BATCH, RECOVER } from "~/effects/treasury/payouts/limits"
import { checkRows } from "~/effects/treasury/payouts/list/checkRows"
import { Payouts } from "~/effects/treasury/payouts/Payouts.server"
import { NOTHING } from "~/ledger/index"
import { demoAccount } from "./accounts"
import { demoCommunityId } from "./DemoSeed.server"
import { sendAs } from "./demoTransactions.server"

const DIVISIBILITY = 18

export interface DemoPayout {
  readonly slug: string
  readonly owner: string
  readonly title: string
  readonly note: string
  readonly purpose: "grant" | "reward"
  readonly symbol: string
  readonly amounts: ReadonlyArray<readonly [name: string, amount: string]>
}

/** The first payout of its community; prepared if there is none yet. */
const prepared = (
  { amounts, note, owner, purpose, slug, symbol, title }: DemoPayout,
  token: ResourceAddress,
  treasury: AccountAddress
) =>
  Effect.gen(function* () {
    const repo = yield* DistributionsRepo
    const distributions = yield* Distributions
    const communityId = demoCommunityId(slug)
    const found = yield* repo.findOrFail(communityId, 1).pipe(
      Effect.asSome,
      Effect.catchTag("NotThere", () => Effect.succeedNone)
    )
    if (Option.isSome(found)) return found.value
    const lines = amounts.map(([name, amount], index) => ({
      line: index + 1,
      account: demoAccount(name),
      amount,
      note: ""
    }))
    yield* distributions.create({
      communityId,
      account: demoAccount(owner),
      title,
      note,
      purpose,
      resource: token,
      symbol,
      divisibility: DIVISIBILITY,
      mode: "direct",
      recoverDays: RECOVER.usual,
      rule: null,
      record: null,
      remainder: NOTHING,
      rows: yield* checkRows(lines, { divisibility: DIVISIBILITY, own: [treasury] })
    })
    return yield* repo.findOrFail(communityId, 1)
  })

export const payOut = Effect.fn("demoPayout.payOut")(function* (payout: DemoPayout) {
  const communities = yield* CommunitiesRepo
  const repo = yield* DistributionsRepo
  const distributions = yield* Distributions
  const payouts = yield* Payouts
  const checks = yield* TransactionChecks
  const id = demoCommunityId(payout.slug)
  const found = yield* communities.findById(id, null)
  if (Option.isNone(found)) return
  const { community } = found.value
  const place = onLedger(community)
  const admin = yield* TreasuryHolders.holder(community, demoAccount(payout.owner))
  if (Option.isNone(place) || Option.isNone(admin) || place.value.token === null) return
  const run = yield* prepared(payout, place.value.token, place.value.treasury)
  if (run.state === "draft") yield* distributions.accept(run, false)
  if (run.state === "draft" || run.state === "approved") yield* distributions.start(run, BATCH.start, 1)
  if ((yield* repo.findOrFail(id, run.number)).state !== "running") return
  const step = yield* payouts.next({ admin: admin.value, ...place.value }, run)
  if (Option.isSome(step)) yield* checks.report(step.value, yield* sendAs([payout.owner], step.value.manifest))
})

/** A harvest share for some of Riverside Garden's members. */
export const gardenShare: DemoPayout = {
  slug: "riverside-garden",
  owner: "Marta Lindqvist",
  title: "Harvest share, October",
  note: "For the hands that picked in September.",
  purpose: "reward",
  symbol: "GRD",
  amounts: [
    ["Joaquim Teles", "32.5"],
    ["Sofia Brandt", "40"],
    ["Amir Haddad", "40"],
    ["Dele Adeyemi", "32.5"],
    ["Ruth Okafor", "40"],
    ["Piet van Dam", "40"],
    ["Yuki Tanabe", "32.5"],
    ["Clara Monteiro", "40"]
  ]
}

/** The voting power of the Open Maps Fund: 960,000 OMF, all held by its members. */
export const mapsShares: DemoPayout = {
  slug: "open-maps",
  owner: "Ines Carvalho",
  title: "Votes for those who map",
  note: "By the kilometres that everybody recorded, agreed in September.",
  purpose: "grant",
  symbol: "OMF",
  amounts: [
    ["Ines Carvalho", "62000"],
    ["Oskar Nyman", "119500"],
    ["Leila Farouk", "48000"],
    ["Gus Whitfield", "25000"],
    ["Mei Castellano", "18000"],
    ["Anton Reiter", "140000"],
    ["Sade Balogun", "180000"],
    ["Tomasz Wolny", "210000"],
    ["Milan Petrov", "157500"]
  ]
}
