/** A series on a real local ledger: what wallets would sign is signed here with keys of the test. */

import { bytesToHex } from "@noble/hashes/utils.js"
import { Clock, Effect, Layer, Option, Redacted, TestClock } from "effect"
import type { Community } from "~/effects/access/Community"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { Settings } from "~/effects/base/settings/Settings.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { Bonds } from "~/effects/treasury/bonds/Bonds.server"
import { BondsLive } from "~/effects/treasury/bonds/layers.server"
import { DAY_MS, HOUR_MS } from "~/effects/treasury/bonds/limits"
import type { Direction } from "~/effects/treasury/bonds/Order"
import { OrdersRepo } from "~/effects/treasury/bonds/OrdersRepo.server"
import { Sales } from "~/effects/treasury/bonds/Sales.server"
import type { SeriesTerms } from "~/effects/treasury/bonds/Series"
import { SeriesLife } from "~/effects/treasury/bonds/SeriesLife.server"
import { SeriesRepo } from "~/effects/treasury/bonds/SeriesRepo.server"
import { Settlements } from "~/effects/treasury/bonds/Settlements.server"
import { DistributionsLive } from "~/effects/treasury/payouts/layers.server"
import { encodeTransaction, type Signer } from "~/ledger/index"
import { asAccount, asResource } from "../../../addresses"
import type { Database } from "../../../databases"
import { accountOf, signedPartial, signedV1, signer } from "../../../ledger/signing"
import { ADA, ada, FAUCET, freeManifest, payloadOf, XRD } from "../../chain/ledger/transactions"
import { settings } from "../../people/wallet-session/world"
import { world as deployWorld, garden, prepared, sign, stateOf } from "../deployment/world"

export { ADA, ada, XRD } from "../../chain/ledger/transactions"

export const withRelayer = { ...settings, relayerKey: Option.some(Redacted.make("5e".repeat(32))) }

export const world = (database: Database, given = withRelayer) =>
  BondsLive.pipe(Layer.provideMerge(Layer.succeed(Settings, given)), Layer.provideMerge(deployWorld(database)))

/** With the services that pay coupons. */
export const withPayouts = (database: Database) => DistributionsLive.pipe(Layer.provideMerge(world(database)))

export const buyer = (n: number): Signer => signer(120 + n)
export const hereOf = (community: Community, account = ADA) => ({
  community,
  communityRole: {
    account,
    hasProfile: true,
    now: 0,
    community: { name: community.name, stage: community.stage, proposerRole: community.governance.proposerRole },
    membership: null
  }
})

/** 100 units of 250 XRD for 230; the sale lasts two days from the first hour on. */
export const terms: SeriesTerms = {
  name: "Tool shed",
  purpose: "A shed for the tools, with a roof that keeps them dry through the winter.",
  variant: "zero",
  currency: XRD,
  symbol: "XRD",
  divisibility: 18,
  faceValue: AmountText.make("250"),
  issuePrice: AmountText.make("230"),
  units: 100,
  couponRatePct: null,
  couponEvery: null,
  audience: "public",
  minPerBuyer: 1,
  maxPerBuyer: 50,
  minRaiseUnits: 40,
  saleOpensAt: HOUR_MS,
  saleClosesAt: HOUR_MS + 2 * DAY_MS,
  settleMode: "atClose",
  maturesAt: HOUR_MS + 32 * DAY_MS,
  reserveAccount: ADA
}

/** The same with one coupon of 10% a year, paid at maturity; every order settles. */
export const withCoupon = {
  variant: "coupon",
  faceValue: AmountText.make("100"),
  issuePrice: AmountText.make("100"),
  couponRatePct: AmountText.make("10"),
  couponEvery: "atMaturity",
  minRaiseUnits: 0
} as const satisfies Partial<SeriesTerms>

export const SERIES = "seriesaaaaaa"

/** The current validity windows of the ledger. */
const windowNow = Effect.map(
  Effect.flatMap(Ledger, (ledger) => ledger.currentState()),
  ({ epoch }) => ({ startEpoch: BigInt(epoch), endEpoch: BigInt(epoch) + 90n })
)

export const fund = (account: string) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    yield* ledger.submit(payloadOf(freeManifest(asAccount(account)), yield* windowNow))
  })

export const balance = (account: string, resource: string) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const { byAccount } = yield* ledger.balancesOf(asResource(resource), [asAccount(account)])
    return Number(byAccount.get(account) ?? "0")
  })

/** Transfers tokens from one account to another, outside this site. */
export const transfer = (by: Signer, to: string, resource: string, amount: number) =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const manifest = `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("5");
CALL_METHOD Address("${accountOf(by)}") "withdraw" Address("${resource}") Decimal("${amount}");
CALL_METHOD Address("${to}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") None;`
    yield* ledger.submit(encodeTransaction({ kind: "notarizedV1", body: signedV1(manifest, [by], yield* windowNow) }))
  })

/** The minute job, once. */
export const minute = SeriesLife.minute

export const seriesNow = (id = SERIES) =>
  Effect.flatMap(SeriesRepo, (repo) => Effect.orDie(Effect.flatten(repo.find(id))))

/** A community, deployed on the ledger. */
export const deployed = <E, R>(founded: Effect.Effect<Pick<Community, "id">, E, R>) =>
  Effect.gen(function* () {
    const { id } = yield* founded
    const checks = yield* TransactionChecks
    const deployment = yield* prepared({ id })
    yield* checks.report(deployment, yield* sign(deployment.manifest))
    return yield* stateOf(id)
  })

/** A series of it on the ledger. */
export const issueIn = (community: Community, id: string, changes: Partial<SeriesTerms> = {}) =>
  Effect.gen(function* () {
    const bonds = yield* Bonds
    const code = yield* bonds.saveDraft(community, ADA, { id, version: 0, terms: { ...terms, ...changes } })
    const step = yield* bonds.issue(hereOf(community), id)
    return { code, step: yield* (yield* TransactionChecks).report(step, yield* sign(step.manifest)) }
  })

/** Riverside, deployed, with a series on the ledger. */
export const issued = (changes: Partial<SeriesTerms> = {}) =>
  Effect.gen(function* () {
    const community = yield* deployed(garden)
    return { community, ...(yield* issueIn(community, SERIES, changes)) }
  })

/** With its sale open. */
export const opened = (changes: Partial<SeriesTerms> = {}) =>
  Effect.gen(function* () {
    const made = yield* issued(changes)
    yield* TestClock.setTime(terms.saleOpensAt)
    yield* minute
    return made
  })

const endOf = (expiration: number) => ({ maxTimestamp: BigInt(expiration) })

export const signPart = (manifest: string, expiration: number, by: Signer, epochs = 8000n) =>
  Effect.map(windowNow, (window) =>
    bytesToHex(
      encodeTransaction({
        kind: "signedPartial",
        body: signedPartial(manifest, [by], { ...window, endEpoch: window.startEpoch + epochs, ...endOf(expiration) })
      })
    )
  )

export const ask = (community: Community, by: Signer, units: number, direction: Direction = "buy", seriesId = SERIES) =>
  Effect.flatMap(Sales, (sales) =>
    sales.prepare({ communityId: community.id, account: accountOf(by), seriesId, direction, units })
  )

/** Requests, signs and submits an order. Returns its id. */
export const order = (
  community: Community,
  by: Signer,
  units: number,
  direction: Direction = "buy",
  seriesId = SERIES
) =>
  Effect.gen(function* () {
    const sales = yield* Sales
    const { expiration, manifest, orderId } = yield* ask(community, by, units, direction, seriesId)
    const signed = yield* signPart(manifest, expiration, by)
    yield* sales.accept({ communityId: community.id, account: accountOf(by) }, orderId, signed)
    return orderId
  })

export const orderNow = (community: Community, id: string) =>
  Effect.flatMap(OrdersRepo, (orders) => orders.findOrFail(community.id, id))

/** Prepares the next batch, signs it as the treasury holder and sends it. */
export const settleNext = (community: Community, direction: Direction = "buy", seriesId = SERIES) =>
  Effect.gen(function* () {
    const settlements = yield* Settlements
    const batch = yield* settlements.prepare(hereOf(community), seriesId, direction)
    const signed = yield* signPart(batch.manifest, batch.expiration, ada)
    return { ...batch, after: yield* settlements.sign(hereOf(community), batch.batchId, signed) }
  })

export const closed = Effect.gen(function* () {
  yield* TestClock.setTime(terms.saleClosesAt)
  yield* minute
  return yield* Clock.currentTimeMillis
})

/** These buyers have money, order, and have their units once the sale is over. Returns the orders and their batch. */
export const bought = (community: Community, ...orders: ReadonlyArray<readonly [by: Signer, units: number]>) =>
  Effect.gen(function* () {
    yield* Effect.forEach(orders, ([by]) => fund(accountOf(by)))
    const ids = yield* Effect.forEach(orders, ([by, units]) => order(community, by, units))
    yield* closed
    const { after } = yield* settleNext(community)
    yield* minute
    return { after, ids }
  })

/** At this time, with money in the treasury. */
export const due = ({ treasuryAccount }: Community, at = terms.maturesAt) =>
  Effect.gen(function* () {
    yield* fund(treasuryAccount ?? "")
    yield* TestClock.setTime(at)
    yield* minute
  })
