/**
 * One run of a server that sells bonds, for the fault test that kills it: everything is on disk, including the ledger.
 * Buyers order, the treasury settles batch after batch and series after series, until the run is killed; the last run
 * settles what was signed and compares orders, receipts and the ledger.
 */

import { randomInt } from "node:crypto"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Logger } from "effect"
import type { Community } from "~/effects/access/Community"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { MigrationsLive } from "~/effects/base/db/migrations/index.server"
import { layerSqlite } from "~/effects/base/db/Sql.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomId } from "~/effects/base/text/random.server"
import { Indexer } from "~/effects/chain/indexer/Indexer.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { layerSql } from "~/effects/chain/ledger/LedgerStore.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { ActivityLive } from "~/effects/communities/communities/ActivityLive.server"
import { Drafts } from "~/effects/communities/drafts/Drafts.server"
import { TransactionChecksLive } from "~/effects/server/layers/transactionKinds.server"
import { Bonds } from "~/effects/treasury/bonds/Bonds.server"
import { BondsLive } from "~/effects/treasury/bonds/layers.server"
import { DAY_MS } from "~/effects/treasury/bonds/limits"
import type { Series } from "~/effects/treasury/bonds/Series"
import { SeriesRepo } from "~/effects/treasury/bonds/SeriesRepo.server"
import { accountOf } from "../../../ledger/signing"
import { signAnew } from "../../chain/ledger/signAnew"
import { world as communitiesWorld, found } from "../../communities/communities/world"
import { clientOn } from "../../local/world"
import { prepared, stateOf } from "../deployment/world"
import { ADA, balance, buyer, fund, hereOf, minute, order, settleNext, terms, withRelayer, XRD } from "./world"

const FUNDED = 10_000
/** XRD per unit. */
const PRICE = 1
const UNITS = 60
/** Orders not settled after this many rounds of the last run never will be, and are counted as wrong. */
const MAX_ROUNDS = 300
/** More than a run reaches. */
const SERIES = 500
/** Orders until a batch is settled. */
const ORDERS = 3
export const buyers = [0, 1, 2, 3].map(buyer)

const worldIn = (file: string) => {
  const database = MigrationsLive.pipe(Layer.provideMerge(layerSqlite(file)), Layer.orDie)
  const ledger = Ledger.Default.pipe(Layer.provideMerge(clientOn(layerSql)))
  return BondsLive.pipe(
    Layer.provideMerge(Indexer.Default),
    Layer.provideMerge(TransactionChecksLive),
    Layer.provideMerge(
      Layer.mergeAll(PreparedTransactions.Default, ActivityLive, Notifications.Default, Drafts.Default, ledger)
    ),
    Layer.provideMerge(Layer.succeed(Settings, withRelayer)),
    Layer.provideMerge(communitiesWorld(database)),
    Layer.provide(Logger.remove(Logger.defaultLogger))
  )
}

/** The garden of the first run or, if that was killed before it was complete, another one. */
const deployed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [kept] = yield* sql<{ readonly id: string }>`SELECT id FROM communities WHERE stage = 'deployed'`
  if (kept !== undefined) return yield* stateOf(kept.id)
  const slug = yield* randomId()
  const { id } = yield* found({ slug, name: "Riverside Garden", ownerAddress: ADA })
  const deployment = yield* prepared({ id })
  yield* (yield* TransactionChecks).report(deployment, yield* signAnew(deployment.manifest))
  return yield* stateOf(id)
})

/** Every buyer begins with the same amount, given once. */
export const fundBuyers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const by of buyers) {
    const [ordered] = yield* sql`SELECT id FROM bond_orders WHERE account = ${accountOf(by)}`
    if (ordered === undefined && (yield* balance(accountOf(by), XRD)) === 0) yield* fund(accountOf(by))
  }
})

const place = Effect.tap(deployed, () => fundBuyers)

/** A new series on the ledger, whose sale opens immediately. */
export const issueIn = (community: Community) =>
  Effect.gen(function* () {
    const bonds = yield* Bonds
    const now = Date.now()
    const id = yield* randomId()
    const times = { saleOpensAt: now, saleClosesAt: now + 2 * DAY_MS, maturesAt: now + 32 * DAY_MS }
    const prices = {
      faceValue: AmountText.make("2"),
      issuePrice: AmountText.make(String(PRICE)),
      units: UNITS,
      maxPerBuyer: UNITS,
      minRaiseUnits: 0
    }
    yield* bonds.saveDraft(community, ADA, {
      id,
      version: 0,
      terms: { ...terms, ...times, ...prices, settleMode: "rolling" }
    })
    const step = yield* bonds.issue(hereOf(community), id)
    yield* (yield* TransactionChecks).report(step, yield* signAnew(step.manifest))
  })

export const waitingIn = (id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly n: number }>`SELECT COUNT(*) AS n FROM bond_orders
      WHERE series_id = ${id} AND state IN ('signed', 'settling')`
    return row?.n ?? 0
  })

/** One action of a person after the other; refusals are ignored. */
const turn = (community: Community, series: Series, isLast: boolean) =>
  Effect.gen(function* () {
    const waiting = yield* waitingIn(series.id)
    if (!isLast && series.sold < series.units && waiting < ORDERS) {
      const by = buyers[randomInt(buyers.length)] ?? buyer(0)
      yield* Effect.either(order(community, by, randomInt(1, 4), "buy", series.id))
    } else if (waiting > 0) {
      yield* Effect.either(settleNext(community, "buy", series.id))
    }
    return waiting
  })

const work = (community: Community, isLast: boolean) =>
  Effect.gen(function* () {
    const steps = yield* PreparedTransactions
    const checks = yield* TransactionChecks
    const repo = yield* SeriesRepo
    for (let round = 0; !isLast || round < MAX_ROUNDS; round++) {
      yield* Effect.forEach(yield* steps.undecided(null, 50), (id) =>
        Effect.flatMap(steps.findOrFail(id), checks.check)
      )
      yield* minute
      const open = yield* repo.several(yield* repo.keysIn(["open"])(null, SERIES))
      let waiting = 0
      for (const series of open) waiting += yield* turn(community, series, isLast)
      if (isLast && waiting === 0) return
      const selling = yield* repo.several(yield* repo.keysIn(["scheduled", "open"])(null, SERIES))
      if (!isLast && selling.every(({ sold, units }) => sold === units)) yield* Effect.either(issueIn(community))
    }
  })

interface Settled {
  readonly account: string
  readonly units: number
  readonly receipts: number
}

/** Differences: the counters of each series, and units and money of each buyer. Also returns what all of them paid. */
export const differences = (community: Community) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const repo = yield* SeriesRepo
    const series = yield* repo.several(yield* repo.keysIn(["open"])(null, SERIES))
    const wrong: Array<string> = []
    const must = (isRight: boolean, words: string) => {
      if (!isRight) wrong.push(words)
    }
    const spent = new Map<string, number>()
    for (const { bondResource, code, id, settledUnits, sold, units } of series) {
      const settled = yield* sql<Settled>`SELECT o.account, o.units,
          (SELECT COUNT(*) FROM bond_receipts r WHERE r.order_id = o.id) AS receipts
        FROM bond_orders o WHERE o.series_id = ${id} AND o.state = 'settled'`
      const all = settled.reduce((sum, each) => sum + each.units, 0)
      must(
        settled.every(({ receipts }) => receipts === 1),
        `${code}: an order without its one receipt`
      )
      must(
        sold === all && settledUnits === all && all <= units,
        `${code}: ${sold} sold, ${settledUnits} settled, ${all}`
      )
      for (const account of buyers.map(accountOf)) {
        const own = settled.filter((each) => each.account === account).reduce((sum, each) => sum + each.units, 0)
        must((yield* balance(account, bondResource ?? "")) === own, `${code}: ${account} holds other units`)
        spent.set(account, (spent.get(account) ?? 0) + own * PRICE)
      }
      must(
        (yield* balance(community.treasuryAccount ?? "", bondResource ?? "")) === units - all,
        `${code}: the treasury holds other units`
      )
    }
    for (const account of buyers.map(accountOf)) {
      must((yield* balance(account, XRD)) === FUNDED - (spent.get(account) ?? 0), `${account} holds other money`)
    }
    const income = [...spent.values()].reduce((sum, amount) => sum + amount, 0)
    return { runs: series.filter(({ settledUnits }) => settledUnits > 0).length, wrong, income }
  })

export const lifeOf = (file: string, isLast: boolean, ready: () => void) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const community = yield* place
      ready()
      yield* work(community, isLast)
      const { income, runs, wrong } = yield* differences(community)
      const isPaid = (yield* balance(community.treasuryAccount ?? "", XRD)) === income
      if (!isPaid) wrong.push("the treasury holds other money")
      for (const line of wrong) console.error(line)
      return { runs, wrong: wrong.length }
    }).pipe(Effect.provide(worldIn(file)))
  )
